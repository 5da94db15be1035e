import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { gate } from '../../../../tests/support/faults/lock-waiters.ts';
import { openTestDatabase, testEngine } from '../../../../tests/support/databases/test-database.ts';
import type { Database } from '../index.ts';

interface Tables {
  'desk.drawer': { id: number; acts: number };
}

const migrations = [
  {
    plugin: 'desk',
    schema: 'desk',
    migrations: [{ name: '0001-desk', sql: 'create table drawer (id integer primary key, acts integer not null); insert into drawer values (1, 0), (2, 0);' }],
  },
];

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const QUEUE = { queue: ['drawer 1'] };
const onServer = testEngine === 'postgres';

describe(`waiting for a lock on ${testEngine}`, () => {
  let db: Database;
  const tables = () => db.kyselyFor<Tables>();
  const open = async (pool?: { poolSize: number; readShare?: number }): Promise<void> => {
    await db.close();
    db = await openTestDatabase(migrations, { limits: { acquireMs: 20_000 }, ...(pool && { pool }) });
  };
  const lock = async (id = 1): Promise<void> => {
    await tables().selectFrom('desk.drawer').select('id').where('id', '=', id).forUpdate().executeTakeFirstOrThrow();
  };
  const act = async (): Promise<void> => {
    await lock();
    await tables().updateTable('desk.drawer').set({ acts: sql<number>`acts + 1` }).where('id', '=', 1).execute();
  };
  const acts = async (): Promise<number> => (await tables().selectFrom('desk.drawer').select('acts').where('id', '=', 1).executeTakeFirstOrThrow()).acts;

  beforeEach(async () => {
    db = await openTestDatabase(migrations, { limits: { acquireMs: 20_000 } });
  });
  afterEach(async () => await db.close());

  /** One that has the lock and keeps it until it is told to end. */
  async function holder(options = QUEUE): Promise<{ end: () => Promise<void> }> {
    const [has, may] = [gate(), gate()];
    const held = db.transaction(async () => {
      await lock();
      has.open();
      await may.opened;
    }, options);
    await has.opened;
    return {
      end: async () => {
        may.open();
        await held;
      },
    };
  }

  test('fifteen who want the drawer that somebody holds: three connections at most, and a read passes them', async () => {
    const first = await holder();
    let done = 0;
    const rest = Array.from({ length: 15 }, () =>
      db.transaction(act, QUEUE).then(() => {
        done += 1;
      }),
    );
    await turn();
    expect(db.load.queued).toBe(13);
    expect(db.load.inUse).toBe(onServer ? 3 : 1);
    const read = acts().then(() => done);
    // One connection cannot be shared: there the read goes before all who wait, as soon as the one at work has ended.
    if (!onServer) await first.end();
    expect(await read).toBe(0);
    if (onServer) {
      await vi.waitUntil(async () => (await db.stats()).waitingForLocks === 2, { timeout: 60_000 });
    }
    await first.end();
    await Promise.all(rest);
    expect(await acts()).toBe(15);
    expect(db.load).toMatchObject({ queued: 0, inUse: 0, waiting: { statements: 0, transactions: 0, streams: 0 } });
  });

  test.runIf(onServer)('also without a queue those who wait for a lock leave reads their share', async () => {
    const first = await holder({ queue: [] });
    const rest = Array.from({ length: 15 }, () => db.transaction(act));
    await vi.waitUntil(async () => (await db.stats()).waitingForLocks === 6, { timeout: 60_000 });
    expect(db.load).toMatchObject({ size: 10, inUse: 7, waiting: { transactions: 9 } });
    expect(await acts()).toBe(0);
    await first.end();
    await Promise.all(rest);
    expect(await acts()).toBe(15);
  });

  test.runIf(!onServer)('on the one connection a page of reads goes between two transactions', async () => {
    const first = await holder();
    const order: string[] = [];
    const rest = Array.from({ length: 10 }, () => db.transaction(act).then(() => order.push('act')));
    const page = (async () => {
      for (let statement = 0; statement < 5; statement += 1) await acts();
      order.push('page');
    })();
    await turn();
    await first.end();
    await Promise.all([...rest, page]);
    expect(order.indexOf('page')).toBe(0);
  });

  test('an act that throws, one that is given up while it waits and one that waits too long all make room', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const first = await holder();
    const second = db.transaction(act, QUEUE);
    const failing = expect(
      db.transaction(async () => {
        await lock();
        throw new Error('no money');
      }, QUEUE),
    ).rejects.toThrow('no money');
    const control = new AbortController();
    const gone = expect(db.transaction(act, { ...QUEUE, signal: control.signal })).rejects.toThrow('gone');
    // On one connection those before it would have waited too long as well.
    const late = onServer ? expect(db.transaction(act, QUEUE)).rejects.toMatchObject({ key: 'core.database-busy' }) : undefined;
    await turn();
    expect(db.load.queued).toBe(onServer ? 2 : 1);
    control.abort(new Error('gone'));
    await gone;
    // What has a connection is past all waiting for turns.
    while (onServer && (await db.stats()).waitingForLocks < 2) await turn();
    if (late) vi.advanceTimersByTime(20_001);
    await late;
    expect(db.load.queued).toBe(0);
    vi.useRealTimers();
    await first.end();
    await Promise.all([second, failing]);
    await Promise.all([db.transaction(act, QUEUE), db.transaction(act, QUEUE), db.transaction(act, QUEUE)]);
    expect(db.load).toMatchObject({ queued: 0, inUse: 0 });
  });

  test('a transaction that never returns loses its places when its time is up', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    for (const _one of [1, 2, 3]) {
      const begun = gate();
      const stuck = db.transaction(
        () => {
          begun.open();
          return new Promise<never>(() => undefined);
        },
        { ...QUEUE, limitMs: 100 },
      );
      const told = expect(stuck).rejects.toMatchObject({ key: 'core.database-unavailable' });
      await begun.opened;
      vi.advanceTimersByTime(101);
      await told;
    }
    vi.useRealTimers();
    await db.transaction(act, QUEUE);
    expect(await acts()).toBe(1);
    expect(db.load).toMatchObject({ queued: 0, inUse: 0 });
  });

  test('whoever joins a running transaction waits in no queue, and what runs after the commit may take the same one', async () => {
    const seen: string[] = [];
    await Promise.all(
      [1, 2, 3, 4].map(() =>
        db.transaction(async () => {
          await db.transaction(act, QUEUE);
          db.afterCommit(async () => {
            await db.transaction(act, QUEUE);
            seen.push('after');
          });
        }, QUEUE),
      ),
    );
    expect(seen).toHaveLength(4);
    expect(await acts()).toBe(8);
  });

  test('a lost race is run again in its place, and gives it back in the end', async () => {
    let attempts = 0;
    const clash = async (): Promise<void> => {
      attempts += 1;
      if (attempts < 3) await db.script("do $$ begin raise exception 'clash' using errcode = '40001'; end $$");
      await act();
    };
    await Promise.all([db.transaction(clash, QUEUE), db.transaction(act, QUEUE), db.transaction(act, QUEUE)]);
    expect(await acts()).toBe(3);
    await expect(
      db.transaction(() => db.script("do $$ begin raise exception 'clash' using errcode = '40001'; end $$"), { ...QUEUE, retries: 1 }),
    ).rejects.toMatchObject({ code: '40001' });
    expect(db.load).toMatchObject({ queued: 0, inUse: 0 });
  });

  test.runIf(onServer).each([1, 2, 3])('a pool of %i: all get through, transactions, streams and reads', async (poolSize) => {
    await open({ poolSize });
    const stream = async (): Promise<void> => {
      for await (const rows of db.stream(tables().selectFrom('desk.drawer').select('id'))) expect(rows).toHaveLength(2);
    };
    await Promise.all(Array.from({ length: 12 }, () => [db.transaction(act, QUEUE), stream(), acts()]).flat());
    expect(await acts()).toBe(12);
    expect(db.load).toMatchObject({ size: poolSize, inUse: 0 });
  });

  test.runIf(onServer)('two connections: who waits for the lock leaves the other one to reads', async () => {
    await open({ poolSize: 2 });
    const first = await holder({ queue: [] });
    const rest = Array.from({ length: 5 }, () => db.transaction(act));
    expect(await acts()).toBe(0);
    expect(db.load).toMatchObject({ size: 2, inUse: 1, waiting: { transactions: 5 } });
    await first.end();
    await Promise.all(rest);
  });

  test.runIf(onServer)('a share of nothing for reads is refused when the database is opened', async () => {
    await expect(openTestDatabase(migrations, { pool: { poolSize: 10, readShare: 0 } })).rejects.toThrow(/reads need at least one/);
  });

  test.runIf(onServer)('streams leave room for transactions', async () => {
    const reading = Array.from({ length: 6 }, async () => {
      for await (const _rows of db.stream(
        tables()
          .selectFrom('desk.drawer')
          .select(['id', sql`pg_sleep(0.2)`.as('slept')]),
      ))
        await turn();
    });
    await turn();
    expect(db.load).toMatchObject({ inUse: 3, waiting: { streams: 3 } });
    await db.transaction(act);
    await Promise.all(reading);
  });
});
