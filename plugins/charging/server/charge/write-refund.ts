import { AppError, EnvelopeCode, type Money, moneyToText, negateMoney } from '@nephra/plugin-sdk/contract';
import type { ServerContext } from '@nephra/plugin-sdk/server';
import { type LedgerPrescription, prescriptionLedger } from '../../../prescription/contract/index.ts';
import {
  allWaysChosen,
  leftOf,
  negateQuantity,
  nothingWaits,
  planRefund,
  type RefundedLine,
  refundPayment,
  refundTotal,
  refundWays,
  takesLast,
  type WantedLine,
} from '../../domain/refund-plan.ts';
import type { Bill } from '../bills/bill-model.ts';
import { prescriptionsFor } from './charge-proof.ts';
import type { ChargingTables } from '../charging-tables.ts';
import { lockDrawer } from '../drawer.repo.ts';
import { nextBillNumber } from '../facility.repo.ts';
import { readyBill } from './insert-bill.ts';
import type { PayWayEntry } from '../pay-way.repo.ts';
import { type LineAtDesk, linesAtDesk, paidWays } from './refund-lines.query.ts';
import { type RefundedSoFar, refundedSoFar } from '../bills/refund.repo.ts';
import type { Cashier } from './write-bill.ts';

type Ctx = ServerContext<ChargingTables>;

/** What somebody wants back of a bill. */
export interface WantedRefund {
  readonly bill: Bill;
  readonly wanted: readonly WantedLine[] | 'rest';
  /** How much by which way; left out = the way that was paid with last is emptied first. */
  readonly ways?: readonly { readonly payWay: string; readonly amount: Money }[];
  /** The sum that the cashier saw; any other is refused. */
  readonly seen?: Money;
}

/** A refund that may be written. */
export interface RefundPlan {
  readonly bill: Bill;
  readonly wanted: WantedRefund['wanted'];
  readonly prescriptions: readonly LedgerPrescription[];
  readonly soFar: RefundedSoFar;
  readonly lines: readonly LineAtDesk[];
  readonly entries: readonly RefundedLine[];
  readonly amount: Money;
  readonly back: readonly { readonly payWay: string; readonly amount: Money }[];
  /** Set when the whole bill is reversed although only this goes back: what remains is charged anew. */
  readonly goesBack?: readonly RefundedLine[];
}

/** The entries that are asked for. @throws AppError `charging.cancel-picked` and those of `planRefund`. */
function entriesFor(lines: readonly LineAtDesk[], prescriptions: readonly LedgerPrescription[], wanted: WantedRefund['wanted']): RefundedLine[] {
  const picked = lines.find((line) => line.picked && leftOf(line) > 0 && (wanted === 'rest' || wanted.some((one) => one.detailId === line.detailId)));
  if (picked) {
    const dpNumber = prescriptions.find((one) => one.dpId === picked.dpId)?.dpNumber ?? '';
    throw new AppError('charging.cancel-picked', { params: { dpNumber } });
  }
  return planRefund(lines, wanted);
}

/**
 * Works a refund out and writes nothing.
 * @throws AppError `charging.bill-cancelled`, `charging.cancel-picked`, `charging.refund-total-changed` (409), and those of `planRefund`,
 * `allWaysChosen` and `refundWays`.
 */
export async function plannedRefund(ctx: Ctx, { bill, wanted, ways, seen }: WantedRefund, payWays: readonly PayWayEntry[]): Promise<RefundPlan> {
  const prescriptions = await prescriptionsFor(
    ctx,
    bill.prescriptions.map((one) => one.dpId),
    [bill.orgId],
  );
  const soFar = await refundedSoFar(ctx.db, bill.id);
  const lines = await linesAtDesk(ctx, bill, soFar, prescriptions);
  if (lines.every((line) => leftOf(line) === 0)) throw new AppError('charging.bill-cancelled', { params: { billNo: bill.billNo } });
  const entries = entriesFor(lines, prescriptions, wanted);
  const amount = refundTotal(entries);
  if (seen !== undefined && seen !== amount) {
    throw new AppError('charging.refund-total-changed', { code: EnvelopeCode.Conflict, params: { seen: moneyToText(seen), total: moneyToText(amount) } });
  }
  const paid = paidWays(bill, soFar, payWays);
  return { bill, wanted, prescriptions, soFar, lines, entries, amount, back: refundWays(paid, amount, ways && allWaysChosen(paid, ways)) };
}

/** Moves every prescription that gives something back, in the order of their ids; their rows are locked from here on. */
async function movePrescriptions(ctx: Ctx, { lines, prescriptions, goesBack, entries: reversed }: RefundPlan, by: Cashier, billId: string): Promise<void> {
  const entries = goesBack ?? reversed;
  const ledger = ctx.service(prescriptionLedger);
  for (const one of [...prescriptions].sort((a, b) => (a.dpId < b.dpId ? -1 : 1))) {
    const own = lines.filter((line) => line.dpId === one.dpId);
    const withdrawn = entries.filter((entry) => own.some((line) => line.detailId === entry.detailId));
    if (withdrawn.length === 0 && !goesBack) continue;
    const change = { dpId: one.dpId, version: one.version, by, billId };
    const goods = new Set(one.lines.filter((line) => line.stockKept).map((line) => line.detailId));
    const nothingToHandOut = nothingWaits(
      own.filter((line) => goods.has(line.detailId)),
      entries,
    );
    if (takesLast(own, entries)) await ledger.markRefunded(change);
    else if (goesBack) await ledger.reopen({ ...change, withdrawn, nothingToHandOut });
    else await ledger.markPartlyRefunded({ ...change, nothingToHandOut });
  }
}

/** What the refund takes off each prescription of the bill that it touches. */
function prescriptionShares(bill: Bill, entries: readonly RefundedLine[]): Bill['prescriptions'] {
  return bill.prescriptions.flatMap((one) => {
    const own = entries.filter((entry) => bill.lines.some((line) => line.dpId === one.dpId && line.detailId === entry.detailId));
    return own.length === 0 ? [] : [{ ...one, total: negateMoney(refundTotal(own)) }];
  });
}

const counterEntries = ({ bill, lines, entries, back }: RefundPlan) => ({
  total: negateMoney(refundTotal(entries)),
  prescriptions: prescriptionShares(bill, entries),
  lines: bill.lines.flatMap((line) => {
    const entry = entries.find((one) => one.detailId === line.detailId);
    return entry ? [{ ...line, quantity: negateQuantity(entry.quantity), subTotal: negateMoney(entry.subTotal) }] : [];
  }),
  payments: back.map((way) => ({
    payWay: way.payWay,
    reference: bill.payments.find((payment) => payment.payWay === way.payWay)?.reference ?? '',
    ...refundPayment(way.amount),
  })),
  takesLast: takesLast(lines, entries),
});

/** Writes a planned refund: one more bill with negative entries; nothing of the first is touched. Money goes back by ways it came. */
export async function writeRefund(ctx: Ctx, plan: RefundPlan, { by, reason }: { by: Cashier; reason: string }): Promise<Bill> {
  const { bill, soFar, prescriptions, wanted } = plan;
  const id = ctx.newId();
  await movePrescriptions(ctx, plan, by, id);
  // Now that the prescriptions are locked the pharmacy's answer stands: nobody can hand out what is being paid back.
  entriesFor(await linesAtDesk(ctx, bill, soFar, prescriptions), prescriptions, wanted);
  const write = readyBill({
    ...bill,
    ...counterEntries(plan),
    id,
    kind: 'refund',
    origin: 'desk',
    cashierId: by.userId,
    cashierName: by.userName,
    reversesId: bill.id,
    reason,
  });
  // Sent together, and worked off in this order.
  const [, billNo] = await Promise.all([lockDrawer(ctx.db, bill.orgId, by.userId), nextBillNumber(ctx, bill.orgId, 'refund')]);
  return await write(ctx.lateDb, billNo, ctx.clock.now());
}
