import { DAY_MS, dayOf, type OrgId, parseDay } from '@nephra/plugin-sdk/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { workLeasedRow } from '@nephra/plugin-sdk/server';
import { statementsOf } from '../../../../tests/support/count-statements.ts';
import { catalogueStockUse } from '../../../catalogue/contract/index.ts';
import { oneDialyser, pharmacist } from '../../../charging/testing/desk.ts';
import { dialysisAttendance } from '../../../dialysis-schedule/contract/index.ts';
import { dispensingContract } from '../../../pharmacy/contract/index.ts';
import { prescriptionContract, prescriptionProposals } from '../../../prescription/contract/index.ts';
import { once } from '../../../prescription/server/prescription.fixture.ts';
import { findingContract } from '../../contract/money/finding.contract.ts';
import { priceRuleContract } from '../../contract/money/price-rule.contract.ts';
import { dialysisStays } from '../../contract/stays.service.ts';
import { doctor, nurse, refusal } from '../session-house.fixture.ts';
import { bedsideOf } from '../stand-ins.fixture.ts';
import { MAX_READ } from './findings.query.ts';
import { findingClaim, workFindings } from '../findings/finding-run.ts';
import { DIALYSER, type MoneyHouse, openMoneyHouse, SALINE, salineLot } from './money-house.fixture.ts';
import { stockKey } from './use-goods.ts';

let house: MoneyHouse;
beforeEach(async () => {
  house = await openMoneyHouse();
});
afterEach(async () => {
  expect(await house.desk.broken()).toEqual([]);
  await house.host.close();
});
const findings = async (...kinds: string[]) => {
  const { list } = await house.host.call('dialysis-session', findingContract.routes.list, { query: { month: '2026-03' }, user: nurse });
  return list.filter(({ kind }) => kinds.includes(kind)).map(({ kind, params }) => [kind, params]);
};
const used = (id: string) => house.host.service(catalogueStockUse).of([stockKey(id)], ['org-gz']);
const rxOf = (id: string) => house.host.call('prescription', prescriptionContract.routes.detail, { params: { id }, user: doctor });
const lines = async (id: string) => (await rxOf(id)).prescriptionDetailList.map(({ drugId, drugNum, stockKept }) => [drugId, drugNum, stockKept]);

describe('what a treatment uses', () => {
  it('leaves stock once when it is closed, first expiring first, and the pharmacy hands nothing of it out', async () => {
    const { session } = await house.acts.toClosed(house.slot('pat-1'), { orders: [await house.order()] });
    expect(await house.onHand()).toEqual({ early: 1, late: 40, bags: 2 });
    expect(session.entries.at(-1)?.content).toMatchObject({ money: 'written', used: 2 });
    const rx = await rxOf(session.prescriptionId);
    expect(await lines(session.prescriptionId)).toEqual([
      ['item-hd', 1, false],
      [DIALYSER, 1, false],
      [SALINE, 1, false],
    ]);
    // Confirmed and on the account it is carried out: nothing waits at the counter.
    await house.desk.confirm(rx, doctor);
    expect((await house.desk.record()).taken).toHaveLength(1);
    expect(await rxOf(session.prescriptionId)).toMatchObject({ payStatus: 6 });
    const queue = await house.host.call('pharmacy', dispensingContract.routes.patientList, { query: { unpaid: true }, user: pharmacist });
    expect(queue.list).toEqual([]);
    expect(await house.onHand()).toEqual({ early: 1, late: 40, bags: 2 });
  });

  it('a doctor who changes the draft has nothing handed out a second time', async () => {
    const { session } = await house.acts.toClosed(house.slot('pat-1'));
    const rx = await rxOf(session.prescriptionId);
    const { dpType, dpDate, reimWay, visit, diagnosis, infectedHistory, version } = rx;
    const prescriptionDetailList = [once('item', 'item-hd', '次', { drugNum: 1, manualNum: true }), oneDialyser];
    await house.host.call('prescription', prescriptionContract.routes.update, {
      params: { dpId: session.prescriptionId },
      body: { dpType, dpDate, reimWay, visit, diagnosis, infectedHistory, version, prescriptionDetailList },
      user: doctor,
    });
    expect(await lines(session.prescriptionId)).toEqual([
      ['item-hd', 1, false],
      [DIALYSER, 1, false],
    ]);
  });

  it('opened again it stays out; closed again what differs is taken or given back', async () => {
    const { session } = await house.acts.toClosed(house.slot('pat-1'));
    await house.acts.reopen(session.id);
    expect(await house.onHand()).toEqual({ early: 1, late: 40, bags: 3 });
    await house.acts.give(session.id, await house.order());
    await house.acts.close(session.id);
    expect(await house.onHand()).toEqual({ early: 1, late: 40, bags: 2 });
    // Somebody finds that the dialyser was of the other lot: one goes back, the other is taken, without opening the sheet.
    await house.acts.correct(session.id, { section: 'start', field: 'dialyserLot', value: 'late' });
    expect(await house.onHand()).toEqual({ early: 2, late: 39, bags: 2 });
    expect(await used(session.id)).toMatchObject([{ drugId: SALINE }, { drugId: DIALYSER, lots: [{ lotNo: 'late', scanned: true }] }]);
  });

  it('lots are those that were written down or scanned; one that stock does not have is told', async () => {
    const one = await house.acts.toClosed(house.slot('pat-1'), { start: { dialyserLot: 'late' } });
    expect(await house.onHand()).toMatchObject({ early: 2, late: 39 });
    house.pass(24 * 60);
    await house.acts.toClosed(house.slot('pat-1'), { start: { dialyserLot: 'never seen' } });
    expect(await house.onHand()).toMatchObject({ early: 1, late: 39 });
    expect(await findings('lot-or-code')).toEqual([['lot-or-code', { name: '高通透析器', what: 'lot-unknown' }]]);
    expect(one.session.state).toBe(5);
  });

  it('a shortage keeps no sheet open: it is told, listed, and taken when goods have come', async () => {
    const orders = [];
    for (let n = 0; n < 4; n += 1) orders.push(await house.order({ title: `盐水${n}` }));
    const { session } = await house.acts.toClosed(house.slot('pat-1'), { orders });
    expect(session.state).toBe(5);
    expect(session.entries.at(-1)?.content).toMatchObject({ short: ['0.9%氯化钠注射液'] });
    expect(await house.onHand()).toMatchObject({ bags: 0 });
    expect(await findings('stock-short')).toEqual([['stock-short', { name: '0.9%氯化钠注射液', n: 1, unit: '袋' }]]);
    await house.desk.stock([salineLot({ lotNo: 'more', quantity: 10 })]);
    const take = () => house.host.call('dialysis-session', findingContract.routes.takeStock, { params: { id: session.id }, user: nurse });
    expect([await take(), await take()]).toMatchObject([{ short: [] }, { short: [] }]);
    expect(await house.onHand()).toMatchObject({ bags: 0, more: 9 });
    expect(await findings('stock-short')).toEqual([]);
  });

  it('where the facility keeps no stock of an entry nothing happens, and the pharmacy has it as before', async () => {
    await house.desk.host.db.script("delete from pharmacy.item where drug_id = 'drug-saline'");
    const { session } = await house.acts.toClosed(house.slot('pat-1'), { orders: [await house.order()] });
    expect(await house.onHand()).toMatchObject({ early: 1, bags: 3 });
    expect((await lines(session.prescriptionId)).at(-1)).toEqual([SALINE, 1, true]);
  });

  it('what the pharmacy hands out because it was confirmed before is not taken twice', async () => {
    await house.desk.host.db.script('delete from pharmacy.item');
    const { session } = await house.acts.toClosed(house.slot('pat-1'));
    await house.desk.confirm(await rxOf(session.prescriptionId), doctor);
    await house.desk.stock([]);
    await house.desk.host.db.script(
      'insert into pharmacy.item (org_id, drug_id, kind, drug_name, drug_spec, unit, stock_unit, stock_dmin) select distinct org_id, drug_id, kind, drug_name, drug_spec, unit, stock_unit, stock_dmin from pharmacy.lot',
    );
    await house.acts.reopen(session.id);
    await house.acts.give(session.id, await house.order());
    expect((await house.acts.close(session.id)).session.entries.at(-1)?.content).toMatchObject({ money: 'kept' });
    expect(await house.onHand()).toEqual({ early: 2, late: 40, bags: 2 });
  });
});

describe('trace codes', () => {
  const CODE = '81234567890123456789';
  it('a pack that is opened serves several patients until it is empty, and never goes over the counter', async () => {
    const orderOf = (patientId: string) => house.order({ patientId, drugId: 'drug-calcitriol', title: '骨化三醇', once: true });
    await house.desk.stock([
      {
        ...salineLot({ lotNo: 'caps' }),
        drugId: 'drug-calcitriol',
        drugName: '骨化三醇软胶囊',
        stockDmin: 20,
        stockUnit: '盒',
        preparaUnit: '粒',
        quantity: 200,
      },
    ]);
    const open = async (patientId: string) => {
      const slot = house.slot(patientId);
      const orderId = await orderOf(patientId);
      const id = await house.acts.toRunning(slot);
      await house.acts.give(id, orderId, { codes: [{ orderId, code: CODE }] });
      await house.acts.check2(id);
      house.pass(240);
      await house.acts.end(id);
      await house.acts.save(id, 'after', { scale: 61, systolic: 130, diastolic: 80 });
      house.board.machines.set('M-S1', 'ready');
      await house.acts.close(id);
      return id;
    };
    const first = await open('pat-1');
    // A box is sold whole, so that the first patient had all of it.
    expect((await used(first)).find(({ drugId }) => drugId === 'drug-calcitriol')).toMatchObject({ codes: [CODE], problems: [] });
    house.pass(24 * 60);
    await open('pat-1');
    expect(await findings('lot-or-code')).toEqual([['lot-or-code', { name: '骨化三醇软胶囊', what: 'code-empty' }]]);
    const elsewhere = await house.host.db.kyselyFor<{ 'pharmacy.opened_pack': { code: string } }>().selectFrom('pharmacy.opened_pack').selectAll().execute();
    expect(elsewhere).toHaveLength(1);
    const orderId = await orderOf('pat-1');
    expect(await refusal(house.acts.give(first, orderId, { codes: [{ orderId, code: '12' }] }))).not.toMatch(/^allowed/);
  });
});

describe('what is charged', () => {
  const rule = (over: object) =>
    house.host.call('dialysis-session', priceRuleContract.routes.add, {
      body: {
        ...{ kind: 'treatment', region: 'guangdong', mode: 'HD', drugId: '', name: '', words: [], most: null, from: '2026-01-01', to: null, source: 'SIM' },
        ...over,
      } as never,
      user: nurse,
    });

  it('is used and not charged where the region includes it, from the day of the rule', async () => {
    await rule({ words: ['透析器'], from: '2026-03-21', most: 1 });
    const before = await house.acts.toClosed(house.slot('pat-1'));
    expect(await lines(before.session.prescriptionId)).toHaveLength(2);
    house.pass(24 * 60);
    const after = await house.acts.toClosed(house.slot('pat-1'));
    expect(await lines(after.session.prescriptionId)).toEqual([['item-hd', 1, false]]);
    expect(await house.onHand()).toMatchObject({ early: 0 });
    house.pass(24 * 60);
    await house.acts.toClosed(house.slot('pat-1'));
    expect(await findings('over-cap')).toEqual([['over-cap', { mode: 'HD', n: 3, cap: 1 }]]);
  });

  it('rules of a mode follow each other by days, and what makes no sense is refused', async () => {
    await rule({ most: 10 });
    await rule({ most: 8, from: '2026-03-10' });
    const { list } = await house.host.call('dialysis-session', priceRuleContract.routes.list, { user: nurse });
    expect(list.map(({ most, from, to }) => [most, from, to])).toEqual([
      [8, '2026-03-10', null],
      [10, '2026-01-01', '2026-03-09'],
    ]);
    expect(await refusal(rule({ most: 5 }))).toBe('dialysis-session.price-rule-twice');
    expect(await refusal(rule({ mode: '' }))).toBe('dialysis-session.price-rule-mode');
    expect(await refusal(rule({ kind: 'test', mode: '', name: 'PTH', words: [] }))).toBe('dialysis-session.price-rule-words');
    expect(await refusal(rule({ from: '2026-05-01', to: '2026-04-01' }))).toBe('dialysis-session.price-rule-days');
    expect(await refusal(rule({ drugId: 'nothing', from: '2026-06-01' }))).toBe('dialysis-session.entry-unknown');
  });
});

it('a month asks for as many statements however many treatments and prescriptions it has, and sees each of them with its lines', async () => {
  const { session } = await house.acts.toClosed(house.slot('pat-1'));
  const month = { query: { month: '2026-03' }, user: { ...nurse, orgIds: ['org-gz'] as const } };
  const report = () => house.host.call('dialysis-session', findingContract.routes.list, month);
  // Shorter than planned, nobody says why.
  await house.desk.host.db.script(`update dialysis_session.session set minutes = 100, sections = sections - 'end' where id = '${session.id}'`);
  expect((await report()).counts).toEqual({ short: 1 });
  const one = await statementsOf(report);
  const copied = (table: string, of: string, changes: string) =>
    `insert into ${table} select made.* from generate_series(1, 600) as n cross join ${table} as base
       cross join lateral jsonb_populate_record(base, ${changes}) as made where base.${of} = '${session.prescriptionId}'`;
  // Each second one charges a dialyser more than was used, and one was shorter for a reason.
  await house.desk.host.db.script(
    [
      copied('prescription.prescription', 'id', `jsonb_build_object('id', 'many-' || n, 'dp_number', 'MANY' || n)`),
      copied('prescription.detail', 'dp_id', `jsonb_build_object('id', base.id || '-' || n, 'dp_id', 'many-' || n)`),
      copied('dialysis_session.session', 'prescription_id', `jsonb_build_object('id', 'many-' || n, 'slot_id', 'many-' || n, 'prescription_id', 'many-' || n)`),
      `update dialysis_session.session set sections = jsonb_set(sections, '{end}', '{"fields": {"reason": "低血压"}}') where id = 'many-7'`,
      `update prescription.detail set drug_num = 2 where kind = 'material' and dp_id in (select 'many-' || n from generate_series(1, 600, 2) as n)`,
    ].join(';'),
  );
  const { held, written, counts, list } = await report();
  expect([held, written, counts]).toEqual([601, 601, { 'dialysers-differ': 1, 'same-times': 1, short: 600 }]);
  expect(list.find(({ kind }) => kind === 'dialysers-differ')?.params).toEqual({ dialysers: 901, held: 601 });
  expect(list.some(({ kind, sessionId }) => kind === 'short' && sessionId === 'many-7')).toBe(false);
  expect((await statementsOf(report)).length).toBe(one.length);
});

it('of more findings than one answer carries all are counted, and the newest are told', async () => {
  await house.desk.host.db.script(`
    insert into dialysis_session.session (id, org_id, day, shift_id, slot_id, station_id, station_code, patient_id, origin, mode, state, sections, created_at, updated_at)
    select 'open-' || n, 'org-gz', date '2026-02-01' + n % 20, 'early', 'open-' || n, 'S1', 'S1', 'pat-1', 'board', 'HD', 1, '{}', now(), now() from generate_series(1, 5001) as n`);
  const month = { query: { month: '2026-02' }, user: { ...nurse, orgIds: ['org-gz'] as const } };
  const { list, counts } = await house.host.call('dialysis-session', findingContract.routes.list, month);
  expect([list.length, counts]).toEqual([5_000, { 'sheet-open': 5_001 }]);
  expect([list[0]?.day, list.at(-1)?.day]).toEqual(['2026-02-20', '2026-02-01']);
});

it('a month with more treatments than are read at once is refused to whoever looks over all of them, and answered to one facility', async () => {
  await house.acts.toClosed(house.slot('pat-1'));
  // Nobody came to them: as cheap as rows can be, and counted like others.
  await house.desk.host.db.script(`
    insert into dialysis_session.session (id, org_id, day, shift_id, slot_id, station_id, station_code, patient_id, origin, mode, state, sections, created_at, updated_at)
    select 'many-' || n, 'org-wh', date '2026-03-02', 'early', 'many-' || n, 'S1', 'S1', 'pat-1', 'board', 'HD', 9, '{}', now(), now() from generate_series(1, ${MAX_READ}) as n`);
  const ofMonth = (month: string, orgIds: readonly OrgId[]) =>
    house.host.call('dialysis-session', findingContract.routes.list, { query: { month }, user: { ...nurse, orgIds } });
  const both = ['org-gz', 'org-wh'] as const;
  expect(await ofMonth('2026-03', both)).toMatchObject({ large: true, madeAt: null, list: [] });
  const user = { ...nurse, orgIds: both };
  const { runId } = await house.host.call('dialysis-session', findingContract.routes.startRun, { body: { month: '2026-03' }, user });
  const ctx = house.host.context('dialysis-session') as Parameters<typeof workFindings>[0];
  await workLeasedRow(ctx, findingClaim, runId, { owner: 'here', leaseMs: 20_000, stopping: () => false }, (lease) => workFindings(ctx, runId, lease));
  const run = await house.host.call('dialysis-session', findingContract.routes.run, { params: { id: runId }, user });
  expect(run).toMatchObject({ state: 'failed', error: expect.stringContaining(String(MAX_READ)) });
  expect(await ofMonth('2026-03', ['org-gz'])).toMatchObject({ held: 1, written: 1 });
  expect(await ofMonth('2026-02', both)).toMatchObject({ held: 0, list: [] });
});

it('absences that stand on the board alone are stays, from the first that was missed for one until a treatment is held again', async () => {
  const today = new Date(house.host.time.now.getTime() + 8 * 3_600_000).toISOString().slice(0, 10);
  const ago = (days: number): string => dayOf(parseDay(today) - days * DAY_MS);
  const place = (patientId: string, days: number, reason: string) => ({ slotId: `${patientId}-${days}`, patientId, date: ago(days), reason });
  const board = [place('pat-1', 4, 'hospital'), place('pat-1', 2, 'refused'), place('pat-2', 3, 'elsewhere'), place('pat-2', 2, 'other')];
  house.host.provide(dialysisAttendance, {
    missed: async (ids, orgIds, from, to) =>
      board.filter(({ patientId, date }) => ids.includes(patientId) && orgIds.includes('org-gz') && date >= from && date <= to),
  });
  const stays = () => house.host.service(dialysisStays).of(['pat-1', 'pat-2'], ['org-gz'], today, today);
  const journey = { patientId: 'pat-2', from: ago(3), to: null, why: 'travel' };
  expect(await stays()).toEqual([{ patientId: 'pat-1', from: ago(4), to: null, why: 'hospital' }, journey]);
  await house.acts.toClosed(house.slot('pat-1'));
  expect(await stays()).toEqual([{ patientId: 'pat-1', from: ago(4), to: today, why: 'hospital' }, journey]);
  expect(await house.host.service(dialysisStays).of(['pat-1'], ['org-wh'], today, today)).toEqual([]);
  // Charged on the journey that the board alone knows of, without any treatment of the month: found all the same.
  const proposal = {
    ...{ key: 'SIM/charged-away', orgId: 'org-gz' as OrgId, patientId: 'pat-2', dpDate: house.host.time.now.getTime(), note: '' },
    ...{ doctor: { userId: doctor.userId, userName: doctor.userName, enCode: '' }, creator: { userId: nurse.userId, userName: nurse.userName } },
    lines: [{ kind: 'item' as const, drugId: 'item-hd', quantity: 1, remark: '' }],
  };
  await house.host.db.transaction(() => house.host.service(prescriptionProposals).propose(proposal));
  expect(await findings('while-away')).toEqual([['while-away', { why: 'travel', from: ago(3) }]]);
  // Left for good: from the day behind the outcome on, wherever the treatments of the days before lie.
  house.board.bedside.set('pat-1', bedsideOf('pat-1', 'A', { active: false, outcomeOn: ago(1) }));
  expect(await stays()).toContainEqual({ patientId: 'pat-1', from: ago(1), to: null, why: 'outcome' });
  const gone = ['while-away', { why: 'outcome', from: ago(1) }];
  // His treatment and its prescription; the journey of the other one as before.
  expect(await findings('while-away')).toEqual(expect.arrayContaining([gone, ['while-away', { why: 'travel', from: ago(3) }]]));
  expect(await findings('while-away')).toHaveLength(3);
});
