import { dayAfter, mondayOf, weekdayOf } from '@nephra/plugin-sdk/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ALL_PLUGINS, startTestServer, type TestClient, type TestServer } from '../../../tests/support/server.ts';
import type { PatientFile } from '../../patient/contract/index.ts';
import type { FileRow, HistoryRow, WholeFile } from '../contract/file.schema.ts';
import { expandPattern } from '../contract/rules/expand-pattern.ts';
import { content } from '../domain/content.fixture.ts';
import { checkRefusal, checkScans } from './consents.fixture.ts';
import type { DialysisFileDb } from './tables/tables.ts';
import { AT, type Asked, fine, LACKING, planningPlugin, refusal } from './dialysis-file.fixture.ts';

const { plugin: acme, heard } = planningPlugin();
let server: TestServer;
let doctor: TestClient;
let nurse: TestClient;
let headnurse: TestClient;
let quality: TestClient;
let today: string;
beforeAll(async () => {
  server = await startTestServer({ plugins: ALL_PLUGINS, inline: [acme] });
  doctor = await server.signIn('doctor');
  nurse = await server.signIn('nurse');
  headnurse = await server.signIn('headnurse');
  quality = await server.signIn('quality');
  today = fine(await doctor.get<WholeFile>(`${AT}/${(await rows())[0]?.patientId}`)).today;
});
afterAll(() => server?.close());

/** Those of Guangzhou; the doctor helps out in Wuhan, too. */
const rows = async (query = ''): Promise<FileRow[]> =>
  fine(await doctor.get<{ list: FileRow[] }>(`${AT}?pageSize=500${query}`)).list.filter(({ orgId }) => orgId === 'org-gz');
const file = async (id: string): Promise<WholeFile> => fine(await doctor.get<WholeFile>(`${AT}/${id}`));
const patient = async (id: string): Promise<PatientFile> => fine(await doctor.get<PatientFile>(`/api/his/patient/${id}`));
const asked = async (patientId: string, day = today): Promise<Asked> => fine(await doctor.post<Asked>('/api/acme/Plan', { patientId, day }));
const version = async (id: string): Promise<number> => (await file(id)).version;
const acts = async (id: string): Promise<string[]> =>
  fine(await doctor.get<{ list: HistoryRow[] }>(`${AT}/${id}/history?pageSize=100`)).list.map(({ act }) => act);
/** Somebody of the demo whose file no other test changes. */
const taken = new Set<string>();
async function somebody(
  fits: (row: FileRow) => boolean = ({ zone, pattern }) => zone === 'A' && pattern?.cycleWeeks === 1 && pattern.everyDays === null,
): Promise<string> {
  const found = (await rows()).find((row) => !taken.has(row.patientId) && fits(row));
  if (!found) throw new Error('nobody of the demo fits');
  taken.add(found.patientId);
  return found.patientId;
}

describe('the list', () => {
  it('shows every dialysis patient of the centre with what is due, and narrows by it', async () => {
    const all = await rows();
    expect([all.length, [...new Set(all.map(({ zone }) => zone))].sort().join('')]).toEqual([80, 'ABCDEO']);
    expect((await rows('&filter=markers')).length).toBeGreaterThan(0);
    expect(await rows('&filter=prescription')).toHaveLength(1);
    expect((await rows('&zone=O')).map(({ infections }) => infections)).toEqual([[]]);
    expect(await rows(`&keyword=${encodeURIComponent(all[0]?.dialysisNo ?? '')}`)).toEqual(all.slice(0, 1));
    const page = fine(await nurse.get<{ list: FileRow[]; pagination: { total: number } }>(`${AT}?currentPage=2&pageSize=20`));
    expect([page.list, page.pagination.total]).toEqual([all.slice(20, 40), 80]);
    expect(all).toEqual(all.toSorted((one, other) => (one.dialysisNo < other.dialysisNo ? -1 : 1)));
  });

  it('narrows by parts of files as whole files do', async () => {
    const all = await rows('&state=');
    for (const [filter, fits] of Object.entries(LACKING)) expect([filter, await rows(`&state=&filter=${filter}`)]).toEqual([filter, all.filter(fits)]);
    for (const zone of ['A', 'B', 'O']) expect([zone, await rows(`&state=&zone=${zone}`)]).toEqual([zone, all.filter((row) => row.zone === zone)]);
    expect(await rows('&state=&zone=B&filter=markers')).toEqual(all.filter((row) => row.zone === 'B' && LACKING.markers(row)));
  });

  it('keeps to the facility, for rows, files and writes', async () => {
    // Of Wuhan; the nurse works in Guangzhou alone.
    const elsewhere = 'patient-0121';
    const seen = fine(await nurse.get<{ list: FileRow[] }>(`${AT}?pageSize=500&state=`)).list;
    expect(new Set(seen.map(({ orgId }) => orgId))).toEqual(new Set(['org-gz']));
    const there = server.database.kyselyFor<DialysisFileDb>().selectFrom('dialysis_file.file').select('org_id').where('id', '=', elsewhere);
    expect(await there.executeTakeFirst()).toEqual({ org_id: 'org-wh' });
    for (const part of ['', '/history']) expect(refusal(await nurse.get(`${AT}/${elsewhere}${part}`))).toBe('404 dialysis-file.not-found');
    expect(refusal(await nurse.post(`${AT}/${elsewhere}/consent`, { kind: 'catheter', modes: [], signedOn: today, signer: 'SIM' }))).toBe(
      '404 dialysis-file.not-found',
    );
    for (const account of ['cashier', 'manager']) expect(refusal(await (await server.signIn(account)).get(AT))).toMatch(/^403/);
    expect(refusal(await nurse.get(`${AT}/nobody`))).toBe('404 dialysis-file.not-found');
  });

  it('agrees with the plans that patients of the demo have', async () => {
    for (const row of (await rows()).filter(({ pattern }) => pattern?.cycleWeeks === 1 && pattern.everyDays === null && pattern.slots.length > 0).slice(0, 5)) {
      const { dialysis } = await patient(row.patientId);
      expect(row.pattern?.slots.map(({ weekday }) => weekday)).toEqual(dialysis?.weekdays);
      expect([row.mode, row.dryWeight?.kg]).toEqual([dialysis?.mode, dialysis?.dryWeight]);
    }
  });

  it('has patterns of every kind among the patients of the demo', async () => {
    const kinds = (await rows()).flatMap(({ pattern }): readonly string[] => {
      if (!pattern) return ['none'];
      const { everyDays, cycleWeeks, anchorMonday, slots } = pattern;
      if (everyDays !== null) return [`every ${everyDays} days`];
      const days = slots.map(({ week, weekday }) => `${week}/${weekday}`).join(' ');
      if (cycleWeeks > 1) return [`${slots.length} in ${cycleWeeks} weeks`, days === '0/1 0/4 0/6 1/2 1/5' ? `by turns from ${anchorMonday}` : ''];
      if (slots.length === 2) return [`twice ${days}`];
      if (slots.some(({ mode }) => mode !== null)) return ['a mode for a weekday'];
      return [new Set(slots.map(({ shiftId }) => shiftId)).size > 1 ? 'a shift for each weekday' : `${slots.length} a week`];
    });
    const usual = ['every 2 days', '5 in 2 weeks', 'a mode for a weekday', 'a shift for each weekday', '3 a week', ''];
    expect(new Set(kinds.filter((kind) => !kind.startsWith('by turns')))).toEqual(new Set([...usual, 'twice 0/1 0/4', 'twice 0/2 0/5', 'twice 0/3 0/6']));
    // Some of those by turns are a week behind the others.
    expect(new Set(kinds.filter((kind) => kind.startsWith('by turns'))).size).toBe(2);
  });
});

describe('a pattern', () => {
  it('is the head nurse’s, ends the one before, and the plan of the patient follows', async () => {
    const id = await somebody();
    const before = await file(id);
    const [old] = before.patterns;
    const shiftId = old?.slots[0]?.shiftId ?? '';
    const slot = (week: number, weekday: number) => ({ week, weekday, shiftId, stationId: null, mode: null });
    const monday = mondayOf(today);
    const body = { from: today, cycleWeeks: 2, anchorMonday: monday, everyDays: null, remark: '', reason: 'SIM', version: before.version };
    const five = { ...body, slots: [slot(0, 1), slot(0, 4), slot(0, 6), slot(1, 2), slot(1, 5)] };
    expect(refusal(await nurse.post(`${AT}/${id}/pattern`, five))).toMatch(/^403/);
    expect(refusal(await headnurse.post(`${AT}/${id}/pattern`, { ...five, anchorMonday: dayAfter(monday, 1) }))).toBe('400 dialysis-file.pattern-anchor');
    expect(refusal(await headnurse.post(`${AT}/${id}/pattern`, { ...five, slots: [slot(0, 1), slot(0, 1)] }))).toBe('400 dialysis-file.pattern-twice');
    expect(refusal(await headnurse.post(`${AT}/${id}/pattern`, { ...five, slots: [{ ...slot(0, 1), shiftId: 'class-wh-morning' }] }))).toBe(
      '400 dialysis-file.pattern-shift',
    );
    expect(refusal(await headnurse.post(`${AT}/${id}/pattern`, { ...five, from: dayAfter(today, -7) }))).toBe('400 dialysis-file.pattern-past');
    heard.length = 0;
    fine(await headnurse.post(`${AT}/${id}/pattern`, five));
    expect(refusal(await headnurse.post(`${AT}/${id}/pattern`, five))).toBe('409 dialysis-file.stale');
    await expect.poll(() => heard).toEqual([{ orgId: 'org-gz', patientId: id, from: today }]);
    const after = await file(id);
    expect(after.patterns.map(({ from, to }) => [from, to]).slice(0, 2)).toEqual([
      [today, null],
      [old?.from, dayAfter(today, -1)],
    ]);
    expect((await asked(id)).patterns.map(({ cycleWeeks }) => cycleWeeks)).toEqual([2]);
    expect((await asked(id, dayAfter(today, -1))).patterns.map(({ patternId }) => patternId)).toEqual([old?.patternId]);
    const kept = await patient(id);
    const days = [1, 4, 6].filter((day) => dayAfter(monday, day - 1) >= today);
    expect(kept).toMatchObject({ planKept: true, dialysis: { weekdays: days, classId: shiftId, bed: (await patient(id)).dialysis?.bed } });
    // An older client sends the whole plan back: the file keeps what follows from the pattern.
    const {
      planKept: _k,
      patientAge: _a,
      orgId: _o,
      patientId: _p,
      enableMark: _e,
      mergedInto: _m,
      creatorTime: _c,
      lastModifyTime: _l,
      patientIdcard: _i,
      phone: _ph,
      contactPhone: _cp,
      ...rest
    } = kept;
    fine(await doctor.put(`/api/his/patient/${id}`, { ...rest, note: 'SIM', dialysis: { ...kept.dialysis, weekdays: [7], bed: 'A01' } }));
    expect(await patient(id)).toMatchObject({ note: 'SIM', dialysis: { ...kept.dialysis } });
    expect(
      refusal(await doctor.put(`/api/his/patient/${id}`, { ...rest, patientType: 'non-dialysis', dialysis: null, version: (await patient(id)).version })),
    ).toBe('400 patient.plan-kept');
  });

  it('that was to begin later gives way to one that begins before', async () => {
    const id = await somebody();
    const slots = [{ week: 0, weekday: 1, shiftId: 'class-gz-morning', stationId: null, mode: null }];
    const body = { cycleWeeks: 1, anchorMonday: mondayOf(today), everyDays: null, slots, remark: '', reason: '' };
    fine(await headnurse.post(`${AT}/${id}/pattern`, { ...body, from: dayAfter(today, 30), version: await version(id) }));
    fine(await headnurse.post(`${AT}/${id}/pattern`, { ...body, from: dayAfter(today, 10), version: await version(id) }));
    const { patterns } = await file(id);
    expect(patterns.map(({ from, to }) => [from, to]).slice(0, 2)).toEqual([
      [dayAfter(today, 10), null],
      [patterns[1]?.from, dayAfter(today, 9)],
    ]);
    expect(refusal(await headnurse.post(`${AT}/${id}/pattern`, { ...body, slots: [], from: today, version: await version(id) }))).toBe(
      '400 dialysis-file.pattern-empty',
    );
    fine(await headnurse.post(`${AT}/${id}/pattern`, { ...body, everyDays: 2, from: today, version: await version(id) }));
    expect((await patient(id)).dialysis?.weekdays.length).toBeGreaterThan(0);
  });
});

describe('a prescription', () => {
  it('is proposed by a nurse, signed by a doctor, and replaces the one before', async () => {
    const id = await somebody((row) => row.mode === 'HD' && row.zone === 'A' && !row.hasDraft);
    const rx = `${AT}/${id}/prescription`;
    const hdf = content({ mode: 'HDF', substitution: { volume: 20, site: 'post' } });
    expect(refusal(await nurse.post(rx, { ...content({ bloodFlow: 800 }), version: await version(id) }))).toBe('400 dialysis-file.rx-range');
    expect(refusal(await nurse.post(rx, { ...content({ mode: 'HDF' }), version: await version(id) }))).toBe('400 dialysis-file.rx-substitution');
    expect(refusal(await nurse.post(rx, { ...content({ minutes: 4 }), version: await version(id) }))).toBe('400 dialysis-file.rx-range');
    const first = fine(await nurse.post<{ id: string }>(rx, { ...content(), version: await version(id) })).id;
    const second = fine(await nurse.post<{ id: string }>(rx, { ...hdf, version: await version(id) })).id;
    expect(refusal(await doctor.post(`${rx}/${first}/Actions/Sign`, { version: 1 }))).toBe('409 dialysis-file.no-draft');
    expect(refusal(await nurse.post(`${rx}/${second}/Actions/Sign`, { version: 1 }))).toMatch(/^403/);
    expect((await asked(id)).bedside?.prescription?.mode).toBe('HD');
    fine(await doctor.post(`${rx}/${second}/Actions/Sign`, { version: 1 }));
    expect((await asked(id)).bedside?.prescription).toMatchObject({
      prescriptionId: second,
      mode: 'HDF',
      substitution: { volume: 20, site: 'post' },
      signedById: 'user-doctor',
    });
    expect((await file(id)).prescriptions.map(({ state }) => state).slice(0, 2)).toEqual(['signed', 'replaced']);
    expect((await patient(id)).dialysis?.mode).toBe('HDF');
    // Taken back twice, as after a lost answer.
    const third = fine(await nurse.post<{ id: string }>(rx, { ...content(), version: await version(id) })).id;
    fine(await nurse.del(`${rx}/${third}`));
    fine(await nurse.del(`${rx}/${third}`));
    expect(await acts(id)).toEqual(expect.arrayContaining(['signed', 'proposed', 'dropped']));
  });
});

describe('dry weight and access', () => {
  it('asks about a large step, and the plan follows', async () => {
    const id = await somebody();
    const now = (await file(id)).dryWeights[0]?.kg ?? 0;
    const body = { kg: now * 1.1, from: today, method: 'clinical', reason: 'SIM', confirmed: false };
    expect(refusal(await nurse.post(`${AT}/${id}/dry-weight`, { ...body, version: await version(id) }))).toMatch(/^403/);
    expect(refusal(await doctor.post(`${AT}/${id}/dry-weight`, { ...body, version: await version(id) }))).toBe('400 dialysis-file.dry-weight-step');
    expect(refusal(await doctor.post(`${AT}/${id}/dry-weight`, { ...body, from: '2026-02-30', confirmed: true, version: await version(id) }))).toBe(
      '400 dialysis-file.day',
    );
    fine(await doctor.post(`${AT}/${id}/dry-weight`, { ...body, confirmed: true, version: await version(id) }));
    const kg = Number((now * 1.1).toFixed(1));
    expect((await asked(id)).bedside?.dryWeight).toEqual({ kg, from: today, reviewOn: dayAfter(today, 30), overdue: false });
    expect((await patient(id)).dialysis?.dryWeight).toBe(kg);
  });

  it('goes through the life of an access', async () => {
    const id = await somebody(({ access, zone }) => access?.kind === 'AVF' && zone === 'A');
    const [access] = (await file(id)).accesses;
    const at = `${AT}/${id}/access/${access?.accessId}`;
    const move = { to: 'failed', on: today, reason: '', version: access?.version };
    expect(refusal(await nurse.post(`${at}/Actions/Move`, move))).toBe('400 dialysis-file.reason');
    fine(await nurse.post(`${at}/Actions/Move`, { ...move, reason: 'SIM 血栓' }));
    expect(refusal(await nurse.post(`${at}/Actions/Move`, { ...move, reason: 'SIM' }))).toBe('409 dialysis-file.stale');
    expect((await asked(id)).bedside?.access).toBeNull();
    const catheter = { kind: 'TCC', side: 'right', site: '颈内静脉', madeOn: today, firstUsedOn: today, hospital: '', surgeon: '', note: '', state: 'in-use' };
    fine(await nurse.post(`${AT}/${id}/access`, { ...catheter, needleGauge: 16, punctureMethod: 'area', lockArterial: 1.5, lockVenous: 1.6 }));
    expect((await asked(id)).bedside?.access).toMatchObject({
      kind: 'TCC',
      needleGauge: null,
      punctureMethod: null,
      lockVolume: { arterial: 1.5, venous: 1.6 },
    });
    expect((await patient(id)).dialysis?.access).toBe('长期导管(右颈内静脉)');
    const added = (await file(id)).accesses[0]?.accessId;
    fine(await nurse.post(`${AT}/${id}/access/${added}/event`, { kind: 'crbsi-suspected', on: today, note: 'SIM' }));
    expect((await file(id)).accesses[0]?.events.map(({ kind }) => kind)).toEqual(['crbsi-suspected']);
    // Of another patient.
    expect(refusal(await nurse.post(`${AT}/${await somebody()}/access/${added}/event`, { kind: 'other', on: today, note: '' }))).toBe(
      '404 dialysis-file.not-found',
    );
  });
});

describe('infection', () => {
  it('moves a patient to the zone of the results, and by hand only for quality with a reason', async () => {
    const id = await somebody();
    const result = (marker: string, is: string) => ({ marker, result: is, titre: null });
    fine(await nurse.post(`${AT}/${id}/result`, { on: today, results: [result('anti-HCV', 'positive')], note: '' }));
    expect((await asked(id)).planning).toMatchObject({ zone: 'E', serology: 'missing' });
    fine(await nurse.post(`${AT}/${id}/result`, { on: today, results: [result('HCV-RNA', 'positive')], note: '' }));
    expect((await asked(id)).planning).toMatchObject({ zone: 'C', zoneReasons: ['HCV'] });
    const twice = [result('HBsAg', 'negative'), result('HBsAg', 'positive')];
    expect(refusal(await nurse.post(`${AT}/${id}/result`, { on: today, results: twice, note: '' }))).toBe('400 dialysis-file.marker-twice');
    expect(refusal(await nurse.post(`${AT}/${id}/result`, { on: dayAfter(today, 1), results: [result('HBsAg', 'negative')], note: '' }))).toBe(
      '400 dialysis-file.day-future',
    );
    const zone = { zone: 'A', reason: 'SIM 复核阴性', version: await version(id) };
    expect(refusal(await doctor.put(`${AT}/${id}/zone`, zone))).toMatch(/^403/);
    expect(refusal(await quality.put(`${AT}/${id}/zone`, { ...zone, reason: ' ' }))).toBe('400 dialysis-file.reason');
    fine(await quality.put(`${AT}/${id}/zone`, zone));
    expect((await asked(id)).planning?.zone).toBe('A');
    expect((await file(id)).zone).toMatchObject({ zone: 'A', worked: 'C', override: { zone: 'A', reason: 'SIM 复核阴性' } });
    fine(await quality.put(`${AT}/${id}/zone`, { zone: null, reason: 'SIM', version: await version(id) }));
    const wrong = (await file(id)).results.find(({ marker }) => marker === 'HCV-RNA');
    fine(await nurse.post(`${AT}/${id}/result/${wrong?.resultId}/Actions/Withdraw`, { reason: 'SIM 录错患者' }));
    expect((await asked(id)).planning?.zone).toBe('E');
  });
});

describe('consents and outcome', () => {
  it('keeps scans for those who see the file alone, tells who lacks what and why, and takes nobody else’s upload', async () => {
    const free = () => somebody(({ zone, access, consentsLacking }) => zone === 'A' && access?.kind === 'AVF' && consentsLacking.length === 0);
    const [signed, refused] = [await free(), await free()];
    await checkScans({ doctor, nurse, cashier: await server.signIn('cashier') }, signed, today);
    await checkRefusal({ doctor, nurse }, refused, today);
    const lacking = new Map((await rows('&filter=consent')).map((row) => [row.patientId, row.consentsLacking]));
    expect(lacking.get(refused)).toEqual([{ kind: 'dialysis', why: 'refused', on: today }]);
    expect(lacking.has(signed)).toBe(false);
    expect((await asked(refused)).planning).toMatchObject({ consented: false, consentsLacking: [{ why: 'refused' }] });
    expect(await acts(refused)).toContain('consent-refused');
  });

  it('tells planners that a consent was withdrawn', async () => {
    const id = await somebody();
    expect((await asked(id)).planning?.consented).toBe(true);
    const [consent] = (await file(id)).consents.filter(({ kind }) => kind === 'dialysis');
    const at = `${AT}/${id}/consent`;
    fine(await nurse.post(`${at}/${consent?.consentId}/Actions/Withdraw`, { on: today, reason: 'SIM', version: consent?.version }));
    expect((await asked(id)).planning?.consented).toBe(false);
    expect(refusal(await nurse.post(at, { kind: 'dialysis', modes: [], signedOn: today, signer: 'SIM' }))).toBe('400 dialysis-file.consent-modes');
    fine(await nurse.post(at, { kind: 'dialysis', modes: ['HD', 'HDF', 'HD+HP'], signedOn: today, signer: 'SIM' }));
    expect((await asked(id)).planning?.consented).toBe(true);
  });

  it('ends patterns with an outcome, and gives them back when it is undone', async () => {
    const id = await somebody();
    const before = await patient(id);
    const end = { kind: 'transferred', on: today, cause: '', note: 'SIM' };
    expect(refusal(await nurse.post(`${AT}/${id}/outcome`, { ...end, version: await version(id) }))).toMatch(/^403/);
    fine(await doctor.post(`${AT}/${id}/outcome`, { ...end, version: await version(id) }));
    expect(await asked(id)).toMatchObject({ planning: { active: false, outcomeOn: today }, outcome: today });
    expect((await asked(id, dayAfter(today, 1))).patterns).toEqual([]);
    expect(await patient(id)).toMatchObject({ dialysis: { weekdays: [], classId: '', bed: '' } });
    expect((await rows()).some(({ patientId }) => patientId === id)).toBe(false);
    expect((await rows('&state=ended')).map(({ patientId }) => patientId)).toContain(id);
    expect(refusal(await nurse.post(`${AT}/${id}/prescription`, { ...content(), version: await version(id) }))).toBe('409 dialysis-file.ended');
    fine(await doctor.post(`${AT}/${id}/outcome/Actions/Undo`, { reason: 'SIM', version: await version(id) }));
    expect(await asked(id)).toMatchObject({ planning: { active: true, outcomeOn: null }, outcome: null });
    expect((await patient(id)).dialysis).toEqual(before.dialysis);
  });
});

describe('opening a file', () => {
  it('takes a dialysis patient once, and answers limits in the units of the contract', async () => {
    const body = {
      ...{ firstDialysisOn: '2024-01-02', firstHereOn: '2024-02-01', cause: 'diabetic', causeNote: '', residualUrine: 300, comorbidities: ['diabetes'] },
      ...{ bloodGroup: 'A', heightCm: 168, nurseId: null, doctorId: null, transient: false, dialyserAllergies: [], note: '' },
    };
    const has = await somebody();
    expect(refusal(await nurse.post(AT, { patientId: has, ...body }))).toBe('409 dialysis-file.exists');
    const other = fine(await doctor.get<{ list: { patientId: string; orgId: string }[] }>('/api/his/patient?patientType=non-dialysis&pageSize=5')).list[0];
    expect(refusal(await nurse.post(AT, { patientId: other?.patientId, ...body }))).toBe('409 dialysis-file.not-dialysis');
    expect(refusal(await nurse.put(`${AT}/${has}`, { ...body, firstHereOn: '2023-01-01', version: await version(has) }))).toBe(
      '400 dialysis-file.here-before-first',
    );
    fine(await nurse.put(`${AT}/${has}`, { ...body, version: await version(has) }));
    expect((await patient(has)).dialysis?.firstDate).toBe('2024-01-02');
    // Whoever was planned in the patient's file alone keeps days, shift, bed and dry weight.
    const old = await patient(has);
    const { dialysisNo: _no, ...plan } = old.dialysis ?? { dialysisNo: '' };
    const fresh = {
      ...{
        patientName: 'SIM 新患者',
        patientSex: 1,
        birthday: '1970-01-01',
        psn_cert_type: '01',
        patientIdcard: '',
        phone: '',
        address: '',
        contactName: '',
        contactPhone: '',
      },
      ...{
        outpatientCode: '',
        patientType: 'dialysis',
        reimWay: '0',
        medInsMark: '0',
        psn_no: '',
        insuplc_admdvs: '',
        infectedHistory: [],
        infectionCheckedOn: null,
      },
      ...{
        visit: '',
        diagnosis: [],
        allergies: [],
        note: '',
        dialysis: { ...plan, dialysisNo: '', bed: '', weekdays: [2, 6], classId: 'class-gz-evening', dryWeight: 61.5 },
      },
    };
    const { patientId: id } = fine(await doctor.post<{ patientId: string }>('/api/his/patient', fresh));
    expect(fine(await nurse.get<{ list: { patientId: string }[] }>(`${AT}/Actions/Candidates`)).list.map(({ patientId }) => patientId)).toEqual([id]);
    fine(await nurse.post(AT, { patientId: id, ...body }));
    const opened = await file(id);
    expect(opened.patterns[0]?.slots.map(({ weekday, shiftId }) => [weekday, shiftId])).toEqual([
      [2, 'class-gz-evening'],
      [6, 'class-gz-evening'],
    ]);
    expect(opened.dryWeights.map(({ kg, reviewOn }) => [kg, reviewOn])).toEqual([[61.5, today]]);
    fine(await nurse.put(`${AT}/${id}`, { ...body, note: 'SIM', version: opened.version }));
    expect((await patient(id)).dialysis).toMatchObject({ weekdays: [2, 6], classId: 'class-gz-evening', dryWeight: 61.5 });
    expect((await asked(has)).limits).toMatchObject({ ufRateHigh: 13, glucoseLow: 3.9, missingMarkersWait: true, arterialPressureLow: -250 });
  });
});

describe('the job', () => {
  it('lets plans of patient files follow patterns that show other days each week', async () => {
    const id = await somebody(({ pattern }) => pattern?.everyDays === 2);
    const [pattern] = (await file(id)).patterns;
    if (!pattern) throw new Error('no pattern');
    const monday = mondayOf(today);
    const week = expandPattern(pattern, monday, dayAfter(monday, 6)).map(({ date }) => weekdayOf(date));
    expect((await patient(id)).dialysis?.weekdays).not.toEqual(week);
    const admin = await server.signIn('admin');
    fine(await admin.post('/api/system/Jobs/dialysis-file.follow-dialysis-plans/Actions/Run', undefined, { 'idempotency-key': 'SIM-follow' }));
    await expect.poll(async () => (await patient(id)).dialysis?.weekdays).toEqual(week);
  });
});
