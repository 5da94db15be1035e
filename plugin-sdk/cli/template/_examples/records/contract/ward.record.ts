import { defineRecord, field, type RecordRow, recordContract, STANDARD_FIELDS } from '@nephra/plugin-sdk/record';

/** A ward with its beds: list, form, rights, workbook and paper follow from this. */
export const ward = defineRecord('sample_plugin.ward', {
  title: ['病区', '病區', 'Ward'],
  wire: { at: '/api/sample-plugin/ward' },
  fields: {
    fullName: field.text(50).required().label('名称', '名稱', 'Name'),
    enCode: field.code(20).required().label('编码', '代碼', 'Code'),
    beds: field.int(0, 500).required().label('床位数', '床位數', 'Beds'),
    kind: field.choice(20, ['open', '普通', '普通', 'Open'], ['isolated', '隔离', '隔離', 'Isolated']).initial('open').label('类型', '類型', 'Kind'),
    ...STANDARD_FIELDS,
  },
  list: {
    columns: ['fullName', 'enCode', 'kind', 'beds', 'enabledMark', '-sortCode', '-description'],
    sort: ['fullName', 'enCode', 'beds', 'sortCode'],
    keyword: ['fullName', 'enCode'],
    filter: ['enabledMark', 'kind'],
  },
  acts: { create: {}, edit: {}, remove: {}, state: {}, export: {}, import: { key: 'enCode' }, print: {} },
});
export interface WardRow extends RecordRow<typeof ward> {}

export const wardContract = recordContract(ward);
