import { once } from 'node:events';
import type { OrgId, UserId } from '@nephra/plugin-sdk/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../../tests/support/server.ts';
import { connectSocket, type SocketClient } from '../../../../tests/support/socket-client.ts';
import { openForSecondServer, testEngine } from '../../../../tests/support/databases/test-database.ts';
import { createLog } from '../../core/log.ts';
import type { Database } from '../../db/index.ts';
import { createServer, type NephraServer } from '../../index.ts';
import { chatPlugin } from '../frames/chat.fixture.ts';

describe('two servers on one database', () => {
  let first: TestServer;
  let second: NephraServer;
  let secondDatabase: Database;
  let addresses: readonly [string, string];
  beforeAll(async () => {
    first = await startTestServer({ inline: [chatPlugin] });
    secondDatabase = await openForSecondServer(first.database);
    second = await createServer({
      config: first.config,
      database: secondDatabase,
      keepDatabaseOpen: testEngine === 'embedded',
      log: createLog('silent'),
      clock: first.server.core.parts.clock,
      packages: first.packages,
      checkReplies: 'fault',
    });
    addresses = [await first.server.listen(), await second.listen()];
  });
  afterAll(async () => {
    await second.close();
    await first.close();
  });

  const come = async (account: string, at: 0 | 1): Promise<SocketClient & { readonly token: string }> => {
    const { token } = await first.signIn(account);
    return { ...(await connectSocket(addresses[at], token)), token };
  };
  const leave = async (...clients: readonly SocketClient[]): Promise<void> => {
    for (const { socket } of clients) {
      socket.close();
      if (socket.readyState !== socket.CLOSED) await once(socket, 'close');
    }
    await expect.poll(() => [...first.server.hub.online(), ...second.hub.online()]).toEqual([]);
  };
  const pushesOf = (at: 0 | 1) => (at === 0 ? first.server : second).core.parts.pushes;
  const titles = ({ frames }: SocketClient) => frames.flatMap(({ method, title }) => (method === 'messagePush' ? [title] : []));
  let ends = 0;
  /** What was pushed before is delivered, or will never be. */
  const settled = async (...clients: readonly SocketClient[]): Promise<void> => {
    ends += 1;
    const end = `end ${ends}`;
    await pushesOf(0).push('all', 'messagePush', { title: end });
    for (const client of clients) await expect.poll(() => titles(client)).toContain(end);
  };

  it('who is connected to the other one is reached there, once and in order; a foreign organisation is not', async () => {
    const doctor = await come('doctor', 0);
    const [nurse, manager] = [await come('nurse', 1), await come('manager', 1)];
    // Who comes is told to colleagues on both.
    await expect.poll(() => doctor.frames).toContainEqual({ method: 'online', userId: 'user-nurse' });
    doctor.socket.send(
      JSON.stringify({ method: 'SendMessage', token: doctor.token, toUserId: 'user-nurse', messageType: 'text', messageContent: '字'.repeat(5000) }),
    );
    expect((await nurse.frame('receiveMessage')).formMessage).toBe('字'.repeat(5000));
    for (let n = 0; n < 150; n += 1) await pushesOf(0).push({ person: 'user-nurse' as UserId }, 'messagePush', { title: n });
    await pushesOf(0).push({ organisation: 'org-gz' as OrgId }, 'messagePush', { title: 'organisation' });
    await pushesOf(0).push({ organisation: 'org-gz' as OrgId, role: 'nurse' }, 'messagePush', { title: 'role' });
    await settled(doctor, nurse, manager);
    expect(titles(nurse)).toEqual([...Array(150).keys(), 'organisation', 'role', 'end 1']);
    expect(titles(doctor)).toEqual(['organisation', 'end 1']);
    expect(titles(manager)).toEqual(['end 1']);
    await leave(doctor, nurse, manager);
  });

  it('a rollback on one reaches nobody on the other', async () => {
    const nurse = await come('nurse', 1);
    const rolledBack = first.database.transaction(async () => {
      await pushesOf(0).push('all', 'messagePush', { title: 'never' });
      await sql`select 1`.execute(first.db);
      throw new Error('no');
    });
    await expect(rolledBack).rejects.toThrow('no');
    await settled(nurse);
    expect(titles(nurse)).toEqual([`end ${ends}`]);
    await leave(nurse);
  });

  it.runIf(testEngine === 'postgres')('what was written first and committed last is delivered, each once', async () => {
    const nurse = await come('nurse', 1);
    await first.database.transaction(async () => {
      await pushesOf(0).push('all', 'messagePush', { title: 'slow' });
      // Its row is there from here on.
      await sql`select 1`.execute(first.db);
      await pushesOf(1).push('all', 'messagePush', { title: 'quick' });
      await expect.poll(() => titles(nurse)).toEqual(['quick']);
    });
    await settled(nurse);
    expect(titles(nurse)).toEqual(['quick', 'slow', `end ${ends}`]);
    await leave(nurse);
  });

  it.runIf(testEngine === 'postgres')('nothing is lost while the connection for notices is', async () => {
    const nurse = await come('nurse', 1);
    const listeners = () =>
      sql<{ pid: number }>`select pid from pg_stat_activity where datname = current_database() and application_name = 'nephra notices'`.execute(first.db);
    await expect.poll(async () => (await listeners()).rows.length).toBe(2);
    for (const { pid } of (await listeners()).rows) await sql`select pg_terminate_backend(${pid})`.execute(first.db);
    await expect.poll(async () => (await listeners()).rows.length).toBe(0);
    await pushesOf(0).push({ person: 'user-nurse' as UserId }, 'messagePush', { title: 'unheard' });
    await expect.poll(() => titles(nurse)).toEqual(['unheard']);
    // It comes back by itself.
    await expect.poll(async () => (await listeners()).rows.length).toBe(2);
    await pushesOf(0).push({ person: 'user-nurse' as UserId }, 'messagePush', { title: 'heard' });
    await settled(nurse);
    expect(titles(nurse)).toEqual(['unheard', 'heard', `end ${ends}`]);
    await leave(nurse);
  });

  it('a server that could not read for too long lets its pages come back and read again', async () => {
    const nurse = await come('nurse', 1);
    first.time.advance(600_001);
    await pushesOf(0).push('all', 'messagePush', { title: 'after a gap' });
    expect(await nurse.closed).toBe(1001);
  });
});
