import { AppError, EnvelopeCode, moneyFromText, moneyToWire, subtractMoney, toPage, ZERO } from '@nephra/plugin-sdk/contract';
import { type RequestContext, sql } from '@nephra/plugin-sdk/server';
import type { BillLineRow, BillRecord, BillRow, BillTotal } from '../contract/index.ts';
import type { DayWindow } from '../domain/day-window.ts';
import { type BillFilter, type BillScope, billsMatching, linesMatching, scopeOf } from './bill-filter.ts';
import { billRecords } from './bill-record.query.ts';
import { billSight } from './bill-sight.ts';
import { readBills } from './bill.repo.ts';
import { BILL_COLUMNS, billRows, LINE_COLUMNS, lineRows } from './bill-rows.ts';
import { idList } from './charge-queue.query.ts';
import type { ChargingTables } from './charging-tables.ts';
import { billPage, linePage } from './page-by-day.ts';
import { payWayName, readPayWays } from './pay-way.repo.ts';

type Ctx = RequestContext<ChargingTables>;

/** GET bill. */
export async function listBills(ctx: Ctx, filter: BillFilter) {
  const scope = await scopeOf(ctx, filter);
  const page = await billPage(ctx.db, filter, scope);
  return toPage(page.window ? await billsOfPage(ctx, filter, scope, page.window, page.size) : [], page.total, filter);
}

async function billsOfPage(ctx: Ctx, filter: BillFilter, scope: BillScope, window: DayWindow, size: number): Promise<BillRow[]> {
  const heads = await billsMatching(ctx.db, filter, scope)
    .where('bill.business_day', '>=', window.from)
    .where('bill.business_day', '<=', window.to)
    .select(BILL_COLUMNS)
    .orderBy('bill.business_day', 'desc')
    .orderBy('bill.charged_at', 'desc')
    .orderBy('bill.id', 'desc')
    .limit(size)
    .offset(window.skip)
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

/** GET billdetail. */
export async function listBillLines(ctx: Ctx, filter: BillFilter) {
  const scope = await scopeOf(ctx, filter);
  const page = await linePage(ctx.db, filter, scope);
  const list = page.window ? await linesOfPage(ctx, filter, scope, page.window, page.size) : [];
  return { ...toPage(list, page.total, filter), totalPrice: moneyToWire(page.sum) };
}

async function linesOfPage(ctx: Ctx, filter: BillFilter, scope: BillScope, window: DayWindow, size: number): Promise<BillLineRow[]> {
  const heads = await linesMatching(ctx.db, filter, scope)
    .where('bill.business_day', '>=', window.from)
    .where('bill.business_day', '<=', window.to)
    .select(LINE_COLUMNS)
    .orderBy('bill.business_day', 'desc')
    .orderBy('bill.charged_at', 'desc')
    .orderBy('bill.id', 'desc')
    .orderBy('line.line_no')
    .limit(size)
    .offset(window.skip)
    .execute();
  return await lineRows(ctx, heads);
}

/** GET chargeDetail: whole bills. @throws AppError `charging.bill-not-found` when one is missing or belongs to another facility. */
export async function chargeDetails(ctx: Ctx, chargeIdList: string): Promise<{ list: BillRecord[] }> {
  const ids = idList(chargeIdList);
  const bills = await readBills(ctx.db, ids, ctx.user.orgIds, billSight(ctx));
  if (bills.length === 0 || bills.length !== ids.length) throw new AppError('charging.bill-not-found', { code: EnvelopeCode.NotFound });
  return { list: await billRecords(ctx, bills) };
}
