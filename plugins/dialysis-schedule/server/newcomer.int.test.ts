import { afterAll, beforeAll, expect, it } from 'vitest';
import { ALL_PLUGINS, type Answer, startTestServer, type TestClient, type TestServer } from '../../../tests/support/server.ts';
import type { Board } from '../contract/board.schema.ts';
import { accessOf, EMPTY_FORM, type NewcomerForm, openingOf, patientOf, proposalOf, sampleOf } from '../domain/newcomer-form.ts';

const AT = '/api/his/dialysis-schedule';
const FILE = '/api/his/dialysis-file';
const DAY = '2026-03-03';
let server: TestServer;
let admin: TestClient;
beforeAll(async () => {
  server = await startTestServer({ plugins: ALL_PLUGINS });
  admin = await server.signIn('admin');
});
afterAll(() => server?.close());

const fine = <T>(answer: Answer<T>): T => {
  if (answer.code !== 200) throw new Error(`refused: ${answer.code} ${JSON.stringify(answer.extras)} ${answer.msg}`);
  return answer.data;
};
const board = async (): Promise<Board> => fine(await admin.get<Board>(`${AT}/Board?from=${DAY}&to=${DAY}`));
async function freeIn(zone: string): Promise<{ shiftId: string; stationId: string }> {
  const { shifts, stations, slots } = await board();
  for (const { shiftId } of shifts)
    for (const { stationId } of stations.filter((station) => station.zone === zone))
      if (!slots.some((slot) => slot.shiftId === shiftId && slot.stationId === stationId)) return { shiftId, stationId };
  throw new Error(`no place is free in zone ${zone}`);
}

/** What the dialog sends, in its order. */
async function bringIn(over: Partial<NewcomerForm>): Promise<string> {
  const form: NewcomerForm = { ...EMPTY_FORM, sex: 2, from: 'SIM 外院', markersOn: '2026-02-20', ...over };
  const { patientId } = fine(await admin.post<{ patientId: string }>('/api/his/patient', patientOf(form, [])));
  fine(await admin.post(FILE, openingOf(patientId, true, form)));
  const [sample, access, plan] = [sampleOf(form), accessOf(form), proposalOf(form, 'SIM')];
  if (sample) fine(await admin.post(`${FILE}/${patientId}/result`, sample));
  if (access) fine(await admin.post(`${FILE}/${patientId}/access`, access));
  if (!plan) return patientId;
  const { version } = fine(await admin.get<{ version: number }>(`${FILE}/${patientId}`));
  fine(await admin.post(`${FILE}/${patientId}/prescription`, { ...plan, version }));
  return patientId;
}
const add = async (patientId: string, zone: string, emergency: boolean) =>
  await admin.post(`${AT}/Slot`, { ...(await freeIn(zone)), date: DAY, patientId, mode: null, emergency, reason: 'SIM' });
const slotOf = async (patientId: string) => (await board()).slots.find((slot) => slot.patientId === patientId);

it('a transient patient of whom nothing is known waits in zone E; the place says transient, and no pattern is written', async () => {
  const patientId = await bringIn({ name: '临甲' });
  expect((await add(patientId, 'A', false)).extras?.error).toBe('dialysis-schedule.conflict-zone-differs');
  fine(await add(patientId, 'E', false));
  expect(await slotOf(patientId)).toMatchObject({ zone: 'E', origin: 'transient', transient: true });
  expect((await slotOf(patientId))?.conflicts.map(({ code }) => code)).toContain('serology-missing');
  expect(fine(await admin.get<{ patterns: unknown[] }>(`${FILE}/${patientId}`)).patterns).toEqual([]);
});

it('with clean markers, plan, access and allergies: zone A, a proposal that waits for the doctor', async () => {
  const markers = { HBsAg: 'negative', 'anti-HCV': 'negative', 'anti-HIV': 'negative', TPPA: 'negative' } as const;
  const patientId = await bringIn({
    name: '临乙',
    markers,
    mode: 'HDF',
    dialyser: 'SIM F60',
    agent: 'heparin',
    firstDose: 20,
    accessKind: 'AVF',
    accessSite: '前臂',
    allergies: '青霉素，碘',
  });
  fine(await add(patientId, 'A', false));
  expect(await slotOf(patientId)).toMatchObject({ zone: 'A', origin: 'transient' });
  const file = fine(await admin.get<{ prescriptions: { state: string; mode: string }[]; accesses: { kind: string }[] }>(`${FILE}/${patientId}`));
  expect(file.prescriptions).toMatchObject([{ state: 'draft', mode: 'HDF' }]);
  expect(file.accesses).toMatchObject([{ kind: 'AVF' }]);
  expect(fine(await admin.get<{ allergies: string[] }>(`/api/his/patient/${patientId}`)).allergies).toEqual(['青霉素', '碘']);
});

it('an emergency with hepatitis B lies among its own, and markers that are too old are said and block nobody', async () => {
  const infected = await bringIn({ name: '临丙', markers: { HBsAg: 'positive', 'anti-HCV': 'negative', 'anti-HIV': 'negative', TPPA: 'negative' } });
  fine(await add(infected, 'B', true));
  expect(await slotOf(infected)).toMatchObject({ zone: 'B', origin: 'emergency' });
  const clean = { HBsAg: 'negative', 'anti-HCV': 'negative', 'anti-HIV': 'negative', TPPA: 'negative' } as const;
  const old = await bringIn({ name: '临丁', markers: clean, markersOn: '2025-10-01' });
  fine(await add(old, 'A', false));
  expect((await slotOf(old))?.conflicts.map(({ code, weight }) => `${code} ${weight}`)).toContain('serology-overdue warn');
});
