import { addMoney, AppError, dayOf, EnvelopeCode, type Money, moneyFromWire, type OrgId, type UserId, ZERO } from '@nephra/plugin-sdk/contract';
import type { RequestContext, ServerContext } from '@nephra/plugin-sdk/server';
import { type LedgerPrescription, prescriptionCatalogue, prescriptionLedger } from '../../prescription/contract/index.ts';
import type { BillRecord, SelfPayBody } from '../contract/index.ts';
import { wrongSubtotals } from '../domain/bill-totals.ts';
import { assertChargeable, assertPricesStand, assertTotal, type PriceChange, priceChanges } from '../domain/charge-rules.ts';
import { type SettledPayment, splitPayments } from '../domain/payment-split.ts';
import { deskRights } from './bill-sight.ts';
import type { Bill } from './bill-model.ts';
import { billToWire } from './bill-present.ts';
import { insertBill } from './bill.repo.ts';
import type { ChargingTables } from './charging-tables.ts';
import { lockDrawer } from './drawer.repo.ts';
import { nextBillNumber } from './facility.repo.ts';
import { readPayWays } from './pay-way.repo.ts';
import { assertPatientStands } from './standing-patient.ts';

/** Lines whose catalogue price is not the price they were saved with. */
export async function currentPriceChanges(ctx: ServerContext<ChargingTables>, prescriptions: readonly LedgerPrescription[]): Promise<PriceChange[]> {
  const lines = prescriptions.flatMap((prescription) => prescription.lines);
  const [first] = prescriptions;
  if (!first || lines.length === 0) return [];
  const entries = await ctx.service(prescriptionCatalogue).entries(first.orgId, [...new Set(lines.map((line) => line.drugId))]);
  return priceChanges(lines, entries);
}

export interface Cashier {
  readonly userId: UserId;
  readonly userName: string;
  readonly orgIds: readonly OrgId[];
}

export interface BillDraft {
  readonly prescriptions: readonly LedgerPrescription[];
  readonly total: Money;
  readonly payments: readonly SettledPayment[];
  readonly cashier: Cashier;
  /** When; looked at for the demo's past only, else it is now. */
  readonly at: Date;
  readonly origin: 'desk' | 'demo';
  /** Default: the next number of the facility's series. */
  readonly billNo?: string;
  /** Default `0`: not settled through insurance. */
  readonly medInsMark?: string;
}

/**
 * Marks the prescriptions charged and writes the bill. The prescription rows are locked first and in the order of their ids, so
 * that two cashiers who charge the same patient wait for each other instead of blocking each other.
 */
export async function writeBill(ctx: ServerContext<ChargingTables>, draft: BillDraft): Promise<Bill> {
  const [first] = draft.prescriptions;
  if (!first) throw new AppError('charging.charge-empty');
  const id = ctx.newId();
  const ledger = ctx.service(prescriptionLedger);
  for (const one of [...draft.prescriptions].sort((a, b) => (a.dpId < b.dpId ? -1 : 1))) {
    await ledger.markCharged({ dpId: one.dpId, version: one.version, by: draft.cashier, billId: id });
  }
  await lockDrawer(ctx.db, first.orgId, draft.cashier.userId);
  // At the desk the moment counts at which the drawer was ours: a closing before it cannot have missed this bill.
  const chargedAt = draft.origin === 'desk' ? ctx.clock.now() : draft.at;
  const bill: Bill = {
    id,
    billNo: draft.billNo ?? (await nextBillNumber(ctx, first.orgId, 'charge')),
    kind: 'charge',
    origin: draft.origin,
    orgId: first.orgId,
    patientId: first.patientId,
    patientName: first.patientName,
    patientSex: first.patientSex,
    patientAge: first.patientAge,
    outpatientCode: first.outpatientCode,
    reimWay: first.reimWay,
    medInsMark: draft.medInsMark ?? '0',
    diagnosis: first.diagnosis,
    total: draft.total,
    chargedAt,
    businessDay: dayOf(chargedAt.getTime()),
    cashierId: draft.cashier.userId,
    cashierName: draft.cashier.userName,
    reversesId: null,
    takesLast: false,
    reason: '',
    prescriptions: draft.prescriptions.map((one) => ({ dpId: one.dpId, dpNumber: one.dpNumber, workerName: one.workerName, total: one.totalPrice })),
    lines: draft.prescriptions.flatMap((one) => one.lines.map((line) => ({ ...line, dpId: one.dpId, dpNumber: one.dpNumber }))),
    payments: draft.payments,
  };
  await insertBill(ctx.db, bill);
  return bill;
}

/** @throws AppError `charging.sum-wrong` when the stored lines of a prescription do not add up to its total. */
export function provenTotal(prescriptions: readonly LedgerPrescription[]): Money {
  for (const one of prescriptions) {
    const sum = addMoney(ZERO, ...one.lines.map((line) => line.subTotal));
    if (sum !== one.totalPrice || wrongSubtotals(one.lines).length > 0) throw new AppError('charging.sum-wrong', { params: { dpNumber: one.dpNumber } });
  }
  return addMoney(ZERO, ...prescriptions.map((one) => one.totalPrice));
}

/**
 * Prescriptions by id, in that order.
 * @param namedBy `chosen` by the caller, whose data rights count then, or on record in a bill that the caller sees
 * @throws AppError `charging.not-found` when one is missing, of another facility or out of sight
 */
export async function prescriptionsFor(
  ctx: RequestContext<ChargingTables>,
  dpIds: readonly string[],
  namedBy: 'chosen' | 'recorded',
): Promise<LedgerPrescription[]> {
  const found = await ctx.service(prescriptionLedger).getMany(dpIds, ctx.user.orgIds, namedBy === 'chosen' ? deskRights(ctx) : undefined);
  if (found.length !== new Set(dpIds).size) throw new AppError('charging.not-found', { code: EnvelopeCode.NotFound });
  return found;
}

/** PUT selfpay/{id}: one patient's prescriptions on one bill, paid in one or more ways. */
export async function chargeSelfPay(ctx: RequestContext<ChargingTables>, dpId: string, body: SelfPayBody): Promise<BillRecord> {
  const seen = new Map(body.prescriptions.map((one) => [one.dpId, one.version]));
  if (!seen.has(dpId) || seen.size !== body.prescriptions.length) throw new AppError('charging.charge-empty', { code: EnvelopeCode.Invalid });
  const prescriptions = await prescriptionsFor(ctx, [...seen.keys()], 'chosen');
  assertChargeable(prescriptions, seen);
  const [first] = prescriptions;
  if (first) await assertPatientStands(ctx, first.patientId);
  const total = provenTotal(prescriptions);
  assertTotal(moneyFromWire(body.totalPrice), total);
  assertPricesStand(await currentPriceChanges(ctx, prescriptions));
  const ways = await readPayWays(ctx.db, ctx.language);
  const payments = splitPayments(
    total,
    body.payments.map((payment) => ({
      payWay: payment.payWay,
      amount: moneyFromWire(payment.amount),
      tendered: payment.tendered === undefined ? undefined : moneyFromWire(payment.tendered),
      reference: payment.reference,
    })),
    ways
      .filter((way) => way.enabled)
      .map((way) => ({ code: way.payWay, name: way.payWayName, givesChange: way.givesChange, needsReference: way.needsReference })),
  );
  const bill = await writeBill(ctx, {
    prescriptions,
    total,
    payments,
    cashier: { userId: ctx.user.userId, userName: ctx.user.userName, orgIds: ctx.user.orgIds },
    at: ctx.clock.now(),
    origin: 'desk',
  });
  const wire = billToWire(bill, ways, undefined);
  ctx.audit({
    subject: 'charging.bill',
    subjectId: bill.id,
    patientId: bill.patientId,
    after: { billNo: bill.billNo, total: wire.totalPrice, payments: wire.payments, dpNumbers: wire.dpNumbers },
  });
  ctx.message('charged', { billNo: bill.billNo });
  return wire;
}
