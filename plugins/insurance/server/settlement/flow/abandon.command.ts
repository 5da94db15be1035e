import { AppError, EnvelopeCode, isAppError } from '@nephra/plugin-sdk/contract';
import { PayStatus } from '../../../../prescription/contract/index.ts';
import type { SettlementRecord } from '../../../contract/index.ts';
import { saysSettled } from '../../../domain/settlement/settle-checks.ts';
import { DOUBTFUL_STATES, OPEN_STATES } from '../../../domain/settlement/settlement-states.ts';
import { leaveToTidy, saidNo, type TidyStep } from '../../visit/left-visit.ts';
import { cancelVisit, lostRegistration, revokeFees } from '../../visit/visit-calls.ts';
import { findVisit, visitInUse } from '../../visit/visit.repo.ts';
import { toReview } from './book.ts';
import { type CallCtx, type ClientOf, type SettlementContext, deskOf } from '../ledger/settlement-context.ts';
import { holdPrescriptions } from '../ledger/hold.ts';
import { addTrail, advance, requireSettlement, exchangeOf, type SettlementRow, withLease } from '../ledger/settlement.repo.ts';
import { recordOf } from '../ledger/settlement.query.ts';
import { vouchers } from '../ledger/vouchers.ts';

/**
 * Gives up before anything was settled. Unsettled fees cost nobody anything, so the prescriptions come free even when the platform does not
 * answer; the resolver takes back the visit and its fees then. Only when the platform says that they are settled does a person
 * have to look.
 */
export async function giveUp(desk: SettlementContext, begun: SettlementRow, why: { readonly kind: string }): Promise<SettlementRow> {
  const { ctx, by } = desk;
  let row = begun;
  const orgId = row.orgId;
  const visit = row.visitId === null ? undefined : await findVisit(ctx, row.visitId, [orgId]);
  let left = false;
  if (visit && visit.state !== 'cancelled') {
    const cancel = row.ownVisit && !(await visitInUse(ctx, visit.id, row.id));
    const tidy = (step: TidyStep, exchangeId?: string) => leaveToTidy(desk, visit, { step, cancel, reason: why.kind, ...(exchangeId ? { exchangeId } : {}) });
    try {
      if (visit.mdtrtId === '') {
        // A registration that may have arrived: it is looked for, and taken back.
        if (cancel && (visit.state === 'doubtful' || (await lostRegistration(desk, visit, ['unknown', 'sending'])))) await tidy('2201');
      } else if (visit.state === 'doubtful' && visit.tidy !== '') {
        left = row.chrgBchno !== '';
      } else {
        if (row.chrgBchno !== '') {
          const revoked = await revokeFees(desk, visit, row.chrgBchno, row.id);
          if (saidNo(revoked) && saysSettled(revoked.reason) && row.state === 'presettled') {
            return await toReview(desk, row, { key: 'problem.settled-already', params: { reason: revoked.reason } }, {}, exchangeOf(revoked, '2205'));
          }
          left = revoked.kind !== 'success' && !saidNo(revoked);
          await addTrail(ctx, row.id, {
            kind: left ? 'silent' : 'fees-revoked',
            params: { step: 'revoke', infno: '2205', batch: row.chrgBchno, reason: revoked.kind === 'success' ? '' : revoked.reason },
            exchange: exchangeOf(revoked, '2205'),
            byName: by.userName,
          });
          if (left) await tidy('2205', revoked.kind === 'unknown' ? revoked.exchangeId : undefined);
        }
        if (!left && cancel) {
          const cancelled = await cancelVisit(desk, visit, why.kind, row.id);
          await addTrail(ctx, row.id, {
            kind: cancelled.outcome.kind === 'success' ? 'visit-cancelled' : 'visit-left',
            params: { reason: cancelled.outcome.kind === 'success' ? '' : cancelled.outcome.reason },
            exchange: exchangeOf(cancelled.outcome, '2202'),
            byName: by.userName,
          });
        }
      }
    } catch (error) {
      if (!isAppError(error)) throw error;
      // Nothing left this house.
      left = row.chrgBchno !== '';
      if (cancel || left) await tidy(left ? '2205' : '2202');
    }
  }
  row = await ctx.transaction(async () => {
    await holdPrescriptions(ctx, row, PayStatus.ToCharge, by);
    return await advance(
      ctx,
      row,
      'abandoned',
      { certSealed: '', chrgBchno: '' },
      { kind: why.kind, params: left ? { left: row.chrgBchno } : {}, byName: by.userName },
    );
  });
  vouchers.forget(row.id);
  return row;
}

/** POST settlement/{id}/abandon. */
export async function abandon(ctx: CallCtx, id: string, clientOf: ClientOf): Promise<SettlementRecord> {
  const desk = deskOf(ctx, clientOf);
  const seen = await requireSettlement(ctx, id, ctx.user.orgIds);
  if (seen.state === 'abandoned') return await recordOf(ctx, seen, ctx.language);
  const done = await withLease(ctx, id, async (row) => {
    if (DOUBTFUL_STATES.includes(row.state))
      throw new AppError('insurance.patient-in-doubt', { code: EnvelopeCode.Conflict, params: { name: row.patientName } });
    if (!OPEN_STATES.includes(row.state)) throw new AppError('insurance.move', { code: EnvelopeCode.Conflict, params: { from: row.state, to: 'abandoned' } });
    return await giveUp(desk, row, { kind: 'abandoned' });
  });
  ctx.audit({ subject: 'insurance.settlement', subjectId: done.id, patientId: done.patientId, after: { state: done.state } });
  return await recordOf(ctx, done, ctx.language);
}
