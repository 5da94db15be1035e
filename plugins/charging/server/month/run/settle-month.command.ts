import { addMoney, AppError, type DataRights, EnvelopeCode, type Money, moneyFromWire, moneyToWire, type OrgId, ZERO } from '@nephra/plugin-sdk/contract';
import { dataRights, pick, type RequestContext, type ServerContext } from '@nephra/plugin-sdk/server';
import type { PatientFile } from '../../../../patient/contract/index.ts';
import type { LedgerPrescription } from '../../../../prescription/contract/index.ts';
import type { MonthBillReply, MonthSelfPayBody } from '../../../contract/index.ts';
import { assertTotal } from '../../../domain/charge-rules.ts';
import { assertBegun } from '../../../domain/month/month.ts';
import { partOf } from '../../../domain/month/month-account.ts';
import { assertUnblocked, monthBlockers } from '../../../domain/month/month-blockers.ts';
import { changeOf, type SettledPayment } from '../../../contract/charge/payment-split.ts';
import { auditOfCharge } from '../../charge/bill-audit.ts';
import { deskRights } from '../../bills/bill-row-filter.ts';
import type { Bill } from '../../bills/bill-model.ts';
import { provenTotal } from '../../charge/charge-proof.ts';
import { checkedPayments, paymentEntries, paymentsToWire, readPayWays } from '../../pay-way.repo.ts';
import { type Cashier, cashierOf, writeBill } from '../../charge/write-bill.ts';
import { fingerprintOf, type MonthHead, monthEntries, monthHeads, priceChangesOf, withLines } from '../month-entries.ts';
import { assertMonthOpen } from './month-lock.ts';
import { type Person, personToWriteFor } from '../month-person.ts';
import type { ChargingTables } from '../../charging-tables.ts';
import { putOnAccount } from './record.command.ts';
import { assertNotWithInsurer } from './with-insurer.ts';

type Ctx = ServerContext<ChargingTables>;

export interface MonthOfPatient {
  readonly orgIds: readonly OrgId[];
  readonly patientId: string;
  /** `YYYY-MM` */
  readonly month: string;
  /** What the caller saw. @throws AppError `charging.month-changed` (409) when it is no longer so. */
  readonly fingerprint: string;
  /** Also settles what is still at the desk. */
  readonly takeIn: boolean;
  readonly cashier: Cashier;
  /** Data rights of a person at the desk: on prescriptions there, and on patients. The work of a run has none to mind. */
  readonly rights?: { readonly desk: DataRights; readonly patients: DataRights };
}

/** A month that may be settled: everything on it is on the account now. */
export interface ReadyMonth {
  readonly patient: PatientFile;
  readonly entries: readonly LedgerPrescription[];
  readonly total: Money;
}

const onAccount = (entry: Pick<MonthHead, 'payStatus' | 'rxStatus'>): boolean => partOf(entry) === 'account';

async function openMonth(ctx: Ctx, { patientId, orgIds, month, rights }: MonthOfPatient): Promise<Person> {
  const person = await personToWriteFor(ctx, patientId, orgIds, rights?.patients);
  assertBegun(month, ctx.clock.today());
  await assertMonthOpen(ctx.db, person.patient.orgId, month);
  return person;
}

/**
 * Checks a patient's month and, when told, takes in what is at the desk. Belongs inside a transaction.
 * @throws AppError `charging.month-changed`, `charging.month-closed`, `charging.month-future`, `charging.month-nothing`, `charging.month-blocked-*`.
 */
export async function readyMonth(ctx: Ctx, request: MonthOfPatient): Promise<ReadyMonth> {
  const { patient, ids } = await openMonth(ctx, request);
  const scope = { orgId: patient.orgId, month: request.month, patientIds: ids, rights: request.rights?.desk };
  const entries = await monthEntries(ctx, scope);
  if (fingerprintOf(entries) !== request.fingerprint) throw new AppError('charging.month-changed', { code: EnvelopeCode.Conflict });
  assertUnblocked(monthBlockers(entries, { takeIn: request.takeIn, priceChanges: await priceChangesOf(ctx, entries), insuredBySelfPay: false }));
  const waiting = entries.filter((one) => partOf(one) === 'waiting');
  if (waiting.length > 0) await putOnAccount(ctx, waiting, request.cashier);
  const taken = new Set(waiting.map((one) => one.dpId));
  const heads = waiting.length > 0 ? await monthHeads(ctx, scope) : entries;
  const ready = await withLines(
    ctx,
    patient.orgId,
    heads.filter((one) => onAccount(one) || taken.has(one.dpId)),
  );
  if (ready.length === 0) throw new AppError('charging.month-nothing', { params: { name: patient.patientName } });
  return { patient, entries: ready, total: provenTotal(ready) };
}

export interface Settlement {
  readonly payments: readonly SettledPayment[];
  readonly cashier: Cashier;
  /** `0` unless an insurer settled it. */
  readonly medInsMark?: string;
}

/** Writes the one bill of a month. The bill stands in the name of the file that is left. */
export async function billMonth(ctx: Ctx, ready: ReadyMonth, { payments, cashier, medInsMark }: Settlement): Promise<Bill> {
  const { patient, entries, total } = ready;
  if (medInsMark === undefined) await assertNotWithInsurer(ctx, patient.orgId, entries, 'insurer-in-doubt');
  const who = {
    ...pick(patient, 'patientId', 'patientName', 'patientSex', 'patientAge', 'outpatientCode', 'reimWay'),
  };
  return await writeBill(ctx, {
    prescriptions: entries.map((one) => ({ ...one, ...who })),
    total,
    payments,
    cashier,
    at: ctx.clock.now(),
    origin: 'desk',
    medInsMark,
  });
}

/** POST selfpay/month: one patient, one bill. */
export async function settleMonthSelfPay(ctx: RequestContext<ChargingTables>, body: MonthSelfPayBody): Promise<MonthBillReply> {
  const cashier = cashierOf(ctx.user);
  const { patientId, month, fingerprint } = body;
  const rights = { desk: deskRights(ctx), patients: dataRights(ctx, 'his.patient') };
  const ready = await readyMonth(ctx, { orgIds: ctx.user.orgIds, patientId, month, fingerprint, takeIn: false, cashier, rights });
  assertTotal(moneyFromWire(body.totalPrice), ready.total);
  const ways = await readPayWays(ctx.db, ctx.language);
  const payments = checkedPayments(ready.total, paymentEntries(body.payments), ways);
  const bill = await billMonth(ctx, ready, { payments, cashier });
  ctx.audit(auditOfCharge(bill, { month }));
  ctx.message('monthSettled', { billNo: bill.billNo });
  return {
    chargeId: bill.id,
    billNo: bill.billNo,
    patientName: bill.patientName,
    totalPrice: moneyToWire(bill.total),
    change: moneyToWire(changeOf(bill.payments)),
    payments: paymentsToWire(bill.payments, ways),
    prescriptionCount: bill.prescriptions.length,
  };
}

/** Sum of what would be settled. */
export const amountOf = (heads: readonly MonthHead[], takeIn: boolean): Money =>
  addMoney(ZERO, ...heads.filter((head) => onAccount(head) || (takeIn && partOf(head) === 'waiting')).map((head) => head.totalPrice));
