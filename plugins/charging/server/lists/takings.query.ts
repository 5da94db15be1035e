import { addMoney, moneyFromText, moneyToWire, type Page, toPage, ZERO } from '@nephra/plugin-sdk/contract';
import { type AliasedExpression, estimatedRows, type Kysely, pageBounds, sql, totalOf } from '@nephra/plugin-sdk/server';
import type { BillTotal, ChargeDay } from '../../contract/index.ts';
import { type BillFilter, type BillScope, billsMatching, daysBetween, MAX_DAYS_READ, narrowsTotal } from '../bills/bill-filter.ts';
import type { ChargingTables } from '../charging-tables.ts';
import { payWayName, type PayWayEntry } from '../pay-way.repo.ts';

type Db = Kysely<ChargingTables>;

/** Bills of more than a month that are added up while somebody waits, where no day keeps their sums: each is read from another place of the disk. */
const MAX_BILLS_ADDED = 2_000;
/** Where the database expects as many bills, they are not counted first: of a usual name that alone reads a hundred thousand. */
const SURELY_TOO_MANY = 5 * MAX_BILLS_ADDED;

interface DaySum {
  day: string;
  kind: string;
  bills: string;
  total: string;
  west: string;
  diag_treat: string;
  assay: string;
}
interface DayWay {
  day: string;
  pay_way: string;
  amount: string;
}

interface Takings {
  readonly sums: AliasedExpression<DaySum, 'taken'>;
  readonly paid: AliasedExpression<DayWay, 'paid'>;
}

/** Days as they are kept, where a filter asks for nothing but days, a cashier and the kind: so much is known of each day without reading its bills. */
const keptFor = (filter: BillFilter, { kept, patientIds }: BillScope): BillScope['kept'] =>
  patientIds === undefined &&
  !narrowsTotal(filter) &&
  [filter.keyword?.trim(), filter.payWay, filter.chargeId, filter.group].every((value) => value === undefined || value === '') &&
  (filter.insured ?? false) === false &&
  (filter.state === undefined || filter.state === 'refund')
    ? kept
    : null;

/** Sums by day and kind and by day and way, of the days that are kept or of the bills themselves. */
function takings(db: Db, filter: BillFilter, scope: BillScope): Takings {
  const kept = keptFor(filter, scope);
  if (kept) return keptTakings(db, filter, kept);
  const matching = billsMatching(db, filter, scope);
  const sums = matching
    .select(['bill.businessDay as day', 'bill.kind', sql<string>`count(*)`.as('bills'), sql<string>`sum(bill.total)`.as('total')])
    .select([sql<string>`sum(bill.west)`.as('west'), sql<string>`sum(bill."diagTreat")`.as('diag_treat'), sql<string>`sum(bill.assay)`.as('assay')])
    .groupBy(['bill.businessDay', 'bill.kind']);
  // rows: payments of bills that came through their door
  const paid = matching
    .innerJoin('charging.payment as payment', 'payment.bill_id', 'bill.id')
    .select(['bill.businessDay as day', 'payment.pay_way', sql<string>`sum(payment.amount)`.as('amount')])
    .groupBy(['bill.businessDay', 'payment.pay_way']);
  return { sums: sums.as('taken'), paid: paid.as('paid') };
}

/** Kept days that a filter looks for. */
function narrowedKept(db: Db, filter: BillFilter, { days, dayWays }: NonNullable<BillScope['kept']>) {
  const { startDate, endDate, cashierId } = filter;
  const kind = filter.state === 'refund' ? 'refund' : filter.kind;
  let sums = db.selectFrom(days);
  let paid = db.selectFrom(dayWays);
  if (startDate) [sums, paid] = [sums.where('kept.businessDay', '>=', startDate), paid.where('kept.businessDay', '>=', startDate)];
  if (endDate) [sums, paid] = [sums.where('kept.businessDay', '<=', endDate), paid.where('kept.businessDay', '<=', endDate)];
  if (cashierId) [sums, paid] = [sums.where('kept.cashierId', '=', cashierId), paid.where('kept.cashierId', '=', cashierId)];
  if (kind) [sums, paid] = [sums.where('kept.kind', '=', kind), paid.where('kept.kind', '=', kind)];
  return { sums, paid };
}

function keptTakings(db: Db, filter: BillFilter, kept: NonNullable<BillScope['kept']>): Takings {
  const { sums, paid } = narrowedKept(db, filter, kept);
  return {
    sums: sums
      .select([
        'kept.businessDay as day',
        'kept.kind',
        sql<string>`kept.bills`.as('bills'),
        'kept.total',
        'kept.west',
        'kept.diagTreat as diag_treat',
        'kept.assay',
      ])
      .as('taken'),
    paid: paid.select(['kept.businessDay as day', 'kept.payWay as pay_way', 'kept.amount']).as('paid'),
  };
}

const SUMS = [
  sql<string>`coalesce(sum(taken.bills) filter (where taken.kind = 'charge'), 0)`.as('charge_count'),
  sql<string>`coalesce(sum(taken.bills) filter (where taken.kind = 'refund'), 0)`.as('refund_count'),
  sql<string>`coalesce(sum(taken.total) filter (where taken.kind = 'charge'), 0)`.as('charged'),
  sql<string>`coalesce(sum(taken.total) filter (where taken.kind = 'refund'), 0)`.as('refunded'),
  sql<string>`coalesce(sum(taken.west), 0)`.as('west'),
  sql<string>`coalesce(sum(taken.diag_treat), 0)`.as('diag_treat'),
  sql<string>`coalesce(sum(taken.assay), 0)`.as('assay'),
] as const;

interface Sums {
  readonly charge_count: string;
  readonly refund_count: string;
  readonly charged: string;
  readonly refunded: string;
  readonly west: string;
  readonly diag_treat: string;
  readonly assay: string;
}

const yuan = (text: string): number => moneyToWire(moneyFromText(text));

const pricesOf = (sums: Sums) => ({
  refundCount: Number(sums.refund_count),
  chargedPrice: yuan(sums.charged),
  refundPrice: yuan(sums.refunded),
  netPrice: moneyToWire(addMoney(ZERO, moneyFromText(sums.charged), moneyFromText(sums.refunded))),
  westPrice: yuan(sums.west),
  diagTreatPrice: yuan(sums.diag_treat),
  assayPrice: yuan(sums.assay),
});

/** Amounts by way, in the order of the ways. */
function waysOf(ways: readonly PayWayEntry[], paid: readonly Pick<DayWay, 'pay_way' | 'amount'>[]) {
  const rank = (code: string) => ways.findIndex((way) => way.payWay === code);
  return [...paid]
    .sort((a, b) => rank(a.pay_way) - rank(b.pay_way))
    .map((one) => ({ payWay: one.pay_way, payWayName: payWayName(ways, one.pay_way), amount: yuan(one.amount) }));
}

/** What each business day with bills brought in, oldest first; list, accounts and figures all say these sums. */
export async function takingsByDay(db: Db, filter: BillFilter, scope: BillScope, ways: readonly PayWayEntry[]): Promise<ChargeDay[]> {
  const { sums, paid } = takings(db, filter, scope);
  const [days, amounts] = await Promise.all([
    db
      .selectFrom(sums)
      .select(['taken.day', ...SUMS])
      .groupBy('taken.day')
      .orderBy('taken.day')
      .execute(),
    db
      .selectFrom(paid)
      .select(['paid.day', 'paid.pay_way', sql<string>`sum(paid.amount)`.as('amount')])
      .groupBy(['paid.day', 'paid.pay_way'])
      .execute(),
  ]);
  const byDay = new Map<string, typeof amounts>();
  for (const one of amounts) byDay.set(one.day, [...(byDay.get(one.day) ?? []), one]);
  return days.map((row) => ({ day: row.day, chargeCount: Number(row.charge_count), ...pricesOf(row), ways: waysOf(ways, byDay.get(row.day) ?? []) }));
}

/** A page of `takingsByDay`: of ten years the days are looked up first, and the bills of those on the page alone are added up. */
export async function takingsPage(db: Db, filter: BillFilter, scope: BillScope, ways: readonly PayWayEntry[]): Promise<Page<ChargeDay>> {
  const { pageSize, offset } = pageBounds(filter);
  if (offset === 0 && daysBetween(filter) <= pageSize) {
    const all = await takingsByDay(db, filter, scope, ways);
    return toPage(all, all.length, filter);
  }
  const kept = keptFor(filter, scope);
  const days = kept
    ? narrowedKept(db, filter, kept).sums.select('kept.businessDay as day').distinct()
    : billsMatching(db, filter, scope).select('bill.businessDay as day').distinct();
  const { total, first, last } = await db
    .selectFrom(days.as('taken'))
    .select([
      sql<number>`count(*)::int`.as('total'),
      sql<string | null>`(array_agg(taken.day order by taken.day))[${offset + 1}::int]::text`.as('first'),
      sql<string | null>`(array_agg(taken.day order by taken.day))[least(${offset + pageSize}::int, count(*)::int)]::text`.as('last'),
    ])
    .executeTakeFirstOrThrow();
  if (first === null || last === null) return toPage([], total, filter);
  return toPage(await takingsByDay(db, { ...filter, startDate: first, endDate: last }, scope, ways), total, filter);
}

/** More bills over more than a month, sums that no day keeps, than are added up. */
export async function isTooMuch(db: Db, filter: BillFilter, scope: BillScope): Promise<boolean> {
  if (keptFor(filter, scope) || daysBetween(filter) <= MAX_DAYS_READ) return false;
  const matching = billsMatching(db, filter, scope).select('bill.id');
  if ((await estimatedRows(db, matching)) >= SURELY_TOO_MANY) return true;
  return (await totalOf(db, matching, { list: [], pageSize: 1, offset: 0, countUpTo: MAX_BILLS_ADDED })) === MAX_BILLS_ADDED;
}

/** What bills come to in all. */
export async function takingsInAll(db: Db, filter: BillFilter, scope: BillScope, ways: readonly PayWayEntry[]): Promise<BillTotal> {
  const { sums, paid } = takings(db, filter, scope);
  const all = await db.selectFrom(sums).select(SUMS).executeTakeFirstOrThrow();
  const amounts = await db
    .selectFrom(paid)
    .select(['paid.pay_way', sql<string>`sum(paid.amount)`.as('amount')])
    .groupBy('paid.pay_way')
    .execute();
  return { chargedCount: Number(all.charge_count), ...pricesOf(all), ways: waysOf(ways, amounts) };
}
