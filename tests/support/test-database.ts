import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checksumOf, type Database, openDatabase, type PluginMigrations, runMigrations } from '../../shell/server/db/index.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';

/** Which engine the suite runs on. */
export const testEngine: 'embedded' | 'postgres' = process.env.NEPHRA_TEST_DATABASE === 'postgres' ? 'postgres' : 'embedded';

export interface TestDatabaseOptions {
  /** Rows that belong to the template. `version` names the content: change it when `fill` changes. */
  readonly seed?: { readonly version: string; readonly fill: (db: Database) => Promise<void> };
  /** Settings of the opened database; the engine is chosen by the environment. */
  readonly limits?: { readonly statementMs?: number; readonly transactionMs?: number; readonly acquireMs?: number };
}

/** Says nothing; pass `console` as log to see what the database has to say. */
export const silentLog = { debug() {}, info() {}, warn() {}, error() {} };

const cache = fileURLToPath(new URL('../../node_modules/.cache/nephra/', import.meta.url));
/** More than one run of the suite has; each is some 35 MB. */
const KEPT_TEMPLATES = 20;

/**
 * A database of the test's own with these migrations applied, on the engine that NEPHRA_TEST_DATABASE names. It is a
 * clone of a template that is built once per content. Close it at the end; nothing is left behind.
 */
export async function openTestDatabase(migrations: readonly PluginMigrations[] = [], options: TestDatabaseOptions = {}): Promise<Database> {
  return testEngine === 'postgres' ? await openOnPostgres(migrations, options) : await openInMemory(migrations, options);
}

async function fillTemplate(db: Database, migrations: readonly PluginMigrations[], options: TestDatabaseOptions): Promise<void> {
  await runMigrations(db, migrations);
  await options.seed?.fill(db);
}

function contentHash(migrations: readonly PluginMigrations[], options: TestDatabaseOptions): string {
  const hash = createHash('sha256').update(options.seed?.version ?? '');
  for (const { plugin, schema, migrations: list } of migrations) {
    hash.update(`\0${plugin}\0${schema}`);
    for (const migration of list) hash.update(`\0${migration.name}\0${checksumOf(migration.sql)}`);
  }
  return hash.digest('hex').slice(0, 16);
}

const engineFolder = (): string => dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'));

function engineVersion(): string {
  return (JSON.parse(readFileSync(join(engineFolder(), '..', 'package.json'), 'utf8')) as { version: string }).version;
}

let compiled: Promise<WebAssembly.Module> | undefined;

/**
 * Holds the engine's program as long as this thread lives. The process keeps one machine code per program that somebody holds: without it
 * every database of a test compiles its engine anew and runs it in slow, first-tier code.
 */
async function keepEngineCompiled(): Promise<void> {
  compiled ??= WebAssembly.compile(readFileSync(join(engineFolder(), 'pglite.wasm')));
  await compiled;
}

async function openInMemory(migrations: readonly PluginMigrations[], options: TestDatabaseOptions): Promise<Database> {
  await keepEngineCompiled();
  const empty = await snapshot('empty', undefined, async () => {});
  const template =
    migrations.length === 0 && !options.seed ? empty : await snapshot(contentHash(migrations, options), empty, (db) => fillTemplate(db, migrations, options));
  return await openDatabase({ kind: 'memory', snapshot: template, limits: options.limits }, silentLog);
}

/** File of an empty database, to open an embedded one on disk quickly (`baseSnapshot`). */
export async function emptySnapshotFile(): Promise<string> {
  await keepEngineCompiled();
  await snapshot('empty', undefined, async () => {});
  return snapshotFile('empty');
}

const snapshotPrefix = `db-template-${engineVersion()}-`;
const snapshotFile = (name: string): string => join(cache, `${snapshotPrefix}${name}.tar`);

async function snapshot(name: string, base: Uint8Array | undefined, fill: (db: Database) => Promise<void>): Promise<Uint8Array> {
  const file = snapshotFile(name);
  const kept = keptSnapshot(file);
  if (kept) return kept;
  const db = await openDatabase({ kind: 'memory', snapshot: base }, silentLog);
  try {
    await fill(db);
    const bytes = await db.snapshot();
    mkdirSync(cache, { recursive: true });
    const unfinished = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
    writeFileSync(unfinished, bytes);
    renameSync(unfinished, file);
    dropOldTemplates();
    return bytes;
  } finally {
    await db.close();
  }
}

/** Marks it as used now: what is dropped is what nobody has used for the longest time. Another run may drop it in this moment. */
function keptSnapshot(file: string): Uint8Array | undefined {
  try {
    const now = new Date();
    utimesSync(file, now, now);
    return readFileSync(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function dropOldTemplates(): void {
  const age = (file: string): number => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const templates = readdirSync(cache)
    .filter((name) => name.startsWith('db-template-') && name.endsWith('.tar') && name !== `${snapshotPrefix}empty.tar`)
    .map((name) => join(cache, name))
    .sort((a, b) => age(b) - age(a));
  for (const file of templates.slice(KEPT_TEMPLATES)) rmSync(file, { force: true });
}

let ownServer: Promise<PostgresServer> | undefined;

async function serverUrl(): Promise<string> {
  if (process.env.NEPHRA_TEST_POSTGRES_URL) return process.env.NEPHRA_TEST_POSTGRES_URL;
  ownServer ??= startPostgres().then((server) => {
    if (typeof server === 'string') throw new Error(server);
    return server;
  });
  return (await ownServer).url;
}

async function openOnPostgres(migrations: readonly PluginMigrations[], options: TestDatabaseOptions): Promise<Database> {
  const url = await serverUrl();
  const urlOf = (database: string): string => url.replace(/\/postgres(\?|$)/, `/${database}$1`);
  // Building a template takes as long as the machine needs, so whoever waits for one has no limit.
  const administrator = await openDatabase({ kind: 'postgres', url, poolSize: 1, limits: { statementMs: 0 } }, silentLog);
  const template = `template_${contentHash(migrations, options)}`;
  const name = `test_${randomBytes(8).toString('hex')}`;
  try {
    // Test processes run side by side: one of them builds the template, the others wait.
    await administrator.script('select pg_advisory_lock(20260101)');
    const found = await administrator
      .kyselyFor<{ pg_database: { datname: string } }>()
      .selectFrom('pg_database')
      .select('datname')
      .where('datname', '=', template)
      .execute();
    if (found.length === 0) {
      await administrator.script(`drop database if exists ${template}_unfinished`);
      await administrator.script(`create database ${template}_unfinished template template0 encoding 'UTF8' lc_collate 'C' lc_ctype 'C'`);
      const db = await openDatabase({ kind: 'postgres', url: urlOf(`${template}_unfinished`), poolSize: 2 }, silentLog);
      try {
        await fillTemplate(db, migrations, options);
      } finally {
        await db.close();
      }
      await administrator.script(`alter database ${template}_unfinished rename to ${template}`);
    }
    await administrator.script('select pg_advisory_unlock(20260101)');
    await administrator.script(`create database ${name} template ${template}`);
  } finally {
    await administrator.close();
  }
  const db = await openDatabase({ kind: 'postgres', url: urlOf(name), limits: options.limits }, silentLog);
  const close = db.close.bind(db);
  db.close = async () => {
    await close();
    const dropper = await openDatabase({ kind: 'postgres', url, poolSize: 1 }, silentLog);
    await dropper.script(`drop database if exists ${name} with (force)`);
    await dropper.close();
  };
  return db;
}
