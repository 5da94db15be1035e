import { EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hostPlugins, type PluginHost, staff } from '../../../tests/support/processes/plugin-host.ts';
import { patientBilling, patientContract, patientDirectory } from '../contract/index.ts';
import { PatientRepo } from './files/patient.repo.ts';
import patientServer from './index.ts';
import { data, patient, refusal } from './patient.fixture.ts';
import type { PatientDb } from './tables.ts';

const { routes } = patientContract;
const wuhan = staff({ userId: 'user-wh', orgId: 'org-wh', orgIds: ['org-wh'] });

let host: PluginHost;
beforeAll(async () => {
  host = await hostPlugins({ patient: patientServer });
  await host.db.transaction(async () => patientServer.demo?.(data, host.context('patient')));
});
afterAll(() => host.close());

const keepBills = (counts: readonly { patientId: string; billCount: number }[]) =>
  host.provide(patientBilling, { billCounts: async () => [...counts], billedAmong: async () => counts.map(({ patientId }) => patientId) });
const ids = async (query: Record<string, unknown>, user = staff()): Promise<string[]> =>
  (await host.call('patient', routes.list, { query, user })).list.map(({ patientId }) => patientId);

describe('[7.6-07] patients', () => {
  it('lists by pinyin, filters and searches', async () => {
    expect(await ids({})).toEqual(['2', '3', '1']);
    expect(await ids({ patientType: 'dialysis' })).toEqual(['3', '1']);
    expect(await ids({ reimWay: '0' })).toEqual(['2']);
    expect(await ids({ infected: 'TP' })).toEqual(['3']);
    expect(await ids({ keyword: 'zy' })).toEqual(['1']);
    expect(await ids({ keyword: '钱' })).toEqual(['2']);
    expect(await ids({ keyword: 'mz-3' })).toEqual(['3']);
    expect(await ids({ keyword: "' or true --" })).toEqual([]);
    expect(await ids({ sidx: 'patientAge', sort: 'asc' })).toEqual(['2', '3', '1']);
    expect(await ids({ sidx: 'idcard; drop table', sort: 'asc' })).toEqual(['2', '3', '1']);
    expect(await ids({ sidx: 'toString', sort: 'asc' })).toEqual(['2', '3', '1']);
    expect(await ids({ scheduledOn: '2026-03-03' })).toEqual([]);
    expect(await ids({ scheduledOn: '2026-03-04', classId: 'morning' })).toEqual(['3', '1']);
    expect(await ids({ pageSize: 2, currentPage: 2 })).toEqual(['1']);
  });

  it('slices that go on behind the last file are the list, in both directions, whether a keyword is walked or found', async () => {
    const repo = new PatientRepo(host.context('patient'), 'all');
    for (const filter of [{}, { sort: 'desc' }, { keyword: 'z' }, { keyword: 'z', sort: 'desc' }] as const) {
      const asked = { ...filter, orgIds: ['org-gz', 'org-wh'] };
      const all = (await repo.idsInOrder(asked, 100, 0)).ids;
      expect(all.length).toBeGreaterThan(0);
      for (const size of [1, 2]) {
        const ids: string[] = [];
        let slice: Awaited<ReturnType<typeof repo.idsInOrder>> | undefined;
        do {
          slice = await repo.idsInOrder(asked, size, ids.length, slice);
          ids.push(...slice.ids);
        } while (slice.ids.length === size);
        expect(ids).toEqual(all);
      }
      const [first = ''] = all;
      const { rows } = await sql<{ pinyin: string }>`select pinyin from patient.patient where id = ${first}`.execute(host.db.kysely);
      const behind = await repo.idsInOrder(asked, 100, 1, { ids: [first], last: { id: first, pinyin: rows[0]?.pinyin ?? '' } });
      expect(behind.ids).toEqual(all.slice(1));
    }
  });

  it('a whole number finds that file alone, not those that only have all its pieces', async () => {
    const plan = { mode: 'HD', weekdays: [1, 3, 5], classId: '', firstDate: '2020-01-01', dryWeight: 62.5, access: '' };
    const numbered = (id: string, outpatientCode: string) =>
      patient(id, `周${id}`, { orgId: 'org-code', outpatientCode, dialysis: { ...plan, dialysisNo: `HD-${id}`, bed: id } });
    const code = staff({ userId: 'user-code', orgId: 'org-code', orgIds: ['org-code'] });
    await host.db.transaction(async () =>
      patientServer.demo?.(
        { classes: [], patients: [numbered('c1', 'MZ202611220020'), numbered('c2', 'MZ202611220026'), numbered('c3', 'MZ202611220261')] },
        host.context('patient'),
      ),
    );
    expect(await ids({ keyword: 'MZ202611220026' }, code)).toEqual(['c2']);
    expect(await ids({ keyword: ' mz202611220026 ' }, code)).toEqual(['c2']);
    expect(await ids({ keyword: '220261' }, code)).toEqual(['c3']);
    expect(await ids({ keyword: 'zhou 220020' }, code)).toEqual(['c1']);
    expect(await ids({ keyword: 'HD-c1' }, code)).toEqual(['c1']);
  });

  it('lists several facilities in one order, whatever it is sorted by', async () => {
    const both = staff({ orgIds: ['org-gz', 'org-wh'] });
    expect(await ids({}, both)).toEqual(['wh', '2', '3', '1']);
    for (const sidx of ['outpatientCode', 'patientAge', 'dialysisNo', 'bed', 'patientName', 'lastModifyTime']) {
      for (const sort of ['asc', 'desc']) {
        const whole = await ids({ sidx, sort }, both);
        expect([...whole].sort(), sidx).toEqual(['1', '2', '3', 'wh']);
        const pages = [await ids({ sidx, sort, pageSize: 3 }, both), await ids({ sidx, sort, pageSize: 3, currentPage: 2 }, both)];
        expect(pages.flat(), `${sidx} ${sort}`).toEqual(whole);
      }
    }
  });

  it('empty members of an address count as absent', async () => {
    expect(await ids({ scheduledOn: '', reimWay: '', infected: '', patientType: '', classId: '', keyword: '' })).toHaveLength(3);
  });

  it('identity numbers are masked everywhere and shown whole only by the reveal call', async () => {
    const file = await host.call('patient', routes.file, { params: { id: '1' } });
    expect(file).toMatchObject({
      patientIdcard: '990***********0018',
      phone: '138****0001',
      contactPhone: '139****0001',
      patientAge: 65,
      address: '<b>address</b>',
    });
    const list = await host.call('patient', routes.list, {});
    expect(JSON.stringify(list)).not.toContain('990101196003030018');
    const look = { params: { id: '1' }, body: { reason: '医保核对' } };
    expect(await host.call('patient', routes.reveal, look)).toEqual({
      patientIdcard: '990101196003030018',
      phone: '13800000001',
      contactPhone: '13900000001',
    });
    expect(host.audits.at(-1)).toMatchObject({ route: 'patient.reveal', entry: { patientId: '1', note: 'identity revealed: 医保核对' } });
  });

  it('another facility’s patient does not exist', async () => {
    expect(await ids({}, wuhan)).toEqual(['wh']);
    const gone = { key: 'patient.not-found', code: EnvelopeCode.NotFound };
    expect(await refusal(host.call('patient', routes.file, { params: { id: '1' }, user: wuhan }))).toEqual(gone);
    expect(await refusal(host.call('patient', routes.reveal, { params: { id: '1' }, body: { reason: '核对' }, user: wuhan }))).toEqual(gone);
    expect(await refusal(host.call('patient', routes.file, { params: { id: "1' or '1'='1" } }))).toEqual(gone);
    expect(await host.service(patientDirectory).get('1', ['org-wh'])).toBeUndefined();
    expect(await host.service(patientDirectory).identity('1', ['org-wh'])).toBeUndefined();
    const found = [
      await host.service(patientDirectory).list(['1', 'wh'], ['org-wh']),
      (await host.service(patientDirectory).search({ orgIds: ['org-wh'] })).list,
    ];
    expect(found.map((files) => files.map(({ patientId }) => patientId))).toEqual([['wh'], ['wh']]);
  });

  it('a day that does not exist is refused', async () => {
    expect(await refusal(host.call('patient', routes.list, { query: { scheduledOn: '2026-02-30' } }))).toMatchObject({ code: EnvelopeCode.Invalid });
  });
});

describe('look-ups', () => {
  it('[7.6-04] shifts with the patients planned on the day', async () => {
    const counts = async (date: string) =>
      (await host.call('patient', routes.classes, { query: { date } })).list.map(({ id, patientCount }) => [id, patientCount]);
    expect(await counts('2026-03-02')).toEqual([
      ['morning', 2],
      ['evening', 0],
    ]);
    expect(await counts('2026-03-03')).toEqual([
      ['morning', 0],
      ['evening', 0],
    ]);
  });

  it('[7.6-04] usual names of shifts are said in the language of the caller', async () => {
    const names = async (language: 'zh' | 'zhtw' | 'en') =>
      (await host.call('patient', routes.classes, { query: {}, user: staff({ language }) })).list.map(({ fullName }) => fullName);
    expect([await names('zh'), await names('en')]).toEqual([
      ['上午班', '晚班'],
      ['Morning shift', 'Evening shift'],
    ]);
  });

  it('[7.6-05] [3-13] insured patients carry psn_no and patientName', async () => {
    const { list } = await host.call('patient', routes.insured, {});
    expect(list.map(({ psn_no, patientName }) => [psn_no, patientName])).toEqual([
      ['PSN-3', '孙三'],
      ['PSN-1', '赵一'],
    ]);
  });

  it('[7.6-06] only patients with bills, when somebody keeps bills', async () => {
    expect((await host.call('patient', routes.billed, {})).list).toEqual([]);
    keepBills([{ patientId: '2', billCount: 4 }]);
    expect((await host.call('patient', routes.billed, {})).list).toMatchObject([{ patientId: '2', billCount: 4 }]);
    keepBills([]);
  });

  it('the directory keeps the asked order and leaves unknown ones out', async () => {
    const rows = await host.service(patientDirectory).list(['3', 'nobody', '1'], ['org-gz']);
    expect(rows.map(({ patientId }) => patientId)).toEqual(['3', '1']);
    expect(await host.service(patientDirectory).list([], ['org-gz'])).toEqual([]);
  });
});

describe('a file that was merged into another', () => {
  const point = (mergedInto: string | null) =>
    host.context<PatientDb>('patient').db.updateTable('patient.patient').set({ merged_into: mergedInto }).where('id', '=', '1').execute();
  beforeAll(() => point('3'));
  afterAll(() => point(null));

  it('stands in no list, but is found by its id and names the file that is left', async () => {
    expect(await ids({})).toEqual(['2', '3']);
    expect(await host.call('patient', routes.file, { params: { id: '1' } })).toMatchObject({ mergedInto: '3' });
    expect(await host.call('patient', routes.file, { params: { id: '3' } })).toMatchObject({ mergedInto: null });
    const morning = await host.call('patient', routes.classes, { query: { date: '2026-03-02' } });
    expect(morning.list.find(({ id }) => id === 'morning')?.patientCount).toBe(1);
  });

  it('[7.6-06] bills of both files count for the file that is left', async () => {
    const counts = [
      { patientId: '1', billCount: 4 },
      { patientId: '3', billCount: 1 },
    ];
    keepBills(counts);
    expect((await host.call('patient', routes.billed, {})).list).toMatchObject([{ patientId: '3', billCount: 5 }]);
    keepBills([]);
  });

  it('whoever asks for a person gets every id; whoever searches by an old id finds the file that is left', async () => {
    const directory = host.service(patientDirectory);
    expect(await directory.idsOfPerson('3', ['org-gz'])).toEqual(['3', '1']);
    expect(await directory.idsOfPerson('1', ['org-gz'])).toEqual(['3', '1']);
    expect(await directory.idsOfPerson('2', ['org-gz'])).toEqual(['2']);
    expect(await directory.idsOfPerson('3', ['org-wh'])).toEqual([]);
    expect(await directory.idsOfPerson('nobody', ['org-gz'])).toEqual([]);
    expect((await directory.search({ orgIds: ['org-gz'], patientIds: ['1'] })).list.map(({ patientId }) => patientId)).toEqual(['3']);
    expect((await directory.list(['1'], ['org-gz']))[0]).toMatchObject({ patientId: '1', mergedInto: '3' });
    const rows = await directory.list(['1', '2', '3'], ['org-gz']);
    const names = rows.map(({ patientId, patientName, outpatientCode }) => [patientId, { patientName, outpatientCode }] as const);
    expect(await directory.names(['3', 'nobody', '2', '1'], ['org-gz'])).toEqual(new Map(names));
    expect(await directory.names(['1', '2', '3'], ['org-wh'])).toEqual(new Map());
  });
});
