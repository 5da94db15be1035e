import { MenuType, Type } from '@nephra/plugin-sdk/contract';
import { definePlugin, page, slot } from '@nephra/plugin-sdk/web';

/** The pharmacy: review, picking, dispensing, returns, and stock by lot. */
export default definePlugin({
  id: 'pharmacy',
  version: '1.0.0',
  sdk: '^1.0.0',
  name: { zh: '药房', zhtw: '藥局', en: 'Pharmacy' },
  description: {
    zh: '审方、配药、发药、退药与批次库存',
    zhtw: '審方、調配、發藥、退藥與批號庫存',
    en: 'Review, picking, dispensing, returns and stock by lot',
  },
  dependsOn: ['patient', 'catalogue', 'prescription'],
  pages: [page('his.pharmacy', () => import('./web/pharmacy.page.tsx'))],
  slots: [slot('patient/records@1', 'handed-out', () => import('./web/records/pharmacy-records.slot.tsx'), 30)],
  settings: Type.Object({
    /**
     * Whether whoever picked goods may hand them out. Unless told, controlled drugs take two persons and others one; on: all take two; off: none does.
     */
    secondPersonDispenses: Type.Optional(Type.Boolean()),
  }),
  menus: [
    {
      enCode: 'his.pharmacy',
      type: MenuType.Page,
      parent: 'his',
      title: { zh: '药房发药', zhtw: '藥局發藥', en: 'Pharmacy' },
      icon: 'pharmacy',
      sortCode: 40,
      roleHints: ['pharmacist'],
      buttons: [
        { enCode: 'btn_review', title: { zh: '审方', zhtw: '審方', en: 'Review' }, roleHints: ['pharmacist'] },
        { enCode: 'btn_pick', title: { zh: '配药', zhtw: '調配', en: 'Pick' }, roleHints: ['pharmacist'] },
        { enCode: 'btn_dispense', title: { zh: '发药', zhtw: '發藥', en: 'Dispense' }, roleHints: ['pharmacist'] },
        { enCode: 'btn_return', title: { zh: '退药', zhtw: '退藥', en: 'Take back' }, roleHints: ['pharmacist'] },
        { enCode: 'btn_receive', title: { zh: '入库', zhtw: '入庫', en: 'Receive goods' }, roleHints: ['pharmacist'] },
        { enCode: 'btn_adjust', title: { zh: '库存调整', zhtw: '庫存調整', en: 'Adjust stock' }, roleHints: ['pharmacist'] },
        { enCode: 'btn_count', title: { zh: '盘点', zhtw: '盤點', en: 'Count stock' }, roleHints: ['pharmacist'] },
        { enCode: 'btn_setting', title: { zh: '品种设置', zhtw: '品項設定', en: 'Item settings' }, roleHints: ['pharmacist'] },
        { enCode: 'btn_freeze', title: { zh: '冻结批次', zhtw: '凍結批號', en: 'Block lots' }, roleHints: ['pharmacist'] },
      ],
      columns: [{ enCode: 'cost', title: { zh: '进价', zhtw: '進價', en: 'What goods cost' }, roleHints: ['pharmacist'] }],
      dataFields: [
        { enCode: 'creatorUserId', type: 'User', title: { zh: '开立人', zhtw: '開立人', en: 'Written by' } },
        { enCode: 'workerId', type: 'User', title: { zh: '责任医生', zhtw: '責任醫師', en: 'Doctor' } },
        { enCode: 'orgId', type: 'Organize', title: { zh: '所属机构', zhtw: '所屬機構', en: 'Organisation' } },
        { enCode: 'patientType', type: 'String', title: { zh: '患者类型', zhtw: '病患類型', en: 'Kind of patient' } },
        { enCode: 'reimWay', type: 'String', title: { zh: '费用类别', zhtw: '費用類別', en: 'Payer' } },
        { enCode: 'dpDate', type: 'DateTime', title: { zh: '处方日期', zhtw: '處方日期', en: 'Prescription date' } },
        { enCode: 'payStatus', type: 'Int32', title: { zh: '收费状态', zhtw: '收費狀態', en: 'Payment state' } },
        { enCode: 'rxStatus', type: 'Int32', title: { zh: '发药状态', zhtw: '發藥狀態', en: 'Dispensing state' } },
        { enCode: 'totalPrice', type: 'Double', title: { zh: '处方金额（元）', zhtw: '處方金額（元）', en: 'Amount (yuan)' } },
      ],
    },
  ],
  permissions: [
    {
      // Whoever is given it reads what goods cost, in sums and lot by lot: the title says so.
      enCode: 'pharmacy.figures',
      title: { zh: '药房统计（含进价金额）', zhtw: '藥局統計（含進價金額）', en: 'Figures about the pharmacy, with what goods cost' },
      roleHints: ['orgadmin', 'pharmacist'],
    },
  ],
});
