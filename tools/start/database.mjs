/**
 * `npm run db:export -- <file>` and `npm run db:import -- <file>`: the whole database of this installation in one file.
 * Which database: DATABASE_URL, else the embedded one in DATA_DIR (default ./data). Stop the server first when it is the
 * embedded one. Import only into an empty database, and only files you trust: they carry the SQL that makes the tables.
 * A backup that the server made may hold uploaded files, too; the import puts them into DATA_DIR/files. An export made here holds none.
 * With BACKUP_PASSPHRASE the file is encrypted, and an encrypted one is opened by it.
 *
 * `npm run audit:verify` recomputes the hashes of the whole audit log and names the first entry that was removed, altered or swapped;
 * exit code 1 then. Any time on PostgreSQL; with the embedded database the page does it while the server runs.
 *
 * `node tools/start/database.mjs base-snapshot <file>` makes the empty database that the build ships (see units.mjs).
 */
import { existsSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const [command, file] = process.argv.slice(2);
const USAGE = 'Usage: npm run db:export -- <file>    or    npm run db:import -- <file>    or    npm run audit:verify';

const say = (fields, message) => console.log(message, Object.keys(fields).length > 0 ? JSON.stringify(fields) : '');
const log = { debug() {}, info() {}, warn: say, error: say };

const dataDir = path.resolve(ROOT, process.env.DATA_DIR?.trim() || 'data');
const url = process.env.DATABASE_URL?.trim();
const passphrase = process.env.BACKUP_PASSPHRASE || undefined;
const where = url ? 'the PostgreSQL database of DATABASE_URL' : `the embedded database in ${dataDir}`;

async function loadDatabaseLayer() {
  const built = path.join(ROOT, '.build/server/database.mjs');
  const { buildAll } = await import('../build/build.mjs');
  const { failed } = await buildAll({ only: ['database', 'database-base'], say: () => {} });
  if (failed.length > 0 && !existsSync(built)) throw new Error('The database layer could not be built; `npm run build` shows why.');
  return await import(built);
}

const { format } = new Intl.NumberFormat('en');
const counted = ({ rows, tables, files }) => `${format(rows)} rows of ${tables} tables${files > 0 ? ` and ${format(files)} uploaded files` : ''}`;

async function exportTo(target) {
  const { exportDatabase, openDatabase } = await loadDatabaseLayer();
  if (!url && !existsSync(path.join(dataDir, 'db'))) throw new Error(`There is no database in ${dataDir} yet; nothing was exported.`);
  const db = await openDatabase(url ? { kind: 'postgres', url } : { kind: 'embedded', dataDir, maintenance: false }, log);
  try {
    const summary = await exportDatabase(db, target, log, { lock: passphrase && { passphrase } });
    console.log(`Exported ${counted(summary)} from ${where} to ${target}.`);
    if (!passphrase) console.log('The file is not encrypted: whoever has it can read every patient. BACKUP_PASSPHRASE=… encrypts it.');
  } finally {
    await db.close();
  }
}

async function importFrom(source) {
  const { importDatabase, openDatabase, prepareFirstStart } = await loadDatabaseLayer();
  const filesInto = path.join(dataDir, 'files');
  let summary;
  if (url) {
    const db = await openDatabase({ kind: 'postgres', url }, log);
    try {
      summary = await importDatabase(db, source, log, { passphrase, filesInto });
    } finally {
      await db.close();
    }
  } else {
    // Built beside and renamed at the end: an import that fails leaves no half database.
    const made = await prepareFirstStart({ dataDir }, log, async (db) => {
      summary = await importDatabase(db, source, log, { passphrase, filesInto });
    });
    if (!made) throw new Error(`${dataDir} has a database already. Move the folder ${path.join(dataDir, 'db')} away, or choose another DATA_DIR.`);
  }
  console.log(`Imported ${counted(summary)} from ${source} into ${where}.`);
}

async function makeSnapshot(target) {
  const { makeBaseSnapshot } = await import(path.join(ROOT, '.build/server/database.mjs'));
  await mkdir(path.dirname(target), { recursive: true });
  await writeFile(`${target}.new`, await makeBaseSnapshot(log));
  await rename(`${target}.new`, target);
}

const BREAKS = {
  missing: 'is missing: an entry was removed here',
  changed: 'was altered, or another entry stands in its place',
  column: 'has a column that does not say what its text says',
  tail: 'and those after it were cut off',
};

async function verifyAudit() {
  const { openDatabase } = await loadDatabaseLayer();
  const { verifyChain } = await import(path.join(ROOT, '.build/server/audit-verifier.mjs'));
  if (!url && !existsSync(path.join(dataDir, 'db'))) throw new Error(`There is no database in ${dataDir} yet.`);
  const db = await openDatabase(url ? { kind: 'postgres', url } : { kind: 'embedded', dataDir, maintenance: false }, log);
  try {
    const { entries, broken } = await verifyChain(db.kyselyFor(), {
      onProgress: (checked) => process.stderr.isTTY && process.stderr.write(`\r${format(checked)} entries`),
    });
    if (process.stderr.isTTY) process.stderr.write('\r');
    if (broken) throw new Error(`Audit entry ${broken.seq} ${BREAKS[broken.reason]}${broken.action && ` (now there: ${broken.action}, ${broken.at})`}.`);
    console.log(`The audit log of ${where} is whole: ${format(entries)} entries.`);
  } finally {
    await db.close();
  }
}

const commands = { export: exportTo, import: importFrom, 'base-snapshot': makeSnapshot, 'verify-audit': verifyAudit };

const run = commands[command];
if (!run || (!file && command !== 'verify-audit')) {
  console.error(USAGE);
  process.exit(2);
}
try {
  await run(path.resolve(process.env.INIT_CWD ?? process.cwd(), file ?? ''));
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
