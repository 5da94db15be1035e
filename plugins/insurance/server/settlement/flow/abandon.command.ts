import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { PayStatus } from '../../../../prescription/contract/index.ts';
import type { SettlementRecord } from '../../../contract/index.ts';
import { DOUBTFUL_STATES, OPEN_STATES } from '../../../domain/settlement/settlement-states.ts';
import { findVisit } from '../../visit/visit.repo.ts';
import { leaveVisit } from './leave-visit.step.ts';
import { type CallCtx, type ClientOf, type SettlementContext, deskOf } from '../ledger/settlement-context.ts';
import { holdPrescriptions } from '../ledger/hold.ts';
import { advance, requireSettlement, type SettlementRow, withLease } from '../ledger/settlement.repo.ts';
import { recordOf } from '../ledger/settlement.query.ts';
import { vouchers } from '../ledger/vouchers.ts';

/**
 * Gives up before anything was settled. Unsettled fees cost nobody anything, so the prescriptions come free even when the platform does not
 * answer; the resolver takes back the visit and its fees then. Only when the platform says that they are settled does a person
 * have to look.
 */
export async function giveUp(desk: SettlementContext, begun: SettlementRow, why: { readonly kind: string }): Promise<SettlementRow> {
  const { ctx, by } = desk;
  const visit = begun.visitId === null ? undefined : await findVisit(ctx, begun.visitId, [begun.orgId]);
  const outcome = visit && visit.state !== 'cancelled' ? await leaveVisit(desk, begun, visit, why.kind) : { left: false };
  if ('review' in outcome) return outcome.review;
  const row = await ctx.transaction(async () => {
    await holdPrescriptions(ctx, begun, PayStatus.ToCharge, by);
    return await advance(
      ctx,
      begun,
      'abandoned',
      { certSealed: '', chrgBchno: '' },
      { kind: why.kind, params: outcome.left ? { left: begun.chrgBchno } : {}, byName: by.userName },
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
