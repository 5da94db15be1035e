import { defineContract, get, pageOf, pageQuery, post, put, type Static, Type } from '@nephra/plugin-sdk/contract';
import { MAX_MATCHES, MAX_WORK_USER_ID, WORK_PEOPLE_MENU } from './work-limits.ts';

const need = `perm:${WORK_PEOPLE_MENU}` as const;
const id = Type.String({ minLength: 1, maxLength: 64 });
const workUserId = Type.String({ maxLength: MAX_WORK_USER_ID });

export const workPersonRow = Type.Object({
  id: Type.String(),
  account: Type.String(),
  realName: Type.String(),
  /** With most of it covered; empty: none is known. */
  mobile: Type.String(),
  /** 1: the account is in use and not locked. */
  enabledMark: Type.Union([Type.Literal(0), Type.Literal(1)]),
  /** Id of the member of the work account; empty: bound to nobody. */
  qyWxUserId: Type.String(),
});
export type WorkPersonRow = Static<typeof workPersonRow>;

export const workMatch = Type.Object({ id: Type.String(), account: Type.String(), realName: Type.String(), qyWxUserId: Type.String() });
export type WorkMatch = Static<typeof workMatch>;

/** Who of the staff is which member of the work account. Kept with the users (7.11, `QyWxUserId`), by the same rule. */
export const workPeopleContract = defineContract('wechat-work-people', {
  list: get('/api/WeChat/QYUser', {
    summary: 'Staff that the caller looks after, with their member of the work account',
    need,
    audit: 'read',
    query: Type.Object({ ...pageQuery, bound: Type.Optional(Type.Union([Type.Literal(''), Type.Literal('yes'), Type.Literal('no')])) }),
    reply: pageOf(workPersonRow),
  }),
  bind: put('/api/WeChat/QYUser/{id}', {
    summary: 'Bind an account to a member; an empty id unbinds. One member belongs to one account (`permission.user-wechat-taken`)',
    need: `${need}:btn_bind`,
    audit: 'security',
    retry: 'natural',
    params: Type.Object({ id }),
    body: Type.Object({ qyWxUserId: workUserId }),
    reply: Type.Null(),
  }),
  match: post('/api/WeChat/QYUser/Actions/MatchMobiles', {
    summary:
      'Asks the work account which members have the mobile numbers of unbound staff, and changes nothing: what is proposed is bound by `bindAll`. ' +
      'The numbers leave the house, so system administrators alone (`core.system-only`)',
    need: `${need}:btn_match`,
    audit: 'security',
    retry: 'never',
    retryReason: 'each call asks the service anew, and it counts calls',
    transaction: 'own',
    body: Type.Object({
      /** Page of the unbound staff in use, 100 people each, from 1. */
      currentPage: Type.Integer({ minimum: 1, maximum: 10_000 }),
    }),
    reply: Type.Object({
      matches: Type.Array(workMatch),
      /** People who were asked about. */
      asked: Type.Integer(),
      /** Unbound staff in all. */
      total: Type.Integer(),
    }),
  }),
  bindAll: post('/api/WeChat/QYUser/Actions/Bind', {
    summary: 'Bind several accounts, all or none',
    need: `${need}:btn_match`,
    audit: 'security',
    retry: 'natural',
    body: Type.Object({
      rows: Type.Array(Type.Object({ id, qyWxUserId: Type.String({ minLength: 1, maxLength: MAX_WORK_USER_ID }) }), { minItems: 1, maxItems: MAX_MATCHES }),
    }),
    reply: Type.Object({ count: Type.Integer() }),
  }),
});
