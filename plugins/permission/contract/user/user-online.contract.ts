import { defineContract, del, get, type Static, Type } from '@nephra/plugin-sdk/contract';
import { flag, id, instant, keyword } from '../wire-parts.ts';

/** An open session (wire facts 13), with what the platform does not tell: which one, where its person works, when they last did something. */
export const onlineUser = Type.Object({
  userId: Type.String(),
  userAccount: Type.String(),
  userName: Type.String(),
  loginTime: instant,
  loginIPAddress: Type.String(),
  /** Browser and system: `Chrome 126 · Windows`. */
  loginPlatForm: Type.String(),
  sessionId: Type.String(),
  /** Names of organisations from the top down, joined by "/". */
  organize: Type.String(),
  lastSeen: instant,
  /** 1 = its screen is locked. */
  locked: flag,
  /** 1 = the caller's own sessions; they end by log-out. */
  self: flag,
});
export type OnlineUser = Static<typeof onlineUser>;

/** Calls about sessions that are open, below an address. */
const onlineCalls = (base: `/api/${string}`) => ({
  list: get(base, {
    summary: 'Sessions that are open now',
    need: 'perm:permission.userOnline',
    audit: 'read',
    query: Type.Object({ keyword }),
    reply: Type.Array(onlineUser),
    spec: ['2.5-08'],
  }),
  forceOffline: del(`${base}/{id}`, {
    summary: 'End a session, or all sessions of a user',
    need: 'perm:permission.userOnline:btn_offline',
    audit: 'security',
    retry: 'natural',
    /** A sessionId; older clients send the userId. */
    params: Type.Object({ id }),
    reply: Type.Null(),
    spec: ['6-07'],
  }),
  forceAllOffline: del(base, {
    summary: 'End several sessions: all of them or none',
    need: 'perm:permission.userOnline:btn_offline',
    audit: 'security',
    retry: 'natural',
    body: Type.Object({ ids: Type.Array(id, { minItems: 1, maxItems: 500 }) }),
    reply: Type.Null(),
    spec: ['6-07'],
  }),
});

export const userOnlineContract = defineContract('permission-user-online', onlineCalls('/api/permission/OnlineUser'));
/** The same where the platform's own client asks (wire facts 15). */
export const systemOnlineContract = defineContract('permission-system-online', onlineCalls('/api/system/OnlineUser'));
