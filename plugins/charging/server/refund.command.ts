import {
  addMoney,
  AppError,
  dayOf,
  EnvelopeCode,
  type Money,
  moneyFromWire,
  moneyToText,
  moneyToWire,
  negateMoney,
  quantityFromWire,
} from '@nephra/plugin-sdk/contract';
import type { RequestContext } from '@nephra/plugin-sdk/server';
import { type LedgerPrescription, prescriptionLedger } from '../../prescription/contract/index.ts';
import type { BillRecord, CancelBody } from '../contract/index.ts';
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
} from '../domain/refund-plan.ts';
import type { Bill } from './bill-model.ts';
import { billToWire } from './bill-present.ts';
import { insertBill } from './bill.repo.ts';
import type { ChargingTables } from './charging-tables.ts';
import { lockDrawer } from './drawer.repo.ts';
import { nextBillNumber } from './facility.repo.ts';
import { readPayWays } from './pay-way.repo.ts';
import { type LineAtDesk, linesAtDesk, paidWays, refundableBill } from './refund-lines.query.ts';
import { linksOf, refundedSoFar } from './refund.repo.ts';
import { prescriptionsFor } from './self-pay.command.ts';

type Ctx = RequestContext<ChargingTables>;

/** The entries that the cashier asks for. @throws AppError `charging.cancel-picked` and those of `planRefund`. */
function entriesFor(lines: readonly LineAtDesk[], prescriptions: readonly LedgerPrescription[], wanted: readonly WantedLine[] | 'rest'): RefundedLine[] {
  const picked = lines.find((line) => line.picked && leftOf(line) > 0 && (wanted === 'rest' || wanted.some((one) => one.detailId === line.detailId)));
  if (picked) {
    const dpNumber = prescriptions.find((one) => one.dpId === picked.dpId)?.dpNumber ?? '';
    throw new AppError('charging.cancel-picked', { params: { dpNumber } });
  }
  return planRefund(lines, wanted);
}

/** Moves every prescription that gives something back, in the order of their ids; their rows are locked from here on. */
async function movePrescriptions(
  ctx: Ctx,
  billId: string,
  lines: readonly LineAtDesk[],
  entries: readonly RefundedLine[],
  prescriptions: readonly LedgerPrescription[],
): Promise<void> {
  const ledger = ctx.service(prescriptionLedger);
  const by = { userId: ctx.user.userId, userName: ctx.user.userName, orgIds: ctx.user.orgIds };
  for (const one of [...prescriptions].sort((a, b) => (a.dpId < b.dpId ? -1 : 1))) {
    const own = lines.filter((line) => line.dpId === one.dpId);
    if (!entries.some((entry) => own.some((line) => line.detailId === entry.detailId))) continue;
    const change = { dpId: one.dpId, version: one.version, by, billId };
    const goods = new Set(one.lines.filter((line) => line.stockKept).map((line) => line.detailId));
    const nothingToHandOut = nothingWaits(
      own.filter((line) => goods.has(line.detailId)),
      entries,
    );
    await (takesLast(own, entries) ? ledger.markRefunded(change) : ledger.markPartlyRefunded({ ...change, nothingToHandOut }));
  }
}

/** What the refund takes off each prescription of the bill that it touches. */
function prescriptionShares(bill: Bill, entries: readonly RefundedLine[]): Bill['prescriptions'] {
  return bill.prescriptions.flatMap((one) => {
    const own = entries.filter((entry) => bill.lines.some((line) => line.dpId === one.dpId && line.detailId === entry.detailId));
    return own.length === 0 ? [] : [{ ...one, total: negateMoney(refundTotal(own)) }];
  });
}

function refundBill(bill: Bill, lines: readonly LineAtDesk[], entries: readonly RefundedLine[], back: readonly { payWay: string; amount: Money }[]) {
  return {
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
  };
}

/**
 * PUT cancelbill: one more bill with negative entries; nothing of the first is touched. Money goes back by ways it came.
 * @throws AppError `charging.bill-not-found`, `charging.bill-is-refund`, `charging.bill-cancelled`, `charging.cancel-picked`, `charging.reason-missing`,
 * `charging.refund-total-changed` (409), and those of `planRefund`, `allWaysChosen` and `refundWays`.
 */
export async function cancelBill(ctx: Ctx, body: CancelBody): Promise<BillRecord> {
  const reason = body.reason.trim();
  if (reason === '') throw new AppError('charging.reason-missing', { code: EnvelopeCode.Invalid });
  const bill = await refundableBill(ctx, body.chargeId);
  const prescriptions = await prescriptionsFor(
    ctx,
    bill.prescriptions.map((one) => one.dpId),
    'recorded',
  );
  const soFar = await refundedSoFar(ctx.db, bill.id);
  const lines = await linesAtDesk(ctx, bill, soFar, prescriptions);
  if (lines.every((line) => leftOf(line) === 0)) throw new AppError('charging.bill-cancelled', { params: { billNo: bill.billNo } });
  const wanted = body.lines?.map((line) => ({ detailId: line.detailId, quantity: quantityFromWire(line.drugNum) })) ?? 'rest';
  const entries = entriesFor(lines, prescriptions, wanted);
  const amount = refundTotal(entries);
  if (body.totalPrice !== undefined && moneyFromWire(body.totalPrice) !== amount) {
    throw new AppError('charging.refund-total-changed', { code: EnvelopeCode.Conflict, params: { seen: String(body.totalPrice), total: moneyToText(amount) } });
  }
  const payWays = await readPayWays(ctx.db, ctx.language);
  const paid = paidWays(bill, soFar, payWays);
  const chosen =
    body.ways &&
    allWaysChosen(
      paid,
      body.ways.map((way) => ({ payWay: way.payWay, amount: moneyFromWire(way.amount) })),
    );
  const back = refundWays(paid, amount, chosen);

  const id = ctx.newId();
  await movePrescriptions(ctx, id, lines, entries, prescriptions);
  // Now that the prescriptions are locked the pharmacy's answer stands: nobody can hand out what is being paid back.
  entriesFor(await linesAtDesk(ctx, bill, soFar, prescriptions), prescriptions, wanted);
  await lockDrawer(ctx.db, bill.orgId, ctx.user.userId);
  const chargedAt = ctx.clock.now();
  const refund: Bill = {
    ...bill,
    ...refundBill(bill, lines, entries, back),
    id,
    billNo: await nextBillNumber(ctx, bill.orgId, 'refund'),
    kind: 'refund',
    origin: 'desk',
    chargedAt,
    businessDay: dayOf(chargedAt.getTime()),
    cashierId: ctx.user.userId,
    cashierName: ctx.user.userName,
    reversesId: bill.id,
    reason,
  };
  await insertBill(ctx.db, refund);
  ctx.audit({
    subject: 'charging.bill',
    subjectId: refund.id,
    patientId: bill.patientId,
    before: { billNo: bill.billNo, total: moneyToWire(bill.total), refunded: moneyToWire(soFar.total) },
    after: { billNo: refund.billNo, total: moneyToWire(refund.total), refunded: moneyToWire(addMoney(soFar.total, amount)), reason },
  });
  ctx.message(refund.takesLast ? 'cancelled' : 'partlyRefunded', { billNo: bill.billNo, refundNo: refund.billNo, amount: moneyToText(amount) });
  return billToWire(refund, payWays, (await linksOf(ctx.db, [refund.id]))(refund.id));
}
