import { pick } from '@nephra/plugin-sdk/server';
import { AppError, EnvelopeCode, isAppError, type Money, moneyFromWire, moneyToText } from '@nephra/plugin-sdk/contract';
import { insuredBills, type OwnPayment } from '../../../../charging/contract/index.ts';
import type { SettleBody, SettlementRecord } from '../../../contract/index.ts';
import { CALL_PATIENCE_MS } from '../../../domain/settlement/resolve-plan.ts';
import { applySettle } from './book.ts';
import { type CallCtx, type ClientOf, type SettlementContext, deskOf, subjectOf } from '../ledger/settlement-context.ts';
import { settleInput } from './presettle.step.ts';
import { halt } from '../ledger/progress.ts';
import { advance, requireSettlement, dpIdsOf, type SettlementRow, withLease } from '../ledger/settlement.repo.ts';
import { recordOf } from '../ledger/settlement.query.ts';
import { assertTraceCodes, traceNode } from './trace-codes.ts';
import { vouchers } from '../ledger/vouchers.ts';

export interface Acceptance {
  readonly version: number;
  readonly payments: readonly OwnPayment[];
  readonly traceCodes: readonly { readonly detailId: string; readonly code: string }[];
}

/**
 * 2207: one message on its way at most. State and journal change in one transaction before it leaves, and only from the version that the
 * cashier accepted; whoever comes second finds another version.
 */
export async function sendSettle(desk: SettlementContext, row: SettlementRow, accepted: Acceptance): Promise<SettlementRow> {
  const { ctx, client, by } = desk;
  const { amounts } = row;
  if (row.state !== 'presettled' || amounts === null) throw new AppError('insurance.not-presettled', { code: EnvelopeCode.Conflict });
  if (row.batchStale) throw new AppError('insurance.batch-stale', { code: EnvelopeCode.Conflict });
  const { adapter } = await client.connectionOf(row.orgId);
  const { transactions, extras } = adapter.rules;
  const infno = transactions.settle;
  const invono = await ctx.numbers.next(`insurance.invoice/${row.orgId}`, { prefix: 'FP', date: 'yyyyMMdd', digits: 8 });
  const input = {
    data: {
      ...(await settleInput(desk, row)),
      invono,
      ...pick(amounts, 'fulamt_ownpay_amt', 'overlmt_selfpay', 'preselfpay_amt', 'inscp_scp_amt'),
      ...extras?.settle,
    },
    ...(await traceNode(ctx, row, accepted.traceCodes)),
  };
  let sent: SettlementRow | undefined;
  const outcome = await client.call(infno, input, subjectOf(desk, row), {
    async onJournalled(message) {
      sent = await advance(
        ctx,
        row,
        'settling',
        {
          settleVersion: accepted.version,
          invono,
          payments: accepted.payments,
          traceCodes: accepted.traceCodes,
          operatorId: by.userId,
          operatorName: by.userName,
          language: by.language,
          doubtSince: ctx.clock.now(),
          doubtInfno: infno,
          doubtExchangeId: message.exchangeId,
          doubtMsgid: message.msgid,
          reversalExchangeId: null,
          rounds: 0,
          nextTryAt: new Date(ctx.clock.steady().getTime() + CALL_PATIENCE_MS),
        },
        { kind: 'settling', params: { invono }, exchange: { ...message, infno }, byName: by.userName },
      );
    },
  });
  // Refused before it was journalled: nothing left, nothing changed.
  if (!sent) return (await halt(desk, row, { key: 'problem.refused', params: { infno, reason: outcome.kind === 'success' ? '' : outcome.reason } })).row;
  return await applySettle(desk, sent, outcome);
}

const ownPayments = (body: SettleBody): OwnPayment[] =>
  body.payments.map((one) => ({
    payWay: one.payWay,
    amount: moneyFromWire(one.amount),
    ...(one.tendered === undefined ? {} : { tendered: moneyFromWire(one.tendered) }),
    ...(one.reference === undefined ? {} : { reference: one.reference }),
  }));

const differs = (seen: number, stored: Money): boolean => moneyFromWire(seen) !== stored;

/** POST settlement/{id}/settle. The same click again finds what the first one did. */
export async function settle(ctx: CallCtx, id: string, body: SettleBody, clientOf: ClientOf): Promise<SettlementRecord> {
  const desk = deskOf(ctx, clientOf);
  const seen = await requireSettlement(ctx, id, ctx.user.orgIds);
  if (seen.settleVersion === body.version) return await recordOf(ctx, seen, ctx.language);
  if (seen.month !== null) throw new AppError('insurance.month-settlement', { params: { month: seen.month } });
  const done = await withLease(ctx, id, async (row) => {
    if (row.settleVersion === body.version) return row;
    if (row.version !== body.version) throw new AppError('insurance.settlement-stale', { code: EnvelopeCode.Conflict });
    if (row.state !== 'presettled') throw new AppError('insurance.not-presettled', { code: EnvelopeCode.Conflict });
    if (differs(body.psn_cash_pay, row.cashPay) || differs(body.fund_pay_sumamt, row.fundPay)) {
      throw new AppError('insurance.amounts-changed', {
        code: EnvelopeCode.Conflict,
        params: { cash: moneyToText(row.cashPay), fund: moneyToText(row.fundPay) },
      });
    }
    const payments = ownPayments(body);
    await assertTraceCodes(ctx, row, body.traceCodes ?? []);
    // What charging would refuse afterwards is refused before money moves.
    await ctx.transaction(async () => {
      const bills = ctx.service(insuredBills);
      await bills.checkPayments(row.cashPay, payments, ctx.language);
      const { total } = await bills.check({ dpIds: await dpIdsOf(ctx, row.id), by: desk.by, patients: desk.patients });
      if (total !== row.total) throw new AppError('insurance.prescriptions-changed', { code: EnvelopeCode.Conflict });
    });
    try {
      return await sendSettle(desk, row, { version: body.version, payments, traceCodes: body.traceCodes ?? [] });
    } catch (error) {
      // Line down, voucher gone: nothing left. The reason stays on the settlement, where the next look finds it.
      const now = await requireSettlement(ctx, id, ctx.user.orgIds);
      if (!isAppError(error) || now.version !== row.version || error.code === EnvelopeCode.Conflict) throw error;
      return (await halt(desk, now, { key: `errors.${error.key}`, params: error.params })).row;
    }
  });
  if (done.state === 'settled') vouchers.forget(id);
  ctx.audit({
    subject: 'insurance.settlement',
    subjectId: done.id,
    patientId: done.patientId,
    after: { state: done.state, setlId: done.setlId, billNo: done.billNo, total: moneyToText(done.total) },
  });
  return await recordOf(ctx, done, ctx.language);
}
