import { defineContract, del, get, pageOf, pageQuery, post, put, type Static, staffTree, Type } from '@nephra/plugin-sdk/contract';
import { MAX_SET_TYPE } from './group.contract.ts';
import { byId, code, description, flag, id, name, saved, seenVersion, sortCode } from './wire-parts.ts';

/** Kinds of roles (dictionary RoleType); older clients may have stored others. */
export const ROLE_TYPES = ['clinical', 'pharmacy', 'finance', 'insurance', 'administration', 'system'] as const;

const rank = Type.Union([Type.Literal('work'), Type.Literal('administration'), Type.Literal('system')]);

const roleFields = {
  fullName: name,
  /** Letters, digits and dots, no dot at either end (spec 5). */
  enCode: code,
  type: Type.Optional(Type.String({ maxLength: MAX_SET_TYPE })),
  /** 1 = for every organisation, 0 = for those in `organizeIdsTree`. */
  globalMark: flag,
  /** Paths of ids from the top down; the last of each is the organisation. */
  organizeIdsTree: Type.Array(Type.Array(id, { minItems: 1, maxItems: 32 }), { maxItems: 500 }),
  enabledMark: flag,
  sortCode,
  description: Type.Optional(description),
};
/** `version` as it was read; older clients send none. A `rank` that is not sent stays; it is an administrator's to change. */
export const roleBody = Type.Object({ ...roleFields, rank: Type.Optional(rank), version: seenVersion });

export const roleRow = Type.Object({
  id: Type.String(),
  fullName: Type.String(),
  enCode: Type.String(),
  type: Type.String(),
  /** How far it reaches; decides who may give it. */
  rank,
  /** The caller may give it to people in at least one of the own organisations. */
  mayGive: flag,
  globalMark: flag,
  /** Names of its organisations, empty for a role that counts everywhere. */
  organizeInfo: Type.String(),
  enabledMark: flag,
  sortCode: Type.Integer(),
  description: Type.String(),
  /** Milliseconds. */
  creatorTime: Type.Integer(),
  /** People of the caller's organisations who have it. */
  memberCount: Type.Integer(),
});
export type RoleRow = Static<typeof roleRow>;
export type RoleBody = Static<typeof roleBody>;

export const roleContract = defineContract('permission-role', {
  list: get('/api/permission/Role', {
    summary: 'Roles; `organizeId` 0 = those for every organisation',
    need: { anyOf: ['perm:permission.role', 'perm:permission.authorize'] },
    audit: 'none',
    query: Type.Object({ ...pageQuery, organizeId: Type.Optional(Type.String({ maxLength: 64 })), enabledMark: Type.Optional(flag) }),
    reply: pageOf(roleRow),
    spec: ['7.10-18', '7.10-19'],
  }),
  create: post('/api/permission/Role', {
    summary: 'Make a role',
    need: 'perm:permission.role:btn_add',
    audit: 'security',
    retry: 'idempotent-key',
    body: roleBody,
    reply: saved,
    spec: ['7.10-19'],
  }),
  giveable: get('/api/permission/Role/Giveable', {
    summary: 'Roles that the caller may give to people who work in all of these organisations or departments',
    need: { anyOf: ['perm:permission.user', 'perm:permission.role', 'perm:permission.organize'] },
    audit: 'none',
    query: Type.Object({
      /** Ids with commas between; none = anywhere in the caller's own organisations. */
      organizeIds: Type.Optional(Type.String({ maxLength: 4000 })),
      keyword: Type.Optional(Type.String({ maxLength: 100 })),
    }),
    reply: staffTree,
  }),
  get: get('/api/permission/Role/{id}', {
    summary: 'One role',
    need: 'perm:permission.role',
    audit: 'none',
    params: byId,
    reply: Type.Object({ id: Type.String(), ...roleFields, type: Type.String(), rank, description: Type.String(), version: Type.Integer() }),
    spec: ['7.10-20'],
  }),
  edit: put('/api/permission/Role/{id}', {
    summary: 'Change a role; refused when somebody else changed it since',
    need: 'perm:permission.role:btn_edit',
    audit: 'security',
    retry: 'idempotent-key',
    params: byId,
    body: roleBody,
    reply: saved,
    spec: ['7.10-20'],
  }),
  remove: del('/api/permission/Role/{id}', {
    summary: 'Delete a role that nobody has',
    need: 'perm:permission.role:btn_remove',
    audit: 'security',
    retry: 'natural',
    params: byId,
    reply: Type.Null(),
    spec: ['7.10-20'],
  }),
  state: put('/api/permission/Role/{id}/Actions/State', {
    summary: 'Take a role out of use, or into use again',
    need: 'perm:permission.role:btn_state',
    audit: 'security',
    retry: 'idempotent-key',
    params: byId,
    reply: Type.Null(),
    spec: ['7.10-21'],
  }),
});
