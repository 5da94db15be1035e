import { definePlugin, page } from '@nephra/plugin-sdk/web';
import { settings } from './contract/settings.ts';
import { menus } from './menus.ts';

/** What can be ordered and what it costs: drugs, materials, items, their prices and packages, diagnoses and interactions. */
export default definePlugin({
  id: 'catalogue',
  version: '1.0.0',
  sdk: '^1.0.0',
  name: { zh: '目录与价格', zhtw: '目錄與價格', en: 'Catalogues and prices' },
  description: {
    zh: '药品、材料与诊疗项目目录，价格、套餐、诊断与药物相互作用',
    zhtw: '藥品、材料與診療項目目錄，價格、套組、診斷與藥物交互作用',
    en: 'Catalogues of drugs, materials and items with prices and packages, diagnoses, drug interactions',
  },
  editableSettings: settings,
  pages: [
    page('his.catalogue', () => import('./web/catalogue.page.tsx')),
    page('his.package', () => import('./web/packages/package.page.tsx')),
    page('his.interaction', () => import('./web/interactions/interaction.page.tsx')),
  ],
  menus,
});
