import { addMoney, type Money, moneyFromText, moneyToWire, subtractMoney, ZERO } from '@nephra/plugin-sdk/contract';
import { dataRights, pick, type RequestContext, sql } from '@nephra/plugin-sdk/server';
import { insuredSettlement, type MonthSheet } from '../../contract/index.ts';
import { monthSpan } from '../../domain/month/month.ts';
import { isUndispensed, monthStateOf, monthSums, partOf } from '../../domain/month/month-account.ts';
import { monthBlockers } from '../../domain/month/month-blockers.ts';
import { deskRights } from '../bills/bill-row-filter.ts';
import { lineToWire, totalsToWire } from '../bills/bill-model.ts';
import { fingerprintOf, type MonthEntry, monthEntries, priceChangesOf, refundsOf, ruleView } from './month-entries.ts';
import { closedMonths } from './run/month-lock.ts';
import { personOf } from './month-person.ts';
import { blockerToWire, partSumsToWire, typeSumToWire } from './month-present.ts';
import type { ChargingTables } from '../charging-tables.ts';
import { billTable } from '../tables/bill.table.ts';

type Ctx = RequestContext<ChargingTables>;

/** Bills and refunds that speak of these prescriptions, oldest first, with the part that is theirs. */
async function billsOf(ctx: Ctx, dpIds: readonly string[]): Promise<MonthSheet['bills']> {
  if (dpIds.length === 0) return [];
  // rows: parts of bills that came through their door
  const rows = await ctx.db
    .selectFrom(billTable.as(ctx, 'bill'))
    .innerJoin('charging.bill_prescription as one', 'one.bill_id', 'bill.id')
    .select(['bill.id', 'bill.billNo', 'bill.kind', 'bill.chargedAt', 'bill.cashierName', sql<string>`sum(one.total)`.as('amount')])
    .where('one.dp_id', 'in', [...dpIds])
    .groupBy(['bill.id', 'bill.billNo', 'bill.kind', 'bill.chargedAt', 'bill.cashierName'])
    .orderBy('bill.chargedAt')
    .orderBy('bill.id')
    .execute();
  return rows.map((row) => ({
    chargeId: row.id,
    billNo: row.billNo,
    kind: billTable.codec.kind.read(row.kind),
    amount: moneyToWire(moneyFromText(row.amount)),
    chargeTime: row.chargedAt.getTime(),
    cashierName: row.cashierName,
  }));
}

/** What visible refunds gave back of these prescriptions; zero or negative. */
async function visibleRefunds(ctx: Ctx, dpIds: readonly string[]): Promise<Money> {
  if (dpIds.length === 0) return ZERO;
  // rows: parts of bills that came through their door
  const row = await ctx.db
    .selectFrom(billTable.as(ctx, 'bill'))
    .innerJoin('charging.bill_prescription as one', 'one.bill_id', 'bill.id')
    .select(sql<string>`coalesce(sum(one.total), 0)`.as('amount'))
    .where('one.dp_id', 'in', [...dpIds])
    .where('one.kind', '=', 'refund')
    .executeTakeFirstOrThrow();
  return moneyFromText(row.amount);
}

const stateOf = (entries: readonly MonthEntry[], sums: ReturnType<typeof monthSums>): MonthSheet['state'] => {
  const count = (keep: (entry: MonthEntry) => boolean): number => entries.filter(keep).length;
  const open = (entry: MonthEntry): boolean => ['waiting', 'account'].includes(partOf(entry));
  return monthStateOf({
    ...sums,
    drafts: count((one) => ['draft', 'refused'].includes(partOf(one))),
    undispensed: count((one) => open(one) && isUndispensed(one)),
    open: count(open),
    waitingCount: count((one) => partOf(one) === 'waiting'),
  });
};

/** GET month/{id}: one person's month. A merged file leads to the one that is left. */
export async function monthSheetOf(ctx: Ctx, patientId: string, month: string): Promise<MonthSheet> {
  monthSpan(month);
  const { patient, ids } = await personOf(ctx, patientId, ctx.user.orgIds, dataRights(ctx, 'his.patient'));
  const entries = await monthEntries(ctx, { orgId: patient.orgId, month, patientIds: ids, rights: deskRights(ctx) });
  const rules = entries.map(ruleView);
  const sums = monthSums(rules);
  const charged = entries.filter((one) => partOf(one) === 'charged').map((one) => one.dpId);
  const refunded = addMoney(ZERO, ...(await refundsOf(ctx, charged)).values());
  const blockers = monthBlockers(rules, {
    takeIn: false,
    priceChanges: await priceChangesOf(ctx, entries),
    // Where an insurer settles months, the way that is offered first is his; the dialog of the other says that it is the other.
    insuredBySelfPay: patient.reimWay !== '0' && !ctx.optionalService(insuredSettlement),
  });
  return {
    ...pick(patient, 'patientId', 'orgId', 'patientName', 'patientSex', 'patientAge', 'outpatientCode', 'reimWay', 'patientType'),
    month,
    diagnosis: patient.diagnosis.map(({ code, name }) => ({ code, name })),
    state: stateOf(entries, sums),
    closed: (await closedMonths(ctx.db, patient.orgId)).has(month),
    fingerprint: fingerprintOf(entries),
    ...partSumsToWire(sums),
    refundPrice: moneyToWire(refunded),
    hiddenRefundPrice: moneyToWire(subtractMoney(refunded, await visibleRefunds(ctx, charged))),
    prescriptionParentList: entries.map((one) => ({
      ...pick(one, 'dpId', 'dpNumber', 'dpDate', 'day', 'carried', 'payStatus', 'rxStatus', 'workerName', 'lineCount', 'version'),
      part: partOf(one),
      totalPrice: moneyToWire(one.totalPrice),
    })),
    prescriptionDetailList: entries.flatMap((one) => one.lines.map((line) => lineToWire({ ...line, dpId: one.dpId, dpNumber: one.dpNumber }))),
    totals: totalsToWire(sums.totals),
    sums: sums.categories.map(typeSumToWire),
    days: sums.days.map(({ day, total, prescriptions, sums: ofDay }) => ({
      day,
      totalPrice: moneyToWire(total),
      prescriptions,
      sums: ofDay.map(typeSumToWire),
    })),
    blockers: blockers.map(blockerToWire),
    bills: await billsOf(
      ctx,
      entries.map((one) => one.dpId),
    ),
  };
}
