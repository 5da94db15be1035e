import { MenuType, Type } from '@nephra/plugin-sdk/contract';
import { definePlugin, page } from '@nephra/plugin-sdk/web';

/** Roles that open and keep files of patients. */
const DESKS = ['doctor', 'nurse', 'headnurse', 'clerk', 'cashier'];

/** Patients: list, file, and the directory that other plugins ask. */
export default definePlugin({
  id: 'patient',
  version: '1.0.0',
  sdk: '^1.0.0',
  name: { zh: '患者', zhtw: '病患', en: 'Patients' },
  description: { zh: '患者列表、患者档案、查重与合并', zhtw: '病患清單、病患檔案、重複檢查與合併', en: 'Patient list, patient files, duplicates and merging' },
  settings: Type.Object({
    /** Beds of each facility, by its id: `{ "org-1": "A01 A02 B01" }`. A file then takes no other bed; a facility that lists none takes any. */
    beds: Type.Optional(Type.Record(Type.String(), Type.String({ maxLength: 4000 }))),
  }),
  pages: [page('his.patient', () => import('./web/patient-list/patient-list.page.tsx'), { list: '/api/his/patient' })],
  menus: [
    {
      enCode: 'his.patient',
      type: MenuType.Page,
      parent: 'his',
      title: { zh: '患者管理', zhtw: '病患管理', en: 'Patients' },
      icon: 'patient',
      sortCode: 10,
      roleHints: [...DESKS, 'quality', 'treatnurse', 'director'],
      buttons: [
        { enCode: 'btn_add', title: { zh: '新建患者', zhtw: '新增病患', en: 'Add patients' }, roleHints: DESKS },
        { enCode: 'btn_edit', title: { zh: '编辑档案', zhtw: '編輯檔案', en: 'Edit files' }, roleHints: DESKS },
        { enCode: 'btn_state', title: { zh: '停用与启用', zhtw: '停用與啟用', en: 'Disable and enable files' }, roleHints: ['clerk', 'headnurse'] },
        { enCode: 'btn_merge', title: { zh: '合并档案', zhtw: '合併檔案', en: 'Merge files' }, roleHints: ['clerk'] },
        {
          enCode: 'btn_reveal',
          title: { zh: '查看完整证件号', zhtw: '檢視完整證件號', en: 'Show full identity numbers' },
          roleHints: ['doctor', 'clerk'],
        },
      ],
      columns: [
        {
          enCode: 'phone',
          title: { zh: '手机号码', zhtw: '手機號碼', en: 'Mobile numbers' },
          roleHints: [...DESKS, 'pharmacist'],
        },
      ],
      forms: [{ enCode: 'phone', title: { zh: '手机号码', zhtw: '手機號碼', en: 'Mobile number' }, roleHints: DESKS }],
      dataFields: [
        { enCode: 'creatorUserId', type: 'User', title: { zh: '建档人', zhtw: '建檔人', en: 'File opened by' } },
        { enCode: 'orgId', type: 'Organize', title: { zh: '所属机构', zhtw: '所屬機構', en: 'Organisation' } },
        { enCode: 'patientType', type: 'String', title: { zh: '患者类型', zhtw: '病患類型', en: 'Kind of patient' } },
        { enCode: 'reimWay', type: 'String', title: { zh: '费用类别', zhtw: '費用類別', en: 'Payer' } },
        { enCode: 'medInsMark', type: 'String', title: { zh: '参保标志', zhtw: '參保標誌', en: 'Insurance mark' } },
        { enCode: 'classId', type: 'String', title: { zh: '透析班次', zhtw: '透析班次', en: 'Dialysis shift' } },
        { enCode: 'creatorTime', type: 'DateTime', title: { zh: '建档时间', zhtw: '建檔時間', en: 'File opened at' } },
      ],
    },
  ],
  permissions: [
    {
      enCode: 'his.patient.lookup',
      title: { zh: '查询患者', zhtw: '查詢病患', en: 'Look up patients' },
      roleHints: [...DESKS, 'pharmacist', 'quality', 'treatnurse', 'director'],
    },
    {
      enCode: 'patient.figures',
      title: { zh: '患者统计', zhtw: '病患統計', en: 'Figures of patients' },
      roleHints: ['orgadmin', 'quality'],
    },
  ],
});
