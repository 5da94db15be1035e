import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { Decrypter } from 'age-encryption';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { emptySnapshotFile, openTestDatabase, silentLog, testEngine } from '../../../../tests/support/databases/test-database.ts';
import { DiskStorage } from '../../files/storage/disk-storage.ts';
import { type Database, exportDatabase, importDatabase, openDatabase, runMigrations, siteTablesIn } from '../index.ts';

const ward = (name: string, text: string) => ({ plugin: 'ward', schema: 'ward', migrations: [{ name, sql: text }] });
const first = ward(
  '0001-ward',
  `create table patient (
    id bigint generated always as identity primary key,
    name text not null,
    upper_name text generated always as (upper(name)) stored,
    guardian bigint references patient,
    balance numeric(14,2) not null,
    born date, seen timestamptz, facts jsonb, tags text[], photo bytea, price numeric(12,4)
  );
  create table kind (code text primary key);
  insert into kind values ('made by the migration');`,
);
const lab = {
  plugin: 'lab',
  schema: 'lab',
  migrations: [
    { name: '0001-lab', sql: 'create table "Odd ""Name" (id integer, patient bigint not null references ward.patient); create table nothing (id integer);' },
  ],
};
const second = {
  ...first,
  migrations: [
    ...first.migrations,
    {
      name: '0002-ledger',
      sql: `create table ledger (id integer primary key, amount numeric not null);
        create function refuse() returns trigger language plpgsql as $$ begin raise exception 'append only'; end $$;
        create trigger no_change before update or delete or truncate on ledger execute function refuse();
        create table day (at date not null, n integer) partition by range (at);
        create table day_2026 partition of day for values from ('2026-01-01') to ('2027-01-01');
        create sequence bill_number start 1000;`,
    },
  ],
};

/** Awkward on purpose: line ends, tabs, backslashes, the end mark itself, cyclic references, dropped columns. */
const fill = `
  insert into ward.patient (name, balance, born, seen, facts, tags, photo, price) values
    (E'tab\\tnewline\\nback\\\\slash\\r', 12345678901.05, '1950-02-28', '2026-03-01 08:30:00.123456+08', '{"a": "\\\\."}', '{"a,b","c\\"d",null}', '\\x00ff', 0.0001),
    (E'\\\\.', -0.05, null, 'infinity', null, null, null, null),
    ('血透患者 🩸', 0, null, null, '[]', '{}', '', 1.5);
  update ward.patient set guardian = 2 where id = 1;
  update ward.patient set guardian = 1 where id = 2;
  delete from ward.kind; insert into ward.kind values ('changed since');
  insert into lab."Odd ""Name" values (1, 3);
  alter table lab.nothing add column gone integer; alter table lab.nothing drop column gone;
  insert into ward.ledger select n, n * 0.01 from generate_series(1, 30000) n;
  insert into ward.day values ('2026-05-01', 1), ('2026-06-01', 2);
  select nextval('ward.bill_number'), nextval('ward.bill_number');`;

describe(`export and import on ${testEngine}`, () => {
  let folder: string;
  let file: string;
  let source: Database;
  let target: Database | undefined;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'nephra-transfer-'));
    file = join(folder, 'export.gz');
    source = await openTestDatabase();
    await runMigrations(source, [first], '1.0.0');
    await runMigrations(source, [lab], '1.0.0');
    await runMigrations(source, [second], '1.1.0');
    await source.script(fill);
    // Made at run time and in no migration of a plugin: the ledger has it all the same.
    const site = siteTablesIn(source);
    await source.transaction(() => site.change('create bed', ['create table "site"."bed" ("id" integer, primary key ("id"))']));
    await source.transaction(() => site.change('alter bed', ['alter table "site"."bed" rename to "seat"', `comment on table "site"."seat" is 'a; b'`]));
    await source.script('insert into site.seat values (7)');
    // The dropped column was not made by a migration, but leaves the table as the migrations make it.
    expect(await exportDatabase(source, file, silentLog)).toMatchObject({ rows: 30_000 + 3 + 1 + 1 + 2 + 3 + 1 + 3 });
  });
  afterEach(async () => {
    await target?.close();
    target = undefined;
  });
  afterAll(async () => {
    await source.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const contents = async (db: Database): Promise<unknown[]> => {
    const queries = [
      'select *, xmin::text is not null as ok from ward.patient order by id',
      'select * from ward.kind',
      'select * from lab."Odd ""Name"',
      'select count(*), sum(amount), min(id), max(id) from ward.ledger',
      'select * from ward.day order by at',
      'select * from site.seat',
      'select plugin, name, checksum, app_version, applied_at from core.migration order by position',
      "select conname, convalidated from pg_constraint where contype = 'f' order by 1",
      'select last_value from ward.bill_number',
    ];
    const answers: unknown[] = [];
    for (const query of queries) answers.push((await sql.raw(query).execute(db.kysely)).rows);
    return answers;
  };

  test('the copy is equal to the original in every value, and goes on where it stopped', async () => {
    target = await openTestDatabase();
    await importDatabase(target, file, silentLog);
    expect(await contents(target)).toEqual(await contents(source));
    const next = await sql`insert into ward.patient (name, balance) values ('next', 0) returning id, nextval('ward.bill_number') as bill`.execute(
      target.kysely,
    );
    expect(next.rows).toEqual([{ id: '4', bill: '1002' }]);
    await expect(target.script('delete from ward.ledger')).rejects.toThrow('append only');
    await expect(target.script("insert into ward.patient (name, balance, guardian) values ('x', 0, 99)")).rejects.toMatchObject({ code: '23503' });
    expect(await runMigrations(target, [second, lab])).toEqual([]);
  });

  test.runIf(testEngine === 'postgres')('from the embedded engine to PostgreSQL and back again', async () => {
    const embedded = await openDatabase({ kind: 'memory', snapshot: readFileSync(await emptySnapshotFile()) }, silentLog);
    await importDatabase(embedded, file, silentLog);
    expect(await contents(embedded)).toEqual(await contents(source));
    const back = join(folder, 'back.gz');
    await exportDatabase(embedded, back, silentLog);
    await embedded.close();
    target = await openTestDatabase();
    await importDatabase(target, back, silentLog);
    expect(await contents(target)).toEqual(await contents(source));
  });

  test('a target that is not empty is left alone', async () => {
    target = await openTestDatabase();
    await target.script('create table precious (id integer)');
    await expect(importDatabase(target, file, silentLog)).rejects.toThrow(/target database is not empty \(public\.precious\)/);
  });

  /** The export with a change in its text, byte for byte else. */
  const changed = (name: string, change: (text: string) => string): string => {
    const copy = join(folder, name);
    writeFileSync(copy, gzipSync(Buffer.from(change(gunzipSync(readFileSync(file)).toString('latin1')), 'latin1'), { level: 1 }));
    return copy;
  };

  test.each([
    ['a changed amount', () => changed('amount.gz', (text) => text.replace('\n777\t7.77\n', '\n777\t7.78\n')), /do not match their digest|sum of amount/],
    ['a missing row', () => changed('row.gz', (text) => text.replace('\n777\t7.77\n', '\n')), /do not match their digest|rows instead of/],
    [
      'a changed migration',
      () => changed('migration.gz', (text) => text.replace('append only', 'append onlY')),
      /text of migration ward 0002-ledger does not match its checksum/,
    ],
    ['a foreign file', () => changed('foreign.gz', () => '{"format":"other"}\n'), /not a database export/],
    ['a later format', () => changed('later.gz', (text) => text.replace('"version":1', '"version":2')), /has format 2/],
    [
      'a plain text file',
      () => {
        writeFileSync(join(folder, 'plain.gz'), 'hello');
        return join(folder, 'plain.gz');
      },
      /not a database export/,
    ],
    [
      'a file that was cut off',
      () => {
        const copy = join(folder, 'cut.gz');
        writeFileSync(copy, readFileSync(file));
        truncateSync(copy, Math.floor(readFileSync(file).length / 2));
        return copy;
      },
      /cut off|damaged/,
    ],
  ])('%s is noticed, and no row is left', async (_what, make, sentence) => {
    target = await openTestDatabase();
    await expect(importDatabase(target, make(), silentLog)).rejects.toThrow(sentence);
    const { rows } = await sql<{ there: boolean }>`select to_regclass('ward.ledger') is not null as there`.execute(target.kysely);
    if (rows[0]?.there) expect((await sql`select id from ward.ledger`.execute(target.kysely)).rows).toEqual([]);
  });

  describe('with a passphrase', () => {
    const lock = { passphrase: '三台透析机 seven plain words', workFactor: 4 };
    let sealed: string;
    beforeAll(async () => {
      sealed = join(folder, 'sealed.age');
      await exportDatabase(source, sealed, silentLog, { lock });
    });
    const withChange = (name: string, change: (bytes: Buffer) => Buffer): string => {
      writeFileSync(join(folder, name), change(readFileSync(sealed)));
      return join(folder, name);
    };

    test('nothing of the rows can be read in the file, and the copy is equal', async () => {
      const bytes = readFileSync(sealed);
      expect(bytes.subarray(0, 21).toString()).toBe('age-encryption.org/v1');
      // Neither compressed nor plain: the seal takes the place of the outer format.
      expect(bytes.includes(gzipSync('').subarray(0, 4))).toBe(false);
      target = await openTestDatabase();
      await importDatabase(target, sealed, silentLog, { passphrase: lock.passphrase });
      expect(await contents(target)).toEqual(await contents(source));
    });

    // What is refused is refused before the engine is asked, so the dearer one does without.
    test.runIf(testEngine === 'postgres').each([
      ['no passphrase', () => sealed, undefined, /encrypted: set BACKUP_PASSPHRASE/],
      ['another passphrase', () => sealed, `${lock.passphrase}.`, /not the passphrase it was made with/],
      ['one bit changed in the rows', () => withChange('bit.age', (bytes) => bytes.fill((bytes[70_000] ?? 0) ^ 1, 70_000, 70_001)), lock.passphrase, /damaged/],
      ['the end cut off', () => withChange('cut.age', (bytes) => bytes.subarray(0, 70_000)), lock.passphrase, /damaged or cut off/],
    ])('%s is told, and no row is left', async (_what, make, passphrase, sentence) => {
      target = await openTestDatabase();
      await expect(importDatabase(target, make(), silentLog, { passphrase })).rejects.toThrow(sentence);
      const { rows } = await sql<{ there: boolean }>`select to_regclass('ward.ledger') is not null as there`.execute(target.kysely);
      if (rows[0]?.there) expect((await sql`select id from ward.ledger`.execute(target.kysely)).rows).toEqual([]);
    });

    test('a short one is refused before anything is written', async () => {
      const short = join(folder, 'short.age');
      await expect(exportDatabase(source, short, silentLog, { lock: { passphrase: '三台透析机' } })).rejects.toThrow(/at least 12 characters/);
      expect(existsSync(short)).toBe(false);
    });

    test('the tool age and the library open it: the passphrase is worked in as they do', async () => {
      const plain = new Decrypter();
      plain.addPassphrase(lock.passphrase);
      const opened = await plain.decrypt(new Uint8Array(readFileSync(sealed)));
      expect(gunzipSync(opened).subarray(0, 27).toString()).toBe('{"format":"nephra-database"');
    });

    test('a full disk is told and leaves no file', async () => {
      const full = join(folder, 'full.age');
      symlinkSync('/dev/full', `${full}.part`);
      await expect(exportDatabase(source, full, silentLog, { lock })).rejects.toThrow(/ENOSPC/);
      expect([existsSync(full), existsSync(`${full}.part`)]).toEqual([false, false]);
    });
  });

  describe('with uploaded files', () => {
    const large = Buffer.alloc(3 * 1024 * 1024, 'a{"sha256":"b"}\n');
    let uploads: string;
    let whole: string;
    beforeAll(async () => {
      uploads = join(folder, 'uploads');
      for (const [name, content] of [
        ['202603/0a/20260302_0a.pdf', large],
        ['202603/ff/20260302_ff.png', Buffer.alloc(0)],
        ['incoming/half', Buffer.from('half')],
      ] as const) {
        mkdirSync(dirname(join(uploads, name)), { recursive: true });
        writeFileSync(join(uploads, name), content);
      }
      whole = join(folder, 'whole.gz');
      expect(await exportDatabase(source, whole, silentLog, { filesFrom: new DiskStorage(uploads) })).toMatchObject({ files: 2, fileBytes: large.length });
    });

    test('they come back byte for byte, without those that were still arriving', async () => {
      target = await openTestDatabase();
      const into = join(folder, 'back');
      expect(await importDatabase(target, whole, silentLog, { filesInto: into })).toMatchObject({ files: 2, fileBytes: large.length });
      expect(readFileSync(join(into, '202603/0a/20260302_0a.pdf')).equals(large)).toBe(true);
      expect(readFileSync(join(into, '202603/ff/20260302_ff.png'))).toHaveLength(0);
      expect(existsSync(join(into, 'incoming'))).toBe(false);
    });

    // What the rows are held to is looked at above; the dearer engine does without.
    test.runIf(testEngine === 'postgres').each([
      ['a changed byte', (text: string) => text.replace('a{"sha256":"b"}\na', 'a{"sha256":"c"}\na'), /does not match its digest/],
      [
        'a way out of the folder',
        (text: string) => text.replace('"202603/ff/20260302_ff.png"', '"202603/../../../ff.png.gone"'),
        /names an uploaded file that cannot be/,
      ],
      ['a missing end', (text: string) => text.slice(0, text.lastIndexOf('{"files"')), /cut off/],
    ])('%s is noticed, and no row is left', async (what, change, sentence) => {
      target = await openTestDatabase();
      const file = join(folder, `${what}.gz`);
      writeFileSync(file, gzipSync(Buffer.from(change(gunzipSync(readFileSync(whole)).toString('latin1')), 'latin1'), { level: 1 }));
      await expect(importDatabase(target, file, silentLog, { filesInto: join(folder, what, 'deep', 'er') })).rejects.toThrow(sentence);
      expect((await sql`select id from ward.ledger`.execute(target.kysely)).rows).toEqual([]);
      expect(existsSync(join(folder, 'ff.png.gone'))).toBe(false);
    });

    test('one that is called off leaves no file', async () => {
      const stopped = new AbortController();
      const reason = new Error('called off');
      const off = join(folder, 'off.gz');
      const exporting = exportDatabase(source, off, silentLog, {
        filesFrom: new DiskStorage(uploads),
        signal: stopped.signal,
        progress: ({ step }) => step === 'files' && stopped.abort(reason),
      });
      await expect(exporting).rejects.toBe(reason);
      expect([existsSync(off), existsSync(`${off}.part`)]).toEqual([false, false]);
    });
  });

  test('loading tells how far it is within a table, is called off there, and leaves no row', async () => {
    const text = gunzipSync(readFileSync(file)).toString('latin1');
    const long = join(folder, 'long.gz');
    const rows = 3_000_000;
    writeFileSync(long, gzipSync(Buffer.from(text.replace('\n1\t3\n', `\n${'1\t3\n'.repeat(rows)}`), 'latin1'), { level: 1 }));
    const stopped = new AbortController();
    const reason = new Error('called off');
    const told: number[] = [];
    target = await openTestDatabase();
    const loading = importDatabase(target, long, silentLog, {
      signal: stopped.signal,
      progress: (done) => {
        told.push(done);
        if (done > 0) stopped.abort(reason);
      },
    });
    await expect(loading).rejects.toBe(reason);
    expect(told.at(-1)).toBeGreaterThan(0);
    expect(told.at(-1)).toBeLessThan(rows);
    expect((await sql`select * from lab."Odd ""Name"`.execute(target.kysely)).rows).toEqual([]);
  });

  test('an export that fails leaves no file behind', async () => {
    const before = readdirSync(folder);
    await expect(exportDatabase(source, join(folder, 'missing', 'export.gz'), silentLog)).rejects.toThrow(/ENOENT/);
    expect(readdirSync(folder)).toEqual(before);
    expect((await source.health()).ok).toBe(true);
  });
});
