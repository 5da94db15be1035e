import { definePlugin, slot } from '@nephra/plugin-sdk/web';

/** Medical insurance in Guangxi: an agent on the own computer. */
export default definePlugin({
  id: 'insurance-guangxi',
  version: '1.0.0',
  sdk: '^1.0.0',
  name: { zh: '广西医保', zhtw: '廣西醫保', en: 'Guangxi insurance' },
  description: {
    zh: '广西医保：经本机代理调用，不签名；广西结算单',
    zhtw: '廣西醫保：經本機代理程式呼叫，不簽章；廣西結算單',
    en: 'Guangxi: through an agent on this computer, nothing is signed; the settlement sheet of Guangxi',
  },
  dependsOn: ['patient', 'prescription', 'charging', 'insurance'],
  slots: [slot('charging/region-sheet@1', 'guangxi-sheet', () => import('./web/print/region-sheet.slot.tsx'))],
  pages: [],
  menus: [],
});
