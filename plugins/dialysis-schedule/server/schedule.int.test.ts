import { defineContract, type OrgId, post, Type } from '@nephra/plugin-sdk/contract';
import { defineServerPlugin, implement, sql } from '@nephra/plugin-sdk/server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Answer, startTestServer, type TestClient, type TestServer } from '../../../tests/support/server.ts';
import { connectSocket } from '../../../tests/support/socket-client.ts';
import type { InlinePlugin } from '../../../tests/support/inline-packages.ts';
import type { Board, BoardChanges, BoardSlot } from '../contract/board.schema.ts';
import { dialysisBoard } from '../contract/index.ts';
import { dialysisFileStandIn, type FileAnswers, patternOf } from './dialysis-file.fixture.ts';

const AT = '/api/his/dialysis-schedule';
const ORG = 'org-gz' as OrgId;
const [EARLY, NOON, LATE] = ['class-gz-morning', 'class-gz-afternoon', 'class-gz-evening'];
const TODAY = '2026-03-02';
const [TUESDAY, WEDNESDAY, SUNDAY] = ['2026-03-03', '2026-03-04', '2026-03-08'];
const station = (code: string) => `station-gz-${code}`;
const patient = (n: number) => `patient-00${n}`;

const answers: FileAnswers = { patterns: [], zones: new Map(), outcomes: new Map() };

/** Treats: takes machines and puts them back, moves places. */
const bedsideContract = defineContract('acme-bedside', {
  take: post('/api/test/Take', {
    ...{ summary: 'takes', need: 'session', audit: 'none', retry: 'natural' },
    body: Type.Object({ station: Type.String(), session: Type.String() }),
    reply: Type.Object({ machineId: Type.String() }),
  }),
  release: post('/api/test/Release', {
    ...{ summary: 'releases', need: 'session', audit: 'none', retry: 'natural' },
    body: Type.Object({ machineId: Type.String(), session: Type.String(), unused: Type.Boolean() }),
    reply: Type.Null(),
  }),
  arrive: post('/api/test/Arrive', {
    ...{ summary: 'arrives', need: 'session', audit: 'none', retry: 'natural' },
    body: Type.Object({ slotId: Type.String(), to: Type.String() }),
    reply: Type.Object({ state: Type.String() }),
  }),
});
const bedside: InlinePlugin = {
  definition: { id: 'acme-bedside', version: '1.0.0', sdk: '^1.0.0', name: { zh: '床旁', zhtw: '床旁', en: 'Bedside' }, dependsOn: ['dialysis-schedule'] },
  server: defineServerPlugin({
    implementations: [
      implement()(bedsideContract, {
        take: async ({ body }, ctx) => ({ machineId: await ctx.service(dialysisBoard).takeMachine(body.station, ORG, body.session) }),
        release: async ({ body }, ctx) => {
          await ctx.service(dialysisBoard).releaseMachine(body.machineId, ORG, body.session, body.unused ? 'unused' : 'used');
          return null;
        },
        arrive: async ({ body }, ctx) => {
          const board = ctx.service(dialysisBoard);
          const slot = await board.lockSlot(body.slotId, [ORG]);
          if (!slot) throw new Error('no such place');
          return { state: (await board.moveSlot(slot, body.to as 'arrived')).state };
        },
      }),
    ],
  }) as never,
};

let server: TestServer;
let address: Awaited<ReturnType<TestServer['server']['listen']>>;
let admin: TestClient;
let nurse: TestClient;
let elsewhere: TestClient;
beforeAll(async () => {
  server = await startTestServer({ plugins: ['patient', 'permission', 'dialysis-schedule'], inline: [dialysisFileStandIn(answers), bedside] });
  address = await server.server.listen();
  [admin, nurse, elsewhere] = [await server.signIn('admin'), await server.signIn('nurse'), await server.signIn('manager')];
});
afterAll(() => server?.close());

const fine = <T>(answer: Answer<T>): T => {
  if (answer.code !== 200) throw new Error(`refused: ${answer.code} ${JSON.stringify(answer.extras)} ${answer.msg}`);
  return answer.data;
};
const refusal = (answer: Answer): string => `${answer.code} ${answer.extras?.error ?? 'allowed'}`;
const boardOf = async (date: string, by = admin): Promise<Board> => fine(await by.get<Board>(`${AT}/Board?from=${date}&to=${date}`));
const slotOf = async (date: string, patientId: string): Promise<BoardSlot> => {
  const found = (await boardOf(date)).slots.find((slot) => slot.patientId === patientId);
  if (!found) throw new Error(`${patientId} is not on the board of ${date}`);
  return found;
};
const placed = (slots: readonly BoardSlot[]) =>
  slots.filter(({ state }) => state === 'planned').map(({ patientId, stationId, shiftId }) => `${patientId} ${shiftId} ${stationId}`);
const materialise = async () => fine(await admin.post<{ added: number; removed: number; left: number }>(`${AT}/Actions/Materialise`, {}));
const add = (patientId: string, date: string, shiftId: string, code: string, over: object = {}) => ({
  ...{ patientId, date, shiftId, stationId: station(code), mode: null, emergency: false, reason: '' },
  ...over,
});

it('two people on one cell: one wins, the other is told who and when, and both screens hear of it', async () => {
  const socket = await connectSocket(address, nurse.token);
  const answered = await Promise.all([
    admin.post(`${AT}/Slot`, add(patient(40), TUESDAY, EARLY, 'A10')),
    admin.post(`${AT}/Slot`, add(patient(41), TUESDAY, EARLY, 'A10')),
  ]);
  expect(answered.map(refusal).toSorted()).toEqual(['200 allowed', '409 dialysis-schedule.place-taken']);
  const lost = answered.find(({ code }) => code === 409);
  expect(lost?.extras?.params).toMatchObject({ station: 'A10', at: '03-02 10:00' });
  expect(lost?.msg).toContain(String(lost?.extras?.params?.by));
  expect((await boardOf(TUESDAY)).slots).toHaveLength(1);
  await expect.poll(() => socket.frames.filter(({ method }) => method === 'dialysisBoardChanged').map((frame) => frame.date)).toContain(TUESDAY);
  socket.socket.close();
  // Sent again after a lost answer it is done once; a patient comes once a day unless it is an emergency, and never twice in a shift.
  const won = (await boardOf(TUESDAY)).slots[0];
  expect(refusal(await admin.post(`${AT}/Slot`, add(won?.patientId ?? '', TUESDAY, LATE, 'A11')))).toBe('409 dialysis-schedule.conflict-patient-twice');
  expect(refusal(await admin.post(`${AT}/Slot`, add(won?.patientId ?? '', TUESDAY, LATE, 'A11', { emergency: true })))).toBe('200 allowed');
});

it('a place is moved by its version, within the rights and the organisation of whoever moves it', async () => {
  fine(await admin.post(`${AT}/Slot`, add(patient(42), TUESDAY, NOON, 'A01')));
  const slot = await slotOf(TUESDAY, patient(42));
  const to = (code: string, version: number) => ({ date: TUESDAY, shiftId: NOON, stationId: station(code), version, reason: '' });
  expect(refusal(await nurse.put(`${AT}/Slot/${slot.slotId}/Actions/Move`, to('A02', slot.version)))).toMatch(/^403/);
  expect(refusal(await elsewhere.put(`${AT}/Slot/${slot.slotId}/Actions/Move`, to('A02', slot.version)))).toBe('404 dialysis-schedule.slot-not-found');
  expect((await boardOf(TUESDAY, elsewhere)).slots).toEqual([]);
  fine(await admin.put(`${AT}/Slot/${slot.slotId}/Actions/Move`, to('A02', slot.version)));
  expect(refusal(await admin.put(`${AT}/Slot/${slot.slotId}/Actions/Move`, to('A03', slot.version)))).toBe('409 dialysis-schedule.slot-changed');
  const past = { ...to('A03', slot.version + 1), date: '2026-03-01' };
  expect(refusal(await admin.put(`${AT}/Slot/${slot.slotId}/Actions/Move`, past))).toBe('400 dialysis-schedule.past');
});

it('a change names its place; read by its id comes that place alone, and nothing once it went to another day', async () => {
  const socket = await connectSocket(address, nurse.token);
  const added = fine(await admin.post<{ slotId: string; version: number }>(`${AT}/Slot`, add(patient(47), WEDNESDAY, NOON, 'A03')));
  await expect
    .poll(() => socket.frames.filter(({ method }) => method === 'dialysisBoardChanged').map(({ date, slotIds, places }) => ({ date, slotIds, places })))
    .toContainEqual({
      date: WEDNESDAY,
      slotIds: [added.slotId],
      // Where it is, and nothing of whose it is.
      places: [{ slotId: added.slotId, date: WEDNESDAY, shiftId: NOON, stationId: station('A03'), state: 'planned', version: added.version }],
    });
  socket.socket.close();
  const changesOn = async (date: string, by = admin) => fine(await by.get<BoardChanges>(`${AT}/Changes?date=${date}&ids=${added.slotId}`));
  const whole = await boardOf(WEDNESDAY);
  const { slots, loads } = await changesOn(WEDNESDAY);
  expect(slots).toEqual(whole.slots.filter(({ slotId }) => slotId === added.slotId));
  expect(loads).toEqual(whole.loads);
  expect((await changesOn(WEDNESDAY, elsewhere)).slots).toEqual([]);
  const away = { date: SUNDAY, shiftId: NOON, stationId: station('A03'), version: added.version, reason: '' };
  fine(await admin.put(`${AT}/Slot/${added.slotId}/Actions/Move`, away));
  expect((await changesOn(WEDNESDAY)).slots).toEqual([]);
  expect((await changesOn(SUNDAY)).slots).toMatchObject([{ slotId: added.slotId, patientId: patient(47) }]);
  fine(await admin.put(`${AT}/Slot/${added.slotId}/Actions/Suspend`, { version: added.version + 1, reason: 'SIM' }));
});

it('another zone is impossible without the right, and with it needs a reason that stays', async () => {
  answers.zones.set(patient(43), 'B');
  const wrong = add(patient(43), TUESDAY, NOON, 'A05');
  expect(refusal(await admin.post(`${AT}/Slot`, wrong))).toBe('409 dialysis-schedule.conflict-zone-differs');
  expect(refusal(await nurse.post(`${AT}/Slot`, { ...wrong, zoneReason: 'SIM' }))).toMatch(/^403/);
  fine(await admin.post(`${AT}/Slot`, { ...wrong, zoneReason: 'SIM 抢救' }));
  const slot = await slotOf(TUESDAY, patient(43));
  expect(slot.zoneReason).toBe('SIM 抢救');
  expect(slot.conflicts[0]).toMatchObject({ code: 'zone-overridden', weight: 'note' });
  expect(refusal(await admin.post(`${AT}/Slot`, add(patient(44), TUESDAY, NOON, 'B01')))).toBe('409 dialysis-schedule.conflict-zone-differs');
  answers.zones.delete(patient(43));
});

it('patterns become places once; what people moved, left out and swapped stays, also when the pattern changes', async () => {
  answers.patterns = [patternOf(patient(20), EARLY, [1, 3, 5]), patternOf(patient(21), EARLY, [1, 3, 5]), patternOf(patient(22), NOON, [3])];
  expect((await materialise()).added).toBeGreaterThan(40);
  expect(await materialise()).toMatchObject({ added: 0, removed: 0 });
  const before = (await boardOf(WEDNESDAY)).slots;
  expect(before.map(({ patientId }) => patientId).toSorted()).toEqual([patient(20), patient(21), patient(22)]);
  // Today is the day's work and stays as it was.
  expect((await boardOf(TODAY)).slots).toEqual([]);
  const [one, other, third] = [await slotOf(WEDNESDAY, patient(20)), await slotOf(WEDNESDAY, patient(21)), await slotOf(WEDNESDAY, patient(22))];
  fine(await admin.put(`${AT}/Slot/${one.slotId}/Actions/Swap`, { version: one.version, otherId: other.slotId, otherVersion: other.version, reason: '' }));
  const changes = fine(await admin.get<{ list: { kind: string; names: string[] }[] }>(`${AT}/Exceptions?from=${WEDNESDAY}&to=${WEDNESDAY}`)).list;
  expect(changes).toMatchObject([{ kind: 'swap' }]);
  expect(changes[0]?.names).toHaveLength(2);
  fine(await admin.put(`${AT}/Slot/${third.slotId}/Actions/Suspend`, { version: third.version, reason: 'SIM 发热' }));
  answers.patterns = [patternOf(patient(20), LATE, [3]), patternOf(patient(21), EARLY, [1, 3, 5]), patternOf(patient(22), NOON, [3])];
  await materialise();
  const after = (await boardOf(WEDNESDAY)).slots;
  expect(after.find(({ patientId }) => patientId === patient(20))).toMatchObject({ stationId: other.stationId, shiftId: EARLY, origin: 'swapped' });
  expect(after.find(({ patientId }) => patientId === patient(22))).toMatchObject({ state: 'cancelled', reason: 'SIM 发热' });
  // Elsewhere the new pattern counts.
  expect((await boardOf('2026-03-11')).slots.find(({ patientId }) => patientId === patient(20))).toMatchObject({ shiftId: LATE, origin: 'pattern' });
  expect((await boardOf('2026-03-06')).slots.some(({ patientId }) => patientId === patient(20))).toBe(false);
  // Swapped back it is no exception any more.
  const [again, back] = [await slotOf(WEDNESDAY, patient(20)), await slotOf(WEDNESDAY, patient(21))];
  fine(await admin.put(`${AT}/Slot/${again.slotId}/Actions/Swap`, { version: again.version, otherId: back.slotId, otherVersion: back.version, reason: '' }));
  expect((await slotOf(WEDNESDAY, patient(21))).origin).toBe('pattern');
  // An outcome takes somebody off the board from its day on, without being asked.
  answers.outcomes.set(patient(21), '2026-03-09');
  fine(await admin.post('/api/test/PlanningChanged', { patientId: patient(21), from: '2026-03-09' }));
  await expect.poll(async () => (await boardOf('2026-03-09')).slots.some(({ patientId }) => patientId === patient(21))).toBe(false);
  expect((await boardOf(WEDNESDAY)).slots.some(({ patientId }) => patientId === patient(21))).toBe(true);
});

it('a day is closed as the preview says, and taken back but for what people changed since', async () => {
  const day = '2026-03-13';
  answers.patterns = [30, 31, 32].map((n) => patternOf(patient(n), EARLY, [5], { from: day, to: day }));
  await materialise();
  const before = placed((await boardOf(day)).slots);
  expect(before).toHaveLength(3);
  const closing = { date: day, shiftId: '', movedTo: SUNDAY, reason: 'SIM 停水' };
  const preview = fine(await admin.post<{ list: { to: object | null }[]; fingerprint: string }>(`${AT}/Closure/Actions/Preview`, closing));
  expect(preview.list.every(({ to }) => to !== null)).toBe(true);
  expect(refusal(await admin.post(`${AT}/Closure`, { ...closing, fingerprint: 'another' }))).toBe('409 dialysis-schedule.preview-changed');
  const closed = fine(await admin.post<{ id: string; moved: number }>(`${AT}/Closure`, { ...closing, fingerprint: preview.fingerprint }));
  expect(closed.moved).toBe(3);
  expect(placed((await boardOf(day)).slots)).toEqual([]);
  expect(placed((await boardOf(SUNDAY)).slots)).toHaveLength(3);
  expect(refusal(await admin.post(`${AT}/Slot`, add(patient(33), day, EARLY, 'A09')))).toBe('409 dialysis-schedule.conflict-closed');
  expect((await materialise()).added).toBe(0);
  const touched = await slotOf(SUNDAY, patient(30));
  fine(
    await admin.put(`${AT}/Slot/${touched.slotId}/Actions/Move`, {
      date: SUNDAY,
      shiftId: LATE,
      stationId: station('A12'),
      version: touched.version,
      reason: '',
    }),
  );
  const undone = fine(await admin.post<{ back: number; left: string[] }>(`${AT}/Closure/${closed.id}/Actions/Undo`, {}));
  expect([undone.back, undone.left.length]).toEqual([2, 1]);
  expect(placed((await boardOf(day)).slots)).toEqual(before.filter((text) => !text.startsWith(patient(30))));
  expect(placed((await boardOf(SUNDAY)).slots)).toEqual([`${patient(30)} ${LATE} ${station('A12')}`]);
  expect(fine(await admin.post<{ back: number }>(`${AT}/Closure/${closed.id}/Actions/Undo`, {})).back).toBe(0);
});

it('a machine is taken once, and is ready again by disinfection after its use alone', async () => {
  const take = (session: string, code = 'A03') => admin.post<{ machineId: string }>('/api/test/Take', { station: station(code), session });
  const { machineId } = fine(await take('s1'));
  expect(fine(await take('s1')).machineId).toBe(machineId);
  expect(refusal(await take('s2'))).toBe('409 dialysis-schedule.machine-in-use');
  fine(await admin.post('/api/test/Release', { machineId, session: 's1', unused: true }));
  fine(await take('s2'));
  // Released by somebody else's treatment: nothing happens.
  fine(await admin.post('/api/test/Release', { machineId, session: 's1', unused: false }));
  expect(refusal(await take('s3'))).toBe('409 dialysis-schedule.machine-in-use');
  fine(await admin.post('/api/test/Release', { machineId, session: 's2', unused: false }));
  expect(refusal(await take('s3'))).toBe('409 dialysis-schedule.machine-to-disinfect');
  const now = server.time.now.getTime();
  const entry = (from: number, to: number, over: object = {}) => ({
    machineId,
    kind: 'citric',
    agent: 'SIM',
    startedAt: from,
    endedAt: to,
    residue: 'none',
    note: '',
    ...over,
  });
  expect(refusal(await admin.post(`${AT}/Disinfection`, entry(now, now - 1)))).toBe('400 dialysis-schedule.disinfection-times');
  expect(refusal(await admin.post(`${AT}/Disinfection`, entry(now, now + 60_000)))).toBe('400 dialysis-schedule.disinfection-future');
  fine(await admin.post(`${AT}/Disinfection`, entry(now - 120_000, now - 60_000)));
  expect(refusal(await take('s3'))).toBe('409 dialysis-schedule.machine-to-disinfect');
  server.time.advance(600_000);
  fine(await nurse.post(`${AT}/Disinfection`, entry(now + 60_000, now + 500_000)));
  fine(await take('s3'));
  fine(await admin.post('/api/test/Release', { machineId, session: 's3', unused: true }));
  // Nobody of another organisation sees what was done, or the machine.
  const entries = async (user: TestClient) =>
    fine(await user.get<{ list: { machineId: string }[] }>(`${AT}/Disinfection`)).list.filter((row) => row.machineId === machineId);
  expect([(await entries(admin)).length, (await entries(elsewhere)).length]).toEqual([2, 0]);
  expect(refusal(await elsewhere.post(`${AT}/Disinfection`, entry(now, now + 1)))).toMatch(/^40/);
  // Out of service, and back only through disinfection.
  const { version } = fine(await admin.get<{ version: number }>(`${AT}/Machine/${machineId}`));
  expect(refusal(await nurse.put(`${AT}/Machine/${machineId}/Actions/Out`, { state: 'fault', reason: 'SIM', version }))).toMatch(/^403/);
  const out = fine(await admin.put<{ version: number }>(`${AT}/Machine/${machineId}/Actions/Out`, { state: 'fault', reason: 'SIM 漏血', version }));
  expect(refusal(await take('s4'))).toBe('409 dialysis-schedule.machine-out');
  fine(await admin.put(`${AT}/Machine/${machineId}/Actions/Back`, { version: out.version }));
  expect(refusal(await take('s4'))).toBe('409 dialysis-schedule.machine-to-disinfect');
});

it('whoever did not come is listed and may come after all; who has arrived is moved no more', async () => {
  fine(await admin.post(`${AT}/Slot`, add(patient(45), TODAY, EARLY, 'A06')));
  const slot = await slotOf(TODAY, patient(45));
  const attendance = (version: number, absent: boolean, reason: string) =>
    nurse.put<{ version: number }>(`${AT}/Slot/${slot.slotId}/Actions/Attendance`, { version, absent, reason });
  expect(refusal(await attendance(slot.version, true, ''))).toBe('400 dialysis-schedule.absence-reason');
  const gone = fine(await attendance(slot.version, true, 'refused'));
  const missed = fine(await nurse.get<{ list: { patientId: string; count: number }[] }>(`${AT}/Missed`)).list;
  expect(missed).toMatchObject([{ patientId: patient(45), count: 1 }]);
  // The station is free meanwhile.
  fine(await admin.post(`${AT}/Slot`, add(patient(46), TODAY, EARLY, 'A06')));
  expect(refusal(await attendance(gone.version, false, ''))).toBe('409 dialysis-schedule.place-taken');
  const other = await slotOf(TODAY, patient(46));
  expect(fine(await admin.post<{ state: string }>('/api/test/Arrive', { slotId: other.slotId, to: 'arrived' })).state).toBe('arrived');
  const moved = { date: TODAY, shiftId: NOON, stationId: station('A06'), version: other.version + 1, reason: '' };
  expect(refusal(await admin.put(`${AT}/Slot/${other.slotId}/Actions/Move`, moved))).toBe('409 dialysis-schedule.slot-begun');
});

it('a week kept as a template is put into another one where the rules allow it; the rota counts patients for each nurse', async () => {
  answers.patterns = [];
  const week = '2026-03-02';
  const saved = fine(await admin.post<{ id: string; places: number }>(`${AT}/Template`, { fullName: 'SIM 周', monday: week }));
  expect(saved.places).toBeGreaterThan(3);
  const monday = '2026-06-01';
  const shown = fine(await admin.post<{ list: { why: string }[]; added: number }>(`${AT}/Template/${saved.id}/Actions/Apply`, { monday, apply: false }));
  expect(shown.added).toBe(0);
  const done = fine(await admin.post<{ list: { why: string }[]; added: number }>(`${AT}/Template/${saved.id}/Actions/Apply`, { monday, apply: true }));
  expect(done.added).toBe(shown.list.filter(({ why }) => why === '').length);
  expect(done.added).toBeGreaterThan(0);
  const again = fine(await admin.post<{ added: number }>(`${AT}/Template/${saved.id}/Actions/Apply`, { monday, apply: true }));
  expect(again.added).toBe(0);
  const entry = { date: monday, shiftId: EARLY, userId: 'user-nurse', duty: 'nurse', zone: 'A' };
  expect(refusal(await nurse.post(`${AT}/Rota`, entry))).toMatch(/^403/);
  expect(refusal(await admin.post(`${AT}/Rota`, { ...entry, userId: 'user-nobody' }))).toBe('404 dialysis-schedule.no-such-person');
  const row = fine(await admin.post<{ id: string; version: number }>(`${AT}/Rota`, entry));
  expect(fine(await admin.post<{ id: string }>(`${AT}/Rota`, entry)).id).toBe(row.id);
  fine(await admin.post(`${AT}/Rota`, { ...entry, zone: 'B' }));
  const rota = fine(await nurse.get<{ loads: { shiftId: string; nurses: number; mixed: string[] }[] }>(`${AT}/Rota?from=${monday}&to=${monday}`));
  expect(rota.loads.find(({ shiftId }) => shiftId === EARLY)).toMatchObject({ nurses: 1 });
  expect(rota.loads.find(({ shiftId }) => shiftId === EARLY)?.mixed).toHaveLength(1);
});

it('all who answer one push get one answer, of those who see every row of the facility alone, and the next push brings another', async () => {
  const day = '2026-03-12';
  const added = fine(await admin.post<{ slotId: string; version: number }>(`${AT}/Slot`, add(patient(48), day, NOON, 'A04')));
  const read = async (by: TestClient, stamp: string) => fine(await by.get<BoardChanges>(`${AT}/Changes?date=${day}&ids=${added.slotId}&stamp=${stamp}`)).slots;
  const [first, same] = await Promise.all([read(admin, 'push-1'), read(nurse, 'push-1')]);
  expect(first).toMatchObject([{ slotId: added.slotId, state: 'planned' }]);
  expect(same).toEqual(first);
  fine(await admin.put(`${AT}/Slot/${added.slotId}/Actions/Suspend`, { version: added.version, reason: 'SIM' }));
  expect(await read(nurse, 'push-2')).toMatchObject([{ state: 'cancelled' }]);
  expect(await read(admin, '')).toMatchObject([{ state: 'cancelled' }]);
  expect(await read(elsewhere, 'push-2')).toEqual([]);
  // Later nobody shares any more what was read for an old push.
  server.time.advance(6_000);
  expect(await read(admin, 'push-1')).toMatchObject([{ state: 'cancelled' }]);
});

it('who lay near a patient: of treatments that were held, for whoever plans; a newcomer is placed by the settings of the facility', async () => {
  const near = async (by = admin) => by.get<{ list: { patientId: string; beside: number; after: number }[] }>(`${AT}/Patient/${patient(30)}/Contacts?days=30`);
  for (const [of, shiftId, code] of [
    [30, NOON, 'A07'],
    [31, NOON, 'A08'],
    [32, LATE, 'A07'],
    [33, NOON, 'A09'],
    [34, NOON, 'A06'],
  ] as const) {
    fine(await admin.post(`${AT}/Slot`, add(patient(of), TODAY, shiftId, code)));
    const slot = await slotOf(TODAY, patient(of));
    if (of !== 34) fine(await admin.post('/api/test/Arrive', { slotId: slot.slotId, to: 'arrived' }));
  }
  expect(fine(await near()).list).toMatchObject([
    { patientId: patient(31), beside: 1, after: 0 },
    { patientId: patient(32), beside: 0, after: 1 },
  ]);
  expect(refusal(await near(nurse))).toMatch(/^403/);
  expect(refusal(await near(elsewhere))).toMatch(/^40[34]/);
  expect(fine(await admin.get(`${AT}/NewcomerRules`))).toMatchObject({
    serologyTransientDays: 90,
    observationDays: 180,
    syphilisTitre: 8,
    hcvAntibodyApart: false,
    missingMarkersWait: true,
  });
});

it('what is to be laid out for a shift is told in the order of stations, of those who are expected there, in the facility alone', async () => {
  const asked = `${AT}/Preparation?date=${TODAY}&shiftId=${NOON}`;
  const { list } = fine(await nurse.get<{ list: { stationCode: string; patientName: string; zone: string; mode: string }[] }>(asked));
  const there = (await boardOf(TODAY)).slots.filter(({ shiftId, state }) => shiftId === NOON && state !== 'absent' && state !== 'cancelled');
  expect(list.map(({ stationCode }) => stationCode)).toEqual(list.map(({ stationCode }) => stationCode).toSorted());
  expect(list.map(({ patientName }) => patientName).toSorted()).toEqual(there.map(({ patientName }) => patientName).toSorted());
  expect(list.length).toBeGreaterThan(2);
  expect(fine(await elsewhere.get<{ list: unknown[] }>(asked)).list).toEqual([]);
});

it('whoever wrote a place in these tests, people, plans and closed days, gave it the zone of its station', async () => {
  const astray = sql<{ id: string }>`select s.id from dialysis_schedule.slot s join dialysis_schedule.station t on t.id = s.station_id where t.zone <> s.zone`;
  expect((await astray.execute(server.db)).rows).toEqual([]);
});
