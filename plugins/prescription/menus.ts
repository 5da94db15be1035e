import { type MenuContribution, MenuType } from '@nephra/plugin-sdk/contract';

const DOCTOR = ['doctor'];

/** Read when the plugin is built: the browser gets menus with the answer of the sign-in. */
export const menus: readonly MenuContribution[] = [
  {
    enCode: 'his.prescription',
    type: MenuType.Page,
    parent: 'his',
    title: { zh: '处方开立', zhtw: '處方開立', en: 'Prescriptions' },
    icon: 'prescription',
    sortCode: 20,
    roleHints: ['doctor', 'nurse', 'headnurse', 'quality'],
    buttons: [
      { enCode: 'btn_add', title: { zh: '新增处方', zhtw: '新增處方', en: 'Add prescriptions' }, roleHints: DOCTOR },
      { enCode: 'btn_edit', title: { zh: '修改处方', zhtw: '修改處方', en: 'Change prescriptions' }, roleHints: DOCTOR },
      { enCode: 'btn_remove', title: { zh: '删除处方', zhtw: '刪除處方', en: 'Delete prescriptions' }, roleHints: DOCTOR },
      { enCode: 'btn_confirm', title: { zh: '确认处方', zhtw: '確認處方', en: 'Confirm prescriptions' }, roleHints: DOCTOR },
      { enCode: 'btn_unconfirm', title: { zh: '取消确认', zhtw: '取消確認', en: 'Take confirmed prescriptions back' }, roleHints: DOCTOR },
      { enCode: 'btn_split', title: { zh: '拆分处方', zhtw: '拆分處方', en: 'Split prescriptions' }, roleHints: DOCTOR },
      { enCode: 'btn_package', title: { zh: '维护个人套餐', zhtw: '維護個人套組', en: 'Keep own packages' }, roleHints: DOCTOR },
    ],
    dataFields: [
      { enCode: 'creatorUserId', type: 'User', title: { zh: '开立人', zhtw: '開立人', en: 'Written by' } },
      { enCode: 'workerId', type: 'User', title: { zh: '责任医生', zhtw: '責任醫師', en: 'Doctor' } },
      { enCode: 'orgId', type: 'Organize', title: { zh: '所属机构', zhtw: '所屬機構', en: 'Organisation' } },
      { enCode: 'patientType', type: 'String', title: { zh: '患者类型', zhtw: '病患類型', en: 'Kind of patient' } },
      { enCode: 'reimWay', type: 'String', title: { zh: '费用类别', zhtw: '費用類別', en: 'Payer' } },
      { enCode: 'dpType', type: 'Int32', title: { zh: '处方类别', zhtw: '處方類別', en: 'Kind of prescription' } },
      { enCode: 'dpDate', type: 'DateTime', title: { zh: '处方日期', zhtw: '處方日期', en: 'Prescription date' } },
      { enCode: 'payStatus', type: 'Int32', title: { zh: '收费状态', zhtw: '收費狀態', en: 'Payment state' } },
      { enCode: 'rxStatus', type: 'Int32', title: { zh: '处方状态', zhtw: '處方狀態', en: 'Prescription state' } },
      { enCode: 'totalPrice', type: 'Double', title: { zh: '处方金额（元）', zhtw: '處方金額（元）', en: 'Amount (yuan)' } },
    ],
  },
];
