import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { shareOf } from '../../../../tests/support/cases/effort.ts';
import { emptySnapshotFile, silentLog, testEngine } from '../../../../tests/support/databases/test-database.ts';
import { type Database, makeBaseSnapshot, openDatabase, prepareFirstStart, runMigrations } from '../index.ts';
import { Maintenance } from './maintenance.ts';
import { EmbeddedDatabase } from './open-embedded.ts';

/** Where an engine makes its first database from nothing, which is the dearest thing that it does: everywhere else it begins with what that became. */
const fromNothing = new Set(testEngine === 'postgres' ? [] : shareOf('databases that the embedded engine makes from nothing', ['on disk', 'in memory'], 1));
const endless = 'do $$ begin loop end loop; end $$';
const clock = { now: () => new Date('2026-03-01T00:00:00Z'), today: () => '2026-03-01' };

/** These hold for the embedded engine alone; the run on PostgreSQL leaves them out. */
describe.skipIf(testEngine === 'postgres')('embedded engine on disk', () => {
  let folder: string;
  let dataDir: string;
  let baseSnapshot: string;

  beforeAll(async () => {
    baseSnapshot = await emptySnapshotFile();
  });
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'nephra-engine-'));
    dataDir = join(folder, 'data');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const open = (more: object = {}): Promise<Database> => openDatabase({ kind: 'embedded', dataDir, baseSnapshot, ...more }, silentLog);
  const notes = async (db: Database): Promise<unknown> =>
    (await sql<{ id: number }>`select id from note order by id`.execute(db.kysely)).rows.map((row) => row.id);

  test('the first start builds beside and renames; leftovers of a killed one are removed, later starts build nothing; a second opener is refused', async () => {
    mkdirSync(join(dataDir, 'db.init', 'base'), { recursive: true });
    writeFileSync(join(dataDir, 'db.init', 'PG_VERSION'), 'half');
    const build = async (db: Database): Promise<void> => {
      expect(readdirSync(dataDir)).toContain('db.init');
      await db.script('create table note (id integer); insert into note values (1)');
    };
    expect(await prepareFirstStart({ dataDir, baseSnapshot }, silentLog, build)).toBe(true);
    expect(readdirSync(dataDir)).toEqual(['db']);
    expect(
      await prepareFirstStart({ dataDir, baseSnapshot }, silentLog, async () => {
        throw new Error('built twice');
      }),
    ).toBe(false);
    const db = await open();
    expect(await notes(db)).toEqual([1]);
    await expect(open()).rejects.toThrow(`in use by process ${process.pid}`);
    await db.close();
    expect(readdirSync(dataDir)).toEqual(['db']);
  });

  test('a first start and a copy of a database hold of the write-ahead log what the next start reads, not what filling took', async () => {
    // Six segments.
    const FILLED = 24 * 1024 * 1024;
    const fill = (db: Database) => db.script(`select pg_logical_emit_message(true, 'test', repeat('x', 1024)) from generate_series(1, ${FILLED / 1024})`);
    expect(await prepareFirstStart({ dataDir, baseSnapshot }, silentLog, fill)).toBe(true);
    expect(readdirSync(join(dataDir, 'db', 'pg_wal')).filter((name) => /^[0-9A-F]{24}$/.test(name)).length).toBeLessThan(3);
    const base = readFileSync(baseSnapshot);
    const db = await openDatabase({ kind: 'memory', snapshot: base }, silentLog);
    await fill(db);
    expect((await db.snapshot()).byteLength - base.byteLength).toBeLessThan(FILLED / 2);
    await db.close();
  });

  test('a first start that fails leaves no database, the next one succeeds; with little disk left writes are refused, reading goes on', async () => {
    const failing = prepareFirstStart({ dataDir, baseSnapshot }, silentLog, async () => {
      throw new Error('demo data is broken');
    });
    await expect(failing).rejects.toThrow('demo data is broken');
    expect(existsSync(join(dataDir, 'db'))).toBe(false);
    const filled = (fresh: Database) => fresh.script('create table note (id integer); insert into note values (1)');
    expect(await prepareFirstStart({ dataDir, baseSnapshot }, silentLog, filled)).toBe(true);
    const db = await open({ minimumFreeBytes: Number.MAX_SAFE_INTEGER });
    await expect(db.transaction(async () => undefined)).rejects.toMatchObject({ key: 'core.database-full', code: 503 });
    const tables = db.kyselyFor<{ note: { id: number } }>();
    await expect(tables.insertInto('note').values({ id: 2 }).execute()).rejects.toMatchObject({ key: 'core.database-full' });
    expect(await tables.selectFrom('note').select('id').execute()).toEqual([{ id: 1 }]);
    expect(await db.transaction(async () => await notes(db), { readOnly: true })).toEqual([1]);
    expect(await db.health()).toMatchObject({ ok: false, reason: expect.stringContaining('writing is refused') });
    await db.close();
  });

  test('a directory that is no database is refused with a sentence', async () => {
    mkdirSync(join(dataDir, 'db'), { recursive: true });
    writeFileSync(join(dataDir, 'db', 'PG_VERSION'), '14\n');
    await expect(open()).rejects.toThrow(/embedded database could not be opened/);
    rmSync(join(dataDir, 'db'), { recursive: true });
    // The refused one has let go of the directory. Without a base snapshot the database is made from nothing.
    await (await open(fromNothing.has('on disk') ? { baseSnapshot: undefined } : {})).close();
  });
});

/** One database for all: opening one on disk is the slow part. */
describe.skipIf(testEngine === 'postgres')('embedded engine once open', () => {
  let db: EmbeddedDatabase;
  let dataDir: string;
  let shipped: readonly unknown[];
  const notes = async (): Promise<unknown> => (await sql<{ id: number }>`select id from note order by id`.execute(db.kysely)).rows.map((row) => row.id);

  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'nephra-engine-'));
    const shippedSnapshot = join(dataDir, 'db-base.tar.gz');
    if (fromNothing.has('in memory')) writeFileSync(shippedSnapshot, await makeBaseSnapshot(silentLog));
    const baseSnapshot = fromNothing.has('in memory') ? shippedSnapshot : await emptySnapshotFile();
    // What loops for ever burns that much of a processor.
    const opened = await openDatabase({ kind: 'embedded', dataDir, baseSnapshot, maintenance: false, limits: { statementMs: 1_000 } }, silentLog);
    if (!(opened instanceof EmbeddedDatabase)) throw new Error('another engine was opened');
    db = opened;
    shipped = (await sql`select tablename from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`.execute(db.kysely)).rows;
    await db.script('create table note (id integer)');
  });
  beforeEach(async () => await db.script('delete from note'));
  afterAll(async () => {
    await db.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  test.runIf(fromNothing.has('in memory'))('the base snapshot that the builder ships is an empty database', () => {
    expect(shipped).toEqual([]);
  });

  test.each([
    ['fsync', 'on'],
    ['full_page_writes', 'on'],
    ['synchronous_commit', 'on'],
    ['wal_sync_method', 'fsync'],
  ])('%s is %s', async (name, value) => {
    const { rows } = await sql<{ value: string }>`select current_setting(${name}) as value`.execute(db.kysely);
    expect(rows).toEqual([{ value }]);
  });

  test('a runaway statement: everybody waiting is told at once, the engine reopens, what was confirmed is there', async () => {
    await db.script('insert into note values (1)');
    const before = (await db.stats()).engineRestarts;
    const inside = db.transaction(async () => {
      await db.script('insert into note values (2)');
      await db.script(endless);
    });
    const waiting = db.script('insert into note values (3)');
    await expect(inside).rejects.toMatchObject({ key: 'core.database-unavailable' });
    await waiting;
    expect(await notes()).toEqual([1, 3]);
    expect((await db.stats()).engineRestarts - before).toBe(1);
    expect(await db.health()).toEqual({ ok: true, engine: 'embedded', reason: '' });
  });

  test('a migration of others without end ends with the engine: nothing of it stays, those before it do, and it may be mended', async () => {
    const thing = { name: '0001-thing', sql: 'create table thing (id integer)' };
    const run = (sqlOfSecond: string, statementSeconds: number) =>
      runMigrations(db, [{ plugin: 'lab', schema: 'lab', migrations: [thing, { name: '0002-more', sql: sqlOfSecond }] }], '', { statementSeconds });
    await expect(run(`create table more (id integer); ${endless}`, 0.4)).rejects.toThrow(/lab: migration 0002-more failed and was taken back/);
    expect(await run('create table more (id integer)', 60)).toEqual([{ plugin: 'lab', name: '0002-more' }]);
  });

  test('an engine lost during COMMIT answers "unknown", not "refused"', async () => {
    await db.patiently(() =>
      db.script(`create table hanging (id integer);
        create function hang() returns trigger language plpgsql as $$ begin loop end loop; end $$;
        create constraint trigger slow after insert on hanging deferrable initially deferred for each row execute function hang();`),
    );
    await expect(db.transaction(() => db.script('insert into hanging values (1)'))).rejects.toMatchObject({ key: 'core.commit-unknown' });
    expect((await sql`select id from hanging`.execute(db.kysely)).rows).toEqual([]);
  });

  test('a recursion without end is an error like any other', async () => {
    const before = (await db.stats()).engineRestarts;
    await db.patiently(() => db.script('create function deeper(n integer) returns integer language plpgsql as $$ begin return deeper(n + 1); end $$'));
    await expect(db.patiently(() => db.script('select deeper(1)'))).rejects.toMatchObject({ code: '54001' });
    expect((await db.stats()).engineRestarts).toBe(before);
  });

  test('checkpoints come by size, dead rows are vacuumed, statistics are fresh', async () => {
    const maintenance = new Maintenance(db, silentLog, clock);
    await maintenance.checkpoint();
    await maintenance.checkpointIfDue();
    expect(maintenance.checkpoints).toBe(1);
    await db.patiently(() =>
      db.script("create table big (id integer, text text); insert into big select n, repeat('x', 1000) from generate_series(1, 70000) n"),
    );
    await maintenance.checkpointIfDue();
    expect(maintenance.checkpoints).toBe(2);
    await maintenance.checkpointIfDue();
    expect(maintenance.checkpoints).toBe(2);
    await db.patiently(() => db.script('delete from big where id > 100'));
    await maintenance.vacuumIfDue();
    const { rows } = await sql<{ pages: number; tuples: number }>`select relpages as pages, reltuples as tuples from pg_class where relname = 'big'`.execute(
      db.kysely,
    );
    expect(rows[0]).toMatchObject({ tuples: 100 });
    expect(rows[0]?.pages).toBeLessThan(100);
    // A table that grew alone is vacuumed, too: new entries of its GIN index wait in a list until then.
    await db.patiently(() =>
      db.script(
        'create table grown (pieces text[]); create index on grown using gin (pieces); insert into grown select array[n::text] from generate_series(1, 2000) n',
      ),
    );
    await maintenance.vacuumIfDue();
    const grown = await sql<{ times: number }>`select vacuum_count::int as times from pg_stat_user_tables where relname = 'grown'`.execute(db.kysely);
    expect(grown.rows).toEqual([{ times: 1 }]);
    const done = maintenance.vacuums;
    expect(done).toBeGreaterThan(0);
    await maintenance.vacuumIfDue();
    expect(maintenance.vacuums).toBe(done);
  });

  test('one connection after another: nothing of a session is left for the next', async () => {
    const client = await db.pool.acquire();
    await client.script('begin; insert into note values (1); set local work_mem = 1024; set search_path = pg_catalog; prepare leftover as select 1');
    client.release(new Error('gone in the middle of a transaction'));
    expect(await notes()).toEqual([]);
    const { rows } = await sql<{ path: string }>`select current_setting('search_path') as path`.execute(db.kysely);
    expect(rows).toEqual([{ path: 'public' }]);
    await db.script('prepare leftover as select 2');
  });
});
