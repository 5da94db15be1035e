import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Writable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { to as copyTo } from 'pg-copy-streams';
import type { Database, Log } from '../database.ts';
import { sessionOf } from '../pooled-database.ts';
import type { Session } from '../pool/session.ts';
import { type ArchiveLock, checkPassphrase, writeCompressed } from './archive-encryption.ts';
import { END_OF_ROWS, type Manifest, type ManifestTable, qualified, quoted, type Seal } from './archive-format.ts';
import { type CatalogueTable, migrationsOf, sequencesOf, tablesOf } from './catalogue.ts';

/** 8 kB pages copied at a time: the embedded engine hands over the whole answer of a statement at once. */
const PAGES_PER_COPY = 2_048;

export interface TransferSummary {
  readonly tables: number;
  readonly rows: number;
}

/**
 * Writes the whole database as of one moment into one file: the backup, the way from the embedded engine to PostgreSQL,
 * and the way to a new major version of either. The file appears under its name only when it is complete and on disk.
 * On the embedded engine other work waits until it is done.
 * @param lock encrypts the file
 */
export async function exportDatabase(db: Database, file: string, log: Log, lock?: ArchiveLock): Promise<TransferSummary> {
  if (lock) checkPassphrase(lock.passphrase);
  const unfinished = `${file}.part`;
  try {
    const summary = await db.patiently(() =>
      db.transaction(() => writeArchive(db, unfinished, lock), { isolation: 'repeatable read', readOnly: true, limitMs: 0, retries: 0 }),
    );
    await forceToDisk(unfinished);
    await rename(unfinished, file);
    await forceToDisk(dirname(file));
    log.info({ file, ...summary }, 'the database was exported');
    return summary;
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

async function writeArchive(db: Database, file: string, lock: ArchiveLock | undefined): Promise<TransferSummary> {
  const session = await sessionOf(db);
  await session.script('set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0');
  const catalogue = await tablesOf(session);
  const tables: ManifestTable[] = [];
  for (const table of catalogue) tables.push(await described(session, table));
  const manifest: Manifest = {
    format: 'nephra-database',
    version: 1,
    createdAt: new Date().toISOString(),
    engine: db.engine,
    serverVersion: (await db.stats()).serverVersion,
    migrations: await migrationsOf(session),
    tables,
    sequences: await sequencesOf(session),
  };
  const target = createWriteStream(file, { mode: 0o600 });
  const gzip = createGzip();
  // A failure of either end stops the other; `put` and `written` tell it.
  const written = writeCompressed(gzip, target, lock);
  written.catch((error: Error) => gzip.destroy(error));
  try {
    await put(gzip, `${JSON.stringify(manifest)}\n`);
    const digests: string[] = [];
    for (const table of catalogue) digests.push(await writeRows(session, table, gzip));
    await put(gzip, `${JSON.stringify({ digests } satisfies Seal)}\n`);
    gzip.end();
    await written;
  } finally {
    gzip.destroy();
    target.destroy();
  }
  return { tables: tables.length, rows: tables.reduce((sum, table) => sum + table.rows, 0) };
}

async function described(session: Session, table: CatalogueTable): Promise<ManifestTable> {
  const { rows, sums } = await countRows(session, table, table.numericColumns);
  return { schema: table.schema, name: table.name, columns: table.columns, rows, sums };
}

/** Row count and the exact sum of each of `columns`. */
export async function countRows(
  session: Session,
  table: { readonly schema: string; readonly name: string },
  columns: readonly string[],
): Promise<{ rows: number; sums: Record<string, string | null> }> {
  const sums = columns.map((column, index) => `, sum(${quoted(column)})::text as s${index}`).join('');
  const answer = await session.run({ sql: `select count(*)::text as n${sums} from only ${qualified(table)}`, parameters: [] });
  const row = (answer.rows[0] ?? {}) as Record<string, string | null>;
  return { rows: Number(row.n), sums: Object.fromEntries(columns.map((column, index) => [column, row[`s${index}`] ?? null])) };
}

/** @returns the digest of the rows. */
async function writeRows(session: Session, table: CatalogueTable, target: Writable): Promise<string> {
  const digest = createHash('sha256');
  const columns = table.columns.map(quoted).join(', ');
  for (let page = 0; page < table.pages && columns !== ''; page += PAGES_PER_COPY) {
    const range = `ctid >= '(${page},0)'::tid and ctid < '(${page + PAGES_PER_COPY},0)'::tid`;
    await copyOut(session, `copy (select ${columns} from only ${qualified(table)} where ${range}) to stdout`, async (chunk) => {
      digest.update(chunk);
      await put(target, chunk);
    });
  }
  await put(target, END_OF_ROWS);
  return digest.digest('hex');
}

async function copyOut(session: Session, sql: string, take: (chunk: Buffer) => Promise<void>): Promise<void> {
  await session.exclusive(async () => {
    let failure: { error: unknown } | undefined;
    for await (const chunk of session.client.query(copyTo(sql))) {
      if (failure) continue;
      try {
        await take(chunk as Buffer);
      } catch (error) {
        // Read to the end all the same: a connection left in the middle of a COPY cannot even roll back.
        failure = { error };
      }
    }
    if (failure) throw failure.error;
  });
}

async function put(target: Writable, data: string | Buffer): Promise<void> {
  if (target.errored) throw target.errored;
  if (target.write(data)) return;
  await new Promise<void>((resolve, reject) => {
    const settle = (): void => {
      target.off('drain', settle).off('close', settle);
      if (target.errored) reject(target.errored);
      else resolve();
    };
    target.on('drain', settle).on('close', settle);
  });
}

async function forceToDisk(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
