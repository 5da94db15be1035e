import { AsyncResource } from 'node:async_hooks';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { gate } from '../../../../tests/support/faults/lock-waiters.ts';
import { testEngine } from '../../../../tests/support/databases/test-database.ts';
import type { Database } from '../index.ts';
import { bankIn, openBank, turn } from './bank.fixture.ts';

/** What is asked for inside of a transaction joins it. */
const elsewhere = new AsyncResource('others');

describe(`transactions of others on ${testEngine}`, () => {
  let db: Database;
  const { notes, add, empty } = bankIn(() => db);

  beforeAll(async () => {
    db = await openBank();
  });
  afterAll(async () => await db.close());
  beforeEach(empty);

  test('a transaction without a statement under way for too long is rolled back and told why, and the connection is free', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const idle = { ms: 100, contestedMs: 100, reason: () => new Error('idle for too long') };
    const stuck = db.transaction(
      async () => {
        vi.advanceTimersByTime(90);
        await add(1, 'begun');
        vi.advanceTimersByTime(90);
        await add(2, 'still at it');
        vi.advanceTimersByTime(200);
        await new Promise<never>(() => undefined);
      },
      { idle },
    );
    await expect(stuck).rejects.toThrow('idle for too long');
    vi.useRealTimers();
    await add(3, 'others');
    expect(await notes()).toEqual(['others']);
  });

  test('while others wait for a connection it is rolled back sooner', async () => {
    const limits: number[] = [];
    const idle = {
      ms: 500,
      contestedMs: 50,
      reason: (ms: number) => {
        limits.push(ms);
        return new Error('others waited');
      },
    };
    const { size } = db.load;
    const stuck = Array.from({ length: size }, () =>
      db.transaction(
        async () => {
          await sql`select 1`.execute(db.kysely);
          await new Promise<never>(() => undefined);
        },
        { idle, takesLate: true },
      ),
    );
    const ended = Promise.allSettled(stuck);
    await expect.poll(() => db.load.inUse + db.load.waiting.transactions).toBe(size);
    // Others: one more than there are connections.
    await Promise.all(Array.from({ length: size + 1 }, (_, at) => add(at + 1, `other ${at}`)));
    expect((await notes()).length).toBe(size + 1);
    // Those that found no connection wait for one as well. The others may have been done before anybody looked.
    for (const end of await ended) expect(end).toMatchObject({ status: 'rejected' });
    expect(limits).toContain(50);
  });

  test('one that asks all the while keeps its connection as long as nobody waits for one; then it is rolled back when it has held it for too long', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const exceeded: string[] = [];
    const idle = {
      ...{ ms: 1_000, contestedMs: 500, heldMs: 2_000 },
      reason: (ms: number, kind: string) => {
        exceeded.push(`${kind} ${ms}`);
        return new Error('held for too long');
      },
    };
    const { opened, open } = gate();
    let others: Promise<unknown> = Promise.resolve();
    const work = db.transaction(
      async () => {
        for (let asked = 1; asked <= 100; asked += 1) {
          await add(asked, 'at it');
          vi.advanceTimersByTime(100);
          // More than there are connections.
          if (asked === 50) others = elsewhere.runInAsyncScope(() => Promise.all(Array.from({ length: db.load.size }, () => db.transaction(() => opened))));
        }
      },
      { idle, takesLate: true },
    );
    await expect(work).rejects.toThrow('held for too long');
    expect(exceeded).toEqual(['held 2000']);
    vi.useRealTimers();
    open();
    await others;
    expect(await notes()).toEqual([]);
  });

  test('one that takes its connection late keeps none from others until it asks for something; what it did is saved or lost as ever', async () => {
    const { opened, open } = gate();
    const late = db.transaction(
      async () => {
        await opened;
        await add(1, 'late');
        await add(2, 'later');
      },
      { takesLate: true },
    );
    await turn();
    expect(db.load.inUse).toBe(0);
    await add(3, 'others');
    open();
    await late;
    expect(await notes()).toEqual(['late', 'later', 'others']);
    await db.transaction(async () => undefined, { takesLate: true });
    const lost = db.transaction(
      async () => {
        await db.script("insert into bank.entry values (4, 'lost')");
        throw new Error('no');
      },
      { takesLate: true },
    );
    await expect(lost).rejects.toThrow('no');
    expect(await notes()).toEqual(['late', 'later', 'others']);
    expect(db.load.inUse).toBe(0);
  });

  test('a late one that got no connection does not pass for saved, even when that is swallowed', async () => {
    const left = new AbortController();
    left.abort(new Error('the caller left'));
    await db.transaction(async () => await add(1, 'saved'), { takesLate: true });

    const refused = db.transaction(
      async () => {
        await add(2, 'lost').catch(() => undefined);
      },
      { takesLate: true, signal: left.signal },
    );
    await expect(refused).rejects.toThrow('the caller left');
    expect(await notes()).toEqual(['saved']);
  });
});
