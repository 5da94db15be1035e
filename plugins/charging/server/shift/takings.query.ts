import { addMoney, type Money, moneyFromText, moneyToWire, subtractMoney, ZERO } from '@nephra/plugin-sdk/contract';
import { type Kysely, pick, sql } from '@nephra/plugin-sdk/server';
import type { PayWayKind, TakingsWay } from '../../contract/index.ts';
import type { ChargingTables } from '../charging-tables.ts';
import type { PayWayEntry } from '../pay-way.repo.ts';

type Db = Kysely<ChargingTables>;

export interface WaySum {
  readonly payWay: string;
  readonly charged: Money;
  /** Zero or negative. */
  readonly refunded: Money;
  readonly count: number;
}

/** Sums over a cashier's bills; refunded is zero or negative. */
export interface Takings {
  readonly chargeCount: number;
  readonly refundCount: number;
  readonly charged: Money;
  readonly refunded: Money;
  readonly openedAt: Date | undefined;
  /** Of the bill with the latest time. */
  readonly latestAt: Date | undefined;
  readonly firstBillNo: string;
  readonly lastBillNo: string;
  readonly firstRefundNo: string;
  readonly lastRefundNo: string;
  readonly ways: readonly WaySum[];
}

/** When the shift before this one was closed, as the clock stood then. */
export async function lastClosedAt(db: Db, orgId: string, cashierId: string): Promise<Date | undefined> {
  // rows: of the cashier's own drawer, which data rights do not narrow
  const row = await db
    .selectFrom('charging.shift')
    .select('closed_at')
    .where('cashier_id', '=', cashierId)
    .where('org_id', '=', orgId)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.closed_at;
}

/**
 * Bills of a cashier that no closing holds. Which these are was written with each bill and is never worked out from times: a clock that is set
 * back would leave bills out for ever.
 * @param day bills of one business day alone: the demo's past
 */
export function openBills(db: Db, orgId: string, cashierId: string, day?: string) {
  // rows: the cashier's own drawer is closed whole, whatever data rights hide of it
  const query = db
    .selectFrom('charging.drawer_bill as open')
    .innerJoin('charging.bill as bill', 'bill.id', 'open.bill_id')
    .where('open.org_id', '=', orgId)
    .where('open.cashier_id', '=', cashierId);
  return day === undefined ? query : query.where('bill.business_day', '=', day);
}

type Bills = ReturnType<typeof openBills>;

const edge = (kind: 'charge' | 'refund', direction: 'asc' | 'desc') =>
  sql<
    string | null
  >`(array_agg(bill.bill_no order by bill.charged_at ${sql.raw(direction)}, bill.id ${sql.raw(direction)}) filter (where bill.kind = ${kind}))[1]`;

export async function sumTakings(bills: Bills): Promise<Takings> {
  const sums = await bills
    .select([
      sql<string>`count(*) filter (where bill.kind = 'charge')`.as('charge_count'),
      sql<string>`count(*) filter (where bill.kind = 'refund')`.as('refund_count'),
      sql<string>`coalesce(sum(bill.total) filter (where bill.kind = 'charge'), 0)`.as('charged'),
      sql<string>`coalesce(sum(bill.total) filter (where bill.kind = 'refund'), 0)`.as('refunded'),
      sql<Date | null>`min(bill.charged_at)`.as('opened_at'),
      sql<Date | null>`max(bill.charged_at)`.as('latest_at'),
      edge('charge', 'asc').as('first_bill'),
      edge('charge', 'desc').as('last_bill'),
      edge('refund', 'asc').as('first_refund'),
      edge('refund', 'desc').as('last_refund'),
    ])
    .executeTakeFirstOrThrow();
  // rows: payments of the drawer's bills
  const ways = await bills
    .innerJoin('charging.payment as payment', 'payment.bill_id', 'bill.id')
    .select([
      'payment.pay_way',
      sql<string>`coalesce(sum(payment.amount) filter (where bill.kind = 'charge'), 0)`.as('charged'),
      sql<string>`coalesce(sum(payment.amount) filter (where bill.kind = 'refund'), 0)`.as('refunded'),
      sql<string>`count(*)`.as('count'),
    ])
    .groupBy('payment.pay_way')
    .orderBy('payment.pay_way')
    .execute();
  return {
    chargeCount: Number(sums.charge_count),
    refundCount: Number(sums.refund_count),
    charged: moneyFromText(sums.charged),
    refunded: moneyFromText(sums.refunded),
    openedAt: sums.opened_at ?? undefined,
    latestAt: sums.latest_at ?? undefined,
    firstBillNo: sums.first_bill ?? '',
    lastBillNo: sums.last_bill ?? '',
    firstRefundNo: sums.first_refund ?? '',
    lastRefundNo: sums.last_refund ?? '',
    ways: ways.map((way) => ({ payWay: way.pay_way, charged: moneyFromText(way.charged), refunded: moneyFromText(way.refunded), count: Number(way.count) })),
  };
}

/** How many of these bills bear a time that the clock has not reached: it was set back since. */
export async function countAhead(bills: Bills, now: Date): Promise<number> {
  const row = await bills.where('bill.charged_at', '>', now).select(sql<string>`count(*)`.as('count')).executeTakeFirstOrThrow();
  return Number(row.count);
}

const netOf = (sum: { readonly charged: Money; readonly refunded: Money }): Money => addMoney(sum.charged, sum.refunded);

/** Cash in, less cash given back. */
export const cashOf = (ways: readonly WaySum[], payWays: readonly { readonly payWay: string; readonly kind: PayWayKind }[]): Money =>
  addMoney(ZERO, ...ways.filter((way) => payWays.some((one) => one.payWay === way.payWay && one.kind === 'cash')).map(netOf));

export function waysToWire(ways: readonly WaySum[], payWays: readonly PayWayEntry[]): TakingsWay[] {
  const rank = (code: string) => payWays.findIndex((way) => way.payWay === code);
  return [...ways]
    .sort((a, b) => rank(a.payWay) - rank(b.payWay))
    .map((way) => {
      const known = payWays.find((one) => one.payWay === way.payWay);
      return {
        payWay: way.payWay,
        payWayName: known?.payWayName ?? way.payWay,
        kind: known?.kind ?? 'other',
        chargedPrice: moneyToWire(way.charged),
        refundPrice: moneyToWire(way.refunded),
        netPrice: moneyToWire(netOf(way)),
        count: way.count,
      };
    });
}

export const takingsToWire = (takings: Takings, cashExpected: Money) => ({
  ...pick(takings, 'chargeCount', 'refundCount', 'firstBillNo', 'lastBillNo', 'firstRefundNo', 'lastRefundNo'),
  chargedPrice: moneyToWire(takings.charged),
  refundPrice: moneyToWire(takings.refunded),
  netPrice: moneyToWire(subtractMoney(takings.charged, subtractMoney(ZERO, takings.refunded))),
  cashExpected: moneyToWire(cashExpected),
});
