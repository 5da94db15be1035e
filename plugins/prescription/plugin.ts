import { MenuType } from '@nephra/plugin-sdk/contract';
import { definePlugin, page } from '@nephra/plugin-sdk/web';

const DOCTOR = ['doctor'];

/** Prescriptions: catalogues, the doctor's work area, and the ledger that charging and pharmacy move. */
export default definePlugin({
  id: 'prescription',
  version: '1.0.0',
  sdk: '^1.0.0',
  name: { zh: '处方', zhtw: '處方', en: 'Prescriptions' },
  description: {
    zh: '门诊与透析处方、药品与项目目录',
    zhtw: '門診與透析處方、藥品與項目目錄',
    en: 'Outpatient and dialysis prescriptions, drug and item catalogues',
  },
  dependsOn: ['patient'],
  pages: [page('his.prescription', () => import('./web/work-area/prescription.page.tsx'))],
  menus: [
    {
      enCode: 'his.prescription',
      type: MenuType.Page,
      parent: 'his',
      title: { zh: '处方开立', zhtw: '處方開立', en: 'Prescriptions' },
      icon: 'prescription',
      sortCode: 20,
      roleHints: ['doctor', 'nurse'],
      buttons: [
        { enCode: 'btn_add', title: { zh: '新增处方', zhtw: '新增處方', en: 'Add prescriptions' }, roleHints: DOCTOR },
        { enCode: 'btn_edit', title: { zh: '修改处方', zhtw: '修改處方', en: 'Change prescriptions' }, roleHints: DOCTOR },
        { enCode: 'btn_remove', title: { zh: '删除处方', zhtw: '刪除處方', en: 'Delete prescriptions' }, roleHints: DOCTOR },
        { enCode: 'btn_confirm', title: { zh: '确认处方', zhtw: '確認處方', en: 'Confirm prescriptions' }, roleHints: DOCTOR },
        { enCode: 'btn_unconfirm', title: { zh: '取消确认', zhtw: '取消確認', en: 'Take confirmed prescriptions back' }, roleHints: DOCTOR },
      ],
    },
  ],
});
