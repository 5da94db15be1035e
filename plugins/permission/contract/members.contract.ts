import { defineContract, get, pageOf, pageQuery, post, put, type Static, Type } from '@nephra/plugin-sdk/contract';
import { flag, id } from './wire-parts.ts';

const byObject = Type.Object({ objectId: id });

/** What people can be members of. */
export const memberObjectType = Type.Union([Type.Literal('Position'), Type.Literal('Role'), Type.Literal('Group')]);
export type MemberObjectType = Static<typeof memberObjectType>;

export const memberRow = Type.Object({
  id: Type.String(),
  account: Type.String(),
  realName: Type.String(),
  organize: Type.String(),
  department: Type.String(),
  enabledMark: flag,
  joined: Type.Boolean(),
});
export type MemberRow = Static<typeof memberRow>;

const anyMenu = { anyOf: ['perm:permission.position', 'perm:permission.role', 'perm:permission.group'] } as const;
const anyMember = { anyOf: ['perm:permission.position:btn_member', 'perm:permission.role:btn_member', 'perm:permission.group:btn_member'] } as const;

/**
 * Who has a position, a role, or is in a group (wire facts 12). Callers see and change people of their own organisations; all others
 * stay as they are.
 */
export const membersContract = defineContract('permission-members', {
  ids: get('/api/permission/UserRelation/{objectId}', {
    summary: 'Members of a position, role or group',
    need: anyMenu,
    audit: 'none',
    params: byObject,
    reply: Type.Object({ ids: Type.Array(Type.String()) }),
    spec: ['6-03'],
  }),
  replace: post('/api/permission/UserRelation/{objectId}', {
    summary: 'Replace the members of a position, role or group',
    need: anyMember,
    audit: 'security',
    retry: 'natural',
    params: byObject,
    body: Type.Object({ objectType: memberObjectType, userIds: Type.Array(id, { maxItems: 20_000 }) }),
    reply: Type.Object({ added: Type.Integer(), removed: Type.Integer() }),
    spec: ['6-03'],
  }),
  /** For lists of many people: page by page, members and others. */
  people: get('/api/permission/UserRelation/{objectId}/People', {
    summary: 'People of the own organisations, with the note who is a member',
    need: anyMenu,
    audit: 'none',
    params: byObject,
    query: Type.Object({
      ...pageQuery,
      organizeId: Type.Optional(Type.String({ maxLength: 64 })),
      /** Only members, or only the others. */
      joined: Type.Optional(Type.Boolean()),
    }),
    reply: Type.Object({
      ...pageOf(memberRow).properties,
      objectName: Type.String(),
      /** The caller may add people; `joined=false` then lists those alone to whom it may be given. */
      mayAdd: Type.Boolean(),
      /** Members in organisations that the caller does not see. */
      beyond: Type.Integer(),
    }),
  }),
  change: put('/api/permission/UserRelation/{objectId}', {
    summary: 'Add and remove members; those that are not named stay as they are',
    need: anyMember,
    audit: 'security',
    retry: 'natural',
    params: byObject,
    body: Type.Object({
      objectType: memberObjectType,
      add: Type.Array(id, { maxItems: 20_000 }),
      remove: Type.Array(id, { maxItems: 20_000 }),
    }),
    reply: Type.Object({ added: Type.Integer(), removed: Type.Integer() }),
  }),
});
