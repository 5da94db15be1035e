import { defineContract, defineEvent, get, listOf, post, type Static, Type } from '@nephra/plugin-sdk/contract';
import { MAX_DIFFERENCE_NOTE, MAX_VERDICT_REASON, MIN_DIFFERENCE_NOTE, MIN_VERDICT_REASON } from './limits.ts';
import { byId, day, nullable, oneOf, yuan } from './wire-parts.ts';

/**
 * `open`: nobody compared it yet. `equal`: platform and we say the same. `unexplained`: something differs. `explained`: every difference has a
 * note or was resolved. `failed`: the last comparison did not come to its end.
 */
export const DAY_STATES = ['open', 'running', 'equal', 'unexplained', 'explained', 'failed'] as const;
export const dayState = oneOf(DAY_STATES);
export type DayState = Static<typeof dayState>;

export const reconcileDay = Type.Object({
  day: Type.String(),
  state: dayState,
  /** Settlements and cancellations of the day on our side; sums are net. */
  count: Type.Integer(),
  medfee: yuan,
  fund: yuan,
  account: yuan,
  /** What the platform has, as far as it said; null while nobody compared. */
  theirCount: nullable(Type.Integer()),
  theirMedfee: nullable(yuan),
  theirFund: nullable(yuan),
  differences: Type.Integer(),
  unexplained: Type.Integer(),
  /** Groups compared so far and in all, while it runs. */
  done: Type.Integer(),
  total: Type.Integer(),
  /** Key under `errors`; empty when nothing went wrong. */
  problem: Type.String(),
  problemParams: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()])),
  userName: Type.String(),
  /** Milliseconds of the last comparison. */
  compareTime: nullable(Type.Integer()),
});
export type ReconcileDay = Static<typeof reconcileDay>;

/** One call of 3201: settlements of one kind of insurance, one kind of clearing, paid or taken back. */
export const reconcileGroup = Type.Object({
  insutype: Type.String(),
  clrType: Type.String(),
  clrOptins: Type.String(),
  refund: Type.Boolean(),
  count: Type.Integer(),
  medfee: yuan,
  fund: yuan,
  account: yuan,
  result: oneOf(['equal', 'differs', 'refused', 'silent']),
  /** What the platform said. */
  said: Type.String(),
});
export type ReconcileGroup = Static<typeof reconcileGroup>;

export const DIFFERENCE_KINDS = ['platform-only', 'facility-only', 'amounts'] as const;
export const differenceKind = oneOf(DIFFERENCE_KINDS);
export type DifferenceKind = Static<typeof differenceKind>;

export const reconcileDifference = Type.Object({
  id: Type.String(),
  kind: differenceKind,
  /** `open`; `handed`: the resolver or a review has it; `explained` by a note; `gone`: not there any more when it was compared again. */
  state: oneOf(['open', 'handed', 'explained', 'gone']),
  settlementId: nullable(Type.String()),
  patientName: Type.String(),
  psnNo: Type.String(),
  setlId: Type.String(),
  mdtrtId: Type.String(),
  msgid: Type.String(),
  refund: Type.Boolean(),
  medfee: nullable(yuan),
  fund: nullable(yuan),
  account: nullable(yuan),
  theirMedfee: nullable(yuan),
  theirFund: nullable(yuan),
  theirAccount: nullable(yuan),
  /** The platform has it under our code, and this system never sent it: nothing happens to it until a person decides. */
  stranger: Type.Boolean(),
  /** What a person decided of a stranger; empty while nobody did. */
  decision: oneOf(['', 'taken-back', 'other-system']),
  memo: Type.String(),
  note: Type.String(),
  noteUserName: Type.String(),
  noteTime: nullable(Type.Integer()),
  version: Type.Integer(),
});
export type ReconcileDifference = Static<typeof reconcileDifference>;

export const reconcileRecord = Type.Object({ day: reconcileDay, groups: Type.Array(reconcileGroup), differences: Type.Array(reconcileDifference) });
export type ReconcileRecord = Static<typeof reconcileRecord>;

const NEED = 'perm:his.insurance.reconcile';
const byDay = Type.Object({ day });

/** Reconciliation with the platform by day. */
export const reconcileContract = defineContract('insurance-reconcile', {
  month: get('/api/medins/reconcile', {
    summary: 'Days of a month with their state',
    need: NEED,
    audit: 'read',
    query: Type.Object({ month: Type.String({ pattern: '^\\d{4}-(0[1-9]|1[0-2])$' }) }),
    reply: listOf(reconcileDay),
  }),
  record: get('/api/medins/reconcile/{day}', {
    summary: 'One day: groups and differences',
    need: NEED,
    audit: 'read-patient',
    params: byDay,
    reply: reconcileRecord,
  }),
  run: post('/api/medins/reconcile/{day}/run', {
    summary: 'Compare a day with the platform (3201, where it differs 3202); goes on by itself',
    need: `${NEED}:btn_run`,
    audit: 'write',
    retry: 'natural',
    params: byDay,
    reply: reconcileDay,
  }),
  explain: post('/api/medins/reconcile/difference/{id}/explain', {
    summary: 'Say why a difference is there',
    need: `${NEED}:btn_explain`,
    audit: 'write',
    retry: 'natural',
    params: byId,
    body: Type.Object({ note: Type.String({ minLength: MIN_DIFFERENCE_NOTE, maxLength: MAX_DIFFERENCE_NOTE, pattern: '\\S' }), version: Type.Integer() }),
    reply: reconcileDifference,
  }),
  decide: post('/api/medins/reconcile/difference/{id}/decide', {
    summary: 'What becomes of a settlement under our code that this system never sent: taken back at the platform (2601), or left to another system',
    need: `${NEED}:btn_decide`,
    audit: 'money',
    retry: 'idempotent-key',
    transaction: 'own',
    params: byId,
    body: Type.Object({
      verdict: oneOf(['take-back', 'other-system']),
      reason: Type.String({ minLength: MIN_VERDICT_REASON, maxLength: MAX_VERDICT_REASON, pattern: '\\S' }),
      version: Type.Integer(),
    }),
    reply: reconcileDifference,
  }),
});

/** A day is to be compared: whoever has a free hand does it. */
export const reconcileWaiting = defineEvent<{ orgId: string; day: string }>('insurance.reconcile-waiting@1');
