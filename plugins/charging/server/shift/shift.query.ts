import { addMoney, AppError, EnvelopeCode, moneyFromText, moneyToWire } from '@nephra/plugin-sdk/contract';
import { type RequestContext, selectPage, sql } from '@nephra/plugin-sdk/server';
import type { ShiftRecord, ShiftRow } from '../../contract/index.ts';
import { shiftDifference } from '../../domain/shift-closing.ts';
import { HIDDEN_NUMBER } from '../bills/bill-row-filter.ts';
import type { ChargingTables } from '../charging-tables.ts';
import { billTable } from '../tables/bill.table.ts';
import { type ShiftStored, shiftTable, shiftWayTable } from '../tables/shift.table.ts';
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

const yuan = (text: string): number => moneyToWire(moneyFromText(text));

function rowOf(shift: ShiftStored): ShiftRow {
  const { id, shiftNo, cashierId, cashierName, openedAt, closedAt, chargeCount, refundCount, cashExpected, cashCounted, ...sums } = shiftTable.wire(shift);
  return {
    shiftId: id,
    shiftNo,
    cashierId,
    cashierName,
    openedAt,
    closedAt,
    chargeCount,
    refundCount,
    chargedPrice: sums.charged,
    refundPrice: sums.refunded,
    netPrice: moneyToWire(addMoney(shift.charged, shift.refunded)),
    cashExpected,
    cashCounted,
    difference: moneyToWire(shiftDifference(shift.cashCounted, shift.cashExpected)),
    reason: sums.differenceReason,
  };
}

/** GET shift/list. */
export async function listShifts(ctx: Ctx, filter: ShiftFilter) {
  let query = shiftTable.select(ctx, 'shift');
  if (filter.startDate) query = query.where('shift.businessDay', '>=', filter.startDate);
  if (filter.endDate) query = query.where('shift.businessDay', '<=', filter.endDate);
  if (filter.cashierId) query = query.where('shift.cashierId', '=', filter.cashierId);
  const page = await selectPage(query, { db: ctx.db, request: filter, sorts: {}, byDefault: ['shift.closedAt', 'desc'], tieBreaker: 'shift.id' });
  return { list: page.list.map(rowOf), pagination: page.pagination };
}

/**
 * GET shift/{id}.
 * Its sums are whole; hidden bills are not among its bills, and a number that such a bill has at the edge of the series is not told.
 * @param written the caller closed it in this call: it is a cashier's own, whatever data rights say
 * @throws AppError `charging.shift-not-found`
 */
export async function readShift(ctx: Ctx, id: string, written?: 'written'): Promise<ShiftRecord> {
  const shifts = written ? shiftTable.everywhere(ctx, 'the caller closed it in this call, whatever data rights say') : shiftTable.select(ctx);
  const shift = await shifts
    .where('row.id', '=', id)
    .where('row.orgId', 'in', [...ctx.user.orgIds])
    .executeTakeFirst();
  if (!shift) throw new AppError('charging.shift-not-found', { code: EnvelopeCode.NotFound });
  const ways = await shiftWayTable.everywhere(ctx, 'of the closing that was found through its own door').where('row.shiftId', '=', id).execute();
  const seen = written ? billTable.everywhere(ctx, 'of the closing that the caller made in this call', 'one') : billTable.select(ctx, 'one');
  // rows: what the closing holds that was found through its own door, and what its bills were paid with
  const bills = await ctx.db
    .selectFrom('charging.shift_bill as handed')
    .innerJoin(seen.clearSelect().select(['one.id', 'one.billNo', 'one.patientName', 'one.total', 'one.chargedAt']).as('bill'), 'bill.id', 'handed.bill_id')
    .select(['bill.id', 'bill.billNo', 'bill.patientName', 'bill.total', 'bill.chargedAt'])
    .select(
      sql<string>`(select coalesce(sum(paid.amount), 0) from charging.payment paid join charging.pay_way way on way.code = paid.pay_way
        where paid.bill_id = bill.id and way.kind = 'cash')`.as('cash'),
    )
    .where('handed.shift_id', '=', id)
    .orderBy('bill.chargedAt')
    .orderBy('bill.id')
    .execute();
  const told = new Set(['', ...bills.map((bill) => bill.billNo)]);
  const edge = (number: string): string => (told.has(number) ? number : HIDDEN_NUMBER);
  return {
    ...rowOf(shift),
    firstBillNo: edge(shift.firstBillNo),
    lastBillNo: edge(shift.lastBillNo),
    firstRefundNo: edge(shift.firstRefundNo),
    lastRefundNo: edge(shift.lastRefundNo),
    ways: waysToWire(ways, await readPayWays(ctx.db, ctx.language)),
    facilityName: (await readFacility(ctx, shift.orgId)).facilityName,
    bills: bills.map((bill) => ({
      chargeId: bill.id,
      billNo: bill.billNo,
      patientName: bill.patientName,
      totalPrice: yuan(bill.total),
      cash: yuan(bill.cash),
      chargeTime: bill.chargedAt.getTime(),
    })),
  };
}
