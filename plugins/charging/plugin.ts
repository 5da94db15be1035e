import { MenuType, Type } from '@nephra/plugin-sdk/contract';
import { definePlugin, page, slot } from '@nephra/plugin-sdk/web';
import { receiptSeries } from './contract/charge/receipt-series.schema.ts';

/** The charge desk: self-pay charging, bills, refunds, settlement sheets. */
export default definePlugin({
  id: 'charging',
  version: '1.0.0',
  sdk: '^1.0.0',
  name: { zh: '收费结算', zhtw: '收費結算', en: 'Charging' },
  description: {
    zh: '自费收费、账单、退费与结算单',
    zhtw: '自費收費、帳單、退費與結算單',
    en: 'Self-pay charging, bills, refunds and settlement sheets',
  },
  dependsOn: ['patient', 'catalogue', 'prescription'],
  settings: Type.Object({
    /** Receipt numbers by facility; without an entry what the facility was set up with counts. */
    receiptSeries: Type.Optional(Type.Array(receiptSeries)),
  }),
  pages: [page('his.charging', () => import('./web/charging.page.tsx'))],
  slots: [
    slot('charging/settlement-sheet@1', 'bill-papers', () => import('./web/print/settlement-sheet.slot.tsx')),
    slot('patient/records@1', 'bills', () => import('./web/records/patient-bills.slot.tsx'), 20),
  ],
  permissions: [
    {
      enCode: 'charging.figures',
      title: { zh: '收款统计', zhtw: '收款統計', en: 'Figures of takings' },
      roleHints: ['orgadmin', 'clerk'],
    },
  ],
  menus: [
    {
      enCode: 'his.charging',
      type: MenuType.Page,
      parent: 'his',
      title: { zh: '收费结算', zhtw: '收費結算', en: 'Charging' },
      icon: 'charge',
      sortCode: 30,
      roleHints: ['cashier', 'clerk'],
      buttons: [
        { enCode: 'btn_charge', title: { zh: '收费', zhtw: '收費', en: 'Charge' }, roleHints: ['cashier'] },
        { enCode: 'btn_cancel', title: { zh: '退费', zhtw: '退費', en: 'Refund' }, roleHints: ['cashier'] },
        { enCode: 'btn_month', title: { zh: '月结', zhtw: '月結', en: 'Settle months' }, roleHints: ['cashier', 'clerk'] },
        { enCode: 'btn_month_close', title: { zh: '月份关账', zhtw: '月份關帳', en: 'Close months' }, roleHints: ['clerk'] },
        { enCode: 'btn_month_reopen', title: { zh: '重新开账', zhtw: '重新開帳', en: 'Reopen months' }, roleHints: [] },
        { enCode: 'btn_shift', title: { zh: '交班结账', zhtw: '交班結帳', en: 'Close the shift' }, roleHints: ['cashier'] },
        { enCode: 'btn_export', title: { zh: '导出', zhtw: '匯出', en: 'Export' }, roleHints: ['cashier', 'clerk'] },
        { enCode: 'btn_print', title: { zh: '打印结算单', zhtw: '列印結算單', en: 'Print settlement sheets' }, roleHints: ['cashier', 'clerk'] },
      ],
      dataFields: [
        {
          enCode: 'creatorUserId',
          type: 'User',
          title: { zh: '收费员（待收费处方为开立人）', zhtw: '收費員（待收費處方為開立人）', en: 'Cashier (of waiting prescriptions: who wrote them)' },
        },
        { enCode: 'orgId', type: 'Organize', title: { zh: '所属机构', zhtw: '所屬機構', en: 'Organisation' } },
        { enCode: 'reimWay', type: 'String', title: { zh: '费用类别', zhtw: '費用類別', en: 'Payer' } },
        {
          enCode: 'dpDate',
          type: 'DateTime',
          title: { zh: '收费时间（待收费处方为处方日期）', zhtw: '收費時間（待收費處方為處方日期）', en: 'Charged at (of waiting prescriptions: their date)' },
        },
        { enCode: 'totalPrice', type: 'Double', title: { zh: '金额（元）', zhtw: '金額（元）', en: 'Amount (yuan)' } },
        {
          enCode: 'payStatus',
          type: 'Int32',
          title: { zh: '待收费处方的收费状态', zhtw: '待收費處方的收費狀態', en: 'Payment state of waiting prescriptions' },
        },
      ],
    },
  ],
});
