import { once } from 'node:events';
import type { OrgId, UserId } from '@nephra/plugin-sdk/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestClient, type TestServer } from '../../../../tests/support/server.ts';
import { connectSocket, type SocketClient } from '../../../../tests/support/socket-client.ts';
import { openForSecondServer, testEngine } from '../../../../tests/support/databases/test-database.ts';
import { createLog } from '../../core/log.ts';
import type { Database } from '../../db/index.ts';
import { createServer, type NephraServer } from '../../index.ts';
import { talkPlugin } from '../frames/chat.fixture.ts';

describe('two servers on one database', () => {
  let first: TestServer;
  let second: NephraServer;
  let secondDatabase: Database;
  let addresses: readonly [string, string];
  beforeAll(async () => {
    first = await startTestServer({ plugins: ['message'], inline: [talkPlugin] });
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
    // The clock of the test stands before the day on which the database was made: notices from before an account count as read.
    await sql`update core.user_account set created_at = '2026-01-01'`.execute(first.db);
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

  describe('counters of messages', () => {
    const AT = '/api/message';
    const askAt = async <T>(at: 0 | 1, { token }: { readonly token: string }, method: 'GET' | 'POST' | 'PUT', url: string, body?: object): Promise<T> => {
      const { app } = at === 0 ? first.server : second;
      const { code, data, msg } = (await app.inject({ method, url: `${AT}${url}`, headers: { authorization: token }, ...(body && { payload: body }) })).json();
      if (code !== 200) throw new Error(`${method} ${url}: ${code} ${msg}`);
      return data as T;
    };
    const write = async (by: TestClient, at: 0 | 1): Promise<string> => {
      const body = { title: 'SIM 公告', content: { ops: [{ insert: 'SIM\n' }] }, receivers: [{ kind: 'organisation', id: 'org-gz' }] };
      return (await askAt<{ id: string }>(at, by, 'POST', '', body)).id;
    };
    const release = (by: TestClient, at: 0 | 1, id: string) => askAt(at, by, 'PUT', `/${id}/Actions/Release`);
    const unreadAt = async (at: 0 | 1, by: TestClient) => (await askAt<{ unreadTotalCount: number }>(at, by, 'GET', '/Actions/Unread')).unreadTotalCount;
    const openAt = (at: 0 | 1, by: TestClient, id = '') => askAt(at, by, 'GET', `/ReadInfo/${id}`);
    /** Ids that a page was told of, in the order of their coming. */
    const told = ({ frames }: SocketClient, method: string) => frames.flatMap((frame) => (frame.method === method ? [frame.ids ?? frame.id] : [])).flat();
    /** A page of somebody who has read all that there was. It asks again whenever something was read or withdrawn, as the product's does. */
    const pageAt = async (at: 0 | 1, by: TestClient) => {
      const client = await connectSocket(addresses[at], by.token);
      const { unreadTotalCount } = await client.frame('initMessage');
      const asked: Promise<number>[] = [];
      client.socket.on('message', (data: Buffer) => {
        if (/^(messageRead|messageChanged)$/.test(JSON.parse(data.toString()).method)) asked.push(unreadAt(at, by));
      });
      return { ...client, at, greeted: Number(unreadTotalCount), asked };
    };

    it('[4-05] what is released on either is counted once on both, also at once', async () => {
      const [admin, nurse] = [await first.signIn('admin'), await first.signIn('nurse')];
      await askAt(0, nurse, 'POST', '/Actions/ReadAll', {});
      const pages = [await pageAt(0, nurse), await pageAt(1, nurse)];
      const ids = await Promise.all(Array.from({ length: 8 }, (_, n) => write(admin, n % 2 === 0 ? 0 : 1)));
      await Promise.all(ids.map((id, n) => release(admin, n % 3 === 0 ? 1 : 0, id)));
      for (const page of pages) {
        await expect.poll(() => told(page, 'messagePush').length).toBe(8);
        expect(told(page, 'messagePush').toSorted()).toEqual(ids.toSorted());
        expect([page.greeted, await unreadAt(page.at, nurse)]).toEqual([0, 8]);
      }
      await leave(...pages);
    });

    it('[4-05] what is read or withdrawn on one is told on the other once that counts it so, and a page that comes back elsewhere is greeted with what is true', async () => {
      const [admin, nurse] = [await first.signIn('admin'), await first.signIn('nurse')];
      await askAt(1, nurse, 'POST', '/Actions/ReadAll', {});
      const ids = await Promise.all(Array.from({ length: 6 }, () => write(admin, 0)));
      for (const id of ids) await release(admin, 1, id);
      const [one, other] = [await pageAt(0, nurse), await pageAt(1, nurse)];
      expect([one.greeted, other.greeted]).toEqual([6, 6]);
      // The third is opened in both windows at once.
      await Promise.all([openAt(0, nurse, ids[0]), openAt(1, nurse, ids[1]), openAt(0, nurse, ids[2]), openAt(1, nurse, ids[2])]);
      await askAt(1, admin, 'PUT', `/${ids[3]}/Actions/Withdraw`);
      for (const page of [one, other]) {
        await expect.poll(() => new Set(told(page, 'messageRead'))).toEqual(new Set(ids.slice(0, 3)));
        await expect.poll(() => told(page, 'messageChanged')).toEqual([ids[3]]);
        // Whichever was told last: who asks then hears of all of them.
        expect(await page.asked.at(-1)).toBe(2);
      }
      other.socket.terminate();
      await other.closed;
      await release(admin, 0, await write(admin, 1));
      const again = await pageAt(0, nurse);
      expect([again.greeted, await unreadAt(0, nurse), await unreadAt(1, nurse)]).toEqual([3, 3, 3]);
      await askAt(1, nurse, 'POST', '/Actions/ReadAll', {});
      for (const page of [one, again]) {
        await expect.poll(() => page.frames.findLast(({ method }) => method === 'messageRead')).toEqual({ method: 'messageRead', ids: [] });
        expect(await page.asked.at(-1)).toBe(0);
      }
      await leave(one, again);
    });
  });

  it('a server that could not read for too long lets its pages come back and read again', async () => {
    const nurse = await come('nurse', 1);
    first.time.advance(600_001);
    await pushesOf(0).push('all', 'messagePush', { title: 'after a gap' });
    expect(await nurse.closed).toBe(1001);
  });
});
