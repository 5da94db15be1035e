import { defineContract, del, get, pageOf, pageQuery, post, put, type Static, Type } from '@nephra/plugin-sdk/contract';
import { byId, code, description, flag, name, saved, seenVersion, sortCode } from './wire-parts.ts';

/** Kinds of groups (dictionary groupType); older clients may have stored others. */
export const GROUP_TYPES = ['quality', 'duty', 'project', 'committee', 'other'] as const;

/** Characters of the kind of a group or a role. */
export const MAX_SET_TYPE = 50;

const groupFields = {
  fullName: name,
  enCode: code,
  type: Type.Optional(Type.String({ maxLength: MAX_SET_TYPE })),
  enabledMark: flag,
  sortCode,
  description: Type.Optional(description),
};
export const groupBody = Type.Object({ ...groupFields, version: seenVersion });

export const groupRow = Type.Object({
  id: Type.String(),
  fullName: Type.String(),
  enCode: Type.String(),
  type: Type.String(),
  enabledMark: flag,
  sortCode: Type.Integer(),
  description: Type.String(),
  creatorTime: Type.Integer(),
  memberCount: Type.Integer(),
});
export type GroupRow = Static<typeof groupRow>;
export type GroupBody = Static<typeof groupBody>;

/** Groups of people across departments (wire facts 12). A group with people of other organisations is changed by administrators only. */
export const groupContract = defineContract('permission-group', {
  list: get('/api/permission/Group', {
    summary: 'Groups of people',
    need: { anyOf: ['perm:permission.group', 'perm:permission.authorize'] },
    audit: 'none',
    query: Type.Object({ ...pageQuery, enabledMark: Type.Optional(flag) }),
    reply: pageOf(groupRow),
  }),
  create: post('/api/permission/Group', {
    summary: 'Make a group',
    need: 'perm:permission.group:btn_add',
    audit: 'security',
    retry: 'idempotent-key',
    body: groupBody,
    reply: saved,
  }),
  get: get('/api/permission/Group/{id}', {
    summary: 'One group',
    need: 'perm:permission.group',
    audit: 'none',
    params: byId,
    reply: Type.Object({ id: Type.String(), ...groupFields, type: Type.String(), description: Type.String(), version: Type.Integer() }),
  }),
  edit: put('/api/permission/Group/{id}', {
    summary: 'Change a group; refused when somebody else changed it since',
    need: 'perm:permission.group:btn_edit',
    audit: 'security',
    retry: 'idempotent-key',
    params: byId,
    body: groupBody,
    reply: saved,
  }),
  remove: del('/api/permission/Group/{id}', {
    summary: 'Delete a group that nobody is in',
    need: 'perm:permission.group:btn_remove',
    audit: 'security',
    retry: 'natural',
    params: byId,
    reply: Type.Null(),
  }),
  state: put('/api/permission/Group/{id}/Actions/State', {
    summary: 'Take a group out of use, or into use again',
    need: 'perm:permission.group:btn_state',
    audit: 'security',
    retry: 'idempotent-key',
    params: byId,
    reply: Type.Null(),
  }),
});
