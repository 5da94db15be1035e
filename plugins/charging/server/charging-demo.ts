import { addMoney, DAY_MS, dayOf, fen, type Money, type OrgId, parseDay, ZERO } from '@nephra/plugin-sdk/contract';
import type { ServerContext } from '@nephra/plugin-sdk/server';
import { PayStatus, prescriptionLedger } from '../../prescription/contract/index.ts';
import type { ChargingDemo } from '../contract/index.ts';
import type { SettledPayment } from '../contract/charge/payment-split.ts';
import type { ChargingTables } from './charging-tables.ts';
import { facilityTable, receiptSeriesTable } from './tables/facility.table.ts';
import { loadMonthDemo } from './month/month-demo.ts';
import { writeBill } from './charge/write-bill.ts';
import { writeClosing } from './shift/close-shift.command.ts';

/** How the people of the demo pay, in turn. */
const WAYS = ['wechat', 'cash', 'alipay', 'wechat', 'card'];
const PAGE = 200;

function payment(way: string, amount: Money): SettledPayment[] {
  if (amount === ZERO) return [];
  // Whoever pays cash hands over whole hundreds.
  const tendered = way === 'cash' ? ((Math.ceil(amount / 10_000) * 10_000) as Money) : amount;
  return [{ payWay: way, amount, tendered, change: (tendered - amount) as Money, reference: '' }];
}

/** Fills the desk: names, receipt series, and bills for the days that lie behind. */
export async function loadChargingDemo(data: ChargingDemo, ctx: ServerContext<ChargingTables>): Promise<void> {
  for (const one of data.facilities) {
    await ctx.db
      .insertInto('charging.facility')
      .values(facilityTable.toSql(one))
      .onConflict((conflict) => conflict.column('org_id').doNothing())
      .execute();
  }
  for (const one of data.receiptSeries) {
    await ctx.db
      .insertInto('charging.receipt_series')
      .values(receiptSeriesTable.toSql(one))
      .onConflict((conflict) => conflict.column('org_id').doNothing())
      .execute();
  }
  for (const cashier of data.cashiers) await chargeThePast(data, cashier, ctx);
}

async function chargeThePast(data: ChargingDemo, cashier: ChargingDemo['cashiers'][number], ctx: ServerContext<ChargingTables>): Promise<void> {
  const ledger = ctx.service(prescriptionLedger);
  const orgIds: OrgId[] = [cashier.orgId];
  const endDate = dayOf(parseDay(ctx.clock.today()) + data.chargedUntil * DAY_MS);
  const prefix = data.receiptSeries.find((series) => series.orgId === cashier.orgId)?.prefix ?? 'SF';
  for (const account of (data.monthAccounts ?? []).filter((one) => one.orgId === cashier.orgId)) {
    await loadMonthDemo(ctx, account, { cashier: { userId: cashier.userId, userName: cashier.userName, orgIds }, prefix, endDate });
  }
  /** Numbers of past days: nobody will ever draw from those days again. */
  const drawn = new Map<string, number>();
  let turn = 0;
  for (;;) {
    // Always the first page: what was charged leaves the list.
    const { list } = await ledger.listToCharge({ orgIds, payStatus: [PayStatus.ToCharge], endDate, currentPage: 1, pageSize: PAGE });
    if (list.length === 0) break;
    const prescriptions = await ledger.getMany(
      list.map((head) => head.dpId),
      orgIds,
    );
    for (const prescription of prescriptions) {
      turn += 1;
      const total = addMoney(ZERO, ...prescription.lines.map((line) => line.subTotal));
      const at = new Date(Math.min(prescription.dpDate + 25 * 60_000, ctx.clock.now().getTime()));
      const businessDay = dayOf(at.getTime());
      const number = (drawn.get(businessDay) ?? 0) + 1;
      drawn.set(businessDay, number);
      await writeBill(ctx, {
        prescriptions: [prescription],
        total,
        payments: payment(WAYS[turn % WAYS.length] ?? 'cash', total),
        cashier: { userId: cashier.userId, userName: cashier.userName, orgIds },
        at,
        origin: 'demo',
        billNo: `${prefix}${businessDay.replaceAll('-', '')}${String(number).padStart(5, '0')}`,
      });
    }
  }
  for (const day of [...drawn.keys()].sort()) await closeTheDay(day, cashier, ctx);
}

/** At the end of each day of the past the cashier counted and handed in; once in a while five mao were over. */
async function closeTheDay(day: string, cashier: ChargingDemo['cashiers'][number], ctx: ServerContext<ChargingTables>): Promise<void> {
  const endOfWork = new Date(parseDay(day) + DAY_MS - 1_000);
  const over = Number(day.slice(-2)) % 10 === 7;
  await writeClosing(ctx, {
    orgId: cashier.orgId,
    cashierId: cashier.userId,
    cashierName: cashier.userName,
    origin: 'demo',
    closedAt: endOfWork,
    ofDay: day,
    shiftNo: async () => `JB${day.replaceAll('-', '')}0001`,
    count: (_takings, expected) => ({ counted: over ? addMoney(expected, fen(50)) : expected, reason: over ? '患者不要零头' : '' }),
  });
}
