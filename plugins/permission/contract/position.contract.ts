import { get, listOf, type Static, Type } from '@nephra/plugin-sdk/contract';
import { defineRecord, field, type RecordRow, recordContract, STANDARD_FIELDS, shown } from '@nephra/plugin-sdk/record';
import { MAX_CODE, MAX_NAME } from './wire-parts.ts';

export const MAX_POSITION_TYPE = 40;

/** Positions of organisations and departments (spec 7.10). */
export const position = defineRecord('permission.position', {
  title: ['岗位', '職位', 'Position'],
  wire: { at: '/api/permission/Position', spec: ['7.10-14', '7.10-15'] },
  subject: 'position',
  fields: {
    fullName: field.text(MAX_NAME).required().label('岗位名称', '職位名稱', 'Name'),
    enCode: field.code(MAX_CODE).required().label('岗位编码', '職位代碼', 'Code'),
    /** A department, or an organisation. */
    organizeId: field.place({ departments: true }).required().span(2).label('所属机构或部门', '所屬機構或部門', 'Belongs to'),
    type: field
      .choice(
        MAX_POSITION_TYPE,
        ['doctor', '医生', '醫師', 'Doctor'],
        ['nurse', '护理', '護理', 'Nursing'],
        ['pharmacist', '药学', '藥學', 'Pharmacy'],
        ['technician', '技师', '技師', 'Technician'],
        ['finance', '财务收费', '財務收費', 'Finance'],
        ['insurance', '医保', '醫保', 'Insurance'],
        ['administration', '管理', '管理', 'Administration'],
        ['support', '后勤信息', '後勤資訊', 'Support and IT'],
      )
      .label('岗位类型', '職位類型', 'Kind'),
    ...STANDARD_FIELDS,
  },
  shown: {
    /** The organisation in any case. */
    companyId: shown.id(),
    /** Names of organisations and departments from the top of what the caller sees, joined by "/". */
    department: shown.text('所属机构或部门', '所屬機構或部門', 'Belongs to'),
    userCount: shown.int('人数', '人數', 'People'),
  },
  list: {
    columns: ['fullName', 'enCode', 'type', 'department', 'userCount', 'enabledMark', '-sortCode', '-creatorTime'],
    sort: ['fullName', 'enCode', 'sortCode', 'creatorTime'],
    keyword: ['fullName', 'enCode'],
    filter: ['organizeId'],
    left: { tree: 'places', narrows: 'organizeId' },
  },
  // Whether it counts is turned by the button of its own, which asks first.
  form: { fields: ['fullName', 'enCode', 'organizeId', 'type', 'sortCode', 'description'] },
  acts: { create: {}, edit: {}, remove: {}, state: { audit: 'security' }, export: {}, import: { key: 'enCode' }, print: {} },
  buttons: { btn_member: ['成员', '成員', 'Members'], btn_authorize: ['授权', '授權', 'Grant rights'] },
});
export interface PositionRow extends RecordRow<typeof position> {}

const positionName = Type.Object({
  id: Type.String(),
  organizeId: Type.String(),
  fullName: Type.String(),
  enCode: Type.String(),
  type: Type.String(),
  sortCode: Type.Integer(),
});
export type PositionName = Static<typeof positionName>;

export const positionContract = recordContract(position, {
  /** For caches of older clients; at most 5,000. */
  all: get('/api/permission/Position/All', {
    summary: 'Enabled positions of the own organisation and those below',
    need: 'session',
    audit: 'none',
    reply: listOf(positionName),
    spec: ['7.10-16'],
  }),
});
