import { AsyncResource } from 'node:async_hooks';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openTestDatabase, testEngine } from '../../../tests/support/databases/test-database.ts';
import { type Database, MigrationError, type PluginMigrations, runMigrations } from './index.ts';

const plugin = (name: string, ...migrations: [string, string][]): PluginMigrations => ({
  plugin: name,
  schema: name,
  migrations: migrations.map(([migration, text]) => ({ name: migration, sql: text })),
});
const first: [string, string] = ['0001-ward', 'create table ward (id integer primary key);'];
const second: [string, string] = ['0002-bed', 'create table bed (id integer primary key, ward integer references ward);'];

/** What is expected to run has time, however slow the machine is; only what never ends is given little. */
const PATIENT_SECONDS = 60;

describe(`migrations on ${testEngine}`, () => {
  let db: Database;
  const applied = async (): Promise<string[]> => {
    const { rows } = await sql<{ key: string }>`select plugin || ' ' || name as key from core.migration order by position`.execute(db.kysely);
    return rows.map((row) => row.key);
  };

  beforeEach(async () => {
    db = await openTestDatabase();
  });
  afterEach(async () => await db.close());

  test('each plugin gets its own schema, in order, and only what is missing is applied later', async () => {
    expect(await runMigrations(db, [plugin('ward', first), plugin('lab', ['0001-lab', 'create table test (id integer);'])], '1.2.3')).toHaveLength(2);
    expect(await runMigrations(db, [plugin('ward', first, second)])).toEqual([{ plugin: 'ward', name: '0002-bed' }]);
    expect(await runMigrations(db, [plugin('ward', first, second)])).toEqual([]);
    expect(await applied()).toEqual(['ward 0001-ward', 'lab 0001-lab', 'ward 0002-bed']);
    const { rows } = await sql<{ at: string }>`select table_schema || '.' || table_name as at from information_schema.tables
      where table_schema in ('ward', 'lab') order by 1`.execute(db.kysely);
    expect(rows.map((row) => row.at)).toEqual(['lab.test', 'ward.bed', 'ward.ward']);
    expect(await sql`select app_version from core.migration where name = '0001-ward'`.execute(db.kysely)).toMatchObject({ rows: [{ app_version: '1.2.3' }] });
  });

  test('one that fails leaves no trace, those before it stay, and it can be tried again', async () => {
    const broken: [string, string] = ['0002-bed', 'create table bed (id integer); select 1/0;'];
    const failure = await runMigrations(db, [plugin('ward', first, broken)]).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(MigrationError);
    expect(failure).toMatchObject({ plugin: 'ward', message: expect.stringContaining('0002-bed failed and was taken back: division by zero') });
    expect(await applied()).toEqual(['ward 0001-ward']);
    await runMigrations(db, [plugin('ward', first, second)]);
    expect(await applied()).toHaveLength(2);
  });

  test('one that was edited after it had been applied is refused by name; other line ends are no edit', async () => {
    await runMigrations(db, [plugin('ward', ['0001-ward', 'create table ward (\n id integer\n);\n'])]);
    await runMigrations(db, [plugin('ward', ['0001-ward', 'create table ward (\r\n id integer\r\n);'])]);
    await expect(runMigrations(db, [plugin('ward', ['0001-ward', 'create table ward (id bigint);'])])).rejects.toThrow(
      /0001-ward was edited after it had been applied/,
    );
  });

  test('an older version on a newer database is refused', async () => {
    await runMigrations(db, [plugin('ward', first, second)]);
    await expect(runMigrations(db, [plugin('ward', first)])).rejects.toThrow(/already has migration 0002-bed, which this version does not know/);
  });

  test('a schema name that is none is refused before anything runs', async () => {
    await expect(runMigrations(db, [{ ...plugin('ward', first), schema: 'ward; drop schema core' }])).rejects.toThrow(/not a valid schema name/);
  });

  test('two nodes at once: each migration is applied once', async () => {
    const results = await Promise.all([1, 2, 3].map(() => runMigrations(db, [plugin('ward', first, second)])));
    expect(
      results
        .flat()
        .map(({ name }) => name)
        .sort(),
    ).toEqual(['0001-ward', '0002-bed']);
    expect(await applied()).toHaveLength(2);
  });

  test('a slow migration is not ended by the statement limit', async () => {
    const impatient = await openTestDatabase([], { limits: { statementMs: 2_000 } });
    // The embedded engine burns a core until then; the other one only needs to wait.
    const slow =
      testEngine === 'postgres'
        ? 'select pg_sleep(2.5)'
        : "do $$ declare began timestamptz := clock_timestamp(); begin while clock_timestamp() < began + interval '2.5 seconds' loop end loop; end $$";
    await runMigrations(impatient, [plugin('ward', ['0001-slow', slow])]);
    await impatient.close();
  });

  // The embedded engine has its turn in embedded-engine.int.test.ts: this one is in memory.
  test.runIf(testEngine === 'postgres')('a statement of others that takes too long is ended, leaves no trace, and the database goes on', async () => {
    await runMigrations(db, [plugin('ward', first)]);
    const endless: [string, string] = ['0002-endless', 'create table bed (id integer); do $$ begin loop perform 1; end loop; end $$;'];
    await expect(runMigrations(db, [plugin('ward', first, endless)], '', { statementSeconds: 1 })).rejects.toThrow(/ward: migration 0002-endless failed/);
    expect(await applied()).toEqual(['ward 0001-ward']);
    expect(await runMigrations(db, [plugin('ward', first, second)], '', { statementSeconds: PATIENT_SECONDS })).toHaveLength(1);
  });

  test.runIf(testEngine === 'postgres')('a migration of others that fills the disk is ended, leaves no trace, and a smaller one runs', async () => {
    await runMigrations(db, [plugin('ward', first)]);
    const limits = { statementSeconds: 120, maxGrowthBytes: 32 * 1024 * 1024 };
    const growing: [string, string] = [
      '0002-pile',
      `create table pile (words text); do $$ begin loop insert into pile select repeat(n::text, 500) from generate_series(1, 1000) n; end loop; end $$;`,
    ];
    await expect(runMigrations(db, [plugin('ward', first, growing)], '', limits)).rejects.toThrow(/ward: migration 0002-pile failed .*filled more of the disk/);
    expect(await applied()).toEqual(['ward 0001-ward']);
    expect(await runMigrations(db, [plugin('ward', first, second)], '', limits)).toHaveLength(1);
  });

  test.runIf(testEngine === 'postgres')('one of others waits for whoever works with its tables no longer than it may, and they go on', async () => {
    await runMigrations(db, [plugin('ward', first)]);
    const wider: [string, string] = ['0002-wider', 'alter table ward add column name text'];
    // What is asked for inside of a transaction joins it.
    const elsewhere = new AsyncResource('another node');
    await db.transaction(async () => {
      await db.script('insert into ward.ward values (1)');
      const trial = elsewhere.runInAsyncScope(() => runMigrations(db, [plugin('ward', first, wider)], '', { statementSeconds: 20, lockSeconds: 1 }));
      await expect(trial).rejects.toThrow(/0002-wider failed and was taken back: .*lock timeout/);
      await db.script('insert into ward.ward values (2)');
    });
    expect(await runMigrations(db, [plugin('ward', first, wider)], '', { statementSeconds: PATIENT_SECONDS, lockSeconds: PATIENT_SECONDS })).toHaveLength(1);
    expect((await sql<{ n: string }>`select count(*)::text as n from ward.ward`.execute(db.kysely)).rows).toEqual([{ n: '2' }]);
  });
});
