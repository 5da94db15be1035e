import type { Outcome } from '../../client/national-client.ts';
import type { SettlementContext } from './settlement-context.ts';
import { type Changes, exchangeOf, type SettlementRow, type Step, stopped } from './settlement.repo.ts';

/** How far a step came. `stopped`: the row says why; asked again it goes on from there. */
export interface Progress {
  readonly row: SettlementRow;
  readonly stopped: boolean;
}

export interface Problem {
  /** Path of the sentence in the locale files. */
  readonly key: string;
  readonly params?: Readonly<Record<string, string | number>>;
}

/** Stops for a reason of ours. */
export async function halt(
  desk: SettlementContext,
  row: SettlementRow,
  problem: Problem,
  exchange?: Step['exchange'],
  changes: Changes = {},
): Promise<Progress> {
  const step: Step = { kind: 'stopped', params: { ...problem.params, why: problem.key }, exchange, byName: desk.by.userName };
  return { row: await stopped(desk.ctx, row, problem, step, changes), stopped: true };
}

/** Stops because the platform refused, with its own words, or did not answer. */
export async function halted(
  desk: SettlementContext,
  row: SettlementRow,
  step: string,
  infno: string,
  outcome: Outcome,
  changes: Changes = {},
): Promise<Progress> {
  const refused = outcome.kind === 'refused';
  const reason = outcome.kind === 'success' ? '' : outcome.reason;
  const problem: Problem = { key: `problem.${refused ? 'refused' : 'silent'}`, params: { infno, reason } };
  const trail: Step = { kind: refused ? 'refused' : 'silent', params: { step, infno, reason }, exchange: exchangeOf(outcome, infno), byName: desk.by.userName };
  return { row: await stopped(desk.ctx, row, problem, trail, changes), stopped: true };
}
