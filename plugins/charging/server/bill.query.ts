import { AppError, EnvelopeCode, moneyFromText, moneyToWire, subtractMoney, toPage, ZERO } from '@nephra/plugin-sdk/contract';
import { type RequestContext, sql } from '@nephra/plugin-sdk/server';
import type { BillRecord, BillRow, BillTotal } from '../contract/index.ts';
import { type BillFilter, billsMatching, daysBetween, scopeOf } from './bill-filter.ts';
import { billLimit, billPage, linePage, sumOfLines } from './bill-page.query.ts';
import { billRecords } from './bill-record.query.ts';
import { billSight } from './bill-sight.ts';
import { readBills } from './bill.repo.ts';
import { BILL_COLUMNS, billRows, lineRows } from './bill-rows.ts';
import { idList } from './charge-queue.query.ts';
import type { ChargingTables } from './charging-tables.ts';
import { payWayName, readPayWays } from './pay-way.repo.ts';

type Ctx = RequestContext<ChargingTables>;

/** Days whose lines are added up however many they are. */
const MAX_DAYS_ADDED = 31;

/** GET bill. */
export async function listBills(ctx: Ctx, filter: BillFilter) {
  const { ids, total } = await billPage(ctx.db, filter, await scopeOf(ctx, filter));
  return toPage(await billsOfPage(ctx, ids), total, filter);
}

async function billsOfPage(ctx: Ctx, ids: readonly string[]): Promise<BillRow[]> {
  if (ids.length === 0) return [];
  const heads = await ctx.db
    .selectFrom('charging.bill as bill')
    .select(BILL_COLUMNS)
    .where('bill.id', 'in', [...ids])
    .orderBy('bill.business_day', 'desc')
    .orderBy('bill.charged_at', 'desc')
    .orderBy('bill.id', 'desc')
    .execute();
  return await billRows(ctx, heads);
}

const yuan = (text: string | null) => moneyToWire(text === null ? ZERO : moneyFromText(text));

/** GET billTotal: sums over everything the filter finds, not over one page. */
export async function totalBills(ctx: Ctx, filter: BillFilter): Promise<BillTotal> {
  const matching = billsMatching(ctx.db, filter, await scopeOf(ctx, filter));
  const sums = await matching
    .select([
      sql<string>`count(*) filter (where bill.kind = 'charge')`.as('charged_count'),
      sql<string>`coalesce(sum(bill.total) filter (where bill.kind = 'charge'), 0)`.as('charged'),
      sql<string>`count(*) filter (where bill.kind = 'refund')`.as('refund_count'),
      sql<string>`coalesce(sum(bill.total) filter (where bill.kind = 'refund'), 0)`.as('refunded'),
      sql<string>`coalesce(sum(bill.west), 0)`.as('west'),
      sql<string>`coalesce(sum(bill.diag_treat), 0)`.as('diag_treat'),
      sql<string>`coalesce(sum(bill.assay), 0)`.as('assay'),
    ])
    .executeTakeFirstOrThrow();
  const paid = await matching
    .innerJoin('charging.payment as payment', 'payment.bill_id', 'bill.id')
    .select(['payment.pay_way', sql<string>`sum(payment.amount)`.as('amount')])
    .groupBy('payment.pay_way')
    .execute();
  const ways = await readPayWays(ctx.db, ctx.language);
  const rank = (code: string) => ways.findIndex((way) => way.payWay === code);
  return {
    chargedCount: Number(sums.charged_count),
    chargedPrice: yuan(sums.charged),
    refundCount: Number(sums.refund_count),
    refundPrice: yuan(sums.refunded),
    netPrice: moneyToWire(subtractMoney(moneyFromText(sums.charged), subtractMoney(ZERO, moneyFromText(sums.refunded)))),
    westPrice: yuan(sums.west),
    diagTreatPrice: yuan(sums.diag_treat),
    assayPrice: yuan(sums.assay),
    ways: paid
      .sort((a, b) => rank(a.pay_way) - rank(b.pay_way))
      .map((row) => ({ payWay: row.pay_way, payWayName: payWayName(ways, row.pay_way), amount: yuan(row.amount) })),
  };
}

/** GET billdetail. `totalPrice` is null when more lines are found than are counted, over more than a month: adding up years takes too long. */
export async function listBillLines(ctx: Ctx, filter: BillFilter) {
  const scope = await scopeOf(ctx, filter);
  const { lines, total } = await linePage(ctx.db, filter, scope);
  const adds = total < billLimit(filter) || daysBetween(filter) <= MAX_DAYS_ADDED;
  return {
    ...toPage(await lineRows(ctx, lines), total, filter),
    totalPrice: adds ? moneyToWire(moneyFromText(await sumOfLines(ctx.db, filter, scope))) : null,
  };
}

/** GET chargeDetail: whole bills. @throws AppError `charging.bill-not-found` when one is missing or belongs to another facility. */
export async function chargeDetails(ctx: Ctx, chargeIdList: string): Promise<{ list: BillRecord[] }> {
  const ids = idList(chargeIdList);
  const bills = await readBills(ctx.db, ids, ctx.user.orgIds, billSight(ctx));
  if (bills.length === 0 || bills.length !== ids.length) throw new AppError('charging.bill-not-found', { code: EnvelopeCode.NotFound });
  return { list: await billRecords(ctx, bills) };
}
