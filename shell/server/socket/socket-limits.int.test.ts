import { once } from 'node:events';
import type { UserId } from '@nephra/plugin-sdk/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { startTestServer, type TestServer } from '../../../tests/support/server.ts';
import { connectSocket, type SocketClient } from '../../../tests/support/socket-client.ts';

const PER_SESSION = 3;
const PER_ADDRESS = 20;

describe('how many sockets there may be', () => {
  let server: TestServer;
  let address: string;
  const opened: WebSocket[] = [];
  beforeAll(async () => {
    server = await startTestServer({ config: { socketsPerSession: PER_SESSION, socketsPerAddress: PER_ADDRESS, trustProxy: ['127.0.0.1'] } });
    address = await server.server.listen();
  });
  afterAll(async () => {
    for (const socket of opened) socket.close();
    await server.close();
  });

  /** Opens one that says nothing, seen to come from an address. @returns its close code, or 0 while it stays open */
  const knock = async (from: string): Promise<number> => {
    const host = new URL(address).host.replace('localhost', '127.0.0.1');
    const socket = new WebSocket(`ws://${host}/api/message/websocket`, { origin: `http://${host}`, headers: { 'x-forwarded-for': from } });
    opened.push(socket);
    const refused = once(socket, 'close').then(([code]) => code as number);
    await once(socket, 'open');
    // A refusal follows the opening at once; whoever is kept answers a ping.
    const kept = once(socket, 'pong').then(() => 0);
    socket.ping();
    return await Promise.race([refused, kept]);
  };

  /** Closes them and waits until the server has seen it. */
  const leave = async (clients: readonly SocketClient[]): Promise<void> => {
    for (const { socket } of clients) socket.close();
    await expect.poll(() => server.server.hub.online()).toEqual([]);
  };

  it('the oldest window of a session gives way to a new one, and is told why', async () => {
    const { token } = await server.signIn('doctor');
    const windows = [];
    for (let window = 0; window < PER_SESSION + 1; window += 1) windows.push(await connectSocket(address, token));
    const [oldest, ...others] = windows;
    expect(await oldest?.closed).toBe(4008);
    expect((await oldest?.frame('closeSocket'))?.msg).toContain(`${PER_SESSION} 个`);
    const elsewhere = await connectSocket(address, (await server.signIn('doctor')).token);
    await server.server.core.parts.pushes.push({ person: 'user-doctor' as UserId }, 'messagePush', { title: 'x' });
    await Promise.all([...others, elsewhere].map((client) => client.frame('messagePush')));
    expect(others).toHaveLength(PER_SESSION);
    expect(oldest?.frames.map(({ method }) => method)).not.toContain('messagePush');
    await leave([...others, elsewhere]);
  });

  it('an address that opens many without a word is told to come back later; others are let in', async () => {
    const codes: number[] = [];
    for (let turn = 0; turn < 6; turn += 1) codes.push(await knock('203.0.113.5'));
    expect(codes).toEqual([0, 0, 0, 0, 1013, 1013]);
    expect(await knock('203.0.113.6')).toBe(0);
    expect(await knock('2001:db8:1:2::1')).toBe(0);
  });

  it('addresses of one IPv6 network are one', async () => {
    const codes: number[] = [];
    for (let turn = 0; turn < 5; turn += 1) codes.push(await knock(`2001:db8:9:9::${turn}`));
    expect(codes).toEqual([0, 0, 0, 0, 1013]);
  });

  it('greeted ones count for their address, too', async () => {
    const sockets = [];
    const people = ['nurse', 'clerk', 'cashier', 'pharmacist', 'manager', 'developer', 'admin'];
    for (const account of people) {
      const { token } = await server.signIn(account);
      for (let window = 0; window < PER_SESSION; window += 1) sockets.push(await connectSocket(address, token));
    }
    const refused = sockets.slice(PER_ADDRESS);
    expect(await Promise.all(refused.map(({ closed }) => closed))).toEqual(refused.map(() => 1013));
    expect(sockets.slice(0, PER_ADDRESS).every(({ socket }) => socket.readyState === WebSocket.OPEN)).toBe(true);
    await leave(sockets);
  });
});
