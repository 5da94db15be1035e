import { defineEvent, type Static, Type } from '@nephra/plugin-sdk/contract';
import { oneOf } from '../session.schema.ts';

export const FINDING_RUN_STATES = ['running', 'cancelling', 'done', 'cancelled', 'failed'] as const;

/** A month that is looked through in the background. Moments are milliseconds. */
export const findingRun = Type.Object({
  runId: Type.String(),
  month: Type.String(),
  state: oneOf(FINDING_RUN_STATES),
  /** Days of the month that were read, of all its days. */
  daysRead: Type.Integer(),
  days: Type.Integer(),
  startedAt: Type.Integer(),
  endedAt: Type.Union([Type.Integer(), Type.Null()]),
  /** Why it failed, in the reader's language; empty otherwise. */
  error: Type.String(),
});
export type FindingRun = Static<typeof findingRun>;

/** Somebody asked for a month that is looked through in the background. */
export const findingRunWaiting = defineEvent<{ runId: string }>('dialysis-session.finding-run-waiting@1');
