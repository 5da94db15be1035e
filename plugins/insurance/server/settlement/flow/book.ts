import { isAppError, type Language, type Money, moneyFromWire, moneyToText } from '@nephra/plugin-sdk/contract';
import { insuredBills, type OwnPayment } from '../../../../charging/contract/index.ts';
import { PayStatus } from '../../../../prescription/contract/index.ts';
import type { SettlementAmounts } from '../../../contract/index.ts';
import { identityFault, type ReadAmounts, readAmounts, sameAmounts, settledAt, twoDecimals } from '../../../domain/settlement/settle-amounts.ts';
import { asksForNewBatch } from '../../../domain/settlement/settle-checks.ts';
import { nextRound } from '../../../domain/settlement/resolve-plan.ts';
import type { Outcome } from '../../client/national-client.ts';
import type { SettlementContext } from '../ledger/settlement-context.ts';
import { holdPrescriptions } from '../ledger/hold.ts';
import { amountColumns } from './presettle.step.ts';
import { advance, type Changes, dpIdsOf, exchangeOf, type SettlementRow, type Step } from '../ledger/settlement.repo.ts';

/** No longer in doubt. */
export const CERTAIN: Changes = {
  doubtSince: null,
  doubtInfno: '',
  doubtExchangeId: null,
  doubtMsgid: '',
  reversalExchangeId: null,
  rounds: 0,
  nextTryAt: null,
};

/** How the patient pays his part. When the insurer changed it after all, the first way pays the new part; the trail says so. */
function paymentsFor(row: SettlementRow, cash: Money): OwnPayment[] {
  const stored = row.payments as readonly { payWay: string; amount: number; tendered?: number; reference?: string }[];
  const entered: OwnPayment[] = stored.map((one) => ({
    payWay: one.payWay,
    amount: one.amount as Money,
    ...(one.tendered === undefined ? {} : { tendered: one.tendered as Money }),
    ...(one.reference === undefined ? {} : { reference: one.reference }),
  }));
  if (entered.reduce((sum, one) => sum + one.amount, 0) === cash) return entered;
  if (cash === 0) return [];
  const [first] = entered;
  return [{ payWay: first?.payWay ?? 'cash', amount: cash, ...(first?.reference === undefined ? {} : { reference: first.reference }) }];
}

const errorName = (error: unknown): string => (isAppError(error) ? error.key : 'fault');

/** Bill, state, trail and audit stand or fall together. The amounts and the number at the insurer are on the row already or in `known`. */
async function writeBooks(
  desk: SettlementContext,
  row: SettlementRow,
  known: { amounts: SettlementAmounts; setlId: string; changes: Changes },
  step: Step,
): Promise<SettlementRow> {
  const { ctx, by } = desk;
  const bills = ctx.service(insuredBills);
  return await bills.writing({ by, orgId: row.orgId }, async () => {
    const { amounts } = known;
    const bill =
      row.month !== null || row.billId !== null
        ? undefined
        : await bills.charge({
            dpIds: await dpIdsOf(ctx, row.id),
            medInsMark: row.medInsMark === '2' ? '2' : '1',
            fundPay: moneyFromWire(amounts.fund_pay_sumamt),
            accountPay: moneyFromWire(amounts.acct_pay),
            hospitalPay: moneyFromWire(amounts.hosp_part_amt),
            selfPay: moneyFromWire(amounts.psn_cash_pay),
            payments: paymentsFor(row, moneyFromWire(amounts.psn_cash_pay)),
            reference: known.setlId,
            by,
            language: by.language satisfies Language,
          });
    const booked = await advance(
      ctx,
      row,
      'settled',
      {
        ...known.changes,
        ...CERTAIN,
        setlId: known.setlId,
        bookedAt: ctx.clock.now(),
        certSealed: '',
        ...(bill ? { billId: bill.billId, billNo: bill.billNo } : {}),
      },
      { ...step, params: { ...step.params, billNo: bill?.billNo ?? '', setlId: known.setlId } },
    );
    await ctx.auditWork({
      class: 'money',
      action: 'insurance-settlement.settled',
      by: { userId: by.userId, userName: by.userName, orgId: row.orgId },
      subject: 'insurance.settlement',
      subjectId: row.id,
      patientId: row.patientId,
      after: {
        setlId: known.setlId,
        total: moneyToText(row.total),
        fund: amounts.fund_pay_sumamt,
        account: amounts.acct_pay,
        cash: amounts.psn_cash_pay,
        hospital: amounts.hosp_part_amt,
        billNo: bill?.billNo ?? '',
      },
    });
    return booked;
  });
}

/** The insurer settled and we know how. Books it; when our side cannot, the answer is kept and booked later. */
export async function bookSettled(
  desk: SettlementContext,
  row: SettlementRow,
  read: ReadAmounts,
  proof: { setlId: string; msgid: string; exchange: Step['exchange']; kind: string },
): Promise<SettlementRow> {
  const { ctx, by } = desk;
  const fault = identityFault(read.amounts, row.total, read.funds);
  if (fault) {
    return await toReview(
      desk,
      row,
      { key: `problem.identity.${fault}`, params: { infno: proof.exchange?.infno ?? '' } },
      { setlId: proof.setlId, settleMsgid: proof.msgid },
      proof.exchange,
      { setlId: proof.setlId },
    );
  }
  const differs = row.amounts !== null && !sameAmounts(row.amounts, read.amounts);
  const changes: Changes = {
    ...amountColumns(read),
    setlId: proof.setlId,
    settleMsgid: proof.msgid,
    clrType: read.clrType,
    clrOptins: read.clrOptins,
    // The day that the platform counts it for.
    settledAt: settledAt(read.setlTime) ?? ctx.clock.now(),
  };
  const step: Step = {
    kind: differs ? 'settled-otherwise' : proof.kind,
    params: {
      fund: twoDecimals(read.amounts.fund_pay_sumamt),
      account: twoDecimals(read.amounts.acct_pay),
      cash: twoDecimals(read.amounts.psn_cash_pay),
      ...(differs ? { accepted: moneyToText(row.cashPay) } : {}),
    },
    exchange: proof.exchange,
    byName: by.userName,
  };
  try {
    return await writeBooks(desk, row, { amounts: read.amounts, setlId: proof.setlId, changes }, step);
  } catch (error) {
    ctx.log.warn({ err: error, settlementId: row.id }, 'the insurer settled, our bill could not be written yet');
    return await advance(
      ctx,
      row,
      'booking',
      {
        ...changes,
        ...CERTAIN,
        doubtSince: row.doubtSince ?? ctx.clock.now(),
        nextTryAt: nextRound(ctx.clock.steady(), 0),
        problem: 'problem.booking',
        problemParams: { error: errorName(error) },
      },
      { kind: 'booking-failed', params: { error: errorName(error), setlId: proof.setlId }, exchange: proof.exchange, byName: by.userName },
    );
  }
}

/** Finishes a booking from what is stored; nobody needs to be asked. @throws whatever kept it from being written */
export const finishBooking = (desk: SettlementContext, row: SettlementRow): Promise<SettlementRow> => {
  if (row.amounts === null) throw new Error(`settlement ${row.id} has no amounts to book`);
  return writeBooks(desk, row, { amounts: row.amounts, setlId: row.setlId, changes: {} }, { kind: 'booked', byName: desk.by.userName });
};

export async function toReview(
  desk: SettlementContext,
  row: SettlementRow,
  problem: { key: string; params?: Record<string, string | number> },
  changes: Changes = {},
  exchange?: Step['exchange'],
  more: Record<string, string | number> = {},
): Promise<SettlementRow> {
  const { ctx, by } = desk;
  return await ctx.transaction(async () => {
    if (row.billId === null) await holdPrescriptions(ctx, row, PayStatus.Unknown, by);
    return await advance(
      ctx,
      row,
      'review',
      {
        ...changes,
        doubtSince: row.doubtSince ?? ctx.clock.now(),
        nextTryAt: null,
        problem: problem.key,
        problemParams: problem.params ?? {},
      },
      { kind: 'review', params: { ...problem.params, ...more, why: problem.key }, exchange, byName: by.userName },
    );
  });
}

/** Nothing was settled: back to where the cashier can try again. */
export async function backToPresettled(desk: SettlementContext, row: SettlementRow, step: Step, changes: Changes = {}): Promise<SettlementRow> {
  const { ctx, by } = desk;
  return await ctx.transaction(async () => {
    await holdPrescriptions(ctx, row, PayStatus.Settling, by);
    return await advance(ctx, row, 'presettled', { ...CERTAIN, setlId: '', settleMsgid: '', settledAt: null, ...changes }, step);
  });
}

/** Takes what 2207 brought into our books. */
export async function applySettle(desk: SettlementContext, row: SettlementRow, outcome: Outcome): Promise<SettlementRow> {
  const { ctx, by } = desk;
  const infno = row.doubtInfno || '2207';
  const exchange = exchangeOf(outcome, infno);
  if (outcome.kind === 'refused') {
    return await backToPresettled(
      desk,
      row,
      { kind: 'refused', params: { step: 'settle', infno, reason: outcome.reason }, exchange, byName: by.userName },
      {
        batchStale: asksForNewBatch(outcome.reason),
        problem: 'problem.refused',
        problemParams: { infno, reason: outcome.reason.slice(0, 300) },
      },
    );
  }
  const read = outcome.kind === 'success' ? readAmounts(outcome.output) : undefined;
  if (outcome.kind === 'success' && read && read.setlId !== '') {
    return await bookSettled(desk, row, read, { setlId: read.setlId, msgid: outcome.msgid, exchange, kind: 'settled' });
  }
  if (row.state === 'unknown') return row;
  // No answer, half an answer, or one without the number that everything hangs on.
  const reason = outcome.kind === 'unknown' ? outcome.reason : 'setl_id';
  return await ctx.transaction(async () => {
    await holdPrescriptions(ctx, row, PayStatus.Unknown, by);
    return await advance(
      ctx,
      row,
      'unknown',
      {
        rounds: 0,
        nextTryAt: nextRound(ctx.clock.steady(), 0),
        problem: 'problem.unknown',
        problemParams: { infno, reason: reason.slice(0, 300) },
      },
      { kind: 'unknown', params: { infno, reason }, exchange, byName: by.userName },
    );
  });
}
