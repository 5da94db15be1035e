import { defineContract, del, get, listOf, post, put, Type } from '@nephra/plugin-sdk/contract';
import { departmentCreate, departmentEdit, departmentRecord, departmentRow } from './department.schema.ts';
import { byId, keyword, saved } from './wire-parts.ts';

/** Departments of an organisation; they hang in a tree inside it (spec 7.10). */
export const departmentContract = defineContract('permission-department', {
  list: get('/api/permission/Organize/{id}/Department', {
    summary: 'Departments of one organisation, flat; a keyword keeps what matches, with all above it',
    need: 'perm:permission.department',
    audit: 'none',
    params: byId,
    query: Type.Object({ keyword }),
    reply: listOf(departmentRow),
    spec: ['7.10-09'],
  }),
  one: get('/api/permission/Organize/Department/{id}', {
    summary: 'One department',
    need: 'perm:permission.department',
    audit: 'none',
    params: byId,
    reply: departmentRecord,
    spec: ['7.10-12'],
  }),
  create: post('/api/permission/Organize/Department', {
    summary: 'Add a department',
    need: 'perm:permission.department:btn_add',
    audit: 'write',
    retry: 'idempotent-key',
    body: departmentCreate,
    reply: saved,
    spec: ['7.10-11'],
  }),
  edit: put('/api/permission/Organize/Department/{id}', {
    summary: 'Change a department, also where it hangs inside its organisation',
    need: 'perm:permission.department:btn_edit',
    audit: 'write',
    retry: 'idempotent-key',
    params: byId,
    body: departmentEdit,
    reply: saved,
    spec: ['7.10-12'],
  }),
  remove: del('/api/permission/Organize/Department/{id}', {
    summary: 'Delete a department that nothing hangs on',
    need: 'perm:permission.department:btn_remove',
    audit: 'write',
    retry: 'idempotent-key',
    params: byId,
    reply: Type.Null(),
    spec: ['7.10-12'],
  }),
  state: put('/api/permission/Organize/Department/{id}/Actions/State', {
    summary: 'Turn the state of a department round',
    need: 'perm:permission.department:btn_state',
    audit: 'write',
    retry: 'idempotent-key',
    params: byId,
    reply: saved,
  }),
});
