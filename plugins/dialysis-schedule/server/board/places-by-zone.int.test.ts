import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Answer, startTestServer, type TestClient, type TestServer } from '../../../../tests/support/server.ts';
import type { Board, BoardChanges } from '../../contract/board.schema.ts';
import { dialysisFileStandIn, type FileAnswers } from '../dialysis-file.fixture.ts';

const AT = '/api/his/dialysis-schedule';
const [NOON, LATE] = ['class-gz-afternoon', 'class-gz-evening'];
const station = (code: string) => `station-gz-${code}`;
const patient = (n: number) => `patient-00${n}`;
const answers: FileAnswers = { patterns: [], zones: new Map(), outcomes: new Map() };

let server: TestServer;
let admin: TestClient;
let nurse: TestClient;
let head: TestClient;
beforeAll(async () => {
  server = await startTestServer({ plugins: ['patient', 'permission', 'dialysis-schedule'], inline: [dialysisFileStandIn(answers)] });
  [admin, nurse, head] = [await server.signIn('admin'), await server.signIn('nurse'), await server.signIn('headnurse')];
});
afterAll(() => server?.close());

const fine = <T>(answer: Answer<T>): T => {
  if (answer.code !== 200) throw new Error(`refused: ${answer.code} ${JSON.stringify(answer.extras)} ${answer.msg}`);
  return answer.data;
};
const boardOf = async (date: string, by = admin): Promise<Board> => fine(await by.get<Board>(`${AT}/Board?from=${date}&to=${date}`));
const add = (patientId: string, date: string, shiftId: string, code: string) => ({
  ...{ patientId, date, shiftId, stationId: station(code), mode: null, emergency: false, reason: '' },
});

it('data rights by zone: whoever may see one zone sees its places alone, wherever they were moved and whatever its stations become', async () => {
  const day = '2026-03-17';
  answers.zones.set(patient(49), 'B');
  const isolated = fine(await admin.post<{ slotId: string; version: number }>(`${AT}/Slot`, add(patient(49), day, NOON, 'B01')));
  const hiddenSlot = fine(await admin.post<{ slotId: string; version: number }>(`${AT}/Slot`, add(patient(48), day, LATE, 'A05')));
  const scheme = {
    ...{ moduleId: 'his.dialysisSchedule', fullName: 'SIM B', enCode: 'simB' },
    conditionJson: JSON.stringify([{ logic: 'and', groups: [{ field: 'zone', type: 'String', op: 'Equal', value: 'B' }] }]),
  };
  const { id } = fine(await admin.post<{ id: string }>('/api/system/ModuleDataAuthorizeScheme', scheme));
  const roles = await server.db.selectFrom('core.role').select('id').where('en_code', 'in', ['nurse', 'headnurse']).execute();
  expect(roles).toHaveLength(2);
  await server.db
    .insertInto('core.permission_grant')
    .values(roles.map((role) => ({ subject_type: 'role', subject_id: role.id, kind: 'resource', menu_code: 'his.dialysisSchedule', item_code: id })))
    .execute();
  fine(await admin.put('/api/system/ModuleDataAuthorize/his.dialysisSchedule/Actions/State', { isDataAuthorize: 1 }));
  const seen = async () => (await boardOf(day, nurse)).slots.map(({ patientId }) => patientId);
  expect(await seen()).toEqual([patient(49)]);
  const all = await boardOf(day);
  expect(all.slots.map(({ patientId }) => patientId)).toContain(patient(48));
  // Where somebody lies whom they do not see is no free place: it is told without a name, on the board, in what a push names, and where a write is refused.
  const other = { date: day, shiftId: LATE, stationId: station('A05') };
  expect((await boardOf(day, head)).hidden).toEqual([other]);
  expect(all.hidden).toEqual([]);
  const refusal = await head.post(`${AT}/Slot`, add(patient(47), day, LATE, 'A05'));
  expect([refusal.code, refusal.extras?.error]).toEqual([409, 'dialysis-schedule.place-taken-hidden']);
  expect(refusal.msg).not.toContain(all.slots.find(({ patientId }) => patientId === patient(48))?.patientName);
  const elsewhere = { ...other, stationId: station('A06'), version: hiddenSlot.version, reason: '' };
  fine(await admin.put(`${AT}/Slot/${hiddenSlot.slotId}/Actions/Move`, elsewhere));
  const changes = fine(await head.get<BoardChanges>(`${AT}/Changes?date=${day}&ids=${hiddenSlot.slotId}`));
  expect([changes.slots, changes.hidden]).toEqual([[], [{ ...other, stationId: station('A06') }]]);
  const to = { date: day, shiftId: NOON, stationId: station('B02'), version: isolated.version, reason: '' };
  fine(await admin.put(`${AT}/Slot/${isolated.slotId}/Actions/Move`, to));
  expect(await seen()).toEqual([patient(49)]);
  // The station becomes one of another zone, with those who lie there.
  const at = `${AT}/Station/${station('B02')}`;
  fine(await admin.put(at, { ...fine(await admin.get<object>(at)), zone: 'C' }));
  expect(await seen()).toEqual([]);
  fine(await admin.put(at, { ...fine(await admin.get<object>(at)), zone: 'B' }));
  expect(await seen()).toEqual([patient(49)]);
  // A closed day and a template move everybody: those of other zones are counted without a name. Who has no place is listed by the own zone.
  const next = '2026-03-18';
  const closing = { date: day, shiftId: '', movedTo: next, reason: 'SIM' };
  interface Preview {
    readonly list: readonly { readonly patientId: string; readonly patientName: string }[];
    readonly fingerprint: string;
  }
  const [own, whole] = [
    fine(await head.post<Preview>(`${AT}/Closure/Actions/Preview`, closing)),
    fine(await admin.post<Preview>(`${AT}/Closure/Actions/Preview`, closing)),
  ];
  const named = ({ list }: Preview) => list.filter(({ patientName }) => patientName !== '').map(({ patientId }) => patientId);
  expect([own.fingerprint, own.list.length]).toEqual([whole.fingerprint, whole.list.length]);
  expect([named(own), own.list.filter(({ patientId }) => patientId !== '').length]).toEqual([[patient(49)], 1]);
  expect(named(whole)).toEqual(expect.arrayContaining([patient(48), patient(49)]));
  const kept = fine(await admin.post<{ id: string }>(`${AT}/Template`, { fullName: 'SIM B', monday: '2026-03-16' }));
  const applied = fine(await head.post<Pick<Preview, 'list'>>(`${AT}/Template/${kept.id}/Actions/Apply`, { monday: '2026-03-23', apply: false }));
  const lines = fine(await admin.post<Pick<Preview, 'list'>>(`${AT}/Template/${kept.id}/Actions/Apply`, { monday: '2026-03-23', apply: false }));
  expect([applied.list.length, applied.list.filter(({ patientName }) => patientName !== '').length]).toEqual([lines.list.length, 1]);
  answers.zones.set(patient(46), 'B');
  const waiting = async (by: TestClient) => fine(await by.get<Pick<Preview, 'list'>>(`${AT}/Unplanned?date=${day}`)).list.map(({ patientId }) => patientId);
  expect(await waiting(head)).toEqual([patient(46)]);
  expect(await waiting(admin)).toEqual(expect.arrayContaining([patient(46), patient(47)]));
  // Undone after somebody of another zone was moved: who stays is told without a name.
  const closed = fine(await admin.post<{ id: string }>(`${AT}/Closure`, { ...closing, fingerprint: whole.fingerprint }));
  const { slots: there } = await boardOf(next);
  for (const [patientId, code] of [
    [patient(48), 'A07'],
    [patient(49), 'B01'],
  ] as const) {
    const { slotId, shiftId, version } = there.find((slot) => slot.patientId === patientId) ?? { slotId: '', shiftId: '', version: 0 };
    fine(await admin.put(`${AT}/Slot/${slotId}/Actions/Move`, { date: next, shiftId, stationId: station(code), version, reason: '' }));
  }
  const undone = fine(await head.post<{ left: string[] }>(`${AT}/Closure/${closed.id}/Actions/Undo`, {}));
  const nameOf = (id: string) => whole.list.find(({ patientId }) => patientId === id)?.patientName ?? '?';
  expect([undone.left.includes(nameOf(patient(49))), undone.left.includes(nameOf(patient(48))), undone.left.includes('')]).toEqual([true, false, true]);
});
