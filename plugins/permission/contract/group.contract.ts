import { defineRecord, field, recordContract, STANDARD_FIELDS, shown } from '@nephra/plugin-sdk/record';
import { MAX_CODE, MAX_NAME } from './wire-parts.ts';

/** Characters of the kind of a group or a role. */
export const MAX_SET_TYPE = 50;

/** Groups of people across departments (wire facts 12). A group with people of other organisations is changed by administrators only. */
export const group = defineRecord('permission.group', {
  title: ['分组', '群組', 'Group'],
  wire: { at: '/api/permission/Group', spec: ['2.5-08'] },
  fields: {
    fullName: field.text(MAX_NAME).required().label('分组名称', '群組名稱', 'Name'),
    enCode: field.code(MAX_CODE).required().label('编码', '代碼', 'Code'),
    type: field
      .choice(
        MAX_SET_TYPE,
        ['quality', '质量控制', '品質管制', 'Quality control'],
        ['duty', '值班', '值班', 'On-call'],
        ['project', '项目', '專案', 'Project'],
        ['committee', '委员会', '委員會', 'Committee'],
        ['other', '其他', '其他', 'Other'],
      )
      .label('分组类型', '群組類型', 'Type'),
    ...STANDARD_FIELDS,
  },
  shown: { memberCount: shown.int('成员', '成員', 'People') },
  list: {
    columns: ['fullName', 'enCode', 'type', 'memberCount', 'enabledMark', '-sortCode', 'description', 'creatorTime'],
    sort: ['fullName', 'enCode', 'sortCode', 'creatorTime'],
    keyword: ['fullName', 'enCode'],
    filter: ['enabledMark'],
  },
  acts: {
    list: { need: { anyOf: ['perm:permission.group', 'perm:permission.authorize'] } },
    create: { audit: 'security' },
    edit: { audit: 'security' },
    remove: { audit: 'security' },
    state: { audit: 'security' },
    export: {},
    import: { key: 'enCode' },
    print: {},
  },
  buttons: { btn_member: ['成员', '成員', 'Members'], btn_authorize: ['授权', '授權', 'Grant rights'] },
});

export const groupContract = recordContract(group);
