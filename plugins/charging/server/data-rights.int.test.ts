import { type DataRights, type DataScope, isAppError } from '@nephra/plugin-sdk/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeVisibleRows, OWN_ROWS, type VisibilityRow } from '../../../tests/support/data-rights-matrix.ts';
import { type HostedCall, staff } from '../../../tests/support/processes/plugin-host.ts';
import { patientContract } from '../../patient/contract/index.ts';
import { prescriptionContract } from '../../prescription/contract/index.ts';
import { body } from '../../prescription/server/prescription.fixture.ts';
import { accountContract, chargeContract, insuredBills, insuredMonthChecks, insuredSettlement, monthContract, shiftContract } from '../contract/index.ts';
import { type Desk, oneSession, openDesk, refusal } from '../testing/desk.ts';

const { routes } = chargeContract;
const { routes: month } = monthContract;
const me = staff({ userId: 'user-mine', userName: '甲员' });
const other = staff({ userId: 'user-theirs', userName: '乙员' });

/** What one person wrote and took money for: a bill, its closing, and a prescription that waits at the desk. */
interface DeskRow extends VisibilityRow {
  readonly billId: string;
  readonly shiftId: string;
  readonly waiting: { readonly dpId: string; readonly version: number; readonly price: number };
}

let desk: Desk;
const rows = new Map<string, DeskRow>();
const row = (whose: 'mine' | 'theirs') => (): DeskRow =>
  rows.get(whose) ?? { id: '', marker: '', billId: '', shiftId: '', waiting: { dpId: '', version: 0, price: 0 } };

beforeAll(async () => {
  desk = await openDesk();
  for (const [whose, user] of [
    ['mine', me],
    ['theirs', other],
  ] as const) {
    const prescribe = () => desk.prescribe({ prescriptionDetailList: [oneSession] }, user);
    const bill = await desk.charge(await prescribe(), {}, user);
    const counted = { cashCounted: bill.totalPrice, cashExpected: bill.totalPrice, billCount: 1 };
    const shift = await desk.host.call('charging', shiftContract.routes.close, { body: counted, user });
    const rx = await prescribe();
    const waiting = { dpId: rx.dpId ?? '', version: rx.version, price: rx.totalPrice };
    rows.set(whose, { id: bill.chargeId, marker: user.userName, billId: bill.chargeId, shiftId: shift.shiftId, waiting });
  }
});
afterAll(() => desk.host.close());

const bill = ({ billId }: DeskRow) => ({ query: { chargeId: billId } });
const byBill = ({ billId }: DeskRow) => ({ params: { id: billId } });
const inMonth = () => ({ query: { month: '2026-03' } });
const summed = (field: string) => (answer: string) =>
  [...answer.matchAll(new RegExp(`"${field}":(-?[\\d.]+)`, 'g'))].reduce((all, [, figure]) => all + Number(figure), 0);
const WHOLE = 'an act over the whole facility: refused to whoever does not see all of it, below';

describeVisibleRows<DeskRow>({
  host: () => desk.host,
  plugin: 'charging',
  contracts: [chargeContract, accountContract, shiftContract, monthContract],
  menu: 'his.charging',
  user: me,
  mine: row('mine'),
  theirs: row('theirs'),
  cases: {
    'charge.patients': { kind: 'figures', call: () => ({}) },
    'charge.patients (charged)': { kind: 'figures', call: () => ({ query: { scope: 'charged' } }) },
    'charge.patientList': { kind: 'rows', call: () => ({ query: { pageSize: 100 } }) },
    'charge.selfPayPreview': { kind: 'one', call: ({ waiting }) => ({ params: { id: waiting.dpId } }) },
    'charge.selfPayPreview (together)': { kind: 'act', call: ({ waiting }) => ({ params: { id: row('mine')().waiting.dpId }, query: { with: waiting.dpId } }) },
    'charge.selfPay': {
      kind: 'act',
      call: ({ waiting: { dpId, version, price } }) => ({
        params: { id: dpId },
        body: { prescriptions: [{ dpId, version }], totalPrice: price, payments: [{ payWay: 'cash', amount: price }] },
      }),
    },
    'charge.bill': { kind: 'rows', call: () => ({ query: { pageSize: 100 } }) },
    'charge.bill (of a patient)': { kind: 'rows', call: () => ({ query: { patientId: 'pat-1', keyword: 'MZ' } }) },
    'charge.billTotal': { kind: 'figures', call: () => ({}) },
    'charge.billDetail': { kind: 'figures', call: () => ({}) },
    'charge.billDetail (narrowed)': { kind: 'figures', call: () => ({ query: { drugName: '透析' } }) },
    'charge.refundPreview': { kind: 'act', call: byBill },
    'charge.cancelBill': { kind: 'act', call: ({ billId }) => ({ body: { chargeId: billId, reason: '开错了' } }) },
    'charge.chargeDetail': { kind: 'one', call: ({ billId }) => ({ query: { chargeIdList: billId } }) },
    'charge.printSettle': { kind: 'one', call: bill },
    'charge.printSettleDetail': { kind: 'one', call: bill },
    'chargeAccount.days': { kind: 'figures', call: () => ({}) },
    'chargeAccount.patientDetail': { kind: 'figures', call: () => ({ query: { patientId: 'pat-1' } }), sum: summed('chargeCount') },
    'chargeAccount.exportBills': { kind: 'rows', call: () => ({}) },
    'chargeAccount.exportLines': { kind: 'rows', call: () => ({}) },
    'chargeAccount.exportInvoices': { kind: 'figures', call: () => ({}) },
    'chargeAccount.exportPatients': { kind: 'figures', call: () => ({}) },
    'chargeShift.list': { kind: 'rows', call: () => ({}) },
    'chargeShift.detail': { kind: 'one', call: ({ shiftId }) => ({ params: { id: shiftId } }) },
    'charge-month.sheet': { kind: 'figures', call: () => ({ params: { id: 'pat-1' }, ...inMonth() }), sum: summed('version') },
    'charge-month.takeOff': {
      kind: 'act',
      call: ({ waiting: { dpId, version } }) => ({ params: { id: 'pat-1' }, body: { month: '2026-03', prescriptions: [{ dpId, version }] } }),
    },
    'charge-month.patientList': { kind: 'figures', call: inMonth, sum: summed('prescriptionCount') },
    'charge-month.exportPatients': { kind: 'figures', call: inMonth },
    'charge-month.books': { kind: 'figures', call: inMonth, sum: summed('openCount') },
  },
  apart: {
    'charge.chargeWay': 'ways on offer when it is no bill that the caller sees, below',
    'chargeShift.takings': "the caller's own drawer: its cash must add up whatever schemes say",
    'chargeShift.close': "the caller's own drawer",
    'charge-month.record': 'takes in what the caller sees, below',
    'charge-month.settleSelfPay': 'settles what the caller sees and saw (fingerprint), below',
    'charge-month.settleInsured': WHOLE,
    'charge-month.rehearseInsured': WHOLE,
    'charge-month.letGoInsured': WHOLE,
    'charge-month.hospMonth': WHOLE,
    'charge-month.askInsurer': WHOLE,
    'charge-month.close': WHOLE,
    'charge-month.reopen': WHOLE,
    'charge-month.runs': WHOLE,
    'charge-month.run': WHOLE,
    'charge-month.runItems': WHOLE,
    'charge-month.cancelRun': WHOLE,
    'charge-month.resumeRun': WHOLE,
  },
});

/** The refusal with what its sentence names. */
const told = async (act: () => Promise<unknown>): Promise<{ key: string; params: object }> => {
  try {
    await act();
  } catch (error) {
    if (isAppError(error)) return { key: error.key, params: error.params };
    throw error;
  }
  return { key: 'allowed', params: {} };
};

const NONE: DataScope = { kind: 'schemes', conditions: [], userAndBelow: [] };

describe('the desk with data rights', () => {
  const scope =
    (on: DataScope) =>
    (menu: string): DataScope =>
      menu === 'his.charging' ? on : { kind: 'organisation' };
  const own: HostedCall = { user: me, dataScope: scope(OWN_ROWS) };
  const none: HostedCall = { user: me, dataScope: scope(NONE) };
  const everything: HostedCall = { user: me, dataScope: scope({ kind: 'schemes', conditions: [[]], userAndBelow: [] }) };
  const { host } = { host: () => desk.host };

  it('one’s own bills and everything that waits: the queue has a payment state, bills have none', async () => {
    const groups = [
      { field: 'creatorUserId', type: 'User', op: 'Equal' as const, value: '@userId' },
      { field: 'payStatus', type: 'Int32', op: 'Equal' as const, value: '0' },
    ];
    const call: HostedCall = { user: me, dataScope: scope({ kind: 'schemes', conditions: [[{ logic: 'or', groups }]], userAndBelow: [] }) };
    expect((await host().call('charging', routes.patientList, call)).list.map(({ workerName }) => workerName).sort()).toEqual(['乙员', '甲员']);
    expect((await host().call('charging', routes.bill, call)).list.map(({ cashierName }) => cashierName)).toEqual(['甲员']);
  });

  it('payment ways of a hidden bill are those on offer', async () => {
    const ways = async (given: HostedCall) => (await host().call('charging', routes.chargeWay, { ...given, params: { id: row('theirs')().billId } })).list;
    const offered = await host().call('charging', routes.chargeWay, { ...own, params: { id: '0' } });
    expect((await ways(everything)).map((way) => way.payWay)).toEqual(['cash']);
    expect(await ways(own)).toEqual(offered.list);
  });

  it('who does not see all of the desk runs and closes no month', async () => {
    const plan = { month: '2026-03', dryRun: true, settleWay: 'selfpay', takeIn: true, payWay: 'cash' };
    for (const [route, given] of [
      [month.askInsurer, { patientIds: ['pat-1'] }],
      [month.hospMonth, plan],
      [month.settleInsured, { patientId: 'pat-1', month: '2026-03', fingerprint: 'x'.repeat(32) }],
      [month.rehearseInsured, { patientId: 'pat-1', month: '2026-03', fingerprint: 'x'.repeat(32) }],
      [month.letGoInsured, { patientId: 'pat-1', month: '2026-03' }],
      [month.close, { month: '2026-02' }],
      [month.reopen, { month: '2026-02', reason: '补记' }],
    ] as const) {
      expect(await refusal(host().call('charging', route, { ...own, body: given }))).toBe('charging.needs-all-rows');
    }
    expect((await host().call('charging', month.hospMonth, { ...everything, body: plan })).dryRun?.patients).toHaveLength(1);
  });

  it('a hidden patient is named to no insurer and settled in no month', async () => {
    const hidden = (menu: string): DataScope => (menu === 'his.patient' ? NONE : { kind: 'organisation' });
    host().provide(insuredSettlement, { settleMonth: async () => ({ kind: 'unknown' }) });
    const asked: string[] = [];
    host().provide(insuredMonthChecks, {
      blockersOf: async () => [],
      ask: async ({ patientIds }) => {
        asked.push(...patientIds);
        return { asked: patientIds.length, refused: [] };
      },
    });
    const plan = { month: '2026-03', dryRun: true, settleWay: 'selfpay', takeIn: true, payWay: 'cash' };
    const one = { patientId: 'pat-1', month: '2026-03', fingerprint: 'x'.repeat(32) };
    for (const [route, body] of [
      [month.askInsurer, { patientIds: ['pat-1'] }],
      [month.hospMonth, { ...plan, patientIds: ['pat-1'] }],
      [month.settleInsured, one],
      [month.rehearseInsured, one],
      [month.letGoInsured, { patientId: one.patientId, month: one.month }],
    ] as const) {
      expect(await refusal(host().call('charging', route, { user: me, dataScope: hidden, body })), route.path).toBe('charging.patient-not-found');
      expect(await refusal(host().call('charging', route, { ...everything, body })), route.path).not.toBe('charging.patient-not-found');
    }
    expect(asked).toEqual(['pat-1']);
  });

  it('the file that one was merged into is named to whom it is shown', async () => {
    const hidden = (menu: string): DataScope => (menu === 'his.patient' ? NONE : { kind: 'organisation' });
    const { dpId, version, price } = row('mine')().waiting;
    const prescriptions = [{ dpId, version }];
    const body = { prescriptions, totalPrice: price, payments: [{ payWay: 'cash', amount: price }] };
    const pay = (dataScope?: typeof hidden) => told(() => host().call('charging', routes.selfPay, { params: { id: dpId }, body, user: me, dataScope }));
    const check = (patients?: DataRights) =>
      told(() =>
        host()
          .service(insuredBills)
          .check({ dpIds: [dpId], by: { userId: me.userId, userName: me.userName, orgIds: me.orgIds }, patients }),
      );
    const rights = (kind: DataScope): DataRights => ({ menu: 'his.patient', userId: me.userId, orgId: me.orgId, orgIds: me.orgIds, scope: kind });
    await host().db.script(`update patient.patient set merged_into = 'pat-2' where id = 'pat-1'`);
    const named = { key: 'charging.patient-merged', params: { name: '王小明', code: 'MZ0002' } };
    const unnamed = { key: 'charging.patient-merged-unnamed', params: {} };
    expect([await pay(), await check(rights({ kind: 'organisation' }))]).toEqual([named, named]);
    expect([await pay(hidden), await check(rights(NONE)), await check()]).toEqual([unnamed, unnamed, unnamed]);
    const record = (dataScope?: typeof hidden) =>
      told(() => host().call('charging', month.record, { params: { id: 'pat-1' }, body: { month: '2026-03' }, user: me, dataScope }));
    expect(await record()).toEqual(named);
    expect(await record(hidden)).toEqual({ key: 'charging.patient-not-found', params: {} });
    await host().db.script(`update patient.patient set merged_into = null where id = 'pat-1'`);
  });

  it('what a closing left, and which run is under way, is told to whom the whole desk is told', async () => {
    await host().db.script(`
      insert into charging.month_close (id, org_id, month, closed_at, closed_by, closed_by_name, leave_reason, left_count, left_total)
      values ('close-1', 'org-gz', '2026-01', now(), 'user-theirs', '乙员', '王小明未结', 7, 123.45);
      insert into charging.month_run (id, org_id, month, state, patient_id, settle_way, take_in, pay_way, reference, fingerprint, user_id, user_name, language, started_at, lease_owner, lease_until)
      values ('run-1', 'org-gz', '2026-01', 'running', '', 'selfpay', true, 'cash', '', 'x', 'user-theirs', '乙员', 'zh', now(), '', now())`);
    const book = async (given: HostedCall) =>
      (await host().call('charging', month.books, { ...given, query: { month: '2026-01' } })).list.find(({ orgId }) => orgId === 'org-gz');
    expect(await book(everything)).toMatchObject({ closed: true, leftCount: 7, leftPrice: 123.45, leaveReason: '王小明未结', activeRunId: 'run-1' });
    for (const given of [own, none]) expect(await book(given)).toMatchObject({ closed: true, leftCount: 0, leftPrice: 0, leaveReason: '', activeRunId: null });
    expect(await book({ ...own, user: other })).toMatchObject({ leftCount: 0, activeRunId: 'run-1' });
    await host().db.script(`delete from charging.month_run where id = 'run-1'; delete from charging.month_close where id = 'close-1'`);
  });

  it('goes on a monthly account and is settled: what one sees', async () => {
    const record = { params: { id: 'pat-1' }, body: { month: '2026-03' } };
    expect((await host().call('charging', month.record, { ...none, ...record })).taken).toEqual([]);
    expect((await host().call('charging', month.record, { ...own, ...record })).taken.map(({ dpId }) => dpId)).toEqual([row('mine')().waiting.dpId]);
    const sheet = await host().call('charging', month.sheet, { ...own, params: { id: 'pat-1' }, query: { month: '2026-03' } });
    expect(sheet.prescriptionParentList.map(({ workerName }) => workerName)).toEqual(['甲员', '甲员']);
    const body = {
      patientId: 'pat-1',
      month: '2026-03',
      fingerprint: sheet.fingerprint,
      totalPrice: sheet.accountPrice,
      payments: [{ payWay: 'cash', amount: sheet.accountPrice }],
    };
    expect(await refusal(host().call('charging', month.settleSelfPay, { ...none, body }))).toBe('charging.month-changed');
    expect((await host().call('charging', month.settleSelfPay, { ...own, body })).prescriptionCount).toBe(1);
  });

  it('a run is seen by who sees everything, and by who started it', async () => {
    const plan = { month: '2026-03', settleWay: 'selfpay' as const, takeIn: true, payWay: 'cash' };
    const { dryRun } = await host().call('charging', month.hospMonth, { ...everything, user: other, body: { ...plan, dryRun: true } });
    const body = { ...plan, dryRun: false, fingerprint: dryRun?.fingerprint };
    const { run } = await host().call('charging', month.hospMonth, { ...everything, user: other, body });
    const runId = run?.runId ?? '';
    const seen = async (given: HostedCall) =>
      (await host().call('charging', month.runs, { ...given, query: { month: '2026-03' } })).list.map((one) => one.runId);
    expect([await seen(everything), await seen(own), await seen({ ...own, user: other })]).toEqual([[runId], [], [runId]]);
    for (const route of [month.run, month.runItems, month.cancelRun, month.resumeRun]) {
      expect(await refusal(host().call('charging', route, { ...own, params: { id: runId } }))).toBe('charging.run-not-found');
    }
    expect((await host().call('charging', month.runItems, { ...everything, params: { id: runId } })).list).toHaveLength(1);
    expect(await refusal(host().call('charging', month.resumeRun, { ...own, user: other, params: { id: runId } }))).toBe('charging.needs-all-rows');
  });

  it('a merge shows how many prescriptions and bills there are of those that one sees', async () => {
    const preview = async (dataScope?: (menu: string) => DataScope) =>
      (
        await host().call('patient', patientContract.routes.mergePreview, { params: { id: 'pat-2' }, query: { from: 'pat-1' }, user: me, dataScope })
      ).records.map(({ count }) => count);
    const within = (narrowed: string, on: DataScope) => (menu: string) => (menu === narrowed ? on : ({ kind: 'organisation' } as const));
    const [prescriptions = 0, bills = 0] = await preview();
    const ways = async (on: DataScope) => [await preview(within('his.prescription', on)), await preview(within('his.charging', on))];
    expect(await ways(NONE)).toEqual([
      [0, bills],
      [prescriptions, 0],
    ]);
    expect(await ways(OWN_ROWS)).toEqual([
      [2, bills],
      [prescriptions, bills - 1],
    ]);
  });

  it('bills of patients are counted within the data rights on the desk', async () => {
    const counts = async (given: HostedCall) => (await host().call('patient', patientContract.routes.billed, given)).list.map(({ billCount }) => billCount);
    expect([await counts(none), (await counts(everything))[0]]).toEqual([[], 3]);
    expect((await counts(own))[0]).toBe(2);
  });

  it('hidden writes keep a merge from being taken back', async () => {
    const { routes: files } = patientContract;
    const call = { user: me, dataScope: (menu: string): DataScope => (menu === 'his.patient' ? { kind: 'organisation' } : NONE) };
    const versionOf = async (id: string) => (await host().call('patient', files.file, { params: { id } })).version;
    const canUndo = async () => (await host().call('patient', files.merges, { params: { id: 'pat-2' }, ...call })).list[0]?.canUndo;
    host().time.now = new Date(host().time.now.getTime() + 60_000);
    const merge = { from: 'pat-1', version: await versionOf('pat-2'), fromVersion: await versionOf('pat-1'), reason: '重复' };
    await host().call('patient', files.merge, { params: { id: 'pat-2' }, body: merge });
    expect(await canUndo()).toBe(true);
    host().time.now = new Date(host().time.now.getTime() + 60_000);
    await host().call('prescription', prescriptionContract.routes.create, {
      body: body({ patientId: 'pat-2', reimWay: '0', prescriptionDetailList: [oneSession] }),
      user: other,
    });
    expect(await canUndo()).toBe(false);
  });
});
