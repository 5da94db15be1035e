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
    tidyStep: visit.mdtrtId === '' ? '2201' : step,
    tidyExchangeId: visit.mdtrtId === '' ? null : (exchangeId ?? null),
    tidyReason: reason.slice(0, 200),
    tidyById: by.userId,
    tidyByName: by.userName,
    tidyRounds: 0,
    nextTryAt: nextRound(ctx.clock.steady(), 0),
    problem: 'left.waiting',
    problemParams: {},
  });

/** Nothing is left to do. */
export const TIDY = {
  tidy: '',
  tidyStep: '',
  tidyExchangeId: null,
  nextTryAt: null,
  problem: '',
  problemParams: {},
} as const;
