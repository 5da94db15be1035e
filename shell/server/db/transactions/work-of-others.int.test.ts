import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { openTestDatabase, testEngine } from '../../../../tests/support/databases/test-database.ts';
import type { Database } from '../index.ts';

interface Tables {
  'bank.entry': { id: number; note: string };
}

const migrations = [
  {
    plugin: 'bank',
    schema: 'bank',
    migrations: [
      {
        name: '0001-bank',
        sql: 'create table entry (id integer primary key, note text not null);',
      },
    ],
  },
];

/** Lets everybody else run. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A door that somebody opens. */
function gate(): { opened: Promise<void>; open: () => void } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

describe(`transactions of others on ${testEngine}`, () => {
  let db: Database;
  const tables = () => db.kyselyFor<Tables>();
  const notes = async (): Promise<string[]> => (await tables().selectFrom('bank.entry').select('note').orderBy('id').execute()).map((row) => row.note);
  const add = async (id: number, note: string): Promise<void> => {
    await tables().insertInto('bank.entry').values({ id, note }).execute();
  };

  beforeAll(async () => {
    db = await openTestDatabase(migrations, { limits: { acquireMs: 20_000 } });
  });
  afterAll(async () => await db.close());
  beforeEach(async () => await db.script('delete from bank.entry'));

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
    expect(limits).toContain(50);
    for (const end of await ended) expect(end).toMatchObject({ status: 'rejected' });
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
