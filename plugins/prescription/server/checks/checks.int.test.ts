import { type DataRights, type Quantity, quantityFromWire } from '@nephra/plugin-sdk/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PluginHost, staff } from '../../../../tests/support/processes/plugin-host.ts';
import { type CheckBody, type DetailInput, prescribingContract, type Prescription, prescriptionChecks, prescriptionContract } from '../../contract/index.ts';
import { catalogueStock } from '../../../catalogue/contract/index.ts';
import { prescribingCatalogue, tabletOf } from '../prescribing/prescribing.fixture.ts';
import { body, line, MONDAY, once } from '../prescription.fixture.ts';
import { actor, actsOn, refusal, startHost, wuhan } from '../prescribing/prescription-host.fixture.ts';
import type { CatalogueDb } from '../../../catalogue/server/tables.ts';

const { routes } = prescribingContract;
const EVERYTHING: DataRights = { menu: 'his.pharmacy', userId: 'u', orgId: 'org-gz', orgIds: ['org-gz'], scope: { kind: 'organisation' } };
let host: PluginHost;
beforeAll(async () => {
  host = await startHost(prescribingCatalogue);
});
afterAll(() => host.close());
const { create, confirm } = actsOn(() => host);

const check = (lines: DetailInput[], over: Partial<CheckBody> = {}) =>
  host.call('prescription', routes.check, {
    body: { patientId: 'pat-1', dpType: 14, dpDate: MONDAY, reimWay: '310', prescriptionDetailList: lines, ...over },
  });
const codes = async (lines: DetailInput[], over: Partial<CheckBody> = {}) => (await check(lines, over)).findings.map(({ code, level }) => `${code} ${level}`);
const VALSARTAN = tabletOf('drug-valsartan', 80);
const SPIRO = tabletOf('drug-spiro', 20);
const remove = (rx: Prescription) => host.call('prescription', prescriptionContract.routes.remove, { params: { id: rx.dpId }, query: {} });

describe('checking a draft', () => {
  it('finds allergies, duplicates, interactions, doses, limits and supplies, and stores nothing', async () => {
    expect(await check([VALSARTAN])).toMatchObject({ findings: [], blocked: false, reasonsNeeded: 0, prices: [{ drugId: 'drug-valsartan' }] });
    const whole = await check([VALSARTAN, SPIRO, tabletOf('drug-entresto', 100), tabletOf('drug-limited', 1, { drugDays: 100 })]);
    expect(whole.findings.map(({ code, level, lines }) => [code, level, lines])).toEqual([
      ['supply-days', 'block', [3]],
      ['duplicate', 'reason', [0, 2]],
      ['interaction', 'reason', [0, 1]],
      ['interaction', 'reason', [1, 2]],
      ['limit-use', 'reason', [3]],
      ['renal', 'info', [1]],
    ]);
    expect(whole).toMatchObject({ blocked: true, reasonsNeeded: 4 });
    expect(await codes([line({ drugId: 'drug-penicillin', onceUsing: 0.48, onceUsingUnit: 'g', drugUsage: '404', drugNumUnit: '支' })])).toEqual([
      'allergy block',
    ]);
    expect(await codes([line({ drugId: 'drug-cefazolin', onceUsing: 1, onceUsingUnit: 'g', drugUsage: '404', drugNumUnit: '瓶', drugDays: 3 })])).toEqual([
      'allergy-cross reason',
      'skin-test info',
    ]);
    expect(await codes([tabletOf('drug-valsartan', 2000)])).toEqual(['dose-high block']);
  });

  it('answers what cannot be counted or sold with a finding instead of a refusal', async () => {
    expect(
      await codes([
        line({ drugId: 'nothing' }),
        line({ drugId: 'drug-off' }),
        line({ onceUsing: -1 }),
        line({ manualNum: true, drugNum: 1e9 }),
        line({ manualNum: true, drugNum: 0 }),
        line({ drugDays: 1.5 }),
        line({ onceUsingUnit: 'ml' }),
        line({ drugNumUnit: '瓶' }),
      ]),
    ).toEqual(
      ['item-unknown', 'item-disabled', 'quantity-negative', 'quantity-too-large', 'quantity-zero', 'quantity-days', 'quantity-dimension', 'quantity-unit'].map(
        (code) => `${code} block`,
      ),
    );
  });

  it('looks at the courses of the patient’s other prescriptions, not at the one that is edited nor at ended ones', async () => {
    const running = await create({ prescriptionDetailList: [VALSARTAN] });
    expect(await codes([VALSARTAN])).toEqual(['duplicate-other info']);
    expect(await codes([VALSARTAN], { dpId: running.dpId ?? '' })).toEqual([]);
    expect(await codes([SPIRO])).toEqual(['interaction-other reason', 'renal info']);
    expect(await codes([VALSARTAN], { dpDate: MONDAY + 7 * 86_400_000 })).toEqual([]);
    expect(await codes([VALSARTAN], { patientId: 'pat-2' })).toEqual([]);
    await remove(running);
    expect(await codes([VALSARTAN])).toEqual([]);
  });

  it('pregnancy: the file and the catalogue decide, and who was never asked is pointed out', async () => {
    const say = (state: string, birthday = '1995-03-03') =>
      host.db.script(
        `update patient.patient set patient_sex = 2, pregnancy = '${state}', pregnancy_on = '2026-02-20', birthday = '${birthday}' where id = 'pat-1'`,
      );
    await host.db.script(
      "update catalogue.entry set pregnancy_level = 'block', lactation_level = 'reason', pregnancy_advice = '禁用' where drug_id = 'drug-valsartan'",
    );
    await say('pregnant');
    const { findings } = await check([VALSARTAN]);
    expect(findings).toMatchObject([{ code: 'pregnancy', level: 'block', params: { name: '缬沙坦片', advice: '禁用', day: '2026-02-20' } }]);
    const rx = await create({ prescriptionDetailList: [VALSARTAN] });
    expect(await refusal(confirm(rx))).toMatchObject({ key: 'prescription.pregnancy' });
    await remove(rx);
    await say('lactating');
    expect(await codes([VALSARTAN])).toEqual(['lactation reason']);
    await say('');
    expect(await codes([VALSARTAN])).toEqual(['pregnancy-unknown info']);
    await say('', '1960-03-03');
    expect(await codes([VALSARTAN])).toEqual([]);
    await host.db.script("update catalogue.entry set pregnancy_level = '', lactation_level = '' where drug_id = 'drug-valsartan'");
  });

  it('[B17] a dialysis asks for infection markers and a bed; what that means is a setting, and who hands out is not asked', async () => {
    const session = once('item', 'item-hd', '次');
    const file = (marks: string, checkedOn: string) =>
      host.db.script(`update patient.patient set infected = '${marks}', infection_checked_on = ${checkedOn}, birthday = birthday where id = 'pat-1'`);
    const lines = { prescriptionDetailList: [session, once('material', 'mat-dialyser', '个')] };
    try {
      await file('{NEG}', "'2026-01-05'");
      expect(await codes([session])).toEqual([]);
      await file('{NEG}', "'2025-09-02'");
      expect((await check([session])).findings).toMatchObject([{ code: 'infection-overdue', level: 'info', params: { day: '2025-09-02', due: '2026-03-01' } }]);
      expect(await codes([session], { dpDate: MONDAY - 86_400_000 })).toEqual([]);
      await file('{NEG}', 'null');
      expect(await codes([session])).toEqual(['infection-undated info']);
      expect(await codes([VALSARTAN])).toEqual([]);
      await file('{}', 'null');
      const rx = await create(lines);
      expect(await refusal(confirm(rx))).toMatchObject({ key: 'prescription.needs-reason' });
      const [missing] = (await check([session])).findings;
      const signed = await confirm(rx, [{ key: missing?.key ?? '', reason: '急诊透析，标本已送检' }]);
      expect(signed.rxStatus).toBe(1);
      const handedOut = await host.service(prescriptionChecks).findings({ dpId: signed.dpId ?? '' }, ['org-gz'], EVERYTHING);
      expect(handedOut.map(({ code }) => code)).toEqual([]);
      await remove(signed);
      host.configure('prescription', { infectionMissing: 'block' });
      expect(await codes([session])).toEqual(['infection-missing block']);
      host.configure('prescription', { infectionDays: 20, infectionOverdue: 'reason' });
      await file('{NEG}', "'2026-01-05'");
      expect(await codes([session])).toEqual(['infection-overdue reason']);
      host.configure('prescription', {});
      host.configure('patient', { beds: { 'org-gz': 'B01' } });
      expect(await codes([session])).toEqual(['bed-unknown info']);
      expect(await codes([session, session])).toEqual(['session-twice reason', 'bed-unknown info']);
    } finally {
      host.configure('prescription', {});
      host.configure('patient', {});
      await file('{HBV}', 'null');
    }
  });

  it('[B17] a second session or dialyser of the day, on another prescription: said with its number, once that is signed with a reason', async () => {
    const DAY = 86_400_000;
    const [session, dialyser] = [once('item', 'item-hd', '次'), once('material', 'mat-dialyser', '个')];
    const day = { patientId: 'pat-2', reimWay: '0', dpDate: MONDAY + 9 * DAY };
    const said = async (over: Partial<CheckBody> = {}, lines = [session]) =>
      (await check(lines, { ...day, ...over })).findings
        .filter(({ code }) => /^(session|dialyser)-other$/.test(code))
        .map(({ code, level, params }) => [code, level, params.dpNumber]);
    const draft = await create({ ...day, prescriptionDetailList: [session, dialyser] });
    expect(await said()).toEqual([['session-other', 'info', draft.dpNumber]]);
    const first = await confirm(draft);
    expect(await said({}, [session, dialyser])).toEqual([
      ['session-other', 'reason', first.dpNumber],
      ['dialyser-other', 'reason', first.dpNumber],
    ]);
    // The whole day counts, the days beside it do not; neither the one in hand, nor what is somebody else's, nor what is on other books.
    expect(await said({ dpDate: day.dpDate + 13 * 3_600_000 })).toHaveLength(1);
    for (const over of [{ dpDate: day.dpDate + DAY }, { dpDate: day.dpDate - DAY }, { dpId: first.dpId ?? '' }, { patientId: 'pat-1' }]) {
      expect(await said(over), JSON.stringify(over)).toEqual([]);
    }
    await host.db.script(`update prescription.prescription set org_id = 'org-wh' where id = '${first.dpId}'`);
    expect(await said()).toEqual([]);
    await host.db.script(`update prescription.prescription set org_id = 'org-gz' where id = '${first.dpId}'`);

    const second = await create({ ...day, prescriptionDetailList: [session, dialyser] });
    expect(await refusal(confirm(second))).toMatchObject({ key: 'prescription.needs-reason' });
    const { findings } = await check([session, dialyser], { ...day, dpId: second.dpId ?? '' });
    const signed = await confirm(
      second,
      findings.map(({ key }) => ({ key, reason: '透析器凝血，当日补做' })),
    );
    expect(signed.rxStatus).toBe(1);
    // At the counter the second dialyser is known; nobody is asked again, and how one dialyses is not said.
    const counter = await host.service(prescriptionChecks).findings({ dpId: first.dpId ?? '' }, ['org-gz'], EVERYTHING);
    expect(counter.map(({ code, level, params }) => [code, level, params.dpNumber])).toEqual([['dialyser-other', 'info', signed.dpNumber]]);
    await remove(signed);
    expect(await said({ dpId: first.dpId ?? '' })).toEqual([]);
    await remove(first);
    expect(await said()).toEqual([]);
  });

  it('what went back of the other prescription whole does not count', async () => {
    const day = { patientId: 'pat-2', reimWay: '0', dpDate: MONDAY + 12 * 86_400_000 };
    const session = once('item', 'item-hd', '次');
    const other = await confirm(await create({ ...day, prescriptionDetailList: [session, VALSARTAN] }));
    const codesNow = async () => (await codes([session], day)).filter((code) => code.startsWith('session'));
    expect(await codesNow()).toEqual(['session-other reason']);
    await host.db.script(`
      insert into prescription.withdrawal (dp_id, round, detail_id, quantity, bill_id, created_at)
      select dp_id, 1, id, drug_num, 'bill', now() from prescription.detail where dp_id = '${other.dpId}' and drug_id = 'item-hd'`);
    expect(await codesNow()).toEqual([]);
  });

  it('a drug’s own limit of days', async () => {
    const limit = (days: number) => host.db.script(`update catalogue.entry set supply_days = ${days} where drug_id = 'drug-own'`);
    const own = tabletOf('drug-own', 1, { drugDays: 5 });
    await limit(3);
    expect(await codes([own])).toEqual(['supply-days reason']);
    await limit(0);
    expect(await codes([own])).toEqual([]);
  });

  it('points out a shortage while somebody keeps stock', async () => {
    host.provide(catalogueStock, {
      stockOf: async (_org, ids) => ids.map((drugId) => ({ drugId, available: quantityFromWire(5) as Quantity, nearestExpiry: null })),
    });
    const { findings } = await check([VALSARTAN]);
    expect(findings).toMatchObject([{ code: 'stock-short', level: 'info', params: { need: '10', have: '5', unit: '片' } }]);
    host.provide(catalogueStock, { stockOf: async () => [] });
  });

  it('what is on another facility’s books does not count, whomever it names', async () => {
    const rx = await confirm(await create({ patientId: 'pat-1', prescriptionDetailList: [VALSARTAN] }));
    expect(await codes([VALSARTAN])).toContain('duplicate-other info');
    await host.db.script(`update prescription.prescription set org_id = 'org-wh' where id = '${rx.dpId}'`);
    expect(await codes([VALSARTAN])).not.toContain('duplicate-other info');
    await host.db.script(`update prescription.prescription set org_id = 'org-gz' where id = '${rx.dpId}'`);
    await remove(rx);
  });

  it('another facility’s patient does not exist', async () => {
    const call = host.call('prescription', routes.check, {
      body: { patientId: 'pat-1', dpType: 14, dpDate: MONDAY, reimWay: '310', prescriptionDetailList: [] },
      user: wuhan,
    });
    expect(await refusal(call)).toMatchObject({ key: 'prescription.patient-not-found' });
  });
});

describe('confirming in spite of a finding', () => {
  const risky = () => create({ patientId: 'pat-2', reimWay: '0', prescriptionDetailList: [VALSARTAN, SPIRO] });

  it('needs a reason for each; it is stored, shown and never changed', async () => {
    const rx = await risky();
    expect(await refusal(confirm(rx))).toMatchObject({ key: 'prescription.needs-reason' });
    const { findings } = await check([VALSARTAN, SPIRO], { patientId: 'pat-2', reimWay: '0', dpId: rx.dpId ?? '' });
    const key = findings.find(({ level }) => level === 'reason')?.key ?? '';
    expect(await refusal(confirm(rx, [{ key: 'something else', reason: '因为' }]))).toMatchObject({ key: 'prescription.needs-reason' });
    expect(await refusal(confirm(rx, [{ key, reason: '  ' }]))).toMatchObject({ key: 'prescription.needs-reason' });
    expect((await host.call('prescription', routes.overrides, { params: { id: rx.dpId } })).list).toEqual([]);

    const signed = await confirm(rx, [{ key, reason: ' 已监测血钾 ' }]);
    expect(signed).toMatchObject({ rxStatus: 1 });
    const { list } = await host.call('prescription', routes.overrides, { params: { id: rx.dpId } });
    expect(list).toMatchObject([{ key, code: 'interaction', reason: '已监测血钾', stage: 'confirm', userName: '林医生', creatorTime: MONDAY }]);
    const { db } = host.context<{ 'prescription.check_override': Record<'code' | 'dp_id' | 'reason' | 'stage' | 'user_name', string> }>('prescription');
    await expect(db.updateTable('prescription.check_override').set({ reason: 'x' }).execute()).rejects.toThrow('append-only');
    await expect(db.deleteFrom('prescription.check_override').execute()).rejects.toThrow('append-only');

    const back: Prescription = await host.call('prescription', prescriptionContract.routes.unConfirm, {
      params: { id: rx.dpId },
      body: { version: signed.version },
    });
    const again = await check([VALSARTAN, SPIRO], { patientId: 'pat-2', reimWay: '0', dpId: rx.dpId ?? '' });
    expect(again.findings.find((one) => one.key === key)?.override).toMatchObject({ reason: '已监测血钾' });
    expect(again.reasonsNeeded).toBe(0);
    expect(await confirm(back)).toMatchObject({ rxStatus: 1 });
    expect((await host.call('prescription', routes.overrides, { params: { id: rx.dpId } })).list).toHaveLength(1);
  });

  it('what blocks cannot be argued away', async () => {
    const rx = await create({ patientId: 'pat-2', reimWay: '0', prescriptionDetailList: [tabletOf('drug-diazepam', 2.5, { drugDays: 30 })] });
    const { findings } = await check([tabletOf('drug-diazepam', 2.5, { drugDays: 30 })], { patientId: 'pat-2' });
    const answers = findings.map(({ key }) => ({ key, reason: '坚持' }));
    expect(await refusal(confirm(rx, answers))).toMatchObject({ key: 'prescription.supply-days' });
  });

  it('whoever hands out runs the same checks and adds reasons of his own', async () => {
    const day = { dpDate: MONDAY + 30 * 86_400_000, patientId: 'pat-2', reimWay: '0' };
    const rx = await create({ ...day, prescriptionDetailList: [VALSARTAN] });
    await confirm(rx);
    const checks = host.service(prescriptionChecks);
    const act = { dpId: rx.dpId ?? '', by: { ...actor, userName: '药师' } };
    expect(await checks.findings(act, ['org-gz'], EVERYTHING)).toEqual([]);
    await checks.assertClear(act);

    const { db } = host.context<CatalogueDb>('catalogue');
    const ageLimit = (level: '' | 'reason' | 'block') =>
      host.db.script(`update catalogue.entry set age_min = ${level === '' ? 0 : 90} where drug_id = 'drug-valsartan'`);
    await db.updateTable('catalogue.entry').set({ enabled: false }).where('drug_id', '=', 'drug-valsartan').execute();
    await checks.assertClear(act);
    await db.updateTable('catalogue.entry').set({ enabled: true }).where('drug_id', '=', 'drug-valsartan').execute();
    await ageLimit('reason');
    expect(await refusal(checks.assertClear(act))).toMatchObject({ key: 'prescription.needs-reason' });
    const [finding] = await checks.findings(act, ['org-gz'], EVERYTHING);
    await checks.assertClear({ ...act, overrides: [{ key: finding?.key ?? '', reason: '已与医生确认' }] });
    await checks.assertClear(act);
    expect(await checks.overrides(act.dpId, ['org-gz'], EVERYTHING)).toMatchObject([
      { stage: 'dispense', code: 'age-young', reason: '已与医生确认', userName: '药师' },
    ]);
    expect(await checks.overrides(act.dpId, ['org-wh'], EVERYTHING)).toEqual([]);
    await ageLimit('');
    expect(await refusal(checks.assertClear({ ...act, by: { ...act.by, orgIds: ['org-wh'] } }))).toMatchObject({ key: 'prescription.not-found' });
  });

  it('limited use: the doctor’s word is enough, else a reason', async () => {
    const far = { dpDate: MONDAY + 31 * 86_400_000 };
    const word = await create({ ...far, prescriptionDetailList: [tabletOf('drug-limited', 1, { approvalMark: 1 })] });
    expect(await confirm(word)).toMatchObject({ rxStatus: 1 });
    const without = await create({ ...far, prescriptionDetailList: [tabletOf('drug-limited', 1)] });
    expect(await refusal(confirm(without))).toMatchObject({ key: 'prescription.needs-reason' });
  });
});

describe('numbers that nobody can mean', () => {
  it.each([
    ['a negative dose', { onceUsing: -0.5 }, 'prescription.quantity-negative'],
    ['a negative quantity', { manualNum: true, drugNum: -1 }, 'prescription.quantity-negative'],
    ['a thousand million', { manualNum: true, drugNum: 1e9 }, 'prescription.quantity-too-large'],
    ['a dose of a thousand million', { onceUsing: 1e9 }, 'prescription.dose-too-large'],
    ['no whole days', { drugDays: 1.5 }, 'prescription.quantity-days'],
    ['a thousand days', { drugDays: 1000 }, 'prescription.quantity-days'],
  ])('%s is refused with a sentence that names the line, and nothing is written', async (_, over, key) => {
    const before = await host.call('prescription', prescriptionContract.routes.query, { body: { patientId: 'pat-1' } });
    const refused = host.call('prescription', prescriptionContract.routes.create, { body: body({ prescriptionDetailList: [line(over)] }) });
    await expect(refused).rejects.toMatchObject({ key, params: { line: 1, name: '骨化三醇软胶囊' } });
    const after = await host.call('prescription', prescriptionContract.routes.query, { body: { patientId: 'pat-1' } });
    expect(after.pagination.total).toBe(before.pagination.total);
  });

  it.each([
    ['0', { manualNum: true, drugNum: 0 }, 'prescription.quantity-zero'],
    ['a dose in another dimension', { onceUsingUnit: 'ml' }, 'prescription.quantity-dimension'],
    ['a quantity in a foreign unit', { drugNumUnit: '瓶' }, 'prescription.quantity-unit'],
    ['single tablets of what is not split', { drugNumUnit: '粒' }, 'prescription.quantity-split'],
  ])('%s can be kept as a draft but not confirmed', async (_, over, key) => {
    expect(await refusal(confirm(await create({ prescriptionDetailList: [line(over)] })))).toMatchObject({ key });
  });
});

it('somebody without the patient’s facility sees no reasons', async () => {
  const rx = await create({ prescriptionDetailList: [once('item', 'item-hd', '次')] });
  expect(await refusal(host.call('prescription', routes.overrides, { params: { id: rx.dpId }, user: staff({ orgIds: ['org-wh'] }) }))).toMatchObject({
    key: 'prescription.not-found',
  });
});
