import { defineRecord, field, type RecordRow, recordContract, STANDARD_FIELDS } from '@nephra/plugin-sdk/record';

/** The list is one for all facilities: of those who hold the code, whoever answers for all of them keeps it. */
const KEEP = { button: 'btn_diagnosis' } as const;

/** Diagnoses that prescriptions and patient files choose from, the same for every facility. Papers carry code and name as they were written. */
export const diagnosis = defineRecord('catalogue.diagnosis', {
  title: ['诊断', '診斷', 'Diagnosis'],
  menu: 'his.catalogue',
  wire: { at: '/api/his/diagnosis' },
  subject: 'diagnosis',
  fields: {
    name: field.text(200).required().label('诊断名称', '診斷名稱', 'Diagnosis name'),
    code: field.text(40).required().fixed().narrow().label('诊断编码', '診斷代碼', 'Diagnosis code'),
    enabledMark: STANDARD_FIELDS.enabledMark,
  },
  list: {
    columns: ['code', 'name', 'enabledMark'],
    sort: ['code', 'name'],
    keyword: ['code', 'name'],
    filter: ['enabledMark'],
    order: 'code',
    shared: true,
  },
  form: { fields: ['code', 'name'] },
  acts: {
    create: KEEP,
    edit: KEEP,
    state: KEEP,
    export: { button: 'btn_export' },
    import: {
      ...KEEP,
      key: 'code',
      // The national lists have some 36,000, and headings of their own.
      maxRows: 60_000,
      headings: {
        code: [
          '诊断代码',
          '診斷編碼',
          '疾病编码',
          '疾病編碼',
          '疾病代码',
          '疾病代碼',
          '主要编码',
          '主要編碼',
          'ICD-10编码',
          'ICD-10編碼',
          'ICD-10代码',
          'ICD-10代碼',
          'ICD-10',
          '编码',
          '編碼',
          '代码',
          '代碼',
          'ICD code',
          'Code',
        ],
        name: ['疾病名称', '疾病名稱', '疾病诊断名称', '疾病診斷名稱', '名称', '名稱', 'Name', 'Diagnosis'],
        enabledMark: ['启用', '啟用', 'Enabled'],
      },
    },
  },
  buttons: {
    btn_export: ['导出', '匯出', 'Export'],
    btn_diagnosis: ['维护诊断（系统管理员）', '維護診斷（系統管理員）', 'Maintain diagnoses (system administrators)'],
  },
});
export interface DiagnosisRow extends RecordRow<typeof diagnosis> {}

export const diagnosisContract = recordContract(diagnosis);
