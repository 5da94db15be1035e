import { defineContract, defineEvent, del, get, listOf, pageOf, pageQuery, post, put, type Static, Type } from '@nephra/plugin-sdk/contract';
import { MAX_TAG_NAME, MAX_TAGGED, PUBLIC_USER_MENU, type PublicSyncState, SYNC_STATES } from './public-limits.ts';

const need = `perm:${PUBLIC_USER_MENU}` as const;
const id = Type.String({ minLength: 1, maxLength: 64 });
const params = Type.Object({ id });
const flag = Type.Union([Type.Literal(0), Type.Literal(1)]);
const choice = Type.Optional(Type.Union([Type.Literal(''), Type.Literal('yes'), Type.Literal('no')]));
const userIds = Type.Array(id, { minItems: 1, maxItems: MAX_TAGGED, uniqueItems: true });
const time = Type.Integer({ description: 'Milliseconds; 0: never' });

export const publicTag = Type.Object({
  /** The service's own number. */
  id: Type.Integer(),
  fullName: Type.String(),
  /** Followers who have it, as the service said last. */
  count: Type.Integer(),
  /** 1: the service's own, such as star; nobody renames or deletes it. */
  fixed: flag,
});
export type PublicTag = Static<typeof publicTag>;

export const publicUserRow = Type.Object({
  id: Type.String(),
  /** The follower's id with most of it covered; the service tells no names any more. */
  openId: Type.String(),
  subscribed: flag,
  subscribeTime: time,
  /** When they wrote, pressed or scanned last; messages may be written for 48 hours after. */
  lastTime: time,
  mayWrite: flag,
  tags: Type.Array(Type.Integer()),
  /** The bound patient, where the caller may see the file. */
  patientId: Type.String(),
  patientName: Type.String(),
  outpatientNo: Type.String(),
  bound: flag,
  boundTime: time,
});
export type PublicUserRow = Static<typeof publicUserRow>;

export const publicSync = Type.Object({
  id: Type.String(),
  state: Type.Unsafe<PublicSyncState>(Type.Union(SYNC_STATES.map((one) => Type.Literal(one)))),
  /** Followers that the service says there are, and how many are read. */
  total: Type.Integer(),
  done: Type.Integer(),
  added: Type.Integer(),
  gone: Type.Integer(),
  /** Why it failed, in the reader's language; empty: it did not. */
  reason: Type.String(),
  creatorUser: Type.String(),
  creatorTime: Type.Integer(),
});
export type PublicSync = Static<typeof publicSync>;

export const bindablePatient = Type.Object({ id: Type.String(), fullName: Type.String(), outpatientNo: Type.String(), organizeName: Type.String() });
export type BindablePatient = Static<typeof bindablePatient>;

/** Told after the commit that a sync waits for a server. */
export const publicSyncWaiting = defineEvent<{ readonly id: string }>('wechat.public-sync-waiting@1');

/**
 * Followers of the public account, their tags, and which patient somebody is. Whom a caller sees: followers bound to patients of the caller's organisations; those bound to
 * nobody are for system administrators. Sync and tags are of the whole account: system administrators alone (`core.system-only`).
 */
export const publicUserContract = defineContract('wechat-public-user', {
  list: get('/api/WeChat/MPUser', {
    summary: 'Followers that the caller may see. With `keyword` those of the bound patients whom it finds',
    need,
    audit: 'read-patient',
    query: Type.Object({ ...pageQuery, subscribed: choice, bound: choice, tagId: Type.Optional(Type.Integer({ minimum: 0 })) }),
    reply: pageOf(publicUserRow),
  }),
  sync: post('/api/WeChat/MPUser/Actions/Sync', {
    summary: 'Reads all followers and tags page by page; a job does it. Refused: `wechat.mp-sync-running`',
    need: `${need}:btn_sync`,
    audit: 'security',
    retry: 'idempotent-key',
    reply: publicSync,
  }),
  progress: get('/api/WeChat/MPUser/Actions/Sync', {
    summary: 'How far the latest sync is; an empty list: none was made',
    need,
    audit: 'none',
    reply: listOf(publicSync),
  }),
  cancelSync: post('/api/WeChat/MPUser/Sync/{id}/Actions/Cancel', {
    summary: 'Ends a sync where it stands: what it read stays. Over already: nothing happens',
    need: `${need}:btn_sync`,
    audit: 'security',
    retry: 'natural',
    params,
    reply: publicSync,
  }),
  patients: get('/api/WeChat/MPUser/Actions/Patients', {
    summary: 'Patients in use of the caller’s organisations, to be bound',
    need: `${need}:btn_bind`,
    audit: 'read-patient',
    query: Type.Object({ ...pageQuery }),
    reply: pageOf(bindablePatient),
  }),
  bindCode: post('/api/WeChat/MPUser/Actions/BindCode', {
    summary: 'A code that the patient writes to the public account: good once, for 15 minutes, and shown this once. An earlier one of the patient is void',
    need: `${need}:btn_bind`,
    audit: 'security',
    retry: 'never',
    retryReason: 'each call makes a code',
    body: Type.Object({ patientId: id }),
    reply: Type.Object({ code: Type.String(), minutes: Type.Integer(), patientName: Type.String() }),
  }),
  unbind: del('/api/WeChat/MPUser/{id}/Binding', {
    summary: 'The follower is no patient any more. Not bound: nothing happens',
    need: `${need}:btn_bind`,
    audit: 'security',
    retry: 'natural',
    params,
    reply: Type.Null(),
  }),
  remind: post('/api/WeChat/MPUser/Actions/Remind', {
    summary:
      'Sends bound followers the sentence that a reminder waits; nothing else leaves. Goes by the outbox of messages, with the receivers’ tries and reasons there',
    need: `${need}:btn_remind`,
    audit: 'write',
    retry: 'idempotent-key',
    body: Type.Object({ userIds }),
    reply: Type.Object({ count: Type.Integer() }),
  }),
  tags: get('/api/WeChat/MPTag', { summary: 'Tags of the account', need, audit: 'none', reply: listOf(publicTag) }),
  addTag: post('/api/WeChat/MPTag', {
    summary: 'Make a tag. Refused: `wechat.mp-tag-name` (taken or too long for the service), `wechat.mp-tag-full`',
    need: `${need}:btn_tag`,
    audit: 'write',
    retry: 'idempotent-key',
    transaction: 'own',
    body: Type.Object({ fullName: Type.String({ minLength: 1, maxLength: MAX_TAG_NAME }) }),
    reply: publicTag,
  }),
  renameTag: put('/api/WeChat/MPTag/{tagId}', {
    summary: 'Rename a tag. Refused: `wechat.mp-tag-fixed`, `wechat.mp-tag-name`',
    need: `${need}:btn_tag`,
    audit: 'write',
    retry: 'natural',
    transaction: 'own',
    params: Type.Object({ tagId: Type.Integer({ minimum: 0 }) }),
    body: Type.Object({ fullName: Type.String({ minLength: 1, maxLength: MAX_TAG_NAME }) }),
    reply: publicTag,
  }),
  removeTag: del('/api/WeChat/MPTag/{tagId}', {
    summary: 'Delete a tag; nobody has it any more. Refused: `wechat.mp-tag-fixed`',
    need: `${need}:btn_tag`,
    audit: 'write',
    retry: 'natural',
    transaction: 'own',
    params: Type.Object({ tagId: Type.Integer({ minimum: 0 }) }),
    reply: Type.Null(),
  }),
  tagPeople: post('/api/WeChat/MPTag/{tagId}/Actions/People', {
    summary: 'Put a tag on followers, or take it off them. Who has it already, or not, stays so',
    need: `${need}:btn_tag`,
    audit: 'write',
    retry: 'natural',
    transaction: 'own',
    params: Type.Object({ tagId: Type.Integer({ minimum: 0 }) }),
    body: Type.Object({ userIds, on: Type.Boolean() }),
    reply: Type.Object({ count: Type.Integer() }),
  }),
});
