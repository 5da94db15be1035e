import type { OrgId } from '@nephra/plugin-sdk/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BillRecord, insuredFacilities, shiftContract, type ShiftRecord } from '../contract/index.ts';
import { cashier, type Desk, openDesk, refusal, wuhanCashier } from '../testing/desk.ts';
import { type BillScope, billsMatching, linesMatching, scopeOf } from './bills/bill-filter.ts';
import type { ChargingTables } from './charging-tables.ts';
import { readFacilities } from './facility.repo.ts';
import { readShift } from './shift/shift.query.ts';

let desk: Desk;
let bill: BillRecord;
let shift: ShiftRecord;
beforeAll(async () => {
  desk = await openDesk();
  bill = await desk.charge(await desk.prescribe());
  const body = { billCount: 1, cashExpected: bill.totalPrice, cashCounted: bill.totalPrice };
  shift = await desk.host.call('charging', shiftContract.routes.close, { user: cashier, body });
});
afterAll(() => desk?.host.close());

describe('[A4] another facility’s money', () => {
  it('is in no list, sum or export of bills, whatever data rights reach', async () => {
    const found = async (user: typeof cashier, everybodys?: BillScope) => {
      const ctx = desk.host.requestContext<ChargingTables>('charging', { user });
      const scope = { ...(await scopeOf(ctx, {})), ...everybodys };
      const bills = await billsMatching(ctx.db, {}, scope).select('bill.id').execute();
      const lines = await linesMatching(ctx.db, {}, scope).select('line.bill_id').execute();
      return [bills.map(({ id }) => id), lines.length];
    };
    expect(await found(cashier)).toEqual([[bill.chargeId], bill.lines.length]);
    expect(await found(wuhanCashier)).toEqual([[], 0]);
    // The door keeps to the organisations by itself, and so does the filter: either alone is enough.
    const theirs = await scopeOf(desk.host.requestContext<ChargingTables>('charging', { user: cashier }), {});
    expect(await found(wuhanCashier, { ...theirs, orgIds: wuhanCashier.orgIds })).toEqual([[], 0]);
    const mine = await scopeOf(desk.host.requestContext<ChargingTables>('charging', { user: wuhanCashier }), {});
    expect(await found(wuhanCashier, { ...mine, orgIds: cashier.orgIds })).toEqual([[], 0]);
  });

  it('is in no list of closings, and no closing of it is read, not even as one’s own', async () => {
    const listed = async (user: typeof cashier) => (await desk.host.call('charging', shiftContract.routes.list, { user })).list.map(({ shiftId }) => shiftId);
    expect([await listed(cashier), await listed(wuhanCashier)]).toEqual([[shift.shiftId], []]);
    const written = (user: typeof cashier) => refusal(readShift(desk.host.requestContext<ChargingTables>('charging', { user }), shift.shiftId, 'written'));
    expect([await written(cashier), await written(wuhanCashier)]).toEqual(['allowed', 'charging.shift-not-found']);
  });
});

describe('[issue 17] codes of a facility', () => {
  it('come from its connection with an insurer: papers show them, and the facility keeps its name', async () => {
    const learn = (orgId: string, fixmedinsCode: string) =>
      desk.host
        .requestContext<ChargingTables>('charging', { user: cashier })
        .service(insuredFacilities)
        .learn({ orgId: orgId as OrgId, fixmedinsCode, fixmedinsName: '演示医院' });
    await learn('org-gz', 'H46SIM000099');
    await learn('org-new', 'H46SIM000100');
    const facilityOf = await readFacilities(desk.host.requestContext<ChargingTables>('charging', { user: cashier }), ['org-gz', 'org-new'] as OrgId[]);
    expect(facilityOf('org-gz' as OrgId)).toMatchObject({ fixmedinsCode: 'H46SIM000099', fixmedinsName: '演示医院', facilityName: '测试血透中心(广州)' });
    expect(facilityOf('org-new' as OrgId).fixmedinsCode).toBe('H46SIM000100');
  });
});
