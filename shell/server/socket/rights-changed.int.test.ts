import { EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestClient, type TestServer } from '../../../tests/support/server.ts';
import { connectSocket } from '../../../tests/support/socket-client.ts';
import type { CurrentUser } from '../../contract/index.ts';

describe('rights that change under open screens', () => {
  let server: TestServer;
  let address: string;
  beforeAll(async () => {
    server = await startTestServer();
    address = await server.server.listen();
  });
  afterAll(() => server.close());

  const digestOf = async (client: TestClient) => (await client.get<CurrentUser>('/api/oauth/CurrentUser')).data.sessionInfo.rightsDigest;
  const reads = async (client: TestClient) => (await client.raw({ method: 'GET', url: '/api/openapi.json' })).statusCode;
  const grant = (subject_id: string) =>
    server.db.insertInto('core.permission_grant').values({ subject_type: 'user', subject_id, kind: 'menu', menu_code: 'system.openapi' }).execute();
  const revoke = (subject_id: string) => server.db.deleteFrom('core.permission_grant').where('subject_id', '=', subject_id).execute();

  it('hold from the very next call, and the screens of those concerned are told, nobody else', async () => {
    const [doctor, nurse] = [await server.signIn('doctor'), await server.signIn('nurse')];
    await grant('user-doctor');
    expect(await reads(doctor)).toBe(200);
    const screens = [await connectSocket(address, doctor.token), await connectSocket(address, nurse.token)] as const;
    const before = await digestOf(doctor);

    await revoke('user-doctor');
    expect(await reads(doctor)).toBe(403);
    expect(await screens[0].frame('rightsChanged')).toEqual({ method: 'rightsChanged', digest: expect.any(String) });
    const { data } = await doctor.get<CurrentUser>('/api/oauth/CurrentUser');
    expect(data.sessionInfo.rightsDigest).not.toBe(before);
    expect(JSON.stringify(data.menuList)).not.toContain('system.openapi');

    // The doctor's next change is told after the one that the nurse was not concerned by.
    await grant('user-nurse');
    await screens[1].frame('rightsChanged');
    expect(screens[0].frames.filter((frame) => frame.method === 'rightsChanged')).toHaveLength(1);
    for (const { socket } of screens) socket.close();
  });

  it('many changes in one go are told once, none when everything is as before', async () => {
    const clerk = await server.signIn('clerk');
    const screen = await connectSocket(address, clerk.token);
    await server.database.transaction(async () => {
      for (let round = 0; round < 20; round += 1) {
        await grant('user-clerk');
        await revoke('user-clerk');
      }
    });
    await server.database.transaction(async () => {
      await grant('user-clerk');
      await server.db.updateTable('core.department').set({ description: 'touched' }).execute();
    });
    await screen.frame('rightsChanged');
    await server.db.updateTable('core.user_account').set({ enabled: false }).where('account', '=', 'clerk').execute();
    expect(await screen.closed).toBe(1008);
    expect(screen.frames.filter((frame) => frame.method === 'rightsChanged')).toHaveLength(1);
    await server.db.updateTable('core.user_account').set({ enabled: true }).where('account', '=', 'clerk').execute();
  });

  it('a screen that was cut off meanwhile is told when it comes back', async () => {
    const cashier = await server.signIn('cashier');
    const shown = await digestOf(cashier);
    const first = await connectSocket(address, cashier.token, { rights: shown });
    first.socket.close();
    await first.closed;
    await grant('user-cashier');
    const second = await connectSocket(address, cashier.token, { rights: shown });
    await second.frame('rightsChanged');
    const third = await connectSocket(address, cashier.token, { rights: await digestOf(cashier) });
    await revoke('user-cashier');
    await third.frame('rightsChanged');
    expect(third.frames.filter((frame) => frame.method === 'rightsChanged')).toHaveLength(1);
    for (const { socket } of [second, third]) socket.close();
  });

  it('no socket before a due password is set', async () => {
    await server.db.updateTable('core.user_account').set({ must_change_password: true }).where('account', '=', 'pharmacist').execute();
    const pharmacist = await server.signIn('pharmacist');
    expect((await pharmacist.get('/api/registry/Session')).code).toBe(EnvelopeCode.Forbidden);
    expect(await (await connectSocket(address, pharmacist.token)).closed).toBe(1008);
  });
});
