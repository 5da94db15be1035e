import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { Client } from 'pg';
import { type Database, type DatabaseLimits, openDatabase, type PostgresOptions } from '../../../shell/server/db/index.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';
import { silentLog } from '../silent-log.ts';

let ownServer: Promise<PostgresServer> | undefined;

async function serverUrl(): Promise<string> {
  if (process.env.NEPHRA_TEST_POSTGRES_URL) return process.env.NEPHRA_TEST_POSTGRES_URL;
  ownServer ??= startPostgres().then((server) => {
    if (typeof server === 'string') throw new Error(server);
    return server;
  });
  return (await ownServer).url;
}

const urlOf = (url: string, database: string): string => url.replace(/\/postgres(\?|$)/, `/${database}$1`);

let administration: Promise<Database> | undefined;

/** One connection per thread; building a template takes as long as the machine needs, so whoever waits for one has no limit. */
async function administrator(): Promise<Database> {
  administration ??= openDatabase({ kind: 'postgres', url: await serverUrl(), poolSize: 1, limits: { statementMs: 0 } }, silentLog);
  return await administration;
}

// waits: templates stay as long as the server does
const known = new Set<string>();

/** Alone among all threads. The lock is of a connection: one of a pool would be closed, and the lock be gone with it, while a long template is built. */
async function alone(work: () => Promise<void>): Promise<void> {
  const holder = new Client({ connectionString: await serverUrl() });
  await holder.connect();
  try {
    await holder.query('select pg_advisory_lock(20260101)');
    await work();
  } finally {
    await holder.end();
  }
}

/** Threads run side by side: one of them builds a template, the others wait. */
async function template(name: string, fill: (db: Database) => Promise<void>): Promise<void> {
  if (known.has(name)) return;
  const admin = await administrator();
  await alone(async () => {
    if (!(await databasesLike(admin, name)).includes(name)) {
      await admin.script(`drop database if exists ${name}_unfinished`);
      await admin.script(`create database ${name}_unfinished template template0 encoding 'UTF8' lc_collate 'C' lc_ctype 'C'`);
      const db = await openDatabase({ kind: 'postgres', url: urlOf(await serverUrl(), `${name}_unfinished`), poolSize: 2 }, silentLog);
      try {
        await fill(db);
      } finally {
        await db.close();
      }
      await admin.script(`alter database ${name}_unfinished rename to ${name}`);
    }
    // When it was used last: what is dropped is what nobody has used for the longest time.
    await admin.script(`comment on database ${name} is '${new Date().toISOString()}'`);
  });
  known.add(name);
}

async function databasesLike(admin: Database, pattern: string): Promise<string[]> {
  const rows = await admin
    .kyselyFor<{ pg_database: { datname: string } }>()
    .selectFrom('pg_database')
    .select('datname')
    .where('datname', 'like', pattern)
    .execute();
  return rows.map(({ datname }) => datname);
}

/** A database of the caller's own, cloned from the template of this content; closing it drops it. */
export async function openOnPostgres(
  content: string,
  fill: (db: Database) => Promise<void>,
  limits: DatabaseLimits | undefined,
  pool: Pick<PostgresOptions, 'poolSize' | 'readShare'> = {},
): Promise<Database> {
  await template(`template_${content}`, fill);
  const admin = await administrator();
  const name = `test_${randomBytes(8).toString('hex')}`;
  await admin.script(`create database ${name} template template_${content} strategy file_copy`);
  const db = await openDatabase({ kind: 'postgres', url: urlOf(await serverUrl(), name), limits, ...pool }, silentLog);
  const close = db.close.bind(db);
  db.close = async () => {
    await close();
    await admin.script(`drop database if exists ${name} with (force)`);
  };
  return db;
}

/** Address of such a database. */
export async function addressOnPostgres(db: Database): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db.kysely);
  return urlOf(await serverUrl(), rows[0]?.name ?? '');
}

/** The same database as another server opens it; the first one has to be closed last. */
export async function openAgainOnPostgres(db: Database): Promise<Database> {
  return await openDatabase({ kind: 'postgres', url: await addressOnPostgres(db) }, silentLog);
}
