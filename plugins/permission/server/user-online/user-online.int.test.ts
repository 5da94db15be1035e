import { EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { defineServerPlugin } from '@nephra/plugin-sdk/server';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { clockFrom } from '../../../../shell/server/core/clock/clock.ts';
import { createLog } from '../../../../shell/server/core/log.ts';
import { createServer, type NephraServer } from '../../../../shell/server/index.ts';
import { startTestServer, type TestServer } from '../../../../tests/support/server.ts';
import { connectSocket } from '../../../../tests/support/socket-client.ts';
import type { OnlineUser } from '../../contract/user/user-online.contract.ts';
import permission from '../../plugin.ts';
import type { PermissionDb } from '../permission-call.ts';
import { makeKeeper, moveTo } from '../user/user.fixture.ts';
import { systemOnlineRoutes, userOnlineRoutes } from './user-online.routes.ts';

const LIST = '/api/permission/OnlineUser';
const textsIn = (language: string) => JSON.parse(readFileSync(path.join(import.meta.dirname, `../../locales/${language}.json`), 'utf8'));

describe('online users', () => {
  let server: TestServer;
  let second: NephraServer;
  let address: string;
  beforeAll(async () => {
    server = await startTestServer({
      inline: [
        {
          definition: permission,
          server: defineServerPlugin<PermissionDb>({ implementations: [userOnlineRoutes, systemOnlineRoutes] }) as never, // the host hands every plugin its own tables
          texts: { zh: textsIn('zh'), zhtw: textsIn('zhtw'), en: textsIn('en') },
        },
      ],
      config: { ratePerMinute: 1_000_000 },
    });
    const { config, database, packages } = server;
    // The other node looks around when the test says that time has passed: how fast this machine is proves nothing.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    second = await createServer({ config, database, packages, log: createLog('silent'), clock: clockFrom(() => server.time.now), keepDatabaseOpen: true });
    address = await second.listen();
  });
  afterAll(async () => {
    await second.close();
    vi.useRealTimers();
    await server.close();
  });

  const online = async (caller: Awaited<ReturnType<TestServer['signIn']>>, keyword = '') =>
    (await caller.get<OnlineUser[]>(`${LIST}?keyword=${encodeURIComponent(keyword)}`)).data;

  it('[2.5-08] tells who works where, since when and on what, newest first, by keyword', async () => {
    const doctor = await server.signIn('doctor');
    server.time.advance(60_000);
    await doctor.post('/api/oauth/LockScreen/Actions/Lock');
    const admin = await server.signIn('admin');
    const list = await online(admin);
    expect(list.map((row) => [row.userAccount, row.self, row.locked])).toEqual([
      ['admin', 1, 0],
      ['doctor', 0, 1],
    ]);
    expect(list[1]).toMatchObject({ userId: 'user-doctor', loginIPAddress: '127.0.0.1', organize: '康源医疗集团(演示)/康源血液透析中心(广州)' });
    expect(list[1]?.loginTime).toBe(server.time.now.getTime() - 60_000);
    expect((await online(admin, 'docto')).map((row) => row.userAccount)).toEqual(['doctor']);
    expect(await online(admin, 'nobody here')).toEqual([]);
    expect((await doctor.get(LIST)).code).toBe(EnvelopeCode.ForcedOut);
    const nurse = await server.signIn('nurse');
    expect((await nurse.get(LIST)).code).toBe(EnvelopeCode.Forbidden);
    expect((await nurse.del(`${LIST}/user-doctor`)).code).toBe(EnvelopeCode.Forbidden);
  });

  it('[6-07] forcing offline ends HTTP at once and the socket on another node within 2 seconds', async () => {
    const admin = await server.signIn('admin');
    const cashier = await server.signIn('cashier');
    const screen = await connectSocket(address, cashier.token);
    const session = (await online(admin, 'cashier'))[0];
    expect((await admin.del(`${LIST}/${session?.sessionId}`)).code).toBe(200);
    expect((await cashier.get('/api/oauth/CurrentUser')).code).toBe(EnvelopeCode.ForcedOut);
    const elsewhere = await second.app.inject({ method: 'GET', url: '/api/oauth/CurrentUser', headers: { authorization: cashier.token } });
    expect(elsewhere.json().code).toBe(EnvelopeCode.ForcedOut);
    vi.advanceTimersByTime(1999);
    expect(await screen.closed).toBe(1008);
    expect(screen.frames.find((frame) => frame.method === 'logout')?.msg).toBe('您的登录已被终止，请重新登录。');
    expect(await online(admin, 'cashier')).toEqual([]);
  });

  it('takes a user id as well, and many at once: all or none', async () => {
    const admin = await server.signIn('admin');
    const clerks = [await server.signIn('clerk'), await server.signIn('clerk')];
    const nurse = await server.signIn('nurse');
    const nurseSession = (await online(admin, 'nurse'))[0]?.sessionId ?? '';
    expect((await admin.del(LIST, { ids: [nurseSession, 'no-such-session'] })).code).toBe(EnvelopeCode.NotFound);
    expect((await nurse.get('/api/oauth/CurrentUser')).code).toBe(200);
    expect((await admin.del(LIST, { ids: [nurseSession, 'user-clerk'] })).code).toBe(200);
    for (const client of [...clerks, nurse]) expect((await client.get('/api/oauth/CurrentUser')).code).toBe(EnvelopeCode.ForcedOut);
    const entry = await server.db
      .selectFrom('core.audit')
      .select('body')
      .where('action', '=', 'permission-user-online.forceAllOffline')
      .orderBy('seq', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    expect(entry.body).toContain('"clerk"');
    expect(entry.body).toContain(nurseSession);
  });

  it('answers at the address of older clients, too', async () => {
    const OLD = '/api/system/OnlineUser';
    const admin = await server.signIn('admin');
    const [clerk, cashier] = [await server.signIn('clerk'), await server.signIn('cashier')];
    const told = await admin.get<OnlineUser[]>(`${OLD}?keyword=`);
    expect(told.data).toEqual(await online(admin));
    expect((await clerk.get(OLD)).code).toBe(EnvelopeCode.Forbidden);
    expect((await clerk.del(`${OLD}/user-cashier`)).code).toBe(EnvelopeCode.Forbidden);
    expect((await admin.del(`${OLD}/user-clerk`)).code).toBe(200);
    expect((await clerk.get('/api/oauth/CurrentUser')).code).toBe(EnvelopeCode.ForcedOut);
    expect((await admin.del(OLD, { ids: ['user-cashier'] })).code).toBe(200);
    expect((await cashier.get('/api/oauth/CurrentUser')).code).toBe(EnvelopeCode.ForcedOut);
  });

  it('nobody ends their own, a keeper no administrator and nobody of another organisation', async () => {
    const admin = await server.signIn('admin');
    const own = (await online(admin, 'admin'))[0];
    for (const id of ['user-admin', own?.sessionId]) expect((await admin.del(`${LIST}/${id}`)).extras?.error).toBe('permission.online-self');

    await makeKeeper(server, 'developer', 'org-gz');
    const elsewhere = { id: 'org-sim-elsewhere', parent_id: null, en_code: 'SIM-ELSEWHERE', full_name: 'SIM', deleted_at: null };
    await server.db.insertInto('core.org').values(elsewhere).execute();
    await moveTo(server, 'pharmacist', elsewhere.id);
    const keeper = await server.signIn('developer');
    const [stranger, neighbour] = [await server.signIn('pharmacist'), await server.signIn('doctor')];
    expect((await online(keeper)).map((row) => row.userAccount)).not.toContain('pharmacist');
    const missing = await keeper.del(`${LIST}/no-such`);
    expect(missing.code).toBe(EnvelopeCode.NotFound);
    const foreign = (await online(admin, 'pharmacist'))[0]?.sessionId;
    expect(await keeper.del(`${LIST}/${foreign}`)).toMatchObject({ code: missing.code, msg: missing.msg, extras: missing.extras });
    expect((await keeper.del(`${LIST}/user-admin`)).extras?.error).toBe('permission.online-administrator');
    expect((await stranger.get('/api/oauth/CurrentUser')).code).toBe(200);
    expect((await keeper.del(`${LIST}/user-doctor`)).code).toBe(200);
    expect((await neighbour.get('/api/oauth/CurrentUser')).code).toBe(EnvelopeCode.ForcedOut);
  });

  it('nor does somebody who may not change the people there: seeing them is not enough', async () => {
    await makeKeeper(server, 'clerk', 'org-gz', { edit: false });
    const [clerk, nurse] = [await server.signIn('clerk'), await server.signIn('nurse')];
    const session = (await online(clerk, 'nurse'))[0]?.sessionId;
    for (const id of ['user-nurse', session])
      expect(await clerk.del(`${LIST}/${id}`)).toMatchObject({ code: EnvelopeCode.Forbidden, extras: { error: 'permission.not-delegated' } });
    expect(await clerk.del(LIST, { ids: [session] })).toMatchObject({ extras: { error: 'permission.not-delegated' } });
    expect((await nurse.get('/api/oauth/CurrentUser')).code).toBe(200);
  });
});
