import { EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hostPlugins, type PluginHost, staff } from '../../../../tests/support/processes/plugin-host.ts';
import { billingRecords, type PatientCreate, patientContract, patientDirectory, prescriptionRecords } from '../../contract/index.ts';
import { cardNumber, fileContent } from '../../domain/file/file.fixture.ts';
import { FileWriteRepo } from '../files/file-write.repo.ts';
import patientServer from '../index.ts';
import { MergeRepo } from './merge.repo.ts';
import { data, refusal, sentence } from '../patient.fixture.ts';
import { PatientRepo } from '../files/patient.repo.ts';
import type { PatientDb } from '../tables.ts';

const { routes } = patientContract;
const wuhan = staff({ userId: 'user-wh', orgId: 'org-wh', orgIds: ['org-wh'] });

let host: PluginHost;
/** Records of other plugins: ids of files, with the time of the newest. */
const records = { count: 0, lastWrittenAt: null as number | null };
beforeAll(async () => {
  host = await hostPlugins({ patient: patientServer });
  await host.db.transaction(async () => patientServer.demo?.(data, host.context('patient')));
  host.provide(prescriptionRecords, { summary: async () => ({ ...records }) });
  host.provide(billingRecords, { summary: async () => ({ count: 0, lastWrittenAt: null }) });
});
afterAll(() => host.close());
beforeEach(() => Object.assign(records, { count: 0, lastWrittenAt: null }));

let serial = 0;
async function open(over: Partial<PatientCreate> = {}): Promise<string> {
  serial += 1;
  const body = {
    ...fileContent({
      patientName: `合并${serial}`,
      patientSex: 0,
      birthday: null,
      patientIdcard: '',
      phone: '',
      psn_no: '',
      reimWay: '0',
      medInsMark: '0',
      insuplc_admdvs: '',
    }),
    patientType: 'non-dialysis' as const,
    dialysis: null,
    infectedHistory: [],
    infectionCheckedOn: null,
    allergies: [],
    ...over,
  };
  return (await host.call('patient', routes.create, { body })).patientId;
}
const fileOf = (id: string) => host.call('patient', routes.file, { params: { id } });
const merge = async (into: string, from: string, over: object = {}) =>
  host.call('patient', routes.merge, {
    params: { id: into },
    body: { from, version: (await fileOf(into)).version, fromVersion: (await fileOf(from)).version, reason: '重复建档', ...over },
  });
const merges = async (id: string) => (await host.call('patient', routes.merges, { params: { id } })).list;
const undo = (mergeId: string) => host.call('patient', routes.separate, { params: { id: mergeId }, body: { reason: '合并错误' } });
const tick = () => {
  host.time.now = new Date(host.time.now.getTime() + 60_000);
};

describe('merging two files', () => {
  it('the preview names what differs, what moves and the result, with masked numbers', async () => {
    const left = await open({ phone: '13811110001', allergies: ['青霉素'] });
    const going = await open({ patientIdcard: cardNumber('1955-05-05', '201'), phone: '13811110002', allergies: ['碘造影剂'], infectedHistory: ['HBV'] });
    records.count = 7;
    const preview = await host.call('patient', routes.mergePreview, { params: { id: left }, query: { from: going } });
    expect(preview).toMatchObject({
      obstacle: '',
      records: [
        { kind: 'prescription', count: 7 },
        { kind: 'bill', count: 0 },
      ],
    });
    expect(preview.fields).toContainEqual({ field: 'phone', left: '138****0001', going: '138****0002', result: '138****0001' });
    expect(preview.fields).toContainEqual({ field: 'allergies', left: ['青霉素'], going: ['碘造影剂'], result: ['青霉素', '碘造影剂'] });
    expect(JSON.stringify(preview)).not.toContain(cardNumber('1955-05-05', '201'));
  });

  it('[6-04] telephones are missing for callers without the column: preview, history, the file, and even full numbers', async () => {
    const left = await open({ phone: '13822220003', contactName: '家属', contactPhone: '13822220004' });
    const going = await open({ phone: '13822220005' });
    const now = await fileOf(left);
    // The file holds more than an edit takes; numbers that are not sent stay.
    const body = { ...now, patientIdcard: undefined, contactPhone: undefined, phone: '13822220006', patientName: '改名' } as never;
    await host.call('patient', routes.edit, { params: { id: left }, body });
    const blind = { can: (code: string) => code !== 'his.patient#column:phone' };
    const at = { params: { id: left }, ...blind };
    const preview = await host.call('patient', routes.mergePreview, { ...at, query: { from: going } });
    const history = await host.call('patient', routes.history, { ...at, query: {} });
    const file = await host.call('patient', routes.file, at);
    const numbers = await host.call('patient', routes.reveal, { ...at, body: { reason: '核对身份' } });
    expect(history.list.flatMap((change) => change.fields.map(({ field }) => field))).toContain('patientName');
    expect(preview.fields.map(({ field }) => field)).not.toContain('phone');
    expect(Object.keys(numbers)).toEqual(['patientIdcard']);
    for (const answer of [preview, history, file]) expect(JSON.stringify(answer)).not.toMatch(/phone|\*{4}000|1382222/i);
    const seen = await host.call('patient', routes.history, { params: { id: left }, query: {} });
    expect(seen.list.flatMap((change) => change.fields.map(({ field }) => field))).toContain('phone');
  });

  it('fills the file that is left, keeps both as they were, and the directory knows both ids', async () => {
    const left = await open({ allergies: ['青霉素'] });
    const going = await open({ patientIdcard: cardNumber('1955-05-05', '203'), phone: '13811110003', allergies: ['碘造影剂'] });
    await merge(left, going);
    expect(await fileOf(left)).toMatchObject({ birthday: '1955-05-05', phone: '138****0003', allergies: ['青霉素', '碘造影剂'], mergedInto: null });
    expect(await fileOf(going)).toMatchObject({ mergedInto: left });
    expect(await host.service(patientDirectory).idsOfPerson(going, ['org-gz'])).toEqual([left, going]);
    const [record] = await merges(left);
    expect(record).toMatchObject({ from: going, into: left, userName: '林医生', reason: '重复建档', canUndo: true });
    const acts = async (id: string) => (await host.call('patient', routes.history, { params: { id } })).list.map(({ act, otherId }) => [act, otherId]);
    expect((await acts(left))[0]).toEqual(['absorbed', going]);
    expect((await acts(going))[0]).toEqual(['merged', left]);
  });

  it('a merged file is read only; the refusal names the file that is left', async () => {
    const left = await open({ patientName: '留下的人' });
    const going = await open({ patientName: '并走的人' });
    await merge(left, going);
    const leftFile = await fileOf(left);
    const { patientId, orgId, patientAge, enableMark, mergedInto, creatorTime, lastModifyTime, patientIdcard, phone, contactPhone, ...content } =
      await fileOf(going);
    expect([patientId, orgId, patientAge, enableMark, mergedInto, creatorTime, lastModifyTime, patientIdcard, phone, contactPhone]).toHaveLength(10);
    const named = { key: 'patient.merged', params: { name: '并走的人', leftName: '留下的人', leftCode: leftFile.outpatientCode } };
    expect(await sentence(host.call('patient', routes.edit, { params: { id: going }, body: { ...content, note: 'x' } }))).toMatchObject(named);
    expect(await sentence(host.call('patient', routes.state, { params: { id: going }, body: { enableMark: 0, version: content.version } }))).toMatchObject(
      named,
    );
    expect(await sentence(merge(await open(), going))).toMatchObject(named);
    expect(await sentence(merge(going, await open()))).toMatchObject(named);
  });

  it('merging the file that is left into a third carries the earlier one along; only the last can be undone', async () => {
    const [a, b, c] = [await open(), await open(), await open()];
    await merge(b, a);
    tick();
    await merge(c, b);
    expect(await host.service(patientDirectory).idsOfPerson(a, ['org-gz'])).toEqual([c, ...[a, b].sort()]);
    const [first] = (await merges(b)).filter((one) => one.from === a);
    expect(first?.canUndo).toBe(false);
    expect(await sentence(undo(first?.id ?? ''))).toMatchObject({ key: 'patient.separate-late' });
    const [last] = await merges(c);
    tick();
    await undo(last?.id ?? '');
    expect(await host.service(patientDirectory).idsOfPerson(a, ['org-gz'])).toEqual([b, a]);
    expect(await host.service(patientDirectory).idsOfPerson(c, ['org-gz'])).toEqual([c]);
  });

  it('taking it back restores both files exactly', async () => {
    const left = await open({ allergies: ['青霉素'], note: '甲' });
    const going = await open({ phone: '13811110009', note: '乙' });
    const before = [await fileOf(left), await fileOf(going)];
    await merge(left, going);
    const [record] = await merges(going);
    tick();
    await undo(record?.id ?? '');
    const forget = ({ version, lastModifyTime, ...rest }: (typeof before)[number]) => ({ ...rest, known: version > 0 && lastModifyTime > 0 });
    expect([await fileOf(left), await fileOf(going)].map(forget)).toEqual(before.map(forget));
    expect(await sentence(undo(record?.id ?? ''))).toMatchObject({ key: 'patient.separate-done' });
    expect((await merges(left))[0]).toMatchObject({ undoneBy: '林医生', canUndo: false });
  });

  it('as soon as something was written it cannot be taken back', async () => {
    const [left, going] = [await open(), await open()];
    await merge(left, going);
    const [record] = await merges(left);
    const elsewhere = host.call('patient', routes.separate, { params: { id: record?.id ?? '' }, body: { reason: '撤销' }, user: wuhan });
    expect(await refusal(elsewhere)).toMatchObject({ key: 'patient.merge-not-found', code: EnvelopeCode.NotFound });
    records.lastWrittenAt = host.time.now.getTime() + 1;
    expect((await merges(left))[0]?.canUndo).toBe(false);
    expect(await sentence(undo(record?.id ?? ''))).toMatchObject({ key: 'patient.separate-late' });
    records.lastWrittenAt = host.time.now.getTime() - 1;
    expect((await merges(left))[0]?.canUndo).toBe(true);
    const { version } = await fileOf(left);
    await host.call('patient', routes.state, { params: { id: left }, body: { enableMark: 0, version } });
    expect((await merges(left))[0]?.canUndo).toBe(false);
  });

  it('refuses two persons, a stale view, the file itself and another facility', async () => {
    const left = await open({ patientIdcard: cardNumber('1955-05-05', '301') });
    const other = await open({ patientIdcard: cardNumber('1955-05-05', '303') });
    expect(await sentence(merge(left, other))).toMatchObject({ key: 'patient.merge-cards' });
    expect((await host.call('patient', routes.mergePreview, { params: { id: left }, query: { from: other } })).obstacle).toBe('patient.merge-cards');
    const same = await open();
    expect(await sentence(merge(left, left))).toMatchObject({ key: 'patient.merge-itself' });
    expect(await sentence(merge(left, same, { fromVersion: 9 }))).toMatchObject({ key: 'patient.stale' });
    expect(await sentence(merge(left, same, { version: 9 }))).toMatchObject({ key: 'patient.stale' });
    const there = { params: { id: left }, body: { from: 'wh', version: 1, fromVersion: 1, reason: '重复' } };
    expect(await refusal(host.call('patient', routes.merge, there))).toMatchObject({ code: EnvelopeCode.NotFound });
    expect(await refusal(host.call('patient', routes.merge, { ...there, user: wuhan }))).toMatchObject({ code: EnvelopeCode.NotFound });
    expect(await refusal(host.call('patient', routes.separate, { params: { id: 'nothing' }, body: { reason: '撤销' } }))).toMatchObject({
      code: EnvelopeCode.NotFound,
    });
  });

  it('whoever read before somebody else wrote writes nothing, whatever the way in', async () => {
    const [left, going] = [await open(), await open()];
    const db = host.db.kyselyFor<PatientDb>();
    const ctx = host.context<PatientDb>('patient');
    const row = await new PatientRepo(ctx, 'all').find(left, ['org-gz']);
    if (!row) throw new Error('no file');
    const writes = new FileWriteRepo(ctx);
    await writes.update(row, { enabled: false });
    await expect(writes.update(row, { enabled: true })).rejects.toMatchObject({ key: 'patient.stale', code: EnvelopeCode.Conflict });
    await writes.update({ ...row, enabled: false, version: row.version + 1 }, { enabled: true });

    await merge(left, going);
    const merged = (await merges(left))[0]?.id ?? '';
    const repo = new MergeRepo(db);
    await repo.markUndone(merged, host.time.now, '甲');
    await expect(repo.markUndone(merged, host.time.now, '乙')).rejects.toMatchObject({ key: 'patient.separate-done' });
  });

  it('a likeness to a merged file leads to the file that is left', async () => {
    const left = await open();
    const going = await open({ phone: '13811119999' });
    await merge(left, going);
    const { list } = await host.call('patient', routes.duplicates, { body: { phone: '13811119999' } });
    expect(list.map(({ patient }) => patient.patientId)).toEqual([left]);
  });
});
