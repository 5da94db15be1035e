import { defineRecord, field, type RecordRow, recordContract, STANDARD_FIELDS, shown } from '@nephra/plugin-sdk/record';
import { MAX_CODE, MAX_NAME } from './wire-parts.ts';

/** Departments of an organisation, directly under it or under one another (spec 7.10). */
export const department = defineRecord('permission.department', {
  title: ['部门', '部門', 'Department'],
  wire: { at: '/api/permission/Organize/Department', list: '/api/permission/Organize/{id}/Department', spec: ['7.10-09', '7.10-11', '7.10-12'] },
  subject: 'department',
  fields: {
    fullName: field.text(MAX_NAME).required().label('部门名称', '部門名稱', 'Name'),
    enCode: field.code(MAX_CODE).required().label('部门编码', '部門代碼', 'Code'),
    /** The department above; the organisation for those directly under it. Older clients write -1 for that, and the organisation beside it. */
    parentId: field.place({ departments: true }).required().span(2).label('上级部门', '上級部門', 'Parent'),
    managerId: field.staff('user').label('部门主管', '部門主管', 'Manager'),
    ...STANDARD_FIELDS,
  },
  shown: {
    organizeId: shown.id().accepted(),
    /** `name/account`. */
    manager: shown.text('部门主管', '部門主管', 'Manager'),
    /** People of this department itself. */
    userCount: shown.int('人数', '人數', 'People'),
  },
  list: {
    columns: ['fullName', 'enCode', 'manager', 'userCount', 'sortCode', 'enabledMark'],
    keyword: ['fullName', 'enCode'],
    filter: ['parentId'],
    left: { tree: 'organisations', narrows: 'parentId' },
    whole: true,
  },
  tree: { parent: 'parentId', maxDepth: 32 },
  // Whether it counts is turned by the button of its own, which asks first.
  form: { fields: ['fullName', 'enCode', 'parentId', 'managerId', 'sortCode', 'description'] },
  acts: { create: {}, edit: {}, remove: {}, state: {} },
});
export interface DepartmentRow extends RecordRow<typeof department> {}

export const departmentContract = recordContract(department);
