import { type MenuContribution, MenuType } from '@nephra/plugin-sdk/contract';
import { recordMenu } from '@nephra/plugin-sdk/record';
import { interaction } from './contract/interaction.contract.ts';

const KEEPER = ['pharmacist'];
const READERS = ['pharmacist', 'doctor', 'quality'];

/** Read when the plugin is built: the browser gets menus with the answer of the sign-in. */
export const menus: readonly MenuContribution[] = [
  {
    enCode: 'his.catalogues',
    type: MenuType.Directory,
    parent: 'his',
    title: { zh: '目录与价格', zhtw: '目錄與價格', en: 'Items and prices' },
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
