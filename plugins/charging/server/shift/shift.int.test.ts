import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type CancelBody, chargeContract, type OpenTakings, shiftContract, type ShiftRecord } from '../../contract/index.ts';
import { cashier, type Desk, oneBox, oneSession, openDesk, refusal, wuhanCashier } from '../../testing/desk.ts';
import { propertyCases } from '../../../../tests/support/cases/effort.ts';
import { openTestDatabase } from '../../../../tests/support/databases/test-database.ts';
import { runMigrations } from '../../../../shell/server/db/index.ts';
import type { ChargingTables } from '../charging-tables.ts';
import chargingServer from '../index.ts';
import { openBills, sumTakings } from './takings.query.ts';

const { routes } = shiftContract;
const second = { ...cashier, userId: 'user-cashier-2', userName: '收费员丙' };
let desk: Desk;

const takings = (user = cashier): Promise<OpenTakings> => desk.host.call('charging', routes.takings, { user });
async function close(user = cashier, over: { billCount?: number; cashCounted?: number; reason?: string } = {}): Promise<ShiftRecord> {
  const now = await takings(user);
  const body = { billCount: now.chargeCount + now.refundCount, cashExpected: now.cashExpected, cashCounted: Math.max(0, now.cashExpected), ...over };
  return await desk.host.call('charging', routes.close, { user, body });
}
const refund = (chargeId: string, user = cashier, over: Partial<CancelBody> = {}) =>
  desk.host.call('charging', chargeContract.routes.cancelBill, {
    user,
    body: { chargeId, reason: '不要了', ...over },
  });
const later = (ms: number) => {
  desk.host.time.now = new Date(desk.host.time.now.getTime() + ms);
};

describe('a cashier closes the shift', () => {
  beforeAll(async () => {
    desk = await openDesk();
  });
  afterAll(() => desk.host.close());

  it('adds up what was taken since the last closing, freezes it, and starts anew', async () => {
    expect(await refusal(close(cashier, { billCount: 1 }))).toBe('charging.shift-empty');
    const rx = await desk.prescribe({ prescriptionDetailList: [oneBox, oneSession] });
    const bill = await desk.charge(rx, {
      payments: [
        { payWay: 'cash', amount: 38.5, tendered: 50 },
        { payWay: 'wechat', amount: 400 },
      ],
    });
    later(60_000);
    const back = await refund(bill.chargeId, cashier, {
      lines: [{ detailId: bill.lines[0]?.detailId ?? '', drugNum: 1 }],
      ways: [
        { payWay: 'cash', amount: 3.38 },
        { payWay: 'wechat', amount: 35.12 },
      ],
    });
    const now = await takings();
    expect(now).toMatchObject({ chargeCount: 1, refundCount: 1, chargedPrice: 438.5, refundPrice: -38.5, netPrice: 400, lastClosedAt: null });
    expect(now).toMatchObject({ firstBillNo: bill.billNo, lastBillNo: bill.billNo, firstRefundNo: back.billNo, cashExpected: 35.12 });
    expect(now.ways.map((way) => [way.payWay, way.chargedPrice, way.refundPrice, way.netPrice, way.count])).toEqual([
      ['cash', 38.5, -3.38, 35.12, 2],
      ['wechat', 400, -35.12, 364.88, 2],
    ]);

    later(60_000);
    expect(await refusal(close(cashier, { cashCounted: 35 }))).toBe('charging.shift-reason-missing');
    expect(await refusal(close(cashier, { billCount: 1 }))).toBe('charging.shift-moved');
    const record = await close(cashier, { cashCounted: 35, reason: '零头抹去' });
    expect(record).toMatchObject({
      cashExpected: 35.12,
      cashCounted: 35,
      difference: -0.12,
      reason: '零头抹去',
      netPrice: 400,
      facilityName: '测试血透中心(广州)',
    });
    expect(record.shiftNo).toMatch(/^JB20260302\d{4}$/);
    expect(record.bills.map((one) => [one.billNo, one.totalPrice, one.cash])).toEqual([
      [bill.billNo, 438.5, 38.5],
      [back.billNo, -38.5, -3.38],
    ]);
    expect(await takings()).toMatchObject({ chargeCount: 0, refundCount: 0, openedAt: null, lastClosedAt: record.closedAt, ways: [] });
    expect(desk.host.audits.at(-1)).toMatchObject({ route: 'chargeShift.close', entry: { subject: 'charging.shift', subjectId: record.shiftId } });
    expect(await refusal(desk.host.call('charging', routes.detail, { params: { id: record.shiftId }, user: wuhanCashier }))).toBe('charging.shift-not-found');
    const listed = await desk.host.call('charging', routes.list, { user: cashier, query: { startDate: '2026-03-02', endDate: '2026-03-02' } });
    expect(listed.list).toMatchObject([{ shiftNo: record.shiftNo, difference: -0.12 }]);
    expect(await desk.broken()).toEqual([]);
  });

  it('each cashier hands in what is their own, whoever charged the bill that is refunded', async () => {
    const rx = await desk.prescribe({ prescriptionDetailList: [oneBox] });
    const bill = await desk.charge(rx, {}, second);
    later(1_000);
    await refund(bill.chargeId);
    expect((await takings(second)).netPrice).toBe(38.5);
    expect(await takings()).toMatchObject({ chargeCount: 0, refundCount: 1, cashExpected: -38.5 });
    later(1_000);
    expect((await close(cashier, { cashCounted: 0, reason: '从备用金垫付' })).difference).toBe(38.5);
    expect((await close(second)).difference).toBe(0);
    expect(await desk.broken()).toEqual([]);
  });

  it('[6-02] a closing that one may see lists the visible bills and no others', async () => {
    await desk.charge(await desk.prescribe({ prescriptionDetailList: [oneBox] }));
    later(86_400_000);
    const late = await desk.charge(await desk.prescribe({ prescriptionDetailList: [oneSession] }));
    const { shiftId } = await close();
    const since = { field: 'dpDate', type: 'DateTime', op: 'GreaterThanOrEqual' as const, value: '2026-03-03' };
    const scheme = { kind: 'schemes' as const, conditions: [[{ logic: 'and' as const, groups: [since] }]], userAndBelow: [] };
    const read = (dataScope?: () => typeof scheme) => desk.host.call('charging', routes.detail, { params: { id: shiftId }, user: cashier, dataScope });
    expect((await read()).bills).toHaveLength(2);
    expect((await read(() => scheme)).bills.map((one) => one.billNo)).toEqual([late.billNo]);
  });

  it('after the clock is set back no bill falls out: bills before and after it stand in the next closing, and the desk says what the later ones are', async () => {
    later(60_000);
    const before = await desk.charge(await desk.prescribe({ prescriptionDetailList: [oneBox] }));
    later(60_000);
    await close();
    later(60_000);
    const ahead = await desk.charge(await desk.prescribe({ prescriptionDetailList: [oneBox] }));
    const aheadAt = desk.host.time.now.getTime();
    later(-3_600_000);
    const after = await desk.charge(await desk.prescribe({ prescriptionDetailList: [oneSession] }));
    later(60_000);
    expect(await takings()).toMatchObject({ chargeCount: 2, netPrice: 438.5, ahead: { bills: 1, until: aheadAt } });
    const record = await close();
    expect(record.bills.map((one) => one.billNo).sort()).toEqual([ahead.billNo, after.billNo].sort());
    expect(record.bills.map((one) => one.billNo)).not.toContain(before.billNo);
    expect(record).toMatchObject({ chargeCount: 2, netPrice: 438.5, closedAt: desk.host.time.now.getTime() });
    expect(await takings()).toMatchObject({ chargeCount: 0, ahead: null, lastClosedAt: record.closedAt });
    expect(await desk.broken()).toEqual([]);
    later(2 * 3_600_000);
  });

  it('the database keeps each bill in the drawer until a closing takes it, and in one of the two places alone', async () => {
    const { db } = desk.host;
    const bill = await desk.charge(await desk.prescribe({ prescriptionDetailList: [oneBox] }));
    const inDrawer = `bill_id = '${bill.chargeId}'`;
    await expect(db.script(`delete from charging.drawer_bill where ${inDrawer}`)).rejects.toThrow('either in the drawer or in one closing');
    await expect(db.script(`update charging.drawer_bill set cashier_id = 'user-other' where ${inDrawer}`)).rejects.toThrow('append-only');
    await expect(
      db.script(`insert into charging.shift_bill (bill_id, shift_id) select '${bill.chargeId}', id from charging.shift where cashier_id = 'user-cashier-2'`),
    ).rejects.toThrow('does not lie in the drawer');
    later(1_000);
    await close();
    await expect(
      db.script(`insert into charging.drawer_bill (bill_id, org_id, cashier_id) values ('${bill.chargeId}', 'org-gz', 'user-cashier')`),
    ).rejects.toThrow('either in the drawer or in one closing');
  });

  it('the database refuses a bill in two closings, a wrong sum, and a change', async () => {
    const { db } = desk.host;
    await expect(db.script('update charging.shift set cash_counted = 0')).rejects.toThrow('append-only');
    await expect(db.script('delete from charging.shift_bill')).rejects.toThrow('append-only');
    await expect(db.script('insert into charging.shift_bill (bill_id, shift_id) select bill_id, shift_id from charging.shift_bill limit 1')).rejects.toThrow();
    await expect(
      db.script(`insert into charging.shift (id, shift_no, org_id, cashier_id, cashier_name, opened_at, closed_at, business_day, charge_count, refund_count, charged, refunded,
        first_bill_no, last_bill_no, first_refund_no, last_refund_no, cash_expected, cash_counted)
        values ('s-x', 'JBX', 'org-gz', 'user-cashier', 'n', now(), now(), '2026-03-02', 1, 0, 5, 0, '', '', '', '', 5, 5)`),
    ).rejects.toThrow('does not add up');
  });
});

describe('bills of before the drawer was written down', () => {
  it('lie in the drawer unless a closing holds them, those that fell out of all closings among them', async () => {
    const migrations = chargingServer.migrations ?? [];
    const before = { plugin: 'charging', schema: 'charging', migrations: migrations.filter(({ name }) => name < '0007') };
    const db = await openTestDatabase([before]);
    try {
      const bill = (id: string, at: string) =>
        `('${id}', 'NO${id}', 'charge', 'org-gz', 'p', '赵一', 1, 50, 'o', '', 0, 0, 0, 0, 0, 0, '2026-03-02T${at}Z', '2026-03-02', 'user-cashier', '甲', 0)`;
      // The clock was set back after the closing of 03:00: what was charged then bears 02:30.
      await db.script(`insert into charging.bill (id, bill_no, kind, org_id, patient_id, patient_name, patient_sex, patient_age, outpatient_code, reim_way, total, west,
          diag_treat, assay, consumables, other, charged_at, business_day, cashier_id, cashier_name, line_count)
        values ${[bill('handed', '02:00:00'), bill('fell-out', '02:30:00'), bill('later', '04:00:00')].join()};
        insert into charging.shift (id, shift_no, org_id, cashier_id, cashier_name, opened_at, closed_at, business_day, charge_count, refund_count, charged, refunded,
          first_bill_no, last_bill_no, first_refund_no, last_refund_no, cash_expected, cash_counted)
        values ('s1', 'JB1', 'org-gz', 'user-cashier', '甲', '2026-03-02T02:00:00Z', '2026-03-02T03:00:00Z', '2026-03-02', 1, 0, 0, 0, '', '', '', '', 0, 0);
        insert into charging.shift_bill (bill_id, shift_id) values ('handed', 's1');`);
      await runMigrations(db, [{ ...before, migrations }]);
      const tables = db.kyselyFor<ChargingTables>();
      const lying = await tables.selectFrom('charging.drawer_bill').select('bill_id').orderBy('bill_id').execute();
      expect(lying.map((row) => row.bill_id)).toEqual(['fell-out', 'later']);
      const open = await sumTakings(openBills(tables, 'org-gz', 'user-cashier'));
      expect([open.chargeCount, open.openedAt?.toISOString()]).toEqual([2, '2026-03-02T02:30:00.000Z']);
      expect(await tables.selectFrom('charging.shift').select('seq').execute()).toEqual([{ seq: '1' }]);
    } finally {
      await db.close();
    }
  });
});

describe('[M6] closings under any interleaving', () => {
  beforeEach(async () => {
    desk = await openDesk();
  });
  afterEach(() => desk.host.close());

  it('of charges, refunds and closings by two cashiers, every bill stands in exactly one closing at the end', async () => {
    const what = fc.constantFrom('charge', 'charge', 'refund', 'close', 'together');
    // The clock may stand still, run, or be set back by an hour.
    const act = fc.record({ who: fc.boolean(), what, ms: fc.oneof({ weight: 5, arbitrary: fc.nat(3) }, { weight: 1, arbitrary: fc.constant(-3_600_000) }) });
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 4, maxLength: 14 }), async (acts) => {
        const bills: string[] = [];
        const charge = async (user: typeof cashier) => {
          const bill = await desk.charge(await desk.prescribe({ prescriptionDetailList: [oneBox] }), {}, user);
          bills.push(bill.chargeId);
        };
        const closing = (user: typeof cashier) => refusal(close(user, { cashCounted: 0, reason: '未点' }));
        for (const { who, what, ms } of acts) {
          later(ms);
          const user = who ? cashier : second;
          if (what === 'charge') await charge(user);
          if (what === 'refund' && bills.length > 0) await refund(bills.pop() ?? '', user);
          if (what === 'close') expect(['allowed', 'charging.shift-empty', 'core.invalid']).toContain(await closing(user));
          if (what === 'together') await Promise.all([charge(user), closing(user), closing(user), charge(user)]);
          expect(await desk.broken()).toEqual([]);
        }
        later(5);
        for (const user of [cashier, second]) await closing(user);
        const left = await Promise.all([takings(cashier), takings(second)]);
        expect(left.map((one) => one.chargeCount + one.refundCount)).toEqual([0, 0]);
        const listed = await desk.host.call('charging', routes.list, { user: cashier, query: { pageSize: 500 } });
        const handedIn = listed.list.reduce((sum, shift) => sum + Math.round(shift.netPrice * 100), 0);
        const total = await desk.host.call('charging', chargeContract.routes.billTotal, { user: cashier, query: {} });
        expect(handedIn).toBe(Math.round((total?.netPrice ?? Number.NaN) * 100));
        expect(await desk.broken()).toEqual([]);
      }),
      { numRuns: propertyCases(8) },
    );
  });
});
