import { defineContract, get, pageOf, pageQuery, post, put, type Static, Type } from '@nephra/plugin-sdk/contract';
import { MAX_MOBILE } from './sign-in-limits.ts';

/** Of what is said to the administrators, in characters. */
export const MAX_FEEDBACK = 1000;

const choice = Type.Object({
  id: Type.String(),
  /** Of an organisation its path, joined by "/". */
  fullName: Type.String(),
  /** The one that counts now. */
  isDefault: Type.Boolean(),
});

const subordinate = Type.Object({
  id: Type.String(),
  avatar: Type.String(),
  /** `name/account`. */
  userName: Type.String(),
  department: Type.String(),
  position: Type.String(),
  /** True when nobody reports to this person. */
  isLeaf: Type.Boolean(),
});

/** A node of the trees of rights: a menu, or a button, column, field or data scheme of one. */
export interface RightNode {
  id: string;
  parentId: string;
  fullName: string;
  icon: string;
  sortCode: number;
  /** The menu that it belongs to. */
  moduleId: string;
  hasChildren: boolean;
  isLeaf: boolean;
  num: number;
  children: RightNode[] | null;
}
const rightTree = Type.Array(Type.Unsafe<RightNode>(Type.Unknown()));

/** Kinds of entries of the own log (wire facts 15): signing in and out, all other calls that are on record, those that changed something. */
export const LOG_CATEGORIES = [1, 5, 3] as const;

const logRow = Type.Object({
  id: Type.String(),
  /** Milliseconds. */
  creatorTime: Type.Integer(),
  userName: Type.String(),
  ipaddress: Type.String(),
  /** `Chrome 126 · Windows`; empty when unknown. */
  platForm: Type.String(),
  requestURL: Type.String(),
  /** GET, POST …; empty for calls that this version no longer has. */
  requestMethod: Type.String(),
  /** Milliseconds; 0 for entries that were made without a call. */
  requestDuration: Type.Integer(),
  /** `session.login`, `charge.create`. */
  moduleName: Type.String(),
  /** `security`, `write`, `read-patient` … */
  class: Type.String(),
  /** `ok`, `refused` or `failed`. */
  outcome: Type.String(),
});

/** What the signed-in person may look up about themselves, and where they work now (spec 7.11, current user). */
export const profileContract = defineContract('profile', {
  /** The number counts when the code comes back with the person's file (PUT BaseInfo). */
  sendMobileCode: post('/api/permission/Users/Current/MobileCode', {
    summary: 'Send a code to a new mobile number of the signed-in person',
    need: 'session',
    audit: 'security',
    retry: 'natural',
    body: Type.Object({ mobile: Type.String({ maxLength: MAX_MOBILE }) }),
    reply: Type.Object({ waitSeconds: Type.Integer() }),
  }),
  organizes: get('/api/permission/Users/Current/getUserOrganizes', {
    summary: 'Organisations that the person works in',
    need: 'session',
    audit: 'none',
    reply: Type.Array(choice),
    spec: ['7.11-07'],
  }),
  positions: get('/api/permission/Users/Current/getUserPositions', {
    summary: 'Positions that the person holds in the organisation of today',
    need: 'session',
    audit: 'none',
    reply: Type.Array(choice),
    spec: ['7.11-07'],
  }),
  /** All of them count at once, so each is one that counts now; `major` knows no role. */
  roles: get('/api/permission/Users/Current/getUserRoles', {
    summary: 'Roles of the person that count in the organisation of today',
    need: 'session',
    audit: 'none',
    reply: Type.Array(choice),
  }),
  /** Rights follow at the next call, in all sessions of the person. */
  major: put('/api/permission/Users/Current/major', {
    summary: 'Work in another organisation, or under another position, from now on',
    need: 'session',
    audit: 'security',
    retry: 'natural',
    body: Type.Object({
      majorId: Type.String({ minLength: 1, maxLength: 64 }),
      majorType: Type.Union([Type.Literal('Organize'), Type.Literal('Position')]),
    }),
    reply: Type.Null(),
    spec: ['7.11-08'],
  }),
  /** `id` 0: the person themselves, as root; else who reports to this one. */
  subordinates: get('/api/permission/Users/Current/Subordinate/{id}', {
    summary: 'Who reports to the person, one level at a time',
    need: 'session',
    audit: 'none',
    params: Type.Object({ id: Type.String({ minLength: 1, maxLength: 64 }) }),
    reply: Type.Array(subordinate),
    spec: ['7.11-06'],
  }),
  authorize: get('/api/permission/Users/Current/Authorize', {
    summary: 'What the person may do: trees of menus, columns, buttons, form fields and data schemes',
    need: 'session',
    audit: 'none',
    reply: Type.Object({ module: rightTree, column: rightTree, button: rightTree, form: rightTree, resource: rightTree }),
    spec: ['7.11-06'],
  }),
  systemLog: get('/api/permission/Users/Current/SystemLog', {
    summary: 'Own entries of the audit log: category 1 signing in and out, 5 other calls, 3 those that changed something',
    need: 'session',
    audit: 'none',
    query: Type.Object({
      ...pageQuery,
      category: Type.Optional(Type.Integer({ minimum: 1, maximum: 9, default: 5 })),
      /** Milliseconds, both ends included. */
      startTime: Type.Optional(Type.Integer({ minimum: 0 })),
      endTime: Type.Optional(Type.Integer({ minimum: 0 })),
    }),
    reply: pageOf(logRow),
    spec: ['7.11-06'],
  }),
  feedback: post('/api/system/Feedback', {
    summary: 'Say something to the administrators of the system, who read it in the audit log',
    need: 'session',
    audit: 'write',
    retry: 'idempotent-key',
    body: Type.Object({
      text: Type.String({ minLength: 1, maxLength: MAX_FEEDBACK }),
      /** Address of the page that it was said on. */
      place: Type.String({ maxLength: 200 }),
    }),
    reply: Type.Null(),
    spec: ['2.4-04'],
  }),
});

export type MajorChoice = Static<typeof choice>;
export type Subordinate = Static<typeof subordinate>;
export type OwnLogRow = Static<typeof logRow>;
export type OwnRights = Record<'module' | 'column' | 'button' | 'form' | 'resource', RightNode[]>;
