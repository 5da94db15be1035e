import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { PayStatus } from '../../../prescription/contract/index.ts';
import type { SettlementRecord } from '../../contract/index.ts';
import { identityFault, readAmounts } from '../../domain/settlement/settle-amounts.ts';
import { DOUBTFUL_STATES } from '../../domain/settlement/settlement-states.ts';
import { backToPresettled, bookSettled, CERTAIN } from '../settlement/flow/book.ts';
import { bookCancelled, billOf } from '../settlement/flow/cancel.command.ts';
import { type CallCtx, type ClientOf, type SettlementContext, deskOf } from '../settlement/ledger/settlement-context.ts';
import { holdPrescriptions } from '../settlement/ledger/hold.ts';
import { advance, requireSettlement, exchangeOf, type SettlementRow, withLease } from '../settlement/ledger/settlement.repo.ts';
import { assertPatientSeen } from '../patient-row-filter.ts';
import { recordOf } from '../settlement/ledger/settlement.query.ts';
import { reasonText } from '../settlement/ledger/words.ts';
import { resolveRow } from './resolve.ts';
import { askSettlement } from './resolve-settle.ts';

/** POST doubtful/{id}/resolve: the safe next step now. */
export async function resolveNow(ctx: CallCtx, id: string, clientOf: ClientOf): Promise<SettlementRecord> {
  const desk = deskOf(ctx, clientOf);
  await assertPatientSeen(ctx, await requireSettlement(ctx, id, ctx.user.orgIds));
  const done = await withLease(ctx, id, (row) => (DOUBTFUL_STATES.includes(row.state) ? resolveRow(desk, row) : Promise.resolve(row)));
  ctx.audit({
    subject: 'insurance.settlement',
    subjectId: done.id,
    patientId: done.patientId,
    after: { state: done.state, setlId: done.setlId, billNo: done.billNo },
  });
  return await recordOf(ctx, done, ctx.language);
}

export interface Decision {
  readonly version: number;
  readonly verdict: 'platform-settled' | 'not-settled' | 'cancelled';
  readonly setl_id?: string;
  readonly proof: string;
}

const refuse = (key: string, params: Record<string, string> = {}): never => {
  throw new AppError(`insurance.${key}`, { params });
};

/** The settlement stands at the insurer: the amounts come from there, never from a person. */
async function confirmSettled(desk: SettlementContext, row: SettlementRow, setlId: string, proof: string): Promise<SettlementRow> {
  const { ctx, by } = desk;
  const outcome = await askSettlement(desk, row, setlId);
  if (outcome.kind !== 'success') return refuse('decide-no-amounts', { reason: reasonText(ctx, outcome.reason, by.language) });
  const read = readAmounts(outcome.output);
  if (!read) return refuse('decide-no-amounts', { reason: reasonText(ctx, 'setlinfo', by.language) });
  const fault = identityFault(read.amounts, row.total, read.funds);
  if (fault) refuse('decide-amounts-wrong');
  const exchange = exchangeOf(outcome, '5203');
  if ((await billOf(ctx, row)) !== null) {
    return await advance(ctx, row, 'settled', { ...CERTAIN, setlId }, { kind: 'decided-settled', params: { proof, setlId }, exchange, byName: by.userName });
  }
  const decided = await advance(
    ctx,
    row,
    'review',
    { problem: row.problem, problemParams: row.problemParams },
    {
      kind: 'decided-settled',
      params: { proof, setlId },
      exchange,
      byName: by.userName,
    },
  );
  return await bookSettled(desk, decided, read, { setlId, msgid: row.settleMsgid || row.doubtMsgid, exchange, kind: 'settled' });
}

async function confirmNotSettled(desk: SettlementContext, row: SettlementRow, proof: string): Promise<SettlementRow> {
  const { ctx, by } = desk;
  // Money was taken for it: it goes back by the refund, not by forgetting.
  if ((await billOf(ctx, row)) !== null) return refuse('decide-billed');
  return await backToPresettled(desk, row, { kind: 'decided-not-settled', params: { proof }, byName: by.userName }, { problem: 'problem.not-settled' });
}

async function confirmCancelled(desk: SettlementContext, row: SettlementRow, proof: string): Promise<SettlementRow> {
  const { ctx, by } = desk;
  const step = { kind: 'decided-cancelled', params: { proof }, byName: by.userName };
  if ((await billOf(ctx, row)) !== null)
    return await bookCancelled(desk, { ...row, cancelReason: row.cancelReason || proof.slice(0, 200) }, step, {
      cancelReason: row.cancelReason || proof.slice(0, 200),
    });
  return await ctx.transaction(async () => {
    await holdPrescriptions(ctx, row, PayStatus.ToCharge, by);
    return await advance(ctx, row, 'abandoned', { ...CERTAIN, certSealed: '' }, step);
  });
}

/** POST doubtful/{id}/decide: ends a review on written proof; who, when and what it rests on stays on record. */
export async function decide(ctx: CallCtx, id: string, body: Decision, clientOf: ClientOf): Promise<SettlementRecord> {
  const desk = deskOf(ctx, clientOf);
  await assertPatientSeen(ctx, await requireSettlement(ctx, id, ctx.user.orgIds));
  const proof = body.proof.trim();
  if (proof.length < 4) throw new AppError('insurance.proof-missing', { code: EnvelopeCode.Invalid });
  const done = await withLease(ctx, id, async (row) => {
    if (row.version !== body.version) throw new AppError('insurance.settlement-stale', { code: EnvelopeCode.Conflict });
    if (row.state !== 'review') return refuse('not-in-review');
    if (body.verdict === 'not-settled') return await confirmNotSettled(desk, row, proof);
    if (body.verdict === 'cancelled') return await confirmCancelled(desk, row, proof);
    const setlId = (body.setl_id ?? '').trim() || row.setlId;
    return setlId === '' ? refuse('decide-number-missing') : await confirmSettled(desk, row, setlId, proof);
  });
  ctx.audit({
    subject: 'insurance.settlement',
    subjectId: done.id,
    patientId: done.patientId,
    after: { verdict: body.verdict, state: done.state, setlId: done.setlId, billNo: done.billNo },
    note: proof,
  });
  return await recordOf(ctx, done, ctx.language);
}
