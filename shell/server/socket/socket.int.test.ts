import { once } from 'node:events';
import { connect } from 'node:net';
import type { UserId } from '@nephra/plugin-sdk/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { startTestServer, type TestServer } from '../../../tests/support/server.ts';

describe('socket', () => {
  let server: TestServer;
  let host: string;
  beforeAll(async () => {
    server = await startTestServer();
    host = new URL(await server.server.listen()).host.replace('localhost', '127.0.0.1');
  });
  afterAll(() => server.close());

  const open = (origin: string | undefined = `http://${host}`, path = '/api/message/websocket') =>
    new WebSocket(`ws://${host}${path}`, origin === undefined ? {} : { origin });
  const refusal = async (socket: WebSocket): Promise<number> => {
    socket.on('error', () => undefined);
    const [, response] = (await once(socket, 'unexpected-response')) as [unknown, { statusCode: number }];
    return response.statusCode;
  };
  const closed = async (socket: WebSocket): Promise<number> => ((await once(socket, 'close')) as [number])[0];
  const nextFrame = (socket: WebSocket, method: string): Promise<Record<string, unknown>> =>
    new Promise((resolve) => {
      // Several frames may come in one piece.
      const hear = (data: Buffer): void => {
        const frame = JSON.parse(data.toString()) as Record<string, unknown>;
        if (frame.method !== method) return;
        socket.off('message', hear);
        resolve(frame);
      };
      socket.on('message', hear);
    });
  const push = (userId: string, title: string) => server.server.core.parts.pushes.push({ person: userId as UserId }, 'messagePush', { title });
  const greeted = async (account: string): Promise<{ socket: WebSocket; token: string; client: Awaited<ReturnType<TestServer['signIn']>> }> => {
    const client = await server.signIn(account);
    const socket = open();
    await once(socket, 'open');
    const online = nextFrame(socket, 'online');
    socket.send(JSON.stringify({ method: 'OnConnection', token: client.token, mobileDevice: false }));
    await online;
    return { socket, token: client.token, client };
  };

  it('[7.1-05] opens only for pages of its own origin', async () => {
    expect(await refusal(open('https://evil.example'))).toBe(403);
    expect(await refusal(open(`http://${host}.evil.example`))).toBe(403);
    expect(await refusal(new WebSocket(`ws://${host}/api/message/websocket`))).toBe(403);
    expect(await refusal(open(`http://${host}`, '/api/other'))).toBe(404);
  });

  it('of somebody who is gone before the server looked ends that socket alone', async () => {
    const { hostname, port } = new URL(`http://${host}`);
    const ask = `GET /api/message/websocket HTTP/1.1\r\nHost: ${host}\r\nOrigin: http://${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`;
    for (let round = 0; round < 20; round += 1) {
      const socket = connect(Number(port), hostname);
      await once(socket, 'connect');
      // Both reach the kernel before the server, in this same process, reads: it gets a request whose sender has no address any more.
      socket.write(ask);
      socket.resetAndDestroy();
      await once(socket, 'close');
    }
    const nurse = await greeted('nurse');
    nurse.socket.close();
    await closed(nurse.socket);
  });

  it('greets with the token of a session and tells others who came', async () => {
    const doctor = await greeted('doctor');
    const seen = nextFrame(doctor.socket, 'online');
    const strange: string[] = [];
    const manager = await greeted('manager');
    manager.socket.on('message', (data) => strange.push(String(data)));
    const nurse = await greeted('nurse');
    expect(await seen).toEqual({ method: 'online', userId: 'user-nurse' });
    expect(server.server.hub.online().sort()).toEqual(['user-doctor', 'user-manager', 'user-nurse']);
    const pushed = nextFrame(nurse.socket, 'messagePush');
    await push('user-nurse', 'hello');
    expect(await pushed).toEqual({ method: 'messagePush', title: 'hello' });
    // Another centre does not hear who comes here.
    const last = nextFrame(manager.socket, 'messagePush');
    await push('user-manager', 'last');
    await last;
    expect(strange.filter((frame) => frame.includes('user-nurse'))).toEqual([]);
    for (const { socket } of [doctor, nurse, manager]) socket.close();
  });

  it('who went to work elsewhere hears of comers there, no longer of those where the screen was opened', async () => {
    const [stays, goes] = [await greeted('doctor'), await greeted('nurse')];
    const heard: string[] = [];
    goes.socket.on('message', (data) => heard.push(String(data)));
    const workIn = (enCode: string) =>
      server.db
        .updateTable('core.user_account')
        .set((eb) => ({ org_id: eb.selectFrom('core.org').select('id').where('en_code', '=', enCode), department_id: null }))
        .where('account', '=', 'nurse')
        .execute();
    const home = await server.db.selectFrom('core.user_account').select(['org_id', 'department_id']).where('account', '=', 'nurse').executeTakeFirstOrThrow();
    const told = nextFrame(goes.socket, 'rightsChanged');
    await workIn('SIM.WH');
    await told;
    const seen = nextFrame(stays.socket, 'online');
    const pharmacist = await greeted('pharmacist');
    expect(await seen).toEqual({ method: 'online', userId: 'user-pharmacist' });
    const last = nextFrame(goes.socket, 'messagePush');
    await push('user-nurse', 'last');
    await last;
    expect(heard.filter((frame) => frame.includes('user-pharmacist'))).toEqual([]);
    await server.db.updateTable('core.user_account').set(home).where('account', '=', 'nurse').execute();
    for (const { socket } of [stays, goes, pharmacist]) socket.close();
  });

  it.each([
    ['no token', { method: 'OnConnection' }],
    ['a made-up token', { method: 'OnConnection', token: `Bearer ${'x'.repeat(43)}` }],
    ['another frame first', { method: 'MessageList', token: '' }],
  ])('closes on %s', async (_name, frame) => {
    const socket = open();
    await once(socket, 'open');
    socket.send(JSON.stringify(frame));
    expect(await closed(socket)).toBe(1008);
  });

  it('closes on frames that are no JSON, too large, or in the name of another session', async () => {
    const garbage = await greeted('doctor');
    garbage.socket.send('{"method":');
    expect(await closed(garbage.socket)).toBe(1007);
    const large = await greeted('doctor');
    large.socket.send(JSON.stringify({ method: 'X', token: large.token, text: 'x'.repeat(70_000) }));
    expect(await closed(large.socket)).toBe(1009);
    const other = await greeted('doctor');
    const nurse = await server.signIn('nurse');
    other.socket.send(JSON.stringify({ method: 'SendMessage', token: nurse.token, toUserId: 'x' }));
    expect(await closed(other.socket)).toBe(1008);
  });

  it('closes on a flood', async () => {
    const { socket, token } = await greeted('doctor');
    const end = closed(socket);
    for (let frame = 0; frame < 1000; frame += 1) socket.send(JSON.stringify({ method: 'X', token }));
    expect(await end).toBe(1008);
  });

  it('closes when the session ends, also when it ended behind our back', async () => {
    const here = await greeted('doctor');
    const farewell = nextFrame(here.socket, 'logout');
    const end = closed(here.socket);
    await here.client.get('/api/oauth/Logout');
    expect(await farewell).toEqual({ method: 'logout', msg: '' });
    expect(await end).toBe(1008);

    const elsewhere = await greeted('doctor');
    const later = closed(elsewhere.socket);
    const reason = nextFrame(elsewhere.socket, 'logout');
    await server.db.updateTable('core.user_account').set({ enabled: false }).where('account', '=', 'doctor').execute();
    expect((await reason).msg).toBe('您的登录已被终止，请重新登录。');
    expect(await later).toBe(1008);
    await server.db.updateTable('core.user_account').set({ enabled: true }).where('account', '=', 'doctor').execute();
  });

  it('tells open pages that the plugins changed', async () => {
    const { socket } = await greeted('nurse');
    const told = nextFrame(socket, 'registryChanged');
    await server.writeRegistry({ site: { name: '换了名字' }, plugins: [] });
    expect(await told).toMatchObject({ revision: server.server.plugins.host.snapshot.revision });
    socket.close();
  });

  it('closes all when the server stops', async () => {
    const other = await startTestServer();
    const address = new URL(await other.server.listen()).host.replace('localhost', '127.0.0.1');
    const socket = new WebSocket(`ws://${address}/api/message/websocket`, { origin: `http://${address}` });
    await once(socket, 'open');
    const end = closed(socket);
    await other.close();
    expect(await end).toBe(1001);
  });
});
