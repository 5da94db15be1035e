import { MenuType } from '@nephra/plugin-sdk/contract';
import { definePlugin, page } from '@nephra/plugin-sdk/web';

/** Patients: list, file, and the directory that other plugins ask. */
export default definePlugin({
  id: 'patient',
  version: '1.0.0',
  sdk: '^1.0.0',
  name: { zh: '患者', zhtw: '病患', en: 'Patients' },
  description: { zh: '患者列表、患者档案、查重与合并', zhtw: '病患清單、病患檔案、重複檢查與合併', en: 'Patient list, patient files, duplicates and merging' },
  pages: [page('his.patient', () => import('./web/patient-list/patient-list.page.tsx'))],
  menus: [
    {
      enCode: 'his.patient',
      type: MenuType.Page,
      parent: 'his',
      title: { zh: '患者管理', zhtw: '病患管理', en: 'Patients' },
      icon: 'patient',
      sortCode: 10,
      roleHints: ['doctor', 'nurse', 'clerk', 'cashier'],
      buttons: [
        { enCode: 'btn_add', title: { zh: '新建患者', zhtw: '新增病患', en: 'Add patients' }, roleHints: ['doctor', 'nurse', 'clerk', 'cashier'] },
        { enCode: 'btn_edit', title: { zh: '编辑档案', zhtw: '編輯檔案', en: 'Edit files' }, roleHints: ['doctor', 'nurse', 'clerk', 'cashier'] },
        { enCode: 'btn_state', title: { zh: '停用与启用', zhtw: '停用與啟用', en: 'Disable and enable files' }, roleHints: ['clerk'] },
        { enCode: 'btn_merge', title: { zh: '合并档案', zhtw: '合併檔案', en: 'Merge files' }, roleHints: ['clerk'] },
        {
          enCode: 'btn_reveal',
          title: { zh: '查看完整证件号', zhtw: '檢視完整證件號', en: 'Show full identity numbers' },
          roleHints: ['doctor', 'clerk'],
        },
      ],
    },
  ],
  permissions: [
    {
      enCode: 'his.patient.lookup',
      title: { zh: '查询患者', zhtw: '查詢病患', en: 'Look up patients' },
      roleHints: ['doctor', 'nurse', 'clerk', 'cashier', 'pharmacist'],
    },
  ],
});
