import { defineContract, get, type Static, Type } from '@nephra/plugin-sdk/contract';

const dataFinding = Type.Object({
  pluginId: Type.String(),
  /** What must hold, in the reader's language. */
  rule: Type.String(),
  /** Empty when the rows belong to no facility that is known. */
  organizeName: Type.String(),
  /** Rows at fault. */
  count: Type.Integer(),
  /** Ids of some of them. */
  sample: Type.Array(Type.String()),
  /** Why it could not be looked at; empty when it could. */
  error: Type.String(),
});
export type DataFindingView = Static<typeof dataFinding>;

const dataCheck = Type.Object({
  /** Milliseconds. */
  finishedAt: Type.Integer(),
  tookMs: Type.Integer(),
  rules: Type.Integer(),
  findings: Type.Array(dataFinding),
});
export type DataCheckView = Static<typeof dataCheck>;

const clockStep = Type.Object({
  /** What the clock showed afterwards, milliseconds. */
  at: Type.Integer(),
  /** Forward when positive, milliseconds. */
  byMs: Type.Integer(),
  node: Type.String(),
});
export type ClockStepView = Static<typeof clockStep>;

/** What the system notices about itself: data that does not agree, a clock that was set. */
export const watchContract = defineContract('watch', {
  /** For holders of the grant that a finding concerns, in the facilities they see; system administrators see all. */
  findings: get('/api/system/Watch/Actions/Findings', {
    summary: 'What the last nightly check of the data found that concerns the caller; null when it found nothing',
    need: 'session',
    audit: 'none',
    reply: Type.Union([dataCheck, Type.Null()]),
  }),
  history: get('/api/system/Watch', {
    summary: 'The latest checks of the data, with the findings that concern the caller, and the latest changes of the clock',
    need: 'perm:system.plugins',
    audit: 'read',
    reply: Type.Object({ checks: Type.Array(dataCheck), clockSteps: Type.Array(clockStep) }),
  }),
});
