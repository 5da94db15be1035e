import { definePlugin, page } from '@nephra/plugin-sdk/web';
import { menus } from './menus.ts';

/** A treatment from the door to the closed sheet, and what it is charged with. */
export default definePlugin({
  id: 'dialysis-session',
  version: '1.0.0',
  sdk: '^1.0.0',
  name: { zh: '透析治疗', zhtw: '透析治療', en: 'Dialysis treatments' },
  description: { zh: '今日、床旁、治疗记录单与收费核查', zhtw: '今日、床邊、治療紀錄單與收費核查', en: 'Today, bedside, treatment sheet and findings' },
  dependsOn: ['patient', 'catalogue', 'prescription', 'dialysis-file', 'dialysis-schedule'],
  pages: [
    page('dialysis.today', () => import('./web/today/today.page.tsx')),
    page('dialysis.bedside', () => import('./web/bedside/bedside.page.tsx')),
    page('dialysis.findings', () => import('./web/findings/findings.page.tsx')),
  ],
  menus,
});
