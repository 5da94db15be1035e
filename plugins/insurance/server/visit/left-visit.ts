import { nextRound } from '../../domain/settlement/resolve-plan.ts';
import type { Outcome } from '../client/national-client.ts';
import type { SettlementContext } from '../settlement/ledger/settlement-context.ts';
import { changeVisit, type VisitRecord } from './visit.repo.ts';

/** Transactions of taking back, in their order: learn the number, take back the fees, take back the registration. */
export type TidyStep = '2201' | '2205' | '2202';

export interface Leftover {
  readonly step: TidyStep;
  /** The unanswered message of this step; it is repeated as it was. */
  readonly exchangeId?: string;
  /** False: the registration was made by hand, only the fees go. */
  readonly cancel: boolean;
  readonly reason: string;
}

/** Did the platform itself say no? Otherwise the message never got there, and nothing is known about the case. */
export const saidNo = (outcome: Outcome): outcome is Extract<Outcome, { kind: 'refused' }> => outcome.kind === 'refused' && outcome.code === '-1';

/** Not to be used again, nobody knows what lies on it; the resolver takes it back. */
export const leaveToTidy = ({ ctx, by }: SettlementContext, visit: VisitRecord, { step, exchangeId, cancel, reason }: Leftover): Promise<VisitRecord> =>
  changeVisit(ctx, visit, {
    state: 'doubtful',
    tidy: cancel ? 'cancel' : 'open',
    tidy_step: visit.mdtrt_id === '' ? '2201' : step,
    tidy_exchange_id: visit.mdtrt_id === '' ? null : (exchangeId ?? null),
    tidy_reason: reason.slice(0, 200),
    tidy_by_id: by.userId,
    tidy_by_name: by.userName,
    tidy_rounds: 0,
    next_try_at: nextRound(ctx.clock.steady(), 0),
    problem: 'left.waiting',
    problem_params: '{}',
  });

/** Nothing is left to do. */
export const TIDY = {
  tidy: '',
  tidy_step: '',
  tidy_exchange_id: null,
  next_try_at: null,
  problem: '',
  problem_params: '{}',
} as const;
