import { definePlugin, slot } from '@nephra/plugin-sdk/web';

/** Medical insurance of a province: how its insurer is spoken to, and the sheet that people sign. */
export default definePlugin({
  id: 'sample-plugin',
  version: '1.0.0',
  sdk: '^1.0.0',
  name: { zh: '海岛医保', zhtw: '海島醫保', en: 'Island insurance' },
  dependsOn: ['patient', 'prescription', 'charging', 'insurance'],
  slots: [slot('charging/region-sheet@1', 'sheet', () => import('./web/print/region-sheet.slot.tsx'))],
});
