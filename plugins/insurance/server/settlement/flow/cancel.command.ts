import { AppError, EnvelopeCode, isAppError } from '@nephra/plugin-sdk/contract';
import { type CorrectedLine, insuredBills } from '../../../../charging/contract/index.ts';
import { prescriptionLedger } from '../../../../prescription/contract/index.ts';
import type { SettlementRecord } from '../../../contract/index.ts';
import { readAmounts, sameSize, settledAt } from '../../../domain/settlement/settle-amounts.ts';
import { CALL_PATIENCE_MS, nextRound } from '../../../domain/settlement/resolve-plan.ts';
import type { Outcome } from '../../client/national-client.ts';
import { requireVisit } from '../../visit/visit.repo.ts';
import { CERTAIN } from './book.ts';
import { correctedLines, storedCorrection, takeBillBack } from '../ledger/correction.ts';
import { type CallCtx, type ClientOf, type Ctx, type SettlementContext, deskOf, subjectOf } from '../ledger/settlement-context.ts';
import { halt } from '../ledger/progress.ts';
import {
  addTrail,
  advance,
  type Changes,
  requireSettlement,
  dpIdsOf,
  exchangeOf,
  type SettlementRow,
  type Step,
  withLease,
} from '../ledger/settlement.repo.ts';
import { recordOf } from '../ledger/settlement.query.ts';

/** The bill of a settlement; that of a month is written by the monthly charge and known by its prescriptions. */
export async function billOf(ctx: Ctx, row: SettlementRow): Promise<string | null> {
  if (row.billId !== null || row.month === null) return row.billId;
  const [dpId] = await dpIdsOf(ctx, row.id);
  const head = dpId === undefined ? undefined : await ctx.service(prescriptionLedger).get(dpId, [row.orgId]);
  return head?.billId || null;
}

/** Another settlement of the same monthly bill still stands: the bill goes back with the last of them. */
async function othersStand(ctx: Ctx, row: SettlementRow, billId: string): Promise<boolean> {
  if (row.month === null) return false;
  // rows: others of a bill of a settlement that was found; whether there are any
  const other = await ctx.db
    .selectFrom('insurance.settlement')
    .select('id')
    .where('bill_id', '=', billId)
    .where('id', '<>', row.id)
    .where('state', 'not in', ['cancelled', 'abandoned'])
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

/** Refund, state, trail and audit stand or fall together. */
export async function writeRefund(desk: SettlementContext, row: SettlementRow, step: Step, changes: Changes = {}): Promise<SettlementRow> {
  const { ctx, by } = desk;
  return await ctx.service(insuredBills).writing({ by, orgId: row.orgId }, async () => {
    const billId = await billOf(ctx, row);
    const refund = billId === null || (await othersStand(ctx, row, billId)) ? undefined : await takeBillBack(desk, row, billId);
    const rest = refund?.dpIds ?? [];
    const cancelled = await advance(
      ctx,
      row,
      'cancelled',
      {
        ...changes,
        ...CERTAIN,
        cancelledAt: row.cancelledAt ?? ctx.clock.now(),
        certSealed: '',
        ...(refund ? { refundBillId: refund.billId } : {}),
        ...(row.correction === null ? {} : { correction: storedCorrection(correctedLines(row.correction), rest) }),
      },
      { ...step, params: { ...step.params, refundNo: refund?.billNo ?? '' } },
    );
    if (rest.length > 0) await addTrail(ctx, row.id, { kind: 'rest-waits', params: { count: rest.length }, byName: by.userName });
    await ctx.auditWork({
      class: 'money',
      action: 'insurance-settlement.cancelled',
      by: { userId: by.userId, userName: by.userName, orgId: row.orgId },
      subject: 'insurance.settlement',
      subjectId: row.id,
      patientId: row.patientId,
      after: { setlId: row.setlId, refundNo: refund?.billNo ?? '', reason: row.cancelReason, ...(rest.length > 0 ? { chargedAnew: rest } : {}) },
    });
    return cancelled;
  });
}

/** The insurer cancelled. Books the refund; when our side cannot, it is booked later. */
export async function bookCancelled(desk: SettlementContext, row: SettlementRow, step: Step, changes: Changes = {}): Promise<SettlementRow> {
  const { ctx, by } = desk;
  try {
    return await writeRefund(desk, row, step, changes);
  } catch (error) {
    ctx.log.warn({ err: error, settlementId: row.id }, 'the insurer cancelled, our refund could not be written yet');
    const name = isAppError(error) ? error.key : 'fault';
    return await advance(
      ctx,
      row,
      'refunding',
      {
        ...changes,
        ...CERTAIN,
        doubtSince: row.doubtSince ?? ctx.clock.now(),
        nextTryAt: nextRound(ctx.clock.steady(), 0),
        problem: 'problem.refunding',
        problemParams: { error: name },
      },
      { ...step, kind: 'refund-failed', params: { ...step.params, error: name }, byName: by.userName },
    );
  }
}

/** Takes what 2208 brought into our books. */
export async function applyCancel(desk: SettlementContext, row: SettlementRow, outcome: Outcome): Promise<SettlementRow> {
  const { ctx, by } = desk;
  const exchange = exchangeOf(outcome, '2208');
  if (outcome.kind === 'success') {
    const read = readAmounts(outcome.output);
    const differs = row.amounts !== null && read !== undefined && !sameSize(row.amounts, read.amounts);
    return await bookCancelled(
      desk,
      row,
      { kind: differs ? 'cancelled-otherwise' : 'cancelled', exchange, byName: by.userName },
      { cancelMsgid: outcome.msgid, cancelledAt: settledAt(read?.setlTime ?? '') ?? ctx.clock.now() },
    );
  }
  if (outcome.kind === 'refused') {
    return await advance(
      ctx,
      row,
      'settled',
      { ...CERTAIN, problem: 'problem.refused', problemParams: { infno: '2208', reason: outcome.reason.slice(0, 300) } },
      { kind: 'refused', params: { step: 'cancel', infno: '2208', reason: outcome.reason }, exchange, byName: by.userName },
    );
  }
  if (row.state === 'cancel-unknown') return row;
  return await advance(
    ctx,
    row,
    'cancel-unknown',
    {
      rounds: 0,
      nextTryAt: nextRound(ctx.clock.steady(), 0),
      problem: 'problem.cancel-unknown',
      problemParams: { reason: outcome.reason.slice(0, 300) },
    },
    { kind: 'unknown', params: { infno: '2208', reason: outcome.reason }, exchange, byName: by.userName },
  );
}

const ACTIVE_UNIQUE = '23505';

/** `lines`: what goes back when not all does. */
async function sendCancel(desk: SettlementContext, row: SettlementRow, { reason, lines }: CancelRequest): Promise<SettlementRow> {
  const { ctx, client, by } = desk;
  const visit = await requireVisit(ctx, row.visitId ?? '', [row.orgId]);
  let sent: SettlementRow | undefined;
  const outcome = await client.call('2208', { data: { setl_id: row.setlId, mdtrt_id: visit.mdtrtId, psn_no: row.psnNo } }, subjectOf(desk, row), {
    async onJournalled(message) {
      sent = await advance(
        ctx,
        row,
        'cancelling',
        {
          cancelVersion: row.version,
          cancelReason: reason,
          correction: lines ? storedCorrection(lines) : null,
          operatorId: by.userId,
          operatorName: by.userName,
          language: by.language,
          doubtSince: ctx.clock.now(),
          doubtInfno: '2208',
          doubtExchangeId: message.exchangeId,
          doubtMsgid: message.msgid,
          reversalExchangeId: null,
          rounds: 0,
          nextTryAt: new Date(ctx.clock.steady().getTime() + CALL_PATIENCE_MS),
        },
        { kind: 'cancelling', params: { reason, ...(lines ? { lines: lines.length } : {}) }, exchange: { ...message, infno: '2208' }, byName: by.userName },
      );
    },
  });
  if (!sent)
    return (await halt(desk, row, { key: 'problem.refused', params: { infno: '2208', reason: outcome.kind === 'success' ? '' : outcome.reason } })).row;
  return await applyCancel(desk, sent, outcome);
}

interface CancelRequest {
  readonly reason: string;
  /** What goes back when the rest is to be settled anew; left out = everything. */
  readonly lines?: readonly CorrectedLine[];
}

/**
 * Cancels a settlement at the insurer, whatever goes back of its bill.
 * @param prove refuses, before anything leaves, what our own books would refuse afterwards
 */
export async function cancelSettled(
  ctx: CallCtx,
  id: string,
  { version, ...wish }: CancelRequest & { readonly version: number },
  { clientOf, prove }: { readonly clientOf: ClientOf; readonly prove: (row: SettlementRow) => Promise<unknown> },
): Promise<SettlementRecord> {
  const desk = deskOf(ctx, clientOf);
  const seen = await requireSettlement(ctx, id, ctx.user.orgIds);
  if (seen.cancelVersion === version) return await recordOf(ctx, seen, ctx.language);
  const done = await withLease(ctx, id, async (row) => {
    if (row.cancelVersion === version) return row;
    if (row.version !== version) throw new AppError('insurance.settlement-stale', { code: EnvelopeCode.Conflict });
    if (row.state !== 'settled') throw new AppError('insurance.not-settled', { code: EnvelopeCode.Conflict });
    await prove(row);
    try {
      return await sendCancel(desk, row, wish);
    } catch (error) {
      if ((error as { code?: unknown }).code === ACTIVE_UNIQUE) {
        throw new AppError('insurance.patient-busy', { code: EnvelopeCode.Conflict, params: { name: row.patientName } });
      }
      throw error;
    }
  });
  ctx.audit({
    subject: 'insurance.settlement',
    subjectId: done.id,
    patientId: done.patientId,
    after: { state: done.state, setlId: done.setlId, reason: wish.reason, ...(wish.lines ? { lines: wish.lines } : {}) },
  });
  return await recordOf(ctx, done, ctx.language);
}

/** POST settlement/{id}/cancel. */
export const cancel = (ctx: CallCtx, id: string, body: { reason: string; version: number }, clientOf: ClientOf): Promise<SettlementRecord> =>
  cancelSettled(
    ctx,
    id,
    { version: body.version, reason: body.reason.trim() },
    {
      clientOf,
      async prove(row) {
        const billId = await billOf(ctx, row);
        if (billId !== null) await ctx.transaction(() => ctx.service(insuredBills).assertReversible(billId, ctx.user.orgIds));
      },
    },
  );
