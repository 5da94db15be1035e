import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { openTestDatabase, testEngine } from '../../../../tests/support/databases/test-database.ts';
import type { Database } from '../index.ts';

const spooled = (): string[] => readdirSync(tmpdir()).filter((name) => name.startsWith('nephra-rows-'));

describe(`statements on ${testEngine}`, () => {
  let db: Database;
  let place: string;
  let usualPlace: string | undefined;
  const numbers = (last: number) =>
    db
      .kyselyFor<object>()
      .selectFrom(sql<{ n: number; text: string }>`(select n, repeat('x', 50) as text from generate_series(1, ${sql.lit(last)}) n)`.as('series'))
      .select(['n', 'text']);

  beforeAll(async () => {
    // A place of its own: other test files stream at the same time.
    place = mkdtempSync(path.join(tmpdir(), 'nephra-statements-'));
    usualPlace = process.env.TMPDIR;
    process.env.TMPDIR = place;
    db = await openTestDatabase([]);
  });
  afterAll(async () => {
    await db.close();
    if (usualPlace === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = usualPlace;
    rmSync(place, { recursive: true, force: true });
  });

  test('a query of the query builder streams row by row, and needs no connection while nobody reads', async () => {
    const seen: number[] = [];
    for await (const { n } of numbers(2_500).stream(1_000)) {
      if (n % 1_000 === 1) await sql`select 1`.execute(db.kysely);
      seen.push(n);
    }
    expect([seen.length, seen.at(-1)]).toEqual([2_500, 2_500]);
    expect(spooled()).toEqual([]);
  });

  test('an answer that is longer than whoever asked may have ends before it fills the memory: many rows, one value, a batch of a stream', async () => {
    const few = 4 * 1024 * 1024;
    const others = db.kyselyFor<object>(() => undefined, undefined, { maxAnswerBytes: few });
    const rows = (count: number, length: number) =>
      others
        .selectFrom(sql<{ text: string }>`(select repeat('x', ${sql.lit(length)}) as text from generate_series(1, ${sql.lit(count)}) n)`.as('series'))
        .select('text');
    // Unbounded it would be a gigabyte. The engine inside this process keeps what it once took, so its memory says nothing and it is asked for less.
    const embedded = testEngine === 'embedded';
    const before = process.memoryUsage.rss();
    expect(await rows(1_000, 1_000).execute()).toHaveLength(1_000);
    for (const [count, length] of [
      [embedded ? 60_000 : 1_000_000, 1_000],
      [1, 60_000_000],
    ] as const) {
      await expect(rows(count, length).execute()).rejects.toThrow('longer than 4 MB');
      await expect(db.transaction(() => rows(count, length).execute())).rejects.toThrow('longer than 4 MB');
      await expect(rows(count, length).stream(60_000).next()).rejects.toThrow('longer than 4 MB');
      // Whoever comes next finds a connection that is sound.
      expect(await rows(10, 1_000).execute()).toHaveLength(10);
    }
    // In batches it may be as long as a file may get: sixteen times that.
    let seen = 0;
    for await (const { text } of rows(10_000, 1_000).stream(1_000)) seen += text.length;
    expect(seen).toBe(10_000_000);
    await expect(rows(100_000, 1_000).stream(1_000).next()).rejects.toThrow('stream of rows is longer than 64 MB');
    expect(spooled()).toEqual([]);
    if (!embedded) expect(process.memoryUsage.rss() - before).toBeLessThan(600 * 1024 * 1024);
  });

  test('a stream that is opened after its transaction has ended is refused: its connection may be at work elsewhere', async () => {
    let late: Promise<unknown> = Promise.resolve();
    let open = (): void => undefined;
    await db.transaction(async () => {
      const gate = new Promise<void>((resolve) => {
        open = resolve;
      });
      late = gate.then(async () => await numbers(10).stream().next());
    });
    open();
    await expect(late).rejects.toThrow('The transaction has ended');
  });

  test('a statement prepared before a table changed still works after it', async () => {
    await db.script("create table changing (id integer, note text); insert into changing values (1, 'a')");
    const read = () => db.kyselyFor<{ changing: { id: number; note: string } }>().selectFrom('changing').select(['id', 'note']).execute();
    for (let round = 0; round < 4; round += 1) await read();
    await db.script('alter table changing alter column id type text');
    expect(await read()).toEqual([{ id: '1', note: 'a' }]);
    for (let round = 0; round < 4; round += 1) await read();
    await db.script('alter table changing alter column id type integer using id::integer');
    await db.transaction(async () => {
      expect(await read()).toEqual([{ id: 1, note: 'a' }]);
    });
  });

  test('the columns of a prepared statement are asked for once, and its rows are read the same afterwards', async () => {
    await db.script(`create table shaped (id integer, price numeric(12, 2), at timestamptz, tags text[], note jsonb);
      insert into shaped values (1, 2.50, '2026-11-24T08:00:00+08', '{a,b}', '{"x": 1}'), (2, null, null, null, null)`);
    interface Shaped {
      id: number;
      price: string | null;
      at: Date | null;
      tags: string[] | null;
      note: unknown;
    }
    const tables = db.kyselyFor<{ shaped: Shaped }>();
    const read = () => tables.selectFrom('shaped').select(['id', 'price', 'at', 'tags', 'note']).orderBy('id').execute();
    const write = (id: number) => tables.updateTable('shaped').set({ price: '2.50' }).where('id', '=', id).where('price', 'is not', null).executeTakeFirst();
    const both = async () => [await read(), (await write(1)).numUpdatedRows, (await write(9)).numUpdatedRows];
    const first = await db.transaction(both);
    expect(first).toEqual([
      [
        { id: 1, price: '2.50', at: new Date('2026-11-24T00:00:00Z'), tags: ['a', 'b'], note: { x: 1 } },
        { id: 2, price: null, at: null, tags: null, note: null },
      ],
      1n,
      0n,
    ]);
    // A text gets its name on its second use, on each connection of the pool.
    for (let round = 0; round < 3; round += 1) await Promise.all(Array.from({ length: 10 }, () => db.transaction(both)));
    const asked = vi.spyOn(pg.Connection.prototype, 'describe');
    onTestFinished(() => asked.mockRestore());
    // Also as the statement that travels with BEGIN.
    for (let round = 0; round < 3; round += 1) expect(await db.transaction(both)).toEqual(first);
    expect(asked).not.toHaveBeenCalled();
  });

  test('a large result streams in batches, and nobody waits for a slow reader', async () => {
    let rows = 0;
    let batches = 0;
    for await (const batch of db.stream(numbers(12_345))) {
      if (batches === 0) expect(spooled().length).toBeGreaterThan(0);
      // The connection is free: on the embedded engine it is the only one.
      await sql`select 1`.execute(db.kysely);
      expect(batch[0]?.n).toBe(rows + 1);
      rows += batch.length;
      batches += 1;
    }
    expect([rows, batches]).toEqual([12_345, 13]);
    expect(spooled()).toEqual([]);
  });

  test('a small result needs no file, an empty one gives no batch', async () => {
    const sizes: number[] = [];
    for await (const batch of db.stream(numbers(999))) {
      expect(spooled()).toEqual([]);
      sizes.push(batch.length);
    }
    for await (const batch of db.stream(numbers(0))) sizes.push(batch.length);
    expect(sizes).toEqual([999]);
  });

  test('a reader that leaves early leaves nothing behind', async () => {
    for await (const batch of db.stream(numbers(5_000), 500)) {
      expect(batch).toHaveLength(500);
      break;
    }
    expect(spooled()).toEqual([]);
  });

  test('inside a transaction the stream sees its unsaved rows, and other statements may go on while it is read', async () => {
    await db.script('create table unsaved (id integer)');
    const table = () => db.kyselyFor<{ unsaved: { id: number } }>();
    await db.transaction(async () => {
      await sql`insert into unsaved select generate_series(1, 2500)`.execute(db.kysely);
      let rows = 0;
      for await (const batch of db.stream(table().selectFrom('unsaved').select('id'))) {
        rows += batch.length;
        await table().insertInto('unsaved').values({ id: -1 }).execute();
      }
      expect(rows).toBe(2_500);
    });
  });

  test('a stream that fails rejects and frees its connection', async () => {
    const broken = db.kyselyFor<object>().selectFrom(sql<{ n: number }>`(select 1 / (n - 2000) as n from generate_series(1, 3000) n)`.as('series')).select('n');
    const read = async (): Promise<void> => {
      for await (const batch of db.stream(broken)) expect(batch.length).toBeGreaterThan(0);
    };
    await expect(read()).rejects.toMatchObject({ code: '22012' });
    expect(spooled()).toEqual([]);
    expect((await db.health()).ok).toBe(true);
  });

  test('a statement that runs too long is ended, and the database is there again for the next one', async () => {
    // Its own: on a busy machine honest statements of the others would be ended, too.
    const short = await openTestDatabase([], { limits: { statementMs: 3_000 } });
    const before = (await short.stats()).engineRestarts;
    // The embedded engine burns a core until then; the other one only needs to wait.
    await expect(short.script(testEngine === 'postgres' ? 'select pg_sleep(600)' : 'do $$ begin loop end loop; end $$')).rejects.toMatchObject({
      key: testEngine === 'postgres' ? 'core.database-slow' : 'core.database-unavailable',
    });
    const { rows } = await sql<{ n: number }>`select 1 as n`.execute(short.kysely);
    expect(rows).toEqual([{ n: 1 }]);
    expect((await short.stats()).engineRestarts - before).toBe(testEngine === 'postgres' ? 0 : 1);
    await short.close();
  });
});
