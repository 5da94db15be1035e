import { defineContract, del, get, pageOf, pageQuery, passwordShapeSchema, post, put, Type } from '@nephra/plugin-sdk/contract';
import { imUser, userCreate, userEdit, userInfo, userRow } from './user.schema.ts';
import { USER_LENGTHS } from './user-limits.ts';
import { byId, id, saved } from '../wire-parts.ts';

/** md5, hexadecimal, lower case: what clients send instead of a password. */
const clientHash = Type.String({ pattern: '^[0-9a-f]{32}$' });

/** What a list of users can be narrowed by. */
export const userFilter = {
  keyword: pageQuery.keyword,
  /** An organisation or a department; people below it count, too. */
  organizeId: Type.Optional(Type.String({ maxLength: 64 })),
  /** 1 in use, 2 locked by hand, 0 out of use. */
  enabledMark: Type.Optional(Type.Union([Type.Literal('0'), Type.Literal('1'), Type.Literal('2'), Type.Literal('')])),
};

/** Users (spec 7.11). Calls of the pickers are in `staffDirectory`, those of the signed-in person in the shell. */
export const userContract = defineContract('permission-user', {
  list: get('/api/permission/Users', {
    summary: 'People of the organisations visible',
    need: 'perm:permission.user',
    audit: 'read',
    query: Type.Object({ ...pageQuery, ...userFilter }),
    reply: pageOf(userRow),
    spec: ['7.11-10'],
  }),
  info: get('/api/permission/Users/{id}', {
    summary: 'One user with everything that the form edits',
    need: 'perm:permission.user',
    audit: 'read',
    params: byId,
    reply: userInfo,
  }),
  create: post('/api/permission/Users', {
    summary: 'Add a user; nobody can sign in as them before a password is set',
    need: 'perm:permission.user:btn_add',
    audit: 'security',
    retry: 'idempotent-key',
    body: userCreate,
    reply: saved,
  }),
  edit: put('/api/permission/Users/{id}', {
    summary: 'Change a user; members that are left out stay as they are',
    need: 'perm:permission.user:btn_edit',
    audit: 'security',
    retry: 'idempotent-key',
    params: byId,
    body: userEdit,
    reply: saved,
  }),
  remove: del('/api/permission/Users/{id}', {
    summary: 'Delete a user and end their sessions',
    need: 'perm:permission.user:btn_remove',
    audit: 'security',
    retry: 'natural',
    params: byId,
    reply: Type.Null(),
  }),
  state: put('/api/permission/Users/{id}/Actions/State', {
    summary: 'Take a user out of use or into use again; without `enabledMark` it turns round',
    need: 'perm:permission.user:btn_state',
    audit: 'security',
    retry: 'idempotent-key',
    params: byId,
    query: Type.Object({ enabledMark: Type.Optional(Type.Union([Type.Literal('0'), Type.Literal('1'), Type.Literal('')])) }),
    reply: saved,
  }),
  states: put('/api/permission/Users/Actions/State', {
    summary: 'Take several users out of use or into use again, all or none',
    need: 'perm:permission.user:btn_state',
    audit: 'security',
    retry: 'idempotent-key',
    body: Type.Object({
      ids: Type.Array(id, { minItems: 1, maxItems: 500, uniqueItems: true }),
      enabledMark: Type.Union([Type.Literal(0), Type.Literal(1)]),
    }),
    /** How many changed; those that were so already do not count. */
    reply: Type.Object({ count: Type.Integer() }),
  }),
  resetPassword: post('/api/permission/Users/{id}/Actions/ResetPassword', {
    summary: 'Set a password for a user, who must change it when signing in next',
    need: 'perm:permission.user:btn_resetPassword',
    audit: 'security',
    retry: 'idempotent-key',
    params: byId,
    body: Type.Object({ userPassword: clientHash, validatePassword: clientHash, passwordShape: Type.Optional(passwordShapeSchema) }),
    reply: Type.Null(),
  }),
  unlock: put('/api/permission/Users/{id}/Actions/unlock', {
    summary: 'End a lock: that set by hand and that of wrong passwords',
    need: 'perm:permission.user:btn_unlock',
    audit: 'security',
    retry: 'natural',
    params: byId,
    reply: Type.Null(),
  }),
  lock: put('/api/permission/Users/{id}/Actions/lock', {
    summary: 'Keep a user out until a moment, or until somebody unlocks; ends their sessions',
    need: 'perm:permission.user:btn_unlock',
    audit: 'security',
    retry: 'natural',
    params: byId,
    /** Milliseconds; left out = until somebody unlocks. */
    query: Type.Object({ unLockTime: Type.Optional(Type.Integer({ minimum: 0, maximum: 8_640_000_000_000_000 })) }),
    reply: Type.Null(),
  }),
  wechat: put('/api/permission/Users/{id}/Actions/QyWxUserId', {
    summary: 'Id of the user in the enterprise messaging service; empty takes it away',
    need: 'perm:permission.user:btn_wechat',
    audit: 'security',
    retry: 'natural',
    params: byId,
    body: Type.Object({ qyWxUserId: Type.String({ maxLength: USER_LENGTHS.qyWxUserId }) }),
    reply: Type.Null(),
  }),
  imUser: get('/api/permission/Users/ImUser', {
    summary: 'People whom one can write to, without oneself',
    need: 'session',
    audit: 'none',
    query: Type.Object({ currentPage: pageQuery.currentPage, pageSize: pageQuery.pageSize, keyword: pageQuery.keyword }),
    reply: pageOf(imUser),
  }),
});
