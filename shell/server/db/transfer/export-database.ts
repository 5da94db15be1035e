import { createHash } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { to as copyTo } from 'pg-copy-streams';
import type { Database, Log } from '../database.ts';
import { sessionOf } from '../pooled-database.ts';
import type { Session } from '../pool/session.ts';
import { checkPassphrase } from './archive-encryption.ts';
import { type FileSource, putFiles } from './archive-files.ts';
import { END_OF_ROWS, type Manifest, type ManifestTable, qualified, quoted, type Seal } from './archive-format.ts';
import { ArchiveWriter, type ArchiveWriterOptions } from './archive-writer.ts';
import { type CatalogueTable, migrationsOf, sequencesOf, tablesOf } from './catalogue.ts';

/** 8 kB pages copied at a time: the embedded engine hands over the whole answer of a statement at once. */
const PAGES_PER_COPY = 2_048;

export interface TransferSummary {
  readonly tables: number;
  readonly rows: number;
  /** Uploaded files in the export, and their bytes. */
  readonly files: number;
  readonly fileBytes: number;
}

/** How far it is: pages of the database that were read of those there are, then uploaded files. */
export type ExportProgress =
  | { readonly step: 'rows'; readonly done: number; readonly total: number }
  | { readonly step: 'files'; readonly done: number; readonly total: null };

/** `lock` encrypts the file. */
export interface ExportOptions extends ArchiveWriterOptions {
  /** Folder of uploaded files, which go into the export, too; default: none. They are read after the rows, while others work. */
  readonly filesFrom?: FileSource | undefined;
  readonly progress?: (progress: ExportProgress) => void;
}

/**
 * Writes the whole database as of one moment into one file: the backup, the way from the embedded engine to PostgreSQL,
 * and the way to a new major version of either. The file appears under its name only when it is complete and on disk.
 * On the embedded engine other work waits while rows are read.
 */
export async function exportDatabase(db: Database, file: string, log: Log, options: ExportOptions = {}): Promise<TransferSummary> {
  if (options.lock) checkPassphrase(options.lock.passphrase);
  const unfinished = `${file}.part`;
  try {
    const summary = await writeArchive(db, unfinished, options);
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

async function writeArchive(db: Database, file: string, options: ExportOptions): Promise<TransferSummary> {
  const { filesFrom, progress = () => {} } = options;
  const archive = await ArchiveWriter.open(file, options);
  try {
    const rows = await db.patiently(() =>
      db.transaction(() => writeTables(db, archive, filesFrom !== undefined, progress), {
        isolation: 'repeatable read',
        readOnly: true,
        limitMs: 0,
        retries: 0,
      }),
    );
    const { files, bytes } =
      filesFrom === undefined ? { files: 0, bytes: 0 } : await putFiles(archive, filesFrom, (done) => progress({ step: 'files', done, total: null }));
    await archive.end();
    return { ...rows, files, fileBytes: bytes };
  } finally {
    await archive.close();
  }
}

async function writeTables(
  db: Database,
  archive: ArchiveWriter,
  hasFiles: boolean,
  progress: (progress: ExportProgress) => void,
): Promise<Pick<TransferSummary, 'tables' | 'rows'>> {
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
  await archive.put(`${JSON.stringify(manifest)}\n`);
  const total = catalogue.reduce((sum, { pages }) => sum + pages, 0);
  let done = 0;
  const digests: string[] = [];
  for (const table of catalogue) {
    digests.push(await writeRows(session, table, archive, (pages) => progress({ step: 'rows', done: done + pages, total })));
    done += table.pages;
  }
  await archive.put(`${JSON.stringify({ digests, ...(hasFiles && { hasFiles }) } satisfies Seal)}\n`);
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
async function writeRows(session: Session, table: CatalogueTable, archive: ArchiveWriter, told: (pages: number) => void): Promise<string> {
  const digest = createHash('sha256');
  const columns = table.columns.map(quoted).join(', ');
  for (let page = 0; page < table.pages && columns !== ''; page += PAGES_PER_COPY) {
    const range = `ctid >= '(${page},0)'::tid and ctid < '(${page + PAGES_PER_COPY},0)'::tid`;
    await copyOut(session, `copy (select ${columns} from only ${qualified(table)} where ${range}) to stdout`, async (chunk) => {
      digest.update(chunk);
      await archive.put(chunk);
    });
    told(Math.min(page + PAGES_PER_COPY, table.pages));
  }
  await archive.put(END_OF_ROWS);
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

async function forceToDisk(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
