import { dayOf } from '@nephra/plugin-sdk/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ALL_PLUGINS, type Answer, startTestServer, type TestClient, type TestServer } from '../../../tests/support/server.ts';
import { connectSocket } from '../../../tests/support/socket-client.ts';
import type { Callable, StationsReply, WaitingReply } from '../contract/wall.schema.ts';

const AT = '/api/dialysis/Wall';
const MINUTE = 60_000;
let server: TestServer;
let address: Awaited<ReturnType<TestServer['server']['listen']>>;
let [nurse, second, screen, elsewhere]: TestClient[] = [];
beforeAll(async () => {
  server = await startTestServer({ plugins: ALL_PLUGINS, config: { passwordPolicy: 'level3' } });
  address = await server.server.listen();
  nurse = await server.signIn('nurse');
  second = await server.signIn('headnurse');
  screen = await server.signIn('screen');
  elsewhere = await server.signIn('manager');
});
afterAll(() => server?.close());

const fine = <T>(answer: Answer<T>): T => {
  if (answer.code !== 200) throw new Error(`refused: ${answer.code} ${JSON.stringify(answer.extras)} ${answer.msg}`);
  return answer.data;
};
const refusal = (answer: Answer): string => `${answer.code} ${answer.extras?.error ?? 'allowed'}`;
const of = (client: TestClient | undefined): TestClient => {
  if (!client) throw new Error('nobody is signed in');
  return client;
};
const people = async () => fine(await of(nurse).get<{ list: Callable[] }>(`${AT}/People`)).list;
const waiting = async () => fine(await of(screen).get<WaitingReply>(`${AT}/Waiting`));
const stations = async () => fine(await of(screen).get<StationsReply>(`${AT}/Stations`));
const call = (client: TestClient | undefined, slotId: string, place = 'station', key?: string) =>
  of(client).post<{ callId: string; calledAt: number }>(`${AT}/Call`, { slotId, place }, key === undefined ? undefined : { 'Idempotency-Key': key });
const someone = async (at = 0): Promise<Callable> => {
  const found = (await people())[at];
  if (!found) throw new Error('nobody of the demo is to be called');
  return found;
};

it('whoever is called is read on the screen, masked, under the name of the station for the public', async () => {
  const one = await someone();
  const socket = await connectSocket(address, of(screen).token);
  fine(await call(nurse, one.slotId));
  const told = await socket.frame('dialysisWallCalled');
  expect(Object.keys(told).toSorted()).toEqual(['method', 'orgId']);
  socket.socket.close();
  const { calls } = await waiting();
  const masked = `${[...one.patientName][0]}*${[...one.patientName].length > 2 ? [...one.patientName].at(-1) : ''}`;
  expect(calls[0]).toMatchObject({ name: masked, place: 'station', station: one.publicName });
  expect((await people()).find(({ slotId }) => slotId === one.slotId)?.call).toMatchObject({ place: 'station' });
});

it('nothing to hide reaches a screen: no name in full, no patient, no zone, no mode, no code of a station in the waiting room', async () => {
  const everybody = await people();
  for (const one of everybody.slice(0, 8)) fine(await call(nurse, one.slotId, 'scale'));
  const [room, unit] = [JSON.stringify(await waiting()), JSON.stringify(await stations())];
  expect(everybody.length).toBeGreaterThan(8);
  for (const { patientName, stationCode, dialysisNo } of everybody) {
    for (const text of [room, unit]) expect(text).not.toContain(patientName);
    expect(room).not.toContain(stationCode);
    expect(room).not.toContain(dialysisNo);
  }
  for (const text of [room, unit]) expect(text).not.toMatch(/patient|zone|mode|HB[Vs]|HCV|HIV|乙肝|丙肝|梅毒|隔离|HDF?\b/i);
  expect((await waiting()).people.every(({ station }) => /^\d+$/.test(station))).toBe(true);
});

it('a call is sent once: pressed again after a lost answer, by two at once, and again when the time has passed', async () => {
  const { slotId } = await someone(2);
  const [first, again] = [fine(await call(nurse, slotId, 'desk', 'key-wall-1')), fine(await call(nurse, slotId, 'desk', 'key-wall-1'))];
  expect(again.callId).toBe(first.callId);
  const both = await Promise.all([call(nurse, slotId, 'desk'), call(second, slotId, 'desk')]);
  expect(new Set(both.map((answer) => fine(answer).callId))).toEqual(new Set([first.callId]));
  server.time.advance(11_000);
  expect(fine(await call(second, slotId, 'desk')).callId).not.toBe(first.callId);
});

it('a call that was taken back is gone with all before it; large calls shrink after some minutes and stay marked', async () => {
  const { slotId } = await someone(3);
  const made = fine(await call(nurse, slotId));
  fine(await of(nurse).put(`${AT}/Call/${made.callId}/Actions/Withdraw`, {}));
  fine(await of(nurse).put(`${AT}/Call/${made.callId}/Actions/Withdraw`, {}));
  expect((await people()).find((one) => one.slotId === slotId)?.call).toBeNull();
  expect((await waiting()).calls.map(({ callId }) => callId)).not.toContain(made.callId);
  server.time.advance(1_000);
  const other = fine(await call(nurse, slotId));
  expect((await waiting()).calls[0]?.callId).toBe(other.callId);
  server.time.advance(4 * MINUTE);
  const later = await waiting();
  expect(later.calls).toEqual([]);
  expect(later.people.find(({ key }) => key === slotId)?.called).toBe(true);
});

it('an account of a screen reads its two screens and nothing else; another facility calls nobody here', async () => {
  const { slotId } = await someone(4);
  const client = of(screen);
  expect(refusal(await client.get(`${AT}/People`))).toMatch(/^403/);
  expect(refusal(await call(screen, slotId))).toMatch(/^403/);
  for (const path of ['/api/dialysis/Today', '/api/his/patient', '/api/his/dialysis-schedule/Board?from=2026-03-02&to=2026-03-02'])
    expect(refusal(await client.get(path)), path).toMatch(/^403/);
  expect(refusal(await call(elsewhere, slotId))).toMatch(/^40[34]/);
  expect(refusal(await call(nurse, 'no-such-slot'))).toBe('404 dialysis-wall.no-such-place');
});

it('every station stands on the nurse station’s screen, with what is due where a treatment runs', async () => {
  const { stations: all, readingGrace } = await stations();
  expect(all.length).toBeGreaterThanOrEqual(24);
  expect(readingGrace).toBeGreaterThan(0);
  const running = all.filter(({ state }) => state === 'running');
  expect(running.length).toBeGreaterThan(0);
  for (const { readingDueAt, name } of running) {
    expect(readingDueAt).not.toBeNull();
    expect(name).toContain('*');
  }
  for (const { state, endsAt, readingDueAt } of all) if (state !== 'running') expect([endsAt, readingDueAt]).toEqual([null, null]);
});

it('a screen stays signed in through nights and outlives two days without a server; a person’s session does not', async () => {
  const client = await server.signIn('screen');
  const person = await server.signIn('nurse');
  expect(fine(await client.post<{ until: number }>('/api/oauth/Actions/KeepScreen', {})).until).toBeGreaterThan(0);
  expect(refusal(await person.post('/api/oauth/Actions/KeepScreen', {}))).toBe('403 core.not-a-screen');
  server.time.advance(20 * MINUTE);
  expect(refusal(await client.get(`${AT}/Waiting`, { 'x-background': '1' }))).toBe('200 allowed');
  expect(refusal(await person.get(`${AT}/Waiting`))).toMatch(/core\.locked/);
  server.time.advance(48 * 60 * MINUTE);
  expect(refusal(await client.get(`${AT}/Waiting`))).toBe('200 allowed');
  fine(await client.post('/api/oauth/Actions/KeepScreen', {}));
  server.time.advance(71 * 60 * MINUTE);
  expect(refusal(await client.get(`${AT}/Waiting`))).toBe('200 allowed');
  server.time.advance(2 * 60 * MINUTE);
  expect(refusal(await client.get(`${AT}/Waiting`))).toMatch(/login-expired/);
});

it('over midnight a screen goes to the new day by itself', async () => {
  const [client, head] = [await server.signIn('screen'), await server.signIn('headnurse')];
  fine(await client.post('/api/oauth/Actions/KeepScreen', {}));
  const dayOfScreen = async () => dayOf(fine(await client.get<StationsReply>(`${AT}/Stations`)).now);
  const planned = async (day: string) =>
    fine(await head.get<{ slots: { slotId: string; state: string }[] }>(`/api/his/dialysis-schedule/Board?from=${day}&to=${day}`)).slots.map(
      ({ slotId }) => slotId,
    );
  const before = await dayOfScreen();
  const today = await planned(before);
  // Step by step through the night, as a screen that asks all the time does, until a day on which somebody is planned.
  let day = before;
  let keys: string[] = [];
  for (let hour = 0; hour < 72 && keys.length === 0; hour += 1) {
    server.time.advance(60 * MINUTE);
    day = await dayOfScreen();
    if (day === before) continue;
    const morning = await server.signIn('nurse');
    keys = fine(await morning.get<{ list: Callable[] }>(`${AT}/People`)).list.map(({ slotId }) => slotId);
  }
  expect(day > before).toBe(true);
  const next = fine(await (await server.signIn('headnurse')).get<{ slots: { slotId: string }[] }>(`/api/his/dialysis-schedule/Board?from=${day}&to=${day}`));
  expect(keys.length).toBeGreaterThan(0);
  expect(next.slots.map(({ slotId }) => slotId)).toEqual(expect.arrayContaining(keys));
  expect(keys.filter((key) => today.includes(key))).toEqual([]);
});

it('a password grows old for people and not for the account of a screen; one that has another role is a person', async () => {
  const clients = { screen: await server.signIn('screen'), nurse: await server.signIn('nurse') };
  const look = async (who: keyof typeof clients) => refusal(await clients[who].get(`${AT}/Waiting`));
  expect([await look('screen'), await look('nurse')]).toEqual(['200 allowed', '200 allowed']);
  const old = new Date(server.time.now.getTime() - 91 * 24 * 60 * MINUTE);
  await server.db.updateTable('core.user_account').set({ password_changed_at: old }).where('account', 'in', ['screen', 'nurse']).execute();
  expect([await look('screen'), await look('nurse')]).toEqual(['200 allowed', '403 core.password-change-needed']);
  expect(refusal(await (await server.signIn('screen')).get(`${AT}/Stations`))).toBe('200 allowed');
  // The first password is set by a person, who stands there then.
  await server.db.updateTable('core.user_account').set({ must_change_password: true }).where('account', '=', 'screen').execute();
  expect(await look('screen')).toBe('403 core.password-change-needed');
  await server.db.updateTable('core.user_account').set({ must_change_password: false }).where('account', '=', 'screen').execute();
  const { id: userId } = await server.db.selectFrom('core.user_account').select('id').where('account', '=', 'screen').executeTakeFirstOrThrow();
  const { id: roleId } = await server.db.selectFrom('core.role').select('id').where('en_code', '=', 'nurse').executeTakeFirstOrThrow();
  await server.db.insertInto('core.user_role').values({ user_id: userId, role_id: roleId }).execute();
  expect(await look('screen')).toBe('403 core.password-change-needed');
  await server.db.deleteFrom('core.user_role').where('user_id', '=', userId).where('role_id', '=', roleId).execute();
  await server.db.updateTable('core.user_account').set({ password_changed_at: null }).where('account', 'in', ['screen', 'nurse']).execute();
});
