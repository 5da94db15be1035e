import { isAppError } from '@nephra/plugin-sdk/contract';
import { saysSettled } from '../../../domain/settlement/settle-checks.ts';
import { leaveToTidy, saidNo, type TidyStep } from '../../visit/left-visit.ts';
import { cancelVisit, lostRegistration, revokeFees } from '../../visit/visit-calls.ts';
import { type VisitRecord, visitInUse } from '../../visit/visit.repo.ts';
import type { SettlementContext } from '../ledger/settlement-context.ts';
import { addTrail, exchangeOf, type SettlementRow } from '../ledger/settlement.repo.ts';
import { toReview } from './book.ts';

/** What became of a visit that is given up: whether fees may still stand at the platform, or the settlement as a person has to look at it. */
export type LeftVisit = { readonly left: boolean } | { readonly review: SettlementRow };

interface Leaving {
  readonly desk: SettlementContext;
  readonly row: SettlementRow;
  readonly visit: VisitRecord;
  /** The visit was opened for this settlement, and no other one uses it. */
  readonly cancel: boolean;
  readonly reason: string;
  /** Leaves a step to the resolver. */
  readonly tidy: (step: TidyStep, exchangeId?: string) => Promise<void>;
}

/** Takes back the fees of a settlement at the platform, and its visit; what the platform does not answer is left to the resolver. @param reason why it is given up */
export async function leaveVisit(desk: SettlementContext, row: SettlementRow, visit: VisitRecord, reason: string): Promise<LeftVisit> {
  const cancel = row.ownVisit && !(await visitInUse(desk.ctx, visit.id, row.id));
  const tidy = async (step: TidyStep, exchangeId?: string) => {
    await leaveToTidy(desk, visit, { step, cancel, reason, ...(exchangeId ? { exchangeId } : {}) });
  };
  try {
    return await takeBack({ desk, row, visit, cancel, reason, tidy });
  } catch (error) {
    if (!isAppError(error)) throw error;
    // Nothing left this house.
    const left = row.chrgBchno !== '';
    if (cancel || left) await tidy(left ? '2205' : '2202');
    return { left };
  }
}

async function takeBack(leaving: Leaving): Promise<LeftVisit> {
  const { row, visit, cancel } = leaving;
  if (visit.mdtrtId === '') {
    await takeBackRegistration(leaving);
    return { left: false };
  }
  // The resolver is at it already.
  if (visit.state === 'doubtful' && visit.tidy !== '') return { left: row.chrgBchno !== '' };
  const fees: LeftVisit = row.chrgBchno === '' ? { left: false } : await takeBackFees(leaving);
  if ('left' in fees && !fees.left && cancel) await takeBackVisit(leaving);
  return fees;
}

/** A registration that may have arrived: it is looked for, and taken back. */
async function takeBackRegistration({ desk, visit, cancel, tidy }: Leaving): Promise<void> {
  if (cancel && (visit.state === 'doubtful' || (await lostRegistration(desk, visit, ['unknown', 'sending'])))) await tidy('2201');
}

/** Only when the platform says that they are settled does a person have to look. */
async function takeBackFees({ desk, row, visit, tidy }: Leaving): Promise<LeftVisit> {
  const revoked = await revokeFees(desk, visit, row.chrgBchno, row.id);
  const reason = revoked.kind === 'success' ? '' : revoked.reason;
  const exchange = exchangeOf(revoked, '2205');
  if (saidNo(revoked) && saysSettled(reason) && row.state === 'presettled')
    return { review: await toReview(desk, row, { key: 'problem.settled-already', params: { reason } }, {}, exchange) };
  const left = revoked.kind !== 'success' && !saidNo(revoked);
  await addTrail(desk.ctx, row.id, {
    kind: left ? 'silent' : 'fees-revoked',
    params: { step: 'revoke', infno: '2205', batch: row.chrgBchno, reason },
    exchange,
    byName: desk.by.userName,
  });
  if (left) await tidy('2205', revoked.kind === 'unknown' ? revoked.exchangeId : undefined);
  return { left };
}

async function takeBackVisit({ desk, row, visit, reason }: Leaving): Promise<void> {
  const { outcome } = await cancelVisit(desk, visit, reason, row.id);
  await addTrail(desk.ctx, row.id, {
    kind: outcome.kind === 'success' ? 'visit-cancelled' : 'visit-left',
    params: { reason: outcome.kind === 'success' ? '' : outcome.reason },
    exchange: exchangeOf(outcome, '2202'),
    byName: desk.by.userName,
  });
}
