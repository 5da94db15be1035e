import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeVisibleRows, OWN_ROWS, type VisibilityRow } from '../../../tests/support/data-rights-matrix.ts';
import { hostPlugins, type PluginHost, staff } from '../../../tests/support/processes/plugin-host.ts';
import { patientBilling, type PatientCreate, patientContract, patientDirectory } from '../contract/index.ts';
import { cardNumber, fileContent } from '../domain/file/file.fixture.ts';
import patientServer from './index.ts';
import { data, refusal, sentence } from './patient.fixture.ts';
import { PatientRepo } from './files/patient.repo.ts';
import type { PatientDb } from './tables.ts';

const { routes } = patientContract;
const clerk = staff({ userId: 'user-mine', userName: '甲', account: 'mine' });
const colleague = staff({ userId: 'user-theirs', userName: '乙', account: 'theirs' });

interface FileRow extends VisibilityRow {
  readonly twin: string;
  readonly merge: string;
}

let host: PluginHost;
const files = new Map<string, FileRow>();
const row = (whose: 'mine' | 'theirs') => (): FileRow => files.get(whose) ?? { id: '', marker: '', twin: '', merge: '' };

let serial = 0;
const bodyOf = (patientName: string, over: Partial<PatientCreate> = {}): PatientCreate => {
  serial += 1;
  return {
    ...fileContent({
      patientName,
      birthday: null,
      patientIdcard: '',
      phone: `1390000${String(serial).padStart(4, '0')}`,
      psn_no: `P${serial}`,
      medInsMark: '1',
    }),
    patientType: 'dialysis' as const,
    ...over,
  } as PatientCreate;
};

beforeAll(async () => {
  host = await hostPlugins({ patient: patientServer });
  await host.db.transaction(async () => patientServer.demo?.({ ...data, patients: [] }, host.context('patient')));
  const bed = { dialysisNo: '', mode: 'HD', weekdays: [1, 2, 3, 4, 5, 6, 7], classId: 'morning', firstDate: null, dryWeight: null, access: '' };
  for (const [whose, user, name, place] of [
    ['mine', clerk, '甲档患者', 'A01'],
    ['theirs', colleague, '乙档患者', 'B02'],
  ] as const) {
    const open = async (body: PatientCreate) => (await host.call('patient', routes.create, { body, user })).patientId;
    const id = await open(bodyOf(name, { dialysis: { ...bed, bed: place } }));
    const twin = await open(bodyOf(`${name}另档`, { patientType: 'non-dialysis', dialysis: null }));
    const gone = await open(bodyOf(`${name}旧档`, { patientType: 'non-dialysis', dialysis: null }));
    await host.call('patient', routes.merge, { params: { id: twin }, body: { from: gone, version: 1, fromVersion: 1, reason: '重复' }, user });
    const [merge] = (await host.call('patient', routes.merges, { params: { id: twin }, user })).list;
    files.set(whose, { id, marker: name, twin, merge: merge?.id ?? '' });
  }
  host.provide(patientBilling, {
    billCounts: async () => [...files.values()].map(({ id }) => ({ patientId: id, billCount: 2 })),
    billedAmong: async () => [...files.values()].map(({ id }) => id),
  });
});
afterAll(() => host.close());

const byId = ({ id }: FileRow) => ({ params: { id } });

describeVisibleRows<FileRow>({
  host: () => host,
  plugin: 'patient',
  contracts: [patientContract],
  menu: 'his.patient',
  user: clerk,
  mine: row('mine'),
  theirs: row('theirs'),
  cases: {
    'patient.list': { kind: 'rows', call: () => ({ query: { pageSize: 100 } }) },
    'patient.list (merged)': { kind: 'rows', call: () => ({ query: { state: 'merged' } }) },
    'patient.list (planned)': { kind: 'rows', call: () => ({ query: { scheduledOn: '2026-03-02', classId: 'morning' } }) },
    'patient.list (searched)': { kind: 'rows', call: ({ marker }) => ({ query: { keyword: marker } }) },
    'patient.insured': { kind: 'rows', call: () => ({ query: { pageSize: 100 } }) },
    'patient.billed': { kind: 'rows', call: () => ({}) },
    'patient.classes': {
      kind: 'figures',
      call: () => ({ query: { date: '2026-03-02' } }),
      sum: (answer) => (JSON.parse(answer) as { list: { patientCount: number }[] }).list.reduce((all, shift) => all + shift.patientCount, 0),
    },
    'patient.file': { kind: 'one', call: byId },
    'patient.reveal': { kind: 'act', call: ({ id }) => ({ params: { id }, body: { reason: '核对' } }) },
    'patient.edit': { kind: 'act', call: ({ id, marker }) => ({ params: { id }, body: { ...bodyOf(marker), version: 1 } }) },
    'patient.state': { kind: 'act', call: ({ id }) => ({ params: { id }, body: { enableMark: 0, version: 1 } }) },
    'patient.duplicates': {
      kind: 'rows',
      call: ({ marker }) => ({ body: { patientName: marker, phone: marker === '甲档患者' ? phoneOf('mine') : phoneOf('theirs') } }),
    },
    'patient.duplicates (of a file)': { kind: 'act', call: ({ id }) => ({ body: { patientId: id } }) },
    'patient.history': { kind: 'act', call: byId },
    'patient.merges': { kind: 'one', call: ({ twin }) => ({ params: { id: twin } }) },
    'patient.mergePreview': { kind: 'one', call: ({ id, twin }) => ({ params: { id }, query: { from: twin } }) },
    'patient.mergePreview (the other file)': { kind: 'act', call: ({ id }) => ({ params: { id: row('mine')().id }, query: { from: id } }) },
    'patient.merge': { kind: 'act', call: ({ id, twin }) => ({ params: { id }, body: { from: twin, version: 1, fromVersion: 2, reason: '重复' } }) },
    'patient.separate': { kind: 'act', call: ({ merge }) => ({ params: { id: merge }, body: { reason: '合并错误' } }) },
  },
  apart: { 'patient.create': 'opens a file; likeness to hidden files is tested below' },
});

function phoneOf(whose: 'mine' | 'theirs'): string {
  return whose === 'mine' ? '13900000001' : '13900000004';
}

describe('hidden files', () => {
  const rights = { menu: 'his.patient', userId: 'user-mine', orgId: 'org-gz', orgIds: ['org-gz'], scope: OWN_ROWS };
  const own = (menu: string) => (menu === 'his.patient' ? OWN_ROWS : ({ kind: 'organisation' } as const));

  it('a file that somebody opens is theirs', async () => {
    const { list } = await host.call('patient', routes.list, { user: colleague, dataScope: own });
    expect(list.map(({ patientName }) => patientName).sort()).toEqual(['乙档患者', '乙档患者另档']);
  });

  it('the same document is refused without naming whose it is, a mere likeness asks nothing', async () => {
    const card = cardNumber('1960-03-03', '078');
    await host.call('patient', routes.create, {
      user: colleague,
      body: bodyOf('丙证', { patientIdcard: card, birthday: '1960-03-03', patientType: 'non-dialysis', dialysis: null }),
    });
    const again = bodyOf('丁证', { patientIdcard: card, birthday: '1960-03-03', patientType: 'non-dialysis', dialysis: null });
    expect(await sentence(host.call('patient', routes.create, { user: clerk, dataScope: own, body: again }))).toMatchObject({
      key: 'patient.same-document',
      params: { name: '＊＊', code: '＊＊' },
    });
    const like = bodyOf('戊', { phone: phoneOf('theirs'), patientType: 'non-dialysis', dialysis: null });
    expect((await refusal(host.call('patient', routes.create, { user: clerk, body: like }))).key).toBe('patient.maybe-duplicate');
    expect((await refusal(host.call('patient', routes.create, { user: clerk, dataScope: own, body: like }))).key).toBe('allowed');
  });

  it('a taken bed is taken, by nobody one could name', async () => {
    const plan = { dialysisNo: '', mode: 'HD', weekdays: [2], classId: 'morning', bed: 'B02', firstDate: null, dryWeight: null, access: '' };
    const wanted = (dataScope?: typeof own) =>
      sentence(host.call('patient', routes.create, { user: clerk, dataScope, body: bodyOf('己', { dialysis: plan }) }));
    expect(await wanted()).toMatchObject({ key: 'patient.bed-taken', params: { name: '乙档患者' } });
    expect(await wanted(own)).toMatchObject({ key: 'patient.bed-taken', params: { name: '＊＊' } });
  });

  it('other plugins find them for a record, and not where somebody chooses a patient', async () => {
    const directory = host.service(patientDirectory);
    const { id } = row('theirs')();
    expect((await directory.get(id, ['org-gz']))?.patientName).toBe('乙档患者');
    expect(await directory.get(id, ['org-gz'], rights)).toBeUndefined();
    expect((await directory.search({ orgIds: ['org-gz'], rights, pageSize: 100 })).list.map(({ patientName }) => patientName)).not.toContain('乙档患者');
  });

  it('a file merged into one visible is visible, whether it is listed, asked for or opened', async () => {
    const open = async (name: string, user: typeof clerk) =>
      (await host.call('patient', routes.create, { body: bodyOf(name, { patientType: 'non-dialysis', dialysis: null }), user })).patientId;
    const [kept, gone] = [await open('子己档', clerk), await open('丑他档', colleague)];
    const { get, seenIds } = host.service(patientDirectory);
    const listed = async () => (await host.call('patient', routes.list, { query: { state: 'merged', pageSize: 100 }, user: clerk, dataScope: own })).list;
    const opened = () => refusal(host.call('patient', routes.file, { params: { id: gone }, user: clerk, dataScope: own }));
    const ways = async () => [
      (await seenIds(['org-gz'], rights))?.includes(gone),
      (await get(gone, ['org-gz'], rights)) !== undefined,
      (await listed()).some(({ patientId }) => patientId === gone),
      (await opened()).key,
    ];
    expect(await ways()).toEqual([false, false, false, 'patient.not-found']);
    await host.call('patient', routes.merge, { params: { id: kept }, body: { from: gone, version: 1, fromVersion: 1, reason: '重复' } });
    expect(await ways()).toEqual([true, true, true, 'allowed']);
  });

  it('look-alikes hidden leave room for those visible', async () => {
    const phone = '13911112222';
    const alike = (patientName: string, over: Partial<PatientCreate> = {}) => bodyOf(patientName, { patientType: 'non-dialysis', dialysis: null, ...over });
    const open = (patientName: string, user: typeof clerk) => host.call('patient', routes.create, { body: alike(patientName), user });
    for (let n = 0; n < 25; n += 1) await open(`同号他${n}`, colleague);
    const mine = await open('同号己', clerk);
    for (const name of ['同号他', '同号己']) await host.db.script(`update patient.patient set phone = '${phone}' where patient_name like '${name}%'`);
    const body = { patientName: '', phone };
    const found = async (dataScope?: typeof own) => (await host.call('patient', routes.duplicates, { body, user: clerk, dataScope })).list;
    expect([(await found()).length, (await found(own)).map(({ patient }) => patient.patientId)]).toEqual([20, [mine.patientId]]);
    const wanted = host.call('patient', routes.create, { body: alike('同号新', { phone }), user: clerk, dataScope: own });
    expect(await sentence(wanted)).toMatchObject({ key: 'patient.maybe-duplicate', params: { list: `同号己 ${mine.outpatientCode}` } });
  });

  it('look-alikes that were said to be somebody else leave room for those nobody has looked at', async () => {
    const phone = '13933334444';
    const alike = (patientName: string, over: Partial<PatientCreate> = {}) => bodyOf(patientName, { patientType: 'non-dialysis', dialysis: null, ...over });
    for (let n = 0; n < 25; n += 1) await host.call('patient', routes.create, { body: alike(`同话${n}`), user: clerk });
    await host.db.script(`update patient.patient set phone = '${phone}' where patient_name like '同话%'`);
    const look = async (notDuplicateOf: string[]) => {
      const { list } = await host.call('patient', routes.duplicates, { body: { patientName: '', phone, notDuplicateOf }, user: clerk });
      return list.map(({ patient }) => patient.patientId);
    };
    const save = async (notDuplicateOf: string[]) =>
      await sentence(host.call('patient', routes.create, { body: alike('同话新', { phone, notDuplicateOf }), user: clerk }));
    const first = await look([]);
    expect(first).toHaveLength(20);
    const told = await save(first);
    expect(told).toMatchObject({ key: 'patient.maybe-duplicate' });
    expect((told.params as { list?: string }).list?.split('、')).toHaveLength(5);
    const whole = await look(first);
    expect([whole.length, first.every((id) => whole.includes(id))]).toEqual([25, true]);
    expect(await save(whole)).toMatchObject({ key: 'allowed' });
  });

  it('nor are the files of one person told to whom the person is hidden', async () => {
    const ctx = host.context<PatientDb>('patient');
    const repo = new PatientRepo(ctx, rights);
    const idsOf = (whose: 'mine' | 'theirs') => repo.idsOfPerson(row(whose)().twin, ['org-gz']);
    expect([(await idsOf('mine')).length, await idsOf('theirs')]).toEqual([2, []]);
  });

  it('history and merges name no hidden file, neither one that this went into nor one that was taken apart from it again', async () => {
    const open = async (name: string, user: typeof clerk) =>
      (await host.call('patient', routes.create, { body: bodyOf(name, { patientType: 'non-dialysis', dialysis: null }), user })).patientId;
    const merge = (id: string, from: string, version = 1) =>
      host.call('patient', routes.merge, { params: { id }, body: { from, version, fromVersion: 1, reason: '重复' } });
    const told = async (id: string, dataScope?: typeof own) => {
      const given = { params: { id }, user: clerk, dataScope };
      const [history, merges] = [await host.call('patient', routes.history, given), await host.call('patient', routes.merges, given)];
      return { text: JSON.stringify([history, merges]), history: history.list, merges: merges.list };
    };
    const [gone, kept] = [await open('庚己档', clerk), await open('辛他档', colleague)];
    await merge(kept, gone);
    expect((await told(gone)).text).toContain('辛他档');
    const after = await told(gone, own);
    expect(after.text).not.toMatch(new RegExp(`辛他档|${kept}`));
    expect(after.merges[0]).toMatchObject({ into: '', intoName: '＊＊', intoOutpatientCode: '＊＊' });
    expect([after.history[0]?.act, after.merges[0]?.fromName]).toEqual(['merged', '庚己档']);

    const [mine, theirs] = [await open('壬己档', clerk), await open('癸他档', colleague)];
    await merge(mine, theirs);
    expect((await told(mine, own)).text).toContain('癸他档');
    const [{ id = '' } = {}] = (await told(mine)).merges;
    await host.call('patient', routes.separate, { params: { id }, body: { reason: '合并错误' } });
    expect((await told(mine)).text).toContain('癸他档');
    const apart = await told(mine, own);
    expect(apart.text).not.toMatch(new RegExp(`癸他档|${theirs}`));
    expect(apart.history.map(({ act }) => act)).toEqual(['separated', 'absorbed', 'created']);
  });

  it('lists of records by patient go by every visible file, the closed and the merged among them', async () => {
    const { seenIds } = host.service(patientDirectory);
    const mine = row('mine')();
    const seen = new Set(await seenIds(['org-gz'], rights));
    expect([seen.has(mine.id), seen.has(mine.twin), seen.has(row('theirs')().id), seen.has(row('theirs')().twin)]).toEqual([true, true, false, false]);
    await host.db.script(`update patient.patient set enabled = false where id = '${mine.id}'`);
    expect(await seenIds(['org-gz'], rights)).toContain(mine.id);
    await host.db.script(`update patient.patient set enabled = true where id = '${mine.id}'`);
    expect(await seenIds(['org-wh'], { ...rights, orgIds: ['org-gz', 'org-wh'] })).toEqual([]);
    expect(await seenIds(['org-gz'], { ...rights, scope: { kind: 'organisation' } })).toBeUndefined();
  });
});
