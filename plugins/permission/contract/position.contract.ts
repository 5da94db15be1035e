import { defineContract, del, get, listOf, pageOf, pageQuery, post, put, Type } from '@nephra/plugin-sdk/contract';
import { positionCreate, positionEdit, positionName, positionRecord, positionRow } from './position.schema.ts';
import { byId, saved } from './wire-parts.ts';

/** Positions of organisations and departments (spec 7.10). */
export const positionContract = defineContract('permission-position', {
  list: get('/api/permission/Position', {
    summary: 'Positions of an organisation or department and of all below it; without organizeId all in sight',
    need: 'perm:permission.position',
    audit: 'none',
    query: Type.Object({ ...pageQuery, organizeId: Type.Optional(Type.String({ maxLength: 64 })) }),
    reply: pageOf(positionRow),
    spec: ['7.10-14'],
  }),
  /** For caches of older clients; at most 5,000. */
  all: get('/api/permission/Position/All', {
    summary: 'Enabled positions of the own organisation and those below',
    need: 'session',
    audit: 'none',
    reply: listOf(positionName),
    spec: ['7.10-16'],
  }),
  one: get('/api/permission/Position/{id}', {
    summary: 'One position',
    need: 'perm:permission.position',
    audit: 'none',
    params: byId,
    reply: positionRecord,
    spec: ['7.10-15'],
  }),
  create: post('/api/permission/Position', {
    summary: 'Add a position',
    need: 'perm:permission.position:btn_add',
    audit: 'write',
    retry: 'idempotent-key',
    body: positionCreate,
    reply: saved,
    spec: ['7.10-14'],
  }),
  edit: put('/api/permission/Position/{id}', {
    summary: 'Change a position',
    need: 'perm:permission.position:btn_edit',
    audit: 'write',
    retry: 'idempotent-key',
    params: byId,
    body: positionEdit,
    reply: saved,
    spec: ['7.10-15'],
  }),
  remove: del('/api/permission/Position/{id}', {
    summary: 'Delete a position that nobody holds',
    need: 'perm:permission.position:btn_remove',
    audit: 'write',
    retry: 'idempotent-key',
    params: byId,
    reply: Type.Null(),
    spec: ['7.10-15'],
  }),
  state: put('/api/permission/Position/{id}/Actions/State', {
    summary: 'Turn the state of a position round; a disabled one brings no rights',
    need: 'perm:permission.position:btn_state',
    audit: 'security',
    retry: 'idempotent-key',
    params: byId,
    reply: saved,
  }),
});
