import { MenuType } from '@nephra/plugin-sdk/contract';
import { definePlugin, page } from '@nephra/plugin-sdk/web';

/** Patients: list, file, and the directory that other plugins ask. */
export default definePlugin({
  id: 'patient',
  version: '1.0.0',
  sdk: '^1.0.0',
  name: { zh: '患者', zhtw: '病患', en: 'Patients' },
  description: { zh: '患者列表与患者档案', zhtw: '病患清單與病患檔案', en: 'Patient list and patient files' },
  pages: [page('his.patient', () => import('./web/patient-list/patient-list.page.tsx'))],
  menus: [
    {
      enCode: 'his.patient',
      type: MenuType.Page,
      parent: 'his',
      title: { zh: '患者管理', zhtw: '病患管理', en: 'Patients' },
      icon: 'patient',
      sortCode: 10,
      roleHints: ['doctor', 'nurse', 'clerk'],
      buttons: [
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
