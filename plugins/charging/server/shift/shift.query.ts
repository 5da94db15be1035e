import { addMoney, AppError, EnvelopeCode, type Money, moneyFromText, moneyToWire } from '@nephra/plugin-sdk/contract';
import { type RequestContext, selectPage, sql } from '@nephra/plugin-sdk/server';
import type { ShiftRecord, ShiftRow } from '../../contract/index.ts';
import { shiftDifference } from '../../domain/shift-closing.ts';
import { billRowFilter, HIDDEN_NUMBER, shiftRowFilter } from '../bills/bill-row-filter.ts';
import type { ChargingTables } from '../charging-tables.ts';
import { readFacility } from '../facility.repo.ts';
import { readPayWays } from '../pay-way.repo.ts';
import { waysToWire } from './takings.query.ts';

type Ctx = RequestContext<ChargingTables>;

export interface ShiftFilter {
  readonly startDate?: string;
  readonly endDate?: string;
  readonly cashierId?: string;
  readonly currentPage?: number;
  readonly pageSize?: number;
}

const COLUMNS = [
  'shift.id',
  'shift.shift_no',
  'shift.org_id',
  'shift.cashier_id',
  'shift.cashier_name',
  'shift.opened_at',
  'shift.closed_at',
  'shift.charge_count',
  'shift.refund_count',
  'shift.charged',
  'shift.refunded',
  'shift.cash_expected',
  'shift.cash_counted',
  'shift.difference_reason',
  'shift.first_bill_no',
  'shift.last_bill_no',
  'shift.first_refund_no',
  'shift.last_refund_no',
] as const;

interface ShiftHead {
  readonly id: string;
  readonly shift_no: string;
  readonly cashier_id: string;
  readonly cashier_name: string;
  readonly opened_at: Date;
  readonly closed_at: Date;
  readonly charge_count: number;
  readonly refund_count: number;
  readonly charged: string;
  readonly refunded: string;
  readonly cash_expected: string;
  readonly cash_counted: string;
  readonly difference_reason: string;
}

const yuan = (text: string): number => moneyToWire(moneyFromText(text));

function rowOf(head: ShiftHead): ShiftRow {
  const net: Money = addMoney(moneyFromText(head.charged), moneyFromText(head.refunded));
  return {
    shiftId: head.id,
    shiftNo: head.shift_no,
    cashierId: head.cashier_id,
    cashierName: head.cashier_name,
    openedAt: head.opened_at.getTime(),
    closedAt: head.closed_at.getTime(),
    chargeCount: head.charge_count,
    refundCount: head.refund_count,
    chargedPrice: yuan(head.charged),
    refundPrice: yuan(head.refunded),
    netPrice: moneyToWire(net),
    cashExpected: yuan(head.cash_expected),
    cashCounted: yuan(head.cash_counted),
    difference: moneyToWire(shiftDifference(moneyFromText(head.cash_counted), moneyFromText(head.cash_expected))),
    reason: head.difference_reason,
  };
}

/** GET shift/list. */
export async function listShifts(ctx: Ctx, filter: ShiftFilter) {
  let query = ctx.db.selectFrom('charging.shift as shift').select(COLUMNS).where(shiftRowFilter(ctx, 'shift'));
  if (filter.startDate) query = query.where('shift.business_day', '>=', filter.startDate);
  if (filter.endDate) query = query.where('shift.business_day', '<=', filter.endDate);
  if (filter.cashierId) query = query.where('shift.cashier_id', '=', filter.cashierId);
  const page = await selectPage(query, { db: ctx.db, request: filter, sorts: {}, byDefault: ['shift.closed_at', 'desc'], tieBreaker: 'shift.id' });
  return { list: page.list.map(rowOf), pagination: page.pagination };
}

/**
 * GET shift/{id}.
 * Its sums are whole; hidden bills are not among its bills, and a number that such a bill has at the edge of the series is not told.
 * @param written the caller closed it in this call: it is a cashier's own, whatever data rights say
 * @throws AppError `charging.shift-not-found`
 */
export async function readShift(ctx: Ctx, id: string, written?: 'written'): Promise<ShiftRecord> {
  const rowFilter = (of: typeof shiftRowFilter, alias: string) => (written ? sql<boolean>`true` : of(ctx, alias));
  const head = await ctx.db
    .selectFrom('charging.shift as shift')
    .select(COLUMNS)
    .where('shift.id', '=', id)
    .where('shift.org_id', 'in', [...ctx.user.orgIds])
    .where(rowFilter(shiftRowFilter, 'shift'))
    .executeTakeFirst();
  if (!head) throw new AppError('charging.shift-not-found', { code: EnvelopeCode.NotFound });
  const ways = await ctx.db.selectFrom('charging.shift_way').select(['pay_way', 'charged', 'refunded', 'count']).where('shift_id', '=', id).execute();
  const bills = await ctx.db
    .selectFrom('charging.shift_bill as handed')
    .innerJoin('charging.bill as bill', 'bill.id', 'handed.bill_id')
    .select(['bill.id', 'bill.bill_no', 'bill.patient_name', 'bill.total', 'bill.charged_at'])
    .select(
      sql<string>`(select coalesce(sum(paid.amount), 0) from charging.payment paid join charging.pay_way way on way.code = paid.pay_way
        where paid.bill_id = bill.id and way.kind = 'cash')`.as('cash'),
    )
    .where('handed.shift_id', '=', id)
    .where(rowFilter(billRowFilter, 'bill'))
    .orderBy('bill.charged_at')
    .orderBy('bill.id')
    .execute();
  const seen = new Set(['', ...bills.map((bill) => bill.bill_no)]);
  const edge = (number: string): string => (seen.has(number) ? number : HIDDEN_NUMBER);
  return {
    ...rowOf(head),
    firstBillNo: edge(head.first_bill_no),
    lastBillNo: edge(head.last_bill_no),
    firstRefundNo: edge(head.first_refund_no),
    lastRefundNo: edge(head.last_refund_no),
    ways: waysToWire(
      ways.map((way) => ({ payWay: way.pay_way, charged: moneyFromText(way.charged), refunded: moneyFromText(way.refunded), count: way.count })),
      await readPayWays(ctx.db, ctx.language),
    ),
    facilityName: (await readFacility(ctx, head.org_id)).facilityName,
    bills: bills.map((bill) => ({
      chargeId: bill.id,
      billNo: bill.bill_no,
      patientName: bill.patient_name,
      totalPrice: yuan(bill.total),
      cash: yuan(bill.cash),
      chargeTime: bill.charged_at.getTime(),
    })),
  };
}
