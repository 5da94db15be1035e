import { MenuType } from '@nephra/plugin-sdk/contract';
import { definePlugin, page } from '@nephra/plugin-sdk/web';

/** For whoever runs a centre: what happened in a period and what is there now. What is shown comes from panels of other plugins. */
export default definePlugin({
  id: 'figures',
  version: '1.0.0',
  sdk: '^1.0.0',
  name: { zh: '经营概览', zhtw: '經營概覽', en: 'Figures' },
  description: {
    zh: '按期间汇总收款、处方、药房、医保与患者，可查看到每一条明细并导出',
    zhtw: '依期間彙總收款、處方、藥局、醫保與病患，可檢視到每一筆明細並匯出',
    en: 'Takings, prescriptions, pharmacy, insurance and patients over a period, opened down to their rows and exported',
  },
  pages: [page('his.figures', () => import('./web/figures.page.tsx'))],
  menus: [
    {
      enCode: 'his.figures',
      type: MenuType.Page,
      parent: 'his',
      title: { zh: '经营概览', zhtw: '經營概覽', en: 'Figures' },
      icon: 'chart-bar',
      sortCode: 90,
      roleHints: ['orgadmin', 'quality', 'clerk'],
      buttons: [{ enCode: 'btn_export', title: { zh: '导出', zhtw: '匯出', en: 'Export' }, roleHints: ['orgadmin'] }],
    },
  ],
});
