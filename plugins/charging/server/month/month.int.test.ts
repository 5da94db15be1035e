import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { staff } from '../../../../tests/support/processes/plugin-host.ts';
import { prescriptionClosedMonth } from '../../../prescription/contract/index.ts';
import { patientDirectory } from '../../../patient/contract/index.ts';
import { monthContract } from '../../contract/index.ts';
import { cashier, dialyserLot, oneDialyser, refusal, sideBySide, wuhanCashier } from '../../testing/desk.ts';
import { type MonthDesk, openMonthDesk, ORG } from '../../testing/month-desk.ts';

const { routes } = monthContract;
const admin = staff({ userId: 'user-admin', userName: '管理员', isAdministrator: true, roles: ['admin'] });

/** Looks over both facilities. */
const ofBoth = { ...cashier, orgIds: [...wuhanCashier.orgIds, ...cashier.orgIds] };

let desk: MonthDesk;
beforeEach(async () => {
  desk = await openMonthDesk([dialyserLot({})]);
});
afterEach(async () => {
  expect(await desk.broken()).toEqual([]);
  await desk.host.close();
});

const stateOf = async (dpId: string | null): Promise<number | undefined> =>
  (await desk.sqlRows<{ pay_status: number }>(`select pay_status from prescription.prescription where id = '${dpId}'`))[0]?.pay_status;

describe('[7.8-01] monthly account', () => {
  it('record again takes in what is new and says what it left and why; doing it twice is doing it once', async () => {
    const one = await desk.onDay('2026-03-02');
    const draft = await desk.draft('2026-03-04');
    const first = await desk.record();
    expect(first.taken.map((rx) => rx.dpNumber)).toEqual([one.dpNumber]);
    expect(first.left).toMatchObject([{ dpNumber: draft.dpNumber, reason: 'unconfirmed' }]);
    expect(await stateOf(one.dpId)).toBe(6);
    const two = await desk.onDay('2026-03-06');
    const again = await desk.record();
    expect(again.taken.map((rx) => rx.dpNumber)).toEqual([two.dpNumber]);
    expect(again.left.map((rx) => rx.reason)).toEqual(['onAccount', 'unconfirmed']);
    expect((await desk.record()).taken).toEqual([]);
    expect(desk.host.audits.at(-1)?.entry).toMatchObject({ subject: 'charging.month', patientId: 'pat-1' });
    // Where the site wants the review first, what nobody reviewed stays at the desk, and the others go.
    desk.host.configure('prescription', { reviewBeforeCharge: true });
    const three = await desk.onDay('2026-03-08', 'pat-1', [oneDialyser]);
    const four = await desk.onDay('2026-03-09');
    const last = await desk.record();
    desk.host.configure('prescription', {});
    expect(last.taken.map((rx) => rx.dpNumber)).toEqual([four.dpNumber]);
    expect(last.left.find((rx) => rx.dpId === three.dpId)?.reason).toBe('notReviewed');
  });

  it('what is on the account can be handed out, and goes off again until the pharmacy has it in hand', async () => {
    const rx = await desk.onDay('2026-03-02', 'pat-1', [oneDialyser]);
    const other = await desk.onDay('2026-03-04', 'pat-1', [oneDialyser]);
    await desk.record();
    const { prescriptionParentList: list } = await desk.sheet();
    const versionOf = (dpId: string) => list.find((one) => one.dpId === dpId)?.version ?? 0;
    const off = (dpId: string, version = versionOf(dpId)) =>
      desk.host.call('charging', routes.takeOff, { params: { id: 'pat-1' }, body: { month: '2026-03', prescriptions: [{ dpId, version }] }, user: cashier });
    expect(await refusal(off(rx.dpId, 1))).toBe('charging.stale');
    await off(rx.dpId);
    expect(await stateOf(rx.dpId)).toBe(0);
    expect(await refusal(off(rx.dpId))).toBe('charging.not-on-account');
    for (const action of ['review', 'pick', 'dispense'] as const) await desk.act(other.dpId, action);
    const now = (await desk.sheet()).prescriptionParentList.find((one) => one.dpId === other.dpId);
    expect(now).toMatchObject({ part: 'account', rxStatus: 4 });
    expect(await refusal(off(other.dpId, now?.version))).toBe('prescription.in-pharmacy');
  });

  it('only dialysis patients of the own facility have one, and no month before it began', async () => {
    await desk.host.db.script("update patient.patient set patient_type = 'non-dialysis' where id = 'pat-2'");
    await desk.onDay('2026-03-02', 'pat-2');
    expect(await refusal(desk.record('pat-2'))).toBe('charging.month-not-dialysis');
    expect(await refusal(desk.record('pat-1', '2026-04'))).toBe('charging.month-future');
    expect(await refusal(desk.record('pat-1', '2026-00'))).toBe('core.invalid');
    const foreign = desk.host.call('charging', routes.record, { params: { id: 'pat-1' }, body: { month: '2026-03' }, user: wuhanCashier });
    expect(await refusal(foreign)).toBe('charging.patient-not-found');
  });
});

describe('[3-15] [7.8-01] one patient’s month', () => {
  it('joins prescriptions and lines by dpId and dpNumber; days, categories and parts add up', async () => {
    await desk.dispensed('2026-03-02');
    await desk.onDay('2026-03-04');
    await desk.draft('2026-03-06');
    const sheet = await desk.sheet();
    for (const line of sheet.prescriptionDetailList) {
      expect(sheet.prescriptionParentList.find((rx) => rx.dpId === line.dpId)?.dpNumber).toBe(line.dpNumber);
    }
    expect(sheet).toMatchObject({ totalPrice: 1020, accountPrice: 620, waitingPrice: 400, chargedPrice: 0, state: 'blocked' });
    expect(sheet.days).toMatchObject([
      { day: '2026-03-02', totalPrice: 620, prescriptions: 1 },
      { day: '2026-03-04', totalPrice: 400, prescriptions: 1 },
    ]);
    expect(sheet.sums).toMatchObject([
      { drugType: '耗材', amount: 220 },
      { drugType: '治疗', amount: 800 },
    ]);
    expect(new Set(sheet.blockers.map((one) => `${one.kind}:${one.level}`))).toEqual(
      new Set(['unmapped:warn', 'waiting:block', 'unconfirmed:block', 'insured:warn']),
    );
  });

  it('is settled with one bill, once', async () => {
    const one = await desk.dispensed('2026-03-02');
    const two = await desk.dispensed('2026-03-04');
    const { totalPrice, chargeId } = await desk.settle();
    expect(totalPrice).toBe(1240);
    expect([await stateOf(one.dpId), await stateOf(two.dpId)]).toEqual([1, 1]);
    const sheet = await desk.sheet();
    expect(sheet).toMatchObject({ state: 'settled', chargedPrice: 1240, accountPrice: 0, refundPrice: 0 });
    expect(sheet.bills).toMatchObject([{ chargeId, kind: 'charge', amount: 1240 }]);
    expect(await refusal(desk.settle())).toBe('charging.month-nothing');
    const { prescriptionParentList: list } = sheet;
    expect(list.every((rx) => rx.part === 'charged')).toBe(true);
  });

  it('is not settled while something stands in the way, whatever changed since the cashier looked, or for another sum', async () => {
    const rx = await desk.onDay('2026-03-02', 'pat-1', [oneDialyser]);
    await desk.record();
    expect(await refusal(desk.settle())).toBe('charging.month-blocked-notDispensed');
    for (const action of ['review', 'pick', 'dispense'] as const) await desk.act(rx.dpId, action);
    const seen = await desk.sheet();
    const settle = (over: object) =>
      desk.host.call('charging', routes.settleSelfPay, {
        body: { patientId: 'pat-1', month: '2026-03', fingerprint: seen.fingerprint, totalPrice: 220, payments: [{ payWay: 'cash', amount: 220 }], ...over },
        user: cashier,
      });
    expect(await refusal(settle({ totalPrice: 219.99 }))).toBe('charging.total-changed');
    expect(await refusal(settle({ payments: [{ payWay: 'cash', amount: 200 }] }))).toBe('charging.payment-sum');
    await desk.onDay('2026-03-09');
    expect(await refusal(settle({}))).toBe('charging.month-changed');
    expect(await refusal(desk.settle())).toBe('charging.month-blocked-waiting');
    expect(await stateOf(rx.dpId)).toBe(6);
  });

  it('eight cashiers at once make one bill', async () => {
    await desk.dispensed('2026-03-02');
    const { fingerprint, accountPrice } = await desk.sheet();
    const body = { patientId: 'pat-1', month: '2026-03', fingerprint, totalPrice: accountPrice, payments: [{ payWay: 'wechat', amount: accountPrice }] };
    const { done } = await sideBySide(Array.from({ length: 8 }, () => () => desk.host.call('charging', routes.settleSelfPay, { body, user: cashier })));
    expect(done).toBe(1);
    expect(await desk.sqlRows('select id from charging.bill')).toHaveLength(1);
  });

  it('a file that was merged meanwhile is refused, and its prescriptions are settled with the file that is left', async () => {
    await desk.onDay('2026-03-02', 'pat-2');
    await desk.onDay('2026-03-04');
    await desk.host.db.script("update patient.patient set merged_into = 'pat-1' where id = 'pat-2'");
    expect(await refusal(desk.record('pat-2'))).toBe('charging.patient-merged');
    expect((await desk.record()).taken).toHaveLength(2);
    expect(await desk.settle()).toMatchObject({ totalPrice: 800 });
    expect(await desk.sqlRows('select patient_id from charging.bill')).toEqual([{ patient_id: 'pat-1' }]);
  });
});

describe('[7.8-03] monthpatientlist', () => {
  it('shows everybody’s sums and states, filters, and totals over what it finds', async () => {
    await desk.dispensed('2026-03-02');
    await desk.onDay('2026-03-03', 'pat-2');
    const list = (query: object) => desk.host.call('charging', routes.patientList, { query: { month: '2026-03', ...query }, user: cashier });
    const all = await list({});
    expect(all.list.map(({ patientId, state, accountPrice, waitingPrice }) => [patientId, state, accountPrice, waitingPrice])).toEqual([
      ['pat-1', 'ready', 620, 0],
      ['pat-2', 'waiting', 0, 400],
    ]);
    expect(all.totals).toMatchObject({ patients: 2, totalPrice: 1020, accountPrice: 620, waitingPrice: 400, states: { ready: 1, waiting: 1 } });
    expect((await list({ state: 'waiting' })).totals).toMatchObject({ patients: 1, totalPrice: 400, states: { ready: 1, waiting: 1 } });
    expect((await list({ keyword: 'wxm' })).list.map((one) => one.patientId)).toEqual(['pat-2']);
    // Files are read of those on the page alone; what is found is what all files say, whichever way it was looked for.
    const pages = await Promise.all([1, 2, 3].map((currentPage) => list({ currentPage, pageSize: 1 })));
    expect(pages.flatMap((page) => page.list)).toEqual(all.list);
    expect(pages.map(({ totals, pagination }) => [totals, pagination.total])).toEqual(pages.map(() => [all.totals, all.list.length]));
    for (const one of all.list) {
      const file = await desk.host.service(patientDirectory).get(one.patientId, cashier.orgIds);
      for (const keyword of [one.patientName, one.outpatientCode, file?.dialysis?.dialysisNo ?? '']) expect((await list({ keyword })).list).toContainEqual(one);
      expect((await list({ reimWay: one.reimWay })).list).toContainEqual(one);
    }
    expect((await list({ reimWay: '310' })).list.map((one) => one.patientId)).toEqual(['pat-1']);
    expect((await list({ month: '2026-02' })).list).toEqual([]);
    const foreign = await desk.host.call('charging', routes.patientList, { query: { month: '2026-03' }, user: wuhanCashier });
    expect(foreign.list).toEqual([]);
  });
});

describe('month close', () => {
  const close = (body: object, user = cashier) => desk.host.call('charging', routes.close, { body: { month: '2026-03', ...body }, user });
  const closedOn = (day: string) => desk.host.service(prescriptionClosedMonth).closedMonth({ orgId: ORG, patientId: 'pat-1', day });

  it('waits for the end of the month, and for everything to be settled or left with a reason', async () => {
    await desk.onDay('2026-03-02');
    expect(await refusal(close({}))).toBe('charging.month-not-over');
    desk.host.time.now = new Date('2026-03-31T16:00:00Z');
    expect(await refusal(close({}))).toBe('charging.month-not-settled');
    expect(await refusal(close({ leaveReason: '   ' }))).toBe('charging.month-not-settled');
    const book = await close({ leaveReason: '医保未回' });
    expect(book).toMatchObject({ closed: true, leftCount: 1, leftPrice: 400, leaveReason: '医保未回' });
    expect(await refusal(close({ leaveReason: 'x' }))).toBe('charging.month-closed');
    expect(await closedOn('2026-03-31')).toBe('2026-03');
    expect(await closedOn('2026-04-01')).toBeUndefined();
    expect(await refusal(desk.record())).toBe('charging.month-closed');
    expect(await refusal(desk.hosp())).toBe('charging.month-closed');
    expect(await refusal(desk.settle())).toBe('charging.month-closed');
  });

  it('the doctor writes nothing into a closed month', async () => {
    desk.host.time.now = new Date('2026-04-02T02:00:00Z');
    await close({});
    expect(await refusal(desk.draft('2026-03-30'))).toBe('prescription.month-closed');
  });

  it('an administrator opens it again with a reason', async () => {
    desk.host.time.now = new Date('2026-04-02T02:00:00Z');
    const reopen = (reason: string) => desk.host.call('charging', routes.reopen, { body: { month: '2026-03', reason }, user: admin });
    expect(await refusal(reopen('漏记'))).toBe('charging.month-is-open');
    await close({});
    expect(await refusal(reopen('  '))).toBe('charging.reopen-reason-missing');
    expect(await reopen('漏记')).toMatchObject({ closed: false });
    expect(await closedOn('2026-03-31')).toBeUndefined();
    expect(await close({})).toMatchObject({ closed: true });
    expect(desk.host.audits.filter((one) => one.entry.subject === 'charging.month-close')).toHaveLength(3);
  });

  it('what was left on the account is carried into the next month and settled there, at the prices of its day [F33]', async () => {
    const rx = await desk.dispensed('2026-03-02');
    await desk.host.db.script(
      `insert into catalogue.price (id, org_id, drug_id, valid_from, price, creator_id, creator_name, created_at)
       select 'april-' || id, 'org-gz', id, '2026-04-01', 500, 'x', 'x', now() from unnest(array['item-hd', 'mat-dialyser']) as id`,
    );
    desk.host.time.now = new Date('2026-04-02T02:00:00Z');
    await close({ leaveReason: '患者未到' });
    const sheet = await desk.sheet('pat-1', '2026-04');
    expect(sheet.blockers.map(({ kind }) => kind)).not.toContain('priceChanged');
    expect(sheet).toMatchObject({ accountPrice: 620, prescriptionParentList: [{ dpId: rx.dpId, carried: true, day: '2026-03-02' }] });
    const april = await desk.host.call('charging', routes.patientList, { query: { month: '2026-04' }, user: cashier });
    expect(april.list).toMatchObject([{ patientId: 'pat-1', accountPrice: 620, state: 'ready' }]);
    // Where several facilities have closed the month, each gives its own.
    await close({}, wuhanCashier);
    expect(await desk.host.call('charging', routes.patientList, { query: { month: '2026-04' }, user: ofBoth })).toEqual(april);
    await desk.settle('pat-1', '2026-04');
    expect(await desk.sqlRows('select business_day::text as day from charging.bill')).toEqual([{ day: '2026-04-02' }]);
  });

  it('a refund after the close falls into the later month', async () => {
    await desk.onDay('2026-03-02');
    await desk.record();
    const { chargeId } = await desk.settle();
    desk.host.time.now = new Date('2026-04-02T02:00:00Z');
    await close({});
    const { chargeContract } = await import('../../contract/index.ts');
    await desk.host.call('charging', chargeContract.routes.cancelBill, { body: { chargeId, reason: '重复' }, user: cashier });
    expect(await desk.sqlRows('select kind, business_day::text as day from charging.bill order by charged_at')).toEqual([
      { kind: 'charge', day: '2026-03-20' },
      { kind: 'refund', day: '2026-04-02' },
    ]);
    expect(await desk.sheet()).toMatchObject({ chargedPrice: 400, refundPrice: -400, closed: true });
    const march = await desk.host.call('charging', routes.patientList, { query: { month: '2026-03' }, user: cashier });
    expect(march.list).toMatchObject([{ patientId: 'pat-1', chargedPrice: 400, refundPrice: -400 }]);
    expect(await desk.host.call('charging', routes.patientList, { query: { month: '2026-03' }, user: ofBoth })).toEqual(march);
  });

  it('each facility has its own month', async () => {
    desk.host.time.now = new Date('2026-04-02T02:00:00Z');
    await close({});
    expect(await refusal(close({ orgId: 'org-wh' }))).toBe('charging.other-org');
    const books = await desk.host.call('charging', routes.books, { query: { month: '2026-03' }, user: wuhanCashier });
    expect(books.list).toMatchObject([{ orgId: 'org-wh', closed: false, over: true, openCount: 0 }]);
  });
});
