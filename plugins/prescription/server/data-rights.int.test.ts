import { type DictionaryUse, dictionaryUses, type FoundUses } from '@nephra/plugin-sdk/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeVisibleRows, OWN_ROWS, type VisibilityRow } from '../../../tests/support/data-rights-matrix.ts';
import { type PluginHost, staff } from '../../../tests/support/processes/plugin-host.ts';
import { prescribingContract, prescriptionContract, prescriptionLedger } from '../contract/index.ts';
import { tabletOf, prescribingCatalogue } from './prescribing/prescribing.fixture.ts';
import { body, MONDAY, once } from './prescription.fixture.ts';
import { PrescriptionRepo } from './prescription.repo.ts';
import prescriptionServer from './index.ts';
import { actsOn, refusal, startHost, wuhan } from './prescribing/prescription-host.fixture.ts';
import type { PrescriptionDb } from './tables.ts';

const { routes } = prescriptionContract;
const doctor = staff({ userId: 'user-mine', userName: '甲医生' });
const colleague = staff({ userId: 'user-theirs', userName: '乙医生' });

interface RxRow extends VisibilityRow {
  readonly confirmedId: string;
}

const LAB = once('item', 'lab-cbc', '次');
let host: PluginHost;
const { create, confirm } = actsOn(() => host);
const rows = new Map<string, RxRow>();
const row = (whose: 'mine' | 'theirs') => (): RxRow => rows.get(whose) ?? { id: '', marker: '', confirmedId: '' };

beforeAll(async () => {
  host = await startHost(prescribingCatalogue);
  for (const [whose, user] of [
    ['mine', doctor],
    ['theirs', colleague],
  ] as const) {
    const draft = await create({ prescriptionDetailList: [tabletOf('drug-valsartan', 80), tabletOf('drug-diazepam', 2.5)] }, user);
    const confirmed = await confirm(await create({ patientId: 'pat-2', dpType: 11, reimWay: '0', note: user.userName, prescriptionDetailList: [LAB] }, user));
    rows.set(whose, { id: draft.dpId ?? '', marker: user.userName, confirmedId: confirmed.dpId ?? '' });
  }
});
afterAll(() => host.close());

const byId = ({ id }: RxRow) => ({ params: { id } });
const prescriptionsIn = (answer: string): number => (answer.match(/"dpId":"/g) ?? []).length;
const CATALOGUE = 'the catalogue: no prescriptions';
const PACKAGES = "packages of lines, the owner's or his department's: no prescriptions";

describeVisibleRows<RxRow>({
  host: () => host,
  plugin: 'prescription',
  contracts: [prescriptionContract, prescribingContract],
  menu: 'his.prescription',
  user: doctor,
  mine: row('mine'),
  theirs: row('theirs'),
  cases: {
    'prescription.update': { kind: 'act', call: ({ id }) => ({ params: { dpId: id }, body: { ...body({ dpDate: MONDAY }), version: 1 } }) },
    'prescription.remove': { kind: 'act', call: ({ id }) => ({ params: { id }, query: { version: 1 } }) },
    'prescription.patients': {
      kind: 'figures',
      call: () => ({ query: { date: '2026-03-02', pageSize: 100 } }),
      sum: (answer) => (JSON.parse(answer) as { list: { prescriptionCount: number }[] }).list.reduce((all, one) => all + one.prescriptionCount, 0),
    },
    'prescription.ofPatient': { kind: 'rows', call: () => ({ params: { id: 'pat-1' } }) },
    'prescription.query': { kind: 'rows', call: () => ({ body: { pageSize: 100 } }) },
    'prescription.query (by number)': { kind: 'rows', call: () => ({ body: { keyword: 'MZ', startDate: '2026-03-01' } }) },
    'prescription.tabs': { kind: 'rows', call: () => ({ body: { patientId: 'pat-1', date: '2026-03-02' } }), sum: prescriptionsIn },
    'prescription.updateState': { kind: 'act', call: ({ id }) => ({ body: { dpId: id, rxStatus: 1, version: 1 } }) },
    'prescription.unConfirm': { kind: 'act', call: ({ confirmedId }) => ({ params: { id: confirmedId }, body: { version: 2 } }) },
    'prescription.dayCharge': { kind: 'rows', call: () => ({ query: { patientId: 'pat-1', date: '2026-03-02' } }), sum: prescriptionsIn },
    'prescription.monthCharge': { kind: 'rows', call: () => ({ query: { patientId: 'pat-2', month: '2026-03' } }), sum: prescriptionsIn },
    'prescription.adviceCount': { kind: 'act', call: () => ({ params: { id: 'nobody' } }) },
    'prescription.detail': { kind: 'one', call: byId },
    'prescribing.overrides': { kind: 'act', call: byId },
    'prescribing.splitFlag': { kind: 'act', call: byId },
    'prescribing.split': { kind: 'act', call: ({ id }) => ({ body: { dpId: id, version: 1 } }) },
    'prescribing.copy': { kind: 'act', call: ({ id }) => ({ params: { id }, body: {} }) },
    'prescribing.print': { kind: 'one', call: byId },
  },
  apart: {
    'prescription.create': 'writes a new prescription; the patient it is for is tested below',
    'prescription.drug': CATALOGUE,
    'prescription.material': CATALOGUE,
    'prescription.item': CATALOGUE,
    'prescription.packages': CATALOGUE,
    'prescription.packageDetail': CATALOGUE,
    'prescription.diagnosis': CATALOGUE,
    'prescribing.customPackages': PACKAGES,
    'prescribing.customPackageDetail': PACKAGES,
    'prescribing.createCustomPackage': PACKAGES,
    'prescribing.updateCustomPackage': PACKAGES,
    'prescribing.removeCustomPackage': PACKAGES,
    'prescribing.shareCustomPackage': PACKAGES,
    'prescribing.check': 'a double prescription or an interaction harms the patient whoever wrote the other one, so checks look at all of them',
  },
});

describe('hidden prescriptions', () => {
  const own = (menu: string) => (menu === 'his.prescription' ? OWN_ROWS : ({ kind: 'organisation' } as const));
  const none = { kind: 'schemes', conditions: [], userAndBelow: [] } as const;

  it('open dialysis orders are counted from what one may see', async () => {
    const count = async (user: typeof doctor, dataScope?: typeof own) =>
      (await host.call('prescription', routes.adviceCount, { params: { id: 'pat-1' }, user, dataScope })).count;
    await create({ prescriptionDetailList: [tabletOf('drug-valsartan', 80, { drugInterval: 'hd', drugDays: 28 })] }, colleague);
    expect([await count(doctor), await count(doctor, own), await count(colleague, own)]).toEqual([1, 0, 1]);
  });

  it('open dialysis orders are counted in the facilities asked for alone', async () => {
    await create({ prescriptionDetailList: [tabletOf('drug-valsartan', 80, { drugInterval: 'hd', drugDays: 28 })] });
    const repo = new PrescriptionRepo(host.context<PrescriptionDb>('prescription').db);
    const count = (...orgIds: string[]) => repo.openSessionOrders(['pat-1'], orgIds, ['hd'], '2026-03-02');
    expect(await count('org-wh')).toBe(0);
    expect(await count('org-wh', 'org-gz')).toBeGreaterThan(0);
  });

  it('a prescription that one hides from oneself by what one does is still answered once', async () => {
    const drafts = (menu: string) =>
      menu === 'his.prescription'
        ? { ...OWN_ROWS, conditions: [[{ logic: 'and' as const, groups: [{ field: 'payStatus', type: 'Int32', op: 'Equal' as const, value: '9' }] }]] }
        : ({ kind: 'organisation' } as const);
    const rx = await create({ prescriptionDetailList: [LAB] }, doctor);
    const call = { body: { dpId: rx.dpId, rxStatus: 1, version: rx.version }, user: doctor, dataScope: drafts };
    expect((await host.call('prescription', routes.updateState, call)).rxStatus).toBe(1);
    expect(await refusal(host.call('prescription', routes.detail, { params: { id: rx.dpId }, user: doctor, dataScope: drafts }))).toMatchObject({ code: 404 });
  });

  it('patients are chosen within the data rights on patients, and stay known in prescriptions that one sees', async () => {
    const noPatients = (menu: string) => (menu === 'his.patient' ? none : ({ kind: 'organisation' } as const));
    const as = { user: doctor, dataScope: noPatients };
    expect((await host.call('prescription', routes.patients, { ...as, query: { scope: 'all' } })).list).toEqual([]);
    for (const act of [
      () => host.call('prescription', routes.tabs, { ...as, body: { patientId: 'pat-1' } }),
      () => host.call('prescription', routes.ofPatient, { ...as, params: { id: 'pat-1' } }),
      () => host.call('prescription', routes.adviceCount, { ...as, params: { id: 'pat-1' } }),
      () => host.call('prescription', routes.create, { ...as, body: body() }),
    ]) {
      expect(await refusal(act())).toEqual({ key: 'prescription.patient-not-found', code: 404 });
    }
    const { id } = row('mine')();
    expect((await host.call('prescription', routes.detail, { ...as, params: { id } })).dpId).toBe(id);
    expect((await host.call('prescription', prescribingContract.routes.print, { ...as, params: { id } })).allergies).toEqual(['青霉素']);
  });

  it('other plugins hand in the rights of who looks', async () => {
    const ledger = host.service(prescriptionLedger);
    const rights = { menu: 'his.charging', userId: 'user-mine', orgId: 'org-gz', orgIds: ['org-gz'], scope: OWN_ROWS };
    const { id } = row('theirs')();
    expect(await ledger.get(id, ['org-gz'], rights)).toBeUndefined();
    expect((await ledger.getMany([id, row('mine')().id], ['org-gz'], rights)).map(({ dpId }) => dpId)).toEqual([row('mine')().id]);
    const listed = await ledger.list({ orgIds: ['org-gz'], rights, pageSize: 100 });
    expect(new Set(listed.list.map(({ workerName }) => workerName))).toEqual(new Set(['甲医生']));
    const by = { userId: 'user-mine', userName: '甲医生', orgIds: ['org-gz'], rights };
    expect(await refusal(ledger.setPayStatus({ dpId: row('theirs')().confirmedId, version: 2, by, to: 2 }))).toMatchObject({ code: 404 });
    const { total, visible } = await ledger.countSeen({}, rights);
    expect(visible).toBe(listed.pagination.total);
    expect(total).toBeGreaterThan(visible);
  });
});

describe('[7.12-08] where a route or a frequency is used', () => {
  const usesOf = async (
    dictionary: string,
    code: string,
    caller: Parameters<typeof host.requestContext>[1] = { user: doctor },
    most?: number,
  ): Promise<FoundUses[]> => {
    const uses = (prescriptionServer.extensions ?? [])
      .filter(({ token }) => token.id === dictionaryUses.id)
      .map(({ create }) => create(host.context('prescription')) as DictionaryUse)
      .filter((use) => use.dictionary === dictionary);
    const found = [];
    for (const use of uses) found.push(await use.of(host.requestContext('prescription', caller), code, most));
    return found.filter((one) => one !== undefined);
  };
  const own = (menu: string) => (menu === 'his.prescription' ? OWN_ROWS : ({ kind: 'organisation' } as const));
  const spray = { prescriptionDetailList: [tabletOf('drug-valsartan', 80, { drugUsage: '608', drugInterval: 'q12h' })] };

  it('names prescriptions that one sees, the newest first, and says of the others that they are there', async () => {
    const older = await create({ ...spray, dpDate: MONDAY - 86_400_000 }, doctor);
    const newer = await create(spray, colleague);
    const named = (...rows: readonly { readonly patientName: string; readonly dpNumber: string }[]) => rows.map((rx) => `${rx.patientName} ${rx.dpNumber}`);
    for (const [dictionary, code] of [
      ['drugUsage', '608'],
      ['drugInterval', 'q12h'],
    ] as const) {
      expect(await usesOf(dictionary, code)).toEqual([{ title: expect.objectContaining({ zh: '处方' }), names: named(newer, older), more: false }]);
      expect(await usesOf(dictionary, code, { user: doctor, dataScope: own })).toMatchObject([{ names: named(older), more: true }]);
      expect(await usesOf(dictionary, code, { user: wuhan })).toMatchObject([{ names: [], more: true }]);
      expect(await usesOf(dictionary, code, { user: doctor, can: (right) => right !== 'his.prescription' })).toMatchObject([{ names: [], more: true }]);
    }
    expect(await usesOf('drugUsage', '607')).toEqual([]);
    expect(await usesOf('sex', '608')).toEqual([]);
  });

  it('of many names three; a void one is in use and has no name', async () => {
    const line = { prescriptionDetailList: [tabletOf('drug-valsartan', 80, { drugUsage: '9' })] };
    const gone = await create(line, doctor);
    await host.call('prescription', routes.remove, { params: { id: gone.dpId ?? '' }, query: { version: gone.version } });
    expect(await usesOf('drugUsage', '9')).toMatchObject([{ names: [], more: true }]);
    for (let at = 0; at < 4; at += 1) await create(line, doctor);
    const [found] = await usesOf('drugUsage', '9');
    expect([found?.names.length, found?.more]).toEqual([3, true]);
    // The void one is among them, and is not named.
    expect(await usesOf('drugUsage', '9', { user: doctor }, 100)).toMatchObject([{ names: expect.objectContaining({ length: 4 }), more: true }]);
  });

  it("names packages of one's own; those of others are in use as well", async () => {
    const pack = { packageName: 'SIM 舌下', scope: 'own', prescriptionDetailList: [tabletOf('drug-valsartan', 80, { drugUsage: '3' })] } as const;
    const made = await host.call('prescription', prescribingContract.routes.createCustomPackage, { body: pack, user: doctor });
    expect(await usesOf('drugUsage', '3')).toEqual([{ title: expect.objectContaining({ zh: '个人套餐' }), names: ['SIM 舌下'], more: false }]);
    expect(await usesOf('drugUsage', '3', { user: colleague })).toMatchObject([{ names: [], more: true }]);
    expect(await usesOf('drugUsage', '3', { user: doctor, can: (right) => right !== 'his.prescription' })).toMatchObject([{ names: [], more: true }]);
    await host.call('prescription', prescribingContract.routes.removeCustomPackage, {
      params: { id: made.packageId },
      query: { version: made.version },
      user: doctor,
    });
    expect(await usesOf('drugUsage', '3')).toEqual([]);
  });
});
