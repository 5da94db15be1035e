import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, ALL_PLUGINS, startTestServer, type TestClient, type TestServer } from '../../../tests/support/server.ts';
import type { WholeFile } from '../../dialysis-file/contract/index.ts';
import type { OrderRow } from '../../dialysis-session/contract/index.ts';
import { SEVERITIES } from '../contract/problem.ts';
import { MergingRounds } from './merge/merging.fixture.ts';
import type { LabView, NoteView, RoundPatient, RoundRow, WaitingItem, WorklistReply } from '../contract/round.schema.ts';
import type { TimelineReply } from '../contract/timeline.schema.ts';

const AT = '/api/dialysis/Round';
/** Of Wuhan; the nurse works in Guangzhou alone. */
const ELSEWHERE = 'patient-0121';

let server: TestServer;
let doctor: TestClient;
let nurse: TestClient;
beforeAll(async () => {
  server = await startTestServer({ plugins: ALL_PLUGINS });
  doctor = await server.signIn('doctor');
  nurse = await server.signIn('nurse');
});
afterAll(() => server?.close());

const fine = <T>(answer: Answer<T>): T => {
  if (answer.code !== 200) throw new Error(`refused: ${answer.code} ${JSON.stringify(answer.extras)} ${answer.msg}`);
  return answer.data;
};
const refusal = (answer: Answer): string => `${answer.code} ${answer.extras?.error ?? 'allowed'}`;
const list = async (who = nurse): Promise<WorklistReply> => fine(await who.get<WorklistReply>(AT));
const patient = async (id: string): Promise<RoundPatient> => fine(await doctor.get<RoundPatient>(`${AT}/Patient/${id}`));
const waiting = async (id: string): Promise<readonly WaitingItem[]> => (await patient(id)).waiting;
const file = async (id: string): Promise<WholeFile> => fine(await doctor.get<WholeFile>(`/api/his/dialysis-file/${id}`));
let keys = 0;
const once = (): Record<string, string> => {
  keys += 1;
  return { 'idempotency-key': `round-test-key-${keys}` };
};

/** Somebody of today whom no other test changes, and for whom nothing waits. */
const taken = new Set<string>();
const WAITS: readonly string[] = ['signature-waits', 'prescription-draft'];
async function somebody(): Promise<RoundRow> {
  const found = (await list()).list.find(
    ({ patientId, dryWeight, problems }) => !taken.has(patientId) && dryWeight !== null && !problems.some(({ code }) => WAITS.includes(code)),
  );
  if (!found) throw new Error('nobody of the demo fits');
  taken.add(found.patientId);
  return found;
}

describe('the worklist', () => {
  it('shows who lies there today, the most urgent first, each problem by a rule, and keeps to the facility', async () => {
    const { list: rows, shifts, waiting: count } = await list();
    expect(rows.length).toBeGreaterThan(30);
    expect(shifts.length).toBe(3);
    expect(count).toBeGreaterThan(0);
    const rank = ({ problems }: RoundRow): number => Math.min(...problems.map(({ severity }) => SEVERITIES.indexOf(severity)), SEVERITIES.length);
    const ranks = rows.map(rank);
    expect(ranks).toEqual([...ranks].sort());
    expect(new Set(rows.flatMap(({ problems }) => problems.map(({ code }) => code))).size).toBeGreaterThan(8);
    const { list: both } = await list(doctor);
    expect(both.length).toBeGreaterThanOrEqual(rows.length);
    expect(refusal(await nurse.get(`${AT}/Patient/${ELSEWHERE}`))).toBe('404 dialysis-round.not-found');
    expect(refusal(await nurse.get(`${AT}/Timeline/${ELSEWHERE}`))).toBe('404 dialysis-round.not-found');
    const cashier = await server.signIn('cashier');
    expect((await cashier.get(AT)).code).toBe(403);
  });

  it('calls the usual shifts in the language of the reader, on the worklist, today and the sheet; a name of the site’s own stays', async () => {
    const named = async (language: string) => {
      const headers = { 'x-language': language };
      const round = fine(await doctor.get<WorklistReply>(AT, headers)).shifts;
      const today = fine(await doctor.get<{ cards: { sessionId: string }[]; shifts: { name: string }[] }>('/api/dialysis/Today', headers));
      const id = today.cards.find(({ sessionId }) => sessionId !== '')?.sessionId ?? '';
      const { shiftName } = fine(await doctor.get<{ shiftName: string }>(`/api/dialysis/Session/${id}`, headers));
      return { all: round.map(({ name }) => name), today: today.shifts.map(({ name }) => name), shiftName };
    };
    const [zh, en] = [await named('zh'), await named('en')];
    expect(zh.all).toEqual(['上午班', '下午班', '晚班']);
    expect(en.all).toEqual(['Morning shift', 'Afternoon shift', 'Evening shift']);
    for (const { all, today, shiftName } of [zh, en]) {
      expect(today).toEqual(all);
      expect(all).toContain(shiftName);
    }
  });

  it('tells a doctor on duty the own shifts', async () => {
    const { myShiftIds, shifts } = await list(doctor);
    expect(shifts.map(({ shiftId }) => shiftId)).toEqual(expect.arrayContaining(myShiftIds));
    expect(myShiftIds.length).toBeGreaterThan(0);
    expect((await list(nurse)).myShiftIds).toEqual([]);
  });
});

it('an absence that stands on the board alone is a stay: it says why somebody is not here', async () => {
  const { slotId, patientId } = (await list()).list.find(({ state, sessionId }) => state === 0 && sessionId === '') ?? (await somebody());
  taken.add(patientId);
  const { rows } = await sql<{ version: number }>`select version from dialysis_schedule.slot where id = ${slotId}`.execute(server.db);
  const body = { version: rows[0]?.version, absent: true, reason: 'hospital' };
  fine(await nurse.put(`/api/his/dialysis-schedule/Slot/${slotId}/Actions/Attendance`, body, once()));
  const row = (await list()).list.find((one) => one.patientId === patientId);
  const today = (await file(patientId)).today;
  expect(row?.problems.filter(({ code }) => code === 'stay' || code === 'absent')).toEqual([
    { code: 'absent', severity: 'warn', params: {} },
    { code: 'stay', severity: 'info', params: { why: 'hospital', from: today } },
  ]);
});

describe('what waits for a signature', () => {
  it('a dry weight that a nurse proposes counts when a doctor signs it, once, whoever presses', async () => {
    const { patientId, dryWeight } = await somebody();
    const before = await file(patientId);
    const kg = Math.round(((dryWeight ?? 60) + 0.4) * 10) / 10;
    const proposed = { kg, from: before.today, method: 'clinical', reason: '透后低血压' };
    const body = { patientId, dryWeight: proposed, order: null };
    const { id } = fine(await nurse.post<{ id: string }>(`${AT}/Proposal`, body, once()));
    expect((await file(patientId)).dryWeights).toEqual(before.dryWeights);
    expect(await waiting(patientId)).toMatchObject([{ kind: 'dry-weight', dryWeight: proposed, dryWeightNow: dryWeight }]);
    const row = (await list()).list.find((one) => one.patientId === patientId);
    expect(row?.problems.map(({ code }) => code)).toContain('signature-waits');
    expect(refusal(await nurse.put(`${AT}/Proposal/${id}/Actions/Sign`, { version: 1 }))).toBe('403 core.forbidden');
    expect(refusal(await doctor.put(`${AT}/Proposal/${id}/Actions/Sign`, { version: 7 }))).toBe('409 dialysis-round.settled');
    // Some patients of the demo were weighed in the moment in which the clock of the test stands still.
    server.time.advance(1_000);
    fine(await doctor.put(`${AT}/Proposal/${id}/Actions/Sign`, { version: 1 }));
    const after = await file(patientId);
    expect(after.dryWeights[0]).toMatchObject({ kg, method: 'clinical', reason: '透后低血压' });
    expect(after.dryWeights).toHaveLength(before.dryWeights.length + 1);
    expect(after.version).toBeGreaterThan(before.version);
    fine(await doctor.put(`${AT}/Proposal/${id}/Actions/Sign`, { version: 1 }));
    expect((await file(patientId)).dryWeights).toHaveLength(before.dryWeights.length + 1);
    expect((await list()).list.find((one) => one.patientId === patientId)?.dryWeight).toBe(kg);
    expect(await waiting(patientId)).toEqual([]);
  });

  it('an order that was told by mouth becomes one for treatments; a declined one does not', async () => {
    const { patientId } = await somebody();
    const order = { once: true, everyDays: 0, timing: 'during', title: 'SIM 左卡尼汀', dose: '1 g', highRisk: false };
    const propose = async (title: string): Promise<string> =>
      fine(await nurse.post<{ id: string }>(`${AT}/Proposal`, { patientId, dryWeight: null, order: { ...order, title } }, once())).id;
    const [first, second] = [await propose('SIM 一'), await propose('SIM 二')];
    expect(refusal(await nurse.post(`${AT}/Proposal`, { patientId, dryWeight: null, order: null }, once()))).toBe('400 dialysis-round.nothing-proposed');
    fine(await doctor.put(`${AT}/Proposal/${first}/Actions/Sign`, { version: 1 }));
    fine(await doctor.put(`${AT}/Proposal/${second}/Actions/Decline`, { version: 1, reason: '暂不需要' }));
    expect(refusal(await doctor.put(`${AT}/Proposal/${second}/Actions/Sign`, { version: 1 }))).toBe('409 dialysis-round.settled');
    const { list: orders } = fine(await doctor.get<{ list: OrderRow[] }>(`/api/dialysis/Orders?patientId=${patientId}`));
    expect(orders.map(({ title }) => title)).toContain('SIM 一');
    expect(orders.map(({ title }) => title)).not.toContain('SIM 二');
    expect((await waiting(patientId)).filter(({ kind }) => kind === 'order')).toEqual([]);
  });

  it('lists proposed prescriptions beside what is in force, and they are signed in the dialysis file', async () => {
    const { list: items } = fine(await doctor.get<{ list: WaitingItem[] }>(`${AT}/Waiting`));
    const draft = items.find(({ kind, standing }) => kind === 'prescription' && standing !== null);
    expect(draft?.prescription?.bloodFlow).toBe(260);
    const address = `/api/his/dialysis-file/${draft?.patientId}/prescription/${draft?.id}/Actions/Sign`;
    fine(await doctor.post(address, { version: draft?.version }, once()));
    const { list: rest } = fine(await doctor.get<{ list: WaitingItem[] }>(`${AT}/Waiting`));
    expect(rest.map(({ id }) => id)).not.toContain(draft?.id);
  });
});

describe('round notes', () => {
  const content = { complaint: '头晕', volume: 'under', pressure: 'low', access: 'good', adequacy: '', findings: '', plan: '观察血压' };
  const write = (patientId: string, over: object = {}, who = doctor): Promise<Answer<NoteView>> =>
    who.post<NoteView>(`${AT}/Note`, { patientId, sessionId: '', content, corrects: '', reason: '', sign: false, ...over }, once());

  it('are written, signed, and never changed: a correction is one of its own, with a reason, and both stay', async () => {
    const { patientId } = await somebody();
    const had = (await patient(patientId)).notes.length;
    const note = fine(await write(patientId));
    expect(note).toMatchObject({ signedAt: null, authorName: expect.any(String) });
    expect(refusal(await write(patientId, {}, nurse))).toBe('403 core.forbidden');
    expect((await waiting(patientId)).filter(({ kind }) => kind === 'note')).toMatchObject([{ id: note.noteId }]);
    const signed = fine(await doctor.put<NoteView>(`${AT}/Note/${note.noteId}/Actions/Sign`, { version: note.version }));
    expect(signed.signedAt).toBe(server.time.now.getTime());
    expect(fine(await doctor.put<NoteView>(`${AT}/Note/${note.noteId}/Actions/Sign`, { version: 1 })).signedAt).toBe(signed.signedAt);
    const corrected = { corrects: note.noteId, content: { ...content, plan: '干体重上调' }, sign: true };
    expect(refusal(await write(patientId, corrected))).toBe('400 dialysis-round.correction-reason');
    const second = fine(await write(patientId, { ...corrected, reason: '漏写调整' }));
    expect(refusal(await write(patientId, { ...corrected, reason: '再改一次' }))).toBe('409 dialysis-round.corrected');
    const { notes } = await patient(patientId);
    expect(notes).toHaveLength(had + 2);
    expect(notes.find(({ noteId }) => noteId === note.noteId)).toMatchObject({ content: { plan: '观察血压' }, correctedBy: second.noteId });
    expect(notes[0]).toMatchObject({ noteId: second.noteId, reason: '漏写调整', signedByName: expect.stringMatching(/./) });
  });

  it('that was corrected before it was signed waits no more, and cannot be signed', async () => {
    const { patientId } = await somebody();
    const note = fine(await write(patientId));
    const later = fine(await write(patientId, { corrects: note.noteId }));
    expect((await waiting(patientId)).filter(({ kind }) => kind === 'note').map(({ id }) => id)).toEqual([later.noteId]);
    expect(refusal(await doctor.put(`${AT}/Note/${note.noteId}/Actions/Sign`, { version: 1 }))).toBe('409 dialysis-round.corrected');
    const other = await somebody();
    expect(refusal(await write(other.patientId, { corrects: later.noteId }))).toBe('404 dialysis-round.not-found');
    const { treatments } = await patient(patientId);
    const [treatment] = treatments;
    expect(refusal(await write(other.patientId, { sessionId: treatment?.sessionId }))).toBe('404 dialysis-round.not-found');
    fine(await write(patientId, { sessionId: treatment?.sessionId }));
  });
});

describe('laboratory values', () => {
  const record = (patientId: string, over: object): Promise<Answer<{ list: LabView[] }>> =>
    nurse.post(`${AT}/Lab`, { patientId, on: '2026-03-01', values: [], urea: null, ...over }, once());

  it('are stored once for a test and a day, refused where they cannot be true, and taken back with a reason', async () => {
    const { patientId } = await somebody();
    const values = [{ test: 'haemoglobin', value: 62 }];
    const [lab] = fine(await record(patientId, { values })).list;
    expect(refusal(await record(patientId, { values }))).toBe('409 dialysis-round.lab-twice');
    expect(refusal(await record(patientId, { values: [{ test: 'potassium', value: 55 }] }))).toBe('400 dialysis-round.lab-range');
    expect(refusal(await record(patientId, {}))).toBe('400 dialysis-round.lab-none');
    expect(refusal(await record(patientId, { values, on: '2026-03-09' }))).toBe('400 dialysis-round.day-future');
    const row = (await list()).list.find((one) => one.patientId === patientId);
    expect(row?.problems.map(({ code }) => code)).toContain('haemoglobin-critical');
    for (const _ of [1, 2]) fine(await nurse.put(`${AT}/Lab/${lab?.labId}/Actions/Withdraw`, { reason: '标本错误' }));
    expect((await list()).list.find((one) => one.patientId === patientId)?.problems.map(({ code }) => code)).not.toContain('haemoglobin-critical');
    fine(await record(patientId, { values: [{ test: 'haemoglobin', value: 112 }] }));
  });

  it('Kt/V is worked out by the treatment of that day, and refused without one', async () => {
    const { patientId } = await somebody();
    const urea = { before: 25, after: 7.5 };
    const { treatments } = await patient(patientId);
    const on = treatments.find(({ closed }) => closed)?.date ?? '';
    const { list: labs } = fine(await record(patientId, { on, urea }));
    expect(labs.find(({ test }) => test === 'urr')?.value).toBe(70);
    expect(labs.find(({ test }) => test === 'ktv')?.value).toBeGreaterThan(1.2);
    expect(refusal(await record(patientId, { on: '2025-01-01', urea }))).toBe('400 dialysis-round.urea-no-treatment');
  });
});

it('the time line brings all treatments by columns of one length, with values and events beside them', async () => {
  const { patientId } = await somebody();
  const line = fine(await doctor.get<TimelineReply>(`${AT}/Timeline/${patientId}`));
  const { treatments } = line;
  expect(treatments.id.length).toBeGreaterThan(12);
  for (const column of Object.values(treatments)) expect(column).toHaveLength(treatments.id.length);
  expect(treatments.day).toEqual([...treatments.day].sort());
  expect(line.labs.filter(({ test }) => test === 'haemoglobin').length).toBeGreaterThan(0);
  expect(line.dryWeights.length).toBeGreaterThan(3);
  expect(line.prescriptions.length).toBeGreaterThan(0);
  expect(line.complications.every(({ at }) => at < treatments.id.length)).toBe(true);
});

describe('a merge of patient files', () => {
  it('takes along what waits for a doctor, notes and values, counts no value twice, and gives all back; written after it, it stays', {
    timeout: 240_000,
  }, async () => {
    const rounds = new MergingRounds(server, await server.signIn('clerk'), await server.signIn('admin'));
    await rounds.open();
    expect(await rounds.checkAll()).toBeGreaterThan(0);
    await rounds.checkLate();
  });
});
