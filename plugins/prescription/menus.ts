import { type MenuContribution, MenuType } from '@nephra/plugin-sdk/contract';
import { recordMenu } from '@nephra/plugin-sdk/record';
import { interaction } from './contract/catalogue/interaction.contract.ts';

const DOCTOR = ['doctor'];
const KEEPER = ['pharmacist'];
const READERS = ['pharmacist', 'doctor', 'quality'];

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
  {
    enCode: 'his.catalogues',
    type: MenuType.Directory,
    parent: 'his',
    title: { zh: '目录与价格', zhtw: '目錄與價格', en: 'Catalogues and prices' },
    icon: 'price',
    sortCode: 60,
  },
  {
    enCode: 'his.catalogue',
    type: MenuType.Page,
    parent: 'his.catalogues',
    title: { zh: '药品材料诊疗目录', zhtw: '藥品材料診療目錄', en: 'Drugs, materials, items' },
    icon: 'drug',
    sortCode: 10,
    // Materials and machines' parts are what an engineer asks after.
    roleHints: [...READERS, 'engineer'],
    buttons: [
      { enCode: 'btn_drug', title: { zh: '维护药品', zhtw: '維護藥品', en: 'Maintain drugs' }, roleHints: KEEPER },
      { enCode: 'btn_material', title: { zh: '维护材料', zhtw: '維護材料', en: 'Maintain materials' }, roleHints: KEEPER },
      { enCode: 'btn_item', title: { zh: '维护诊疗与化验', zhtw: '維護診療與檢驗', en: 'Maintain treatments and laboratory items' } },
      { enCode: 'btn_price', title: { zh: '调价', zhtw: '調價', en: 'Change prices' }, roleHints: KEEPER },
      { enCode: 'btn_adjust', title: { zh: '批量调价', zhtw: '批次調價', en: 'Change many prices' }, roleHints: KEEPER },
      { enCode: 'btn_price_confirm', title: { zh: '确认大幅调价', zhtw: '確認大幅調價', en: 'Confirm large price changes' }, roleHints: KEEPER },
      { enCode: 'btn_export', title: { zh: '导出', zhtw: '匯出', en: 'Export' }, roleHints: KEEPER },
      // One list for all facilities: of those who hold it, system administrators alone may change it.
      { enCode: 'btn_diagnosis', title: { zh: '维护诊断（系统管理员）', zhtw: '維護診斷（系統管理員）', en: 'Maintain diagnoses (system administrators)' } },
    ],
  },
  {
    enCode: 'his.package',
    type: MenuType.Page,
    parent: 'his.catalogues',
    title: { zh: '套餐维护', zhtw: '套組維護', en: 'Packages' },
    icon: 'package',
    sortCode: 20,
    roleHints: READERS,
    buttons: [
      { enCode: 'btn_add', title: { zh: '新增套餐', zhtw: '新增套組', en: 'Add packages' } },
      { enCode: 'btn_edit', title: { zh: '修改套餐', zhtw: '修改套組', en: 'Change packages' } },
    ],
  },
  recordMenu(interaction, {
    parent: 'his.catalogues',
    icon: 'alert',
    sortCode: 30,
    title: { zh: '药物相互作用', zhtw: '藥物交互作用', en: 'Drug interactions' },
    roleHints: READERS,
    buttonHints: KEEPER,
  }),
];
