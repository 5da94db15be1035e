import { defineContract, defineEvent, get, pageOf, pageQuery, post, type Static, Type } from '@nephra/plugin-sdk/contract';
import {
  SYNC_ACTS,
  SYNC_CHOICES,
  SYNC_DIRECTIONS,
  SYNC_ITEM_STATES,
  SYNC_MENU,
  SYNC_RUN_STATES,
  SYNC_SOURCES,
  SYNC_SUBJECTS,
  type SyncAct,
  type SyncChoice,
  type SyncDirection,
  type SyncItemState,
  type SyncRunState,
  type SyncSource,
  type SyncSubject,
} from './sync-limits.ts';

const need = `perm:${SYNC_MENU}` as const;
const params = Type.Object({ id: Type.String({ minLength: 1, maxLength: 64 }) });
const oneOf = <T extends string>(values: readonly T[]) => Type.Unsafe<T>(Type.Union(values.map((one) => Type.Literal(one))));
const count = Type.Integer({ minimum: 0 });

export const syncRun = Type.Object({
  id: Type.String(),
  /** The other directory. */
  source: oneOf<SyncSource>(SYNC_SOURCES),
  /** Whether it brings theirs here, or ours there. */
  direction: oneOf<SyncDirection>(SYNC_DIRECTIONS),
  /** Organisation whose departments are compared with those of the work account. */
  organizeId: Type.String(),
  organizeName: Type.String(),
  state: oneOf<SyncRunState>(SYNC_RUN_STATES),
  creatorUser: Type.String(),
  creatorTime: Type.Integer(),
  endTime: Type.Union([Type.Integer(), Type.Null()]),
  /** What the preview found. */
  adds: count,
  changes: count,
  disables: count,
  conflicts: count,
  /** How far it is: what was agreed to, and what is done or refused of it. */
  total: count,
  done: count,
  refused: count,
});
export type SyncRun = Static<typeof syncRun>;

export const syncItem = Type.Object({
  lineNo: count,
  subject: oneOf<SyncSubject>(SYNC_SUBJECTS),
  act: oneOf<SyncAct>(SYNC_ACTS),
  /** Id over there; empty: there is none yet. */
  key: Type.String(),
  name: Type.String(),
  /** In words: what becomes of it. */
  detail: Type.String(),
  state: oneOf<SyncItemState>(SYNC_ITEM_STATES),
  /** Why not; empty: nothing is in the way. */
  reason: Type.String(),
});
export type SyncItem = Static<typeof syncItem>;

/** Told after the commit that a run waits for a server. */
export const syncWaiting = defineEvent<{ readonly runId: string }>('wechat.sync-waiting@1');

/**
 * Departments and members of the work account or of DingTalk into an organisation, or those of an organisation there. System administrators alone (`core.system-only`). Nothing is
 * ever deleted, save by an undo what its own run made over there and nobody has used.
 */
export const syncContract = defineContract('wechat-sync', {
  runs: get('/api/WeChat/QYDepartment', {
    summary: 'Runs, the latest first',
    need,
    audit: 'none',
    query: Type.Object({ ...pageQuery }),
    reply: pageOf(syncRun),
  }),
  items: get('/api/WeChat/QYDepartment/{id}/Items', {
    summary: 'What a run does, in its order',
    need,
    audit: 'read',
    params,
    query: Type.Object({ ...pageQuery, act: Type.Optional(Type.Union([Type.Literal(''), oneOf<SyncAct>(SYNC_ACTS)])) }),
    reply: pageOf(syncItem),
  }),
  preview: post('/api/WeChat/QYDepartment/Actions/Preview', {
    summary:
      'Reads departments and members, compares them with an organisation, and changes nothing. An earlier preview that nobody agreed to goes. Refused while a run is at work ' +
      '(`wechat.sync-running`), where the account shows nobody (`wechat.sync-empty`) or too many departments (`wechat.sync-too-large`)',
    need: `${need}:btn_sync`,
    audit: 'security',
    retry: 'never',
    retryReason: 'each call reads anew, and the service counts calls',
    transaction: 'own',
    body: Type.Object({
      organizeId: Type.String({ minLength: 1, maxLength: 64 }),
      /** WeCom when absent. */
      source: Type.Optional(oneOf<SyncSource>(SYNC_SOURCES)),
      /** Into this system when absent. WeCom is written to with the secret of its address book (`wechat.sync-no-book` without one). */
      direction: Type.Optional(oneOf<SyncDirection>(SYNC_DIRECTIONS)),
    }),
    reply: Type.Object({ id: Type.String() }),
  }),
  apply: post('/api/WeChat/QYDepartment/{id}/Actions/Apply', {
    summary: 'Agrees to what a preview shows; a job does it. Refused (`wechat.sync-not-preview`) once it was agreed to, or another preview came',
    need: `${need}:btn_sync`,
    audit: 'security',
    retry: 'idempotent-key',
    params,
    body: Type.Object({ acts: Type.Array(oneOf<SyncChoice>(SYNC_CHOICES), { minItems: 1, maxItems: SYNC_CHOICES.length, uniqueItems: true }) }),
    reply: Type.Null(),
  }),
  undo: post('/api/WeChat/QYDepartment/{id}/Actions/Undo', {
    summary:
      'Takes back what a run did, the last first: what was added goes out of use, what was changed or disabled is as before. What somebody changed since stays. ' +
      'Only the latest run that is done (`wechat.sync-not-last`)',
    need: `${need}:btn_undo`,
    audit: 'security',
    retry: 'idempotent-key',
    params,
    reply: Type.Null(),
  }),
});
