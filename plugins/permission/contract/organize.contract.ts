import { defineContract, del, get, listOf, post, put, staffTree, Type } from '@nephra/plugin-sdk/contract';
import { administrators, administratorsEdit, dialysisCenter, organizeCreate, organizeEdit, organizeRecord, organizeTree } from './organize.schema.ts';
import { byId, id, keyword, saved } from './wire-parts.ts';

/** Organisations: the group, its hospitals and dialysis centres (spec 7.10). */
export const organizeContract = defineContract('permission-organize', {
  list: get('/api/permission/Organize', {
    summary: 'Organisations in sight as a tree; a keyword keeps what matches, with all above it',
    need: 'perm:permission.organize',
    audit: 'none',
    query: Type.Object({ keyword }),
    reply: organizeTree,
    spec: ['7.10-02'],
  }),
  parents: get('/api/permission/Organize/Selector/{id}', {
    summary: 'Possible parents of an organisation: all but itself and those below; id 0 for a new one',
    need: { anyOf: ['perm:permission.organize', 'perm:permission.department'] },
    audit: 'none',
    params: byId,
    reply: staffTree,
    spec: ['7.10-03'],
  }),
  dialysisCenters: get('/api/permission/Organize/DialysisCenter', {
    summary: 'Organisations in sight that are dialysis centres',
    need: 'session',
    audit: 'none',
    reply: listOf(dialysisCenter),
    spec: ['7.10-05'],
  }),
  one: get('/api/permission/Organize/{id}', {
    summary: 'One organisation',
    need: 'perm:permission.organize',
    audit: 'none',
    params: byId,
    reply: organizeRecord,
    spec: ['7.10-04'],
  }),
  create: post('/api/permission/Organize', {
    summary: 'Add an organisation',
    need: 'perm:permission.organize:btn_add',
    audit: 'write',
    retry: 'idempotent-key',
    body: organizeCreate,
    reply: saved,
    spec: ['7.10-04'],
  }),
  edit: put('/api/permission/Organize/{id}', {
    summary: 'Change an organisation, also where it hangs',
    need: 'perm:permission.organize:btn_edit',
    audit: 'write',
    retry: 'idempotent-key',
    params: byId,
    body: organizeEdit,
    reply: saved,
    spec: ['7.10-04'],
  }),
  remove: del('/api/permission/Organize/{id}', {
    summary: 'Delete an organisation that nothing hangs on',
    need: 'perm:permission.organize:btn_remove',
    audit: 'write',
    retry: 'idempotent-key',
    params: byId,
    reply: Type.Null(),
    spec: ['7.10-04'],
  }),
  /** `state` turns the state round; `enable` and `disable` set it. Any other action is refused with a sentence. */
  act: put('/api/permission/Organize/Actions/{id}/{action}', {
    summary: 'Enable or disable an organisation: action state, enable or disable',
    need: 'perm:permission.organize:btn_state',
    audit: 'write',
    retry: 'idempotent-key',
    params: Type.Object({ id, action: Type.String({ maxLength: 40 }) }),
    reply: saved,
    spec: ['7.10-07'],
  }),
  administrators: get('/api/permission/organizeAdminIsTrator/{id}', {
    summary: 'Who administers an organisation without being an administrator',
    need: 'perm:permission.organize',
    audit: 'none',
    params: byId,
    reply: administrators,
    spec: ['7.10-06'],
  }),
  saveAdministrators: put('/api/permission/organizeAdminIsTrator/{id}', {
    summary: 'Set who administers an organisation, and what they may do in it and below it',
    need: 'perm:permission.organize:btn_admin',
    audit: 'security',
    retry: 'natural',
    params: byId,
    body: administratorsEdit,
    reply: Type.Null(),
    spec: ['7.10-06'],
  }),
});
