import { dayOf, type Money, moneyFromWire, moneyToWire } from '@nephra/plugin-sdk/contract';
import { pick, type RequestContext, type ServerContext } from '@nephra/plugin-sdk/server';
import type { CloseShiftBody, OpenTakings, ShiftRecord } from '../../contract/index.ts';
import { assertClosable, shiftDifference } from '../../domain/shift-closing.ts';
import type { ChargingTables } from '../charging-tables.ts';
import { lockDrawer } from '../drawer.repo.ts';
import { shiftTable, shiftWayTable } from '../tables/shift.table.ts';
import { readPayWays } from '../pay-way.repo.ts';
import { readShift } from './shift.query.ts';
import { cashOf, countAhead, lastClosedAt, openBills, sumTakings, type Takings, takingsToWire, waysToWire } from './takings.query.ts';

type Ctx = RequestContext<ChargingTables>;

/** GET shift. */
export async function openTakings(ctx: Ctx): Promise<OpenTakings> {
  const { orgId, userId, userName } = ctx.user;
  const closed = await lastClosedAt(ctx.db, orgId, userId);
  const bills = openBills(ctx.db, orgId, userId);
  const takings = await sumTakings(bills);
  const payWays = await readPayWays(ctx.db, ctx.language);
  const now = ctx.clock.now();
  const { latestAt } = takings;
  const ahead = latestAt && latestAt > now ? { bills: await countAhead(bills, now), until: latestAt.getTime() } : null;
  return {
    cashierId: userId,
    cashierName: userName,
    openedAt: takings.openedAt?.getTime() ?? null,
    lastClosedAt: closed?.getTime() ?? null,
    ahead,
    ...takingsToWire(takings, cashOf(takings.ways, payWays)),
    ways: waysToWire(takings.ways, payWays),
  };
}

export interface Closing {
  readonly orgId: string;
  readonly cashierId: string;
  readonly cashierName: string;
  readonly origin: 'desk' | 'demo';
  readonly closedAt: Date;
  /** Bills of this business day alone are handed in; left out = all that lie in the drawer. */
  readonly ofDay?: string;
  readonly shiftNo: () => Promise<string>;
  /** Looks at the sums before anything is written; answers what was counted and why it differs. */
  readonly count: (takings: Takings, cashExpected: Money) => { readonly counted: Money; readonly reason: string };
}

/** Writes a closing over every bill of the cashier that no closing holds. The drawer is locked by the caller. */
export async function writeClosing(ctx: ServerContext<ChargingTables>, closing: Closing): Promise<string> {
  const { orgId, cashierId, closedAt } = closing;
  const bills = openBills(ctx.db, orgId, cashierId, closing.ofDay);
  const takings = await sumTakings(bills);
  const cashExpected = cashOf(takings.ways, await readPayWays(ctx.db, 'zh'));
  const { counted, reason } = closing.count(takings, cashExpected);
  const id = ctx.newId();
  await ctx.db
    .insertInto('charging.shift')
    .values(
      shiftTable.toSql({
        ...takings,
        id,
        shiftNo: await closing.shiftNo(),
        origin: closing.origin,
        orgId,
        cashierId,
        cashierName: closing.cashierName,
        openedAt: takings.openedAt ?? closedAt,
        closedAt,
        businessDay: dayOf(closedAt.getTime()),
        cashExpected,
        cashCounted: counted,
        differenceReason: reason,
      }),
    )
    .execute();
  const ways = takings.ways.map((way) => shiftWayTable.toSql({ ...way, shiftId: id }));
  if (ways.length > 0) await ctx.db.insertInto('charging.shift_way').values(ways).execute();
  await ctx.db
    .insertInto('charging.shift_bill')
    .columns(['bill_id', 'shift_id'])
    .expression(bills.select((select) => ['bill.id as bill_id', select.val(id).as('shift_id')]))
    .execute();
  return id;
}

/**
 * POST shift.
 * @throws AppError `charging.shift-empty`, `charging.shift-moved` (409), `charging.shift-reason-missing`.
 */
export async function closeShift(ctx: Ctx, body: CloseShiftBody): Promise<ShiftRecord> {
  const { orgId, userId, userName } = ctx.user;
  await lockDrawer(ctx.db, orgId, userId);
  const counted = moneyFromWire(body.cashCounted);
  const id = await writeClosing(ctx, {
    orgId,
    cashierId: userId,
    cashierName: userName,
    origin: 'desk',
    closedAt: ctx.clock.now(),
    shiftNo: () => ctx.numbers.next(`charging.shift.${orgId}`, { prefix: 'JB', date: 'yyyyMMdd', digits: 4 }),
    count: (takings, cashExpected) => ({
      counted,
      reason: assertClosable(
        { billCount: takings.chargeCount + takings.refundCount, cashExpected },
        { billCount: body.billCount, cashExpected: moneyFromWire(body.cashExpected) },
        counted,
        body.reason ?? '',
      ),
    }),
  });
  const record = await readShift(ctx, id, 'written');
  ctx.audit({
    subject: 'charging.shift',
    subjectId: id,
    after: {
      ...pick(record, 'shiftNo', 'netPrice', 'cashExpected', 'cashCounted', 'reason'),
      difference: moneyToWire(shiftDifference(counted, moneyFromWire(record.cashExpected))),
    },
  });
  ctx.message('shiftClosed', { shiftNo: record.shiftNo });
  return record;
}
