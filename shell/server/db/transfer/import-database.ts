import { createHash } from 'node:crypto';
import { from as copyFrom } from 'pg-copy-streams';
import type { Database, Log } from '../database.ts';
import { EmbeddedDatabase } from '../embedded/open-embedded.ts';
import { checksumOf, runMigrations } from '../migrations.ts';
import { sessionOf } from '../pooled-database.ts';
import type { Session } from '../pool/session.ts';
import { type FilesEnd, type Manifest, type ManifestTable, qualified, quoted, TransferError } from './archive-format.ts';
import { ArchiveReader } from './archive-reader.ts';
import { takeFiles } from './archive-files.ts';
import { type CatalogueTable, foreignKeysOf, migrationsOf, tablesOf } from './catalogue.ts';
import { countRows, type TransferSummary } from './export-database.ts';

const LEDGER_TABLES = ['migration', 'migration_lock'];
const NEWLINE = 0x0a;
const PIECE_BYTES = 4 * 1024 * 1024;

export interface ImportOptions {
  readonly passphrase?: string | undefined;
  /** Folder that uploaded files of the export are written to; default: they are read and checked, and written nowhere. */
  readonly filesInto?: string | undefined;
  /** Ends the loading with its reason before the next piece of some megabytes; no row is there then. */
  readonly signal?: AbortSignal | undefined;
  /** Rows that were loaded, of all. */
  readonly progress?: (done: number, total: number) => void;
}

/**
 * Fills an empty database from an export, on either engine: applies the migrations that the file carries, then loads all
 * rows in one transaction, checks counts, sums and digests, and sets the sequences last. Run it only with files you
 * trust: they carry SQL.
 * @throws TransferError when the target is not empty, or the file is damaged or does not fit; the rows are then not there.
 */
export async function importDatabase(db: Database, file: string, log: Log, options: ImportOptions = {}): Promise<TransferSummary> {
  const { passphrase, filesInto, signal, progress = () => {} } = options;
  const reader = new ArchiveReader(file, passphrase);
  try {
    const manifest = await reader.manifest();
    const uploaded = await db.patiently(async () => {
      await refuseUsedTarget(db);
      await rebuildSchema(db, manifest);
      const files = await db.transaction(() => load(db, manifest, reader, { filesInto, signal, progress }), { limitMs: 0, retries: 0 });
      // Fresh statistics; on the embedded engine also a log that is short again.
      await db.script('analyze');
      if (db.engine === 'embedded') await db.script('checkpoint');
      return files;
    });
    db.schemaChanged();
    const summary = {
      tables: manifest.tables.length,
      rows: manifest.tables.reduce((sum, table) => sum + table.rows, 0),
      files: uploaded.files,
      fileBytes: uploaded.bytes,
    };
    log.info({ file, from: manifest.engine, createdAt: manifest.createdAt, ...summary }, 'the database was imported');
    return summary;
  } finally {
    await reader.close();
  }
}

async function refuseUsedTarget(db: Database): Promise<void> {
  const tables = await db.transaction(async () => await usedTables(await sessionOf(db)), { readOnly: true });
  if (tables.length === 0) return;
  const names = tables
    .slice(0, 3)
    .map(({ schema, name }) => `${schema}.${name}`)
    .join(', ');
  throw new TransferError(`The target database is not empty (${names}${tables.length > 3 ? ', ...' : ''}). Import into a new, empty database.`);
}

/** All tables, except for those of a migration ledger in which nothing is written yet. */
async function usedTables(session: Session): Promise<CatalogueTable[]> {
  const tables = await tablesOf(session);
  const own = tables.filter(({ schema, name }) => !(schema === 'core' && LEDGER_TABLES.includes(name)));
  const hasLedger = own.length < tables.length;
  return hasLedger && (await migrationsOf(session)).length > 0 ? tables : own;
}

/** Applies the file's migrations in their original order, in which plugins may alternate: as many at once as one plugin has in a row from one version. */
async function rebuildSchema(db: Database, { migrations }: Manifest): Promise<void> {
  const reached = new Map<string, { name: string; sql: string }[]>();
  for (const [index, { plugin, schema, name, checksum, sql, appVersion }] of migrations.entries()) {
    if (checksumOf(sql) !== checksum) throw new TransferError(`The export is damaged: the text of migration ${plugin} ${name} does not match its checksum.`);
    const upToHere = [...(reached.get(plugin) ?? []), { name, sql }];
    reached.set(plugin, upToHere);
    const next = migrations[index + 1];
    if (next?.plugin === plugin && next.schema === schema && next.appVersion === appVersion) continue;
    await runMigrations(db, [{ plugin, schema, migrations: upToHere }], appVersion);
  }
}

type LoadOptions = Pick<ImportOptions, 'filesInto' | 'signal'> & Required<Pick<ImportOptions, 'progress'>>;

/** @returns how many uploaded files came with the rows */
async function load(db: Database, manifest: Manifest, reader: ArchiveReader, { filesInto, signal, progress }: LoadOptions): Promise<FilesEnd> {
  const session = await sessionOf(db);
  await session.script('set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0');
  await refuseOtherTables(session, manifest);
  const everything = manifest.tables.map(qualified);
  const foreignKeys = await foreignKeysOf(session);
  for (const { table, name } of foreignKeys) await session.script(`alter table ${table} drop constraint ${name}`);
  for (const table of everything) await session.script(`alter table ${table} disable trigger user`);
  // Migrations may have put rows of their own; the file has them, too, perhaps changed since.
  if (everything.length > 0) await session.script(`truncate ${everything.join(', ')}`);
  const digests: string[] = [];
  const total = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  let done = 0;
  for (const table of manifest.tables) {
    const before = done;
    digests.push(
      await loadRows(db, session, table, reader, (rows) => {
        signal?.throwIfAborted();
        progress(before + rows, total);
      }),
    );
    done += table.rows;
  }
  const seal = await reader.seal();
  for (const [index, table] of manifest.tables.entries()) {
    if (seal.digests[index] !== digests[index])
      throw new TransferError(`The export is damaged: the rows of ${table.schema}.${table.name} do not match their digest.`);
    signal?.throwIfAborted();
    await verify(session, table);
  }
  for (const { table, name, definition } of foreignKeys) await session.script(`alter table ${table} add constraint ${name} ${definition}`);
  for (const table of everything) await session.script(`alter table ${table} enable trigger user`);
  for (const sequence of manifest.sequences) {
    await session.run({ sql: 'select setval($1::regclass, $2::bigint)', parameters: [qualified(sequence), sequence.value] });
  }
  // Before the rows count: whoever has them has their files.
  return seal.hasFiles ? await takeFiles(reader, filesInto) : { files: 0, bytes: 0 };
}

async function refuseOtherTables(session: Session, manifest: Manifest): Promise<void> {
  const shape = (table: { schema: string; name: string; columns: readonly string[] }): string =>
    `${table.schema}.${table.name} (${[...table.columns].sort().join(', ')})`;
  const made = new Set((await tablesOf(session)).map(shape));
  const wanted = manifest.tables.map(shape);
  const missing = wanted.filter((table) => !made.has(table));
  if (missing.length > 0)
    throw new TransferError(`The migrations of the export do not make this table: ${missing[0]}. It was made or changed outside of them.`);
}

/** @param told how many rows are loaded; what it throws ends the loading. @returns the digest of the rows. */
async function loadRows(db: Database, session: Session, table: ManifestTable, reader: ArchiveReader, told: (rows: number) => void): Promise<string> {
  const digest = createHash('sha256');
  let rows = 0;
  told(rows);
  const target = `${qualified(table)} (${table.columns.map(quoted).join(', ')})`;
  for await (const piece of reader.rows(PIECE_BYTES)) {
    digest.update(piece);
    await copyIn(db, session, target, piece);
    rows += rowsIn(piece);
    told(rows);
  }
  return digest.digest('hex');
}

/** COPY writes a row on a line, and a line end in a row as two letters. */
function rowsIn(piece: Buffer): number {
  let rows = 0;
  for (let at = piece.indexOf(NEWLINE); at >= 0; at = piece.indexOf(NEWLINE, at + 1)) rows += 1;
  return rows;
}

async function copyIn(db: Database, session: Session, target: string, rows: Buffer): Promise<void> {
  if (db instanceof EmbeddedDatabase) {
    // COPY FROM STDIN would break the engine's session; it reads from memory instead.
    db.embedded.offerBlob(rows);
    await session.script(`copy ${target} from '/dev/blob'`);
    return;
  }
  await session.exclusive(
    () =>
      new Promise<void>((resolve, reject) => {
        const copy = session.client.query(copyFrom(`copy ${target} from stdin`));
        copy.on('error', reject).on('finish', resolve);
        copy.end(rows);
      }),
  );
}

async function verify(session: Session, table: ManifestTable): Promise<void> {
  const { rows, sums } = await countRows(session, table, Object.keys(table.sums));
  if (rows !== table.rows) throw new TransferError(`${table.schema}.${table.name} has ${rows} rows instead of ${table.rows}.`);
  for (const [column, sum] of Object.entries(table.sums)) {
    if (sums[column] !== sum) throw new TransferError(`${table.schema}.${table.name}: the sum of ${column} is ${sums[column]} instead of ${sum}.`);
  }
}
