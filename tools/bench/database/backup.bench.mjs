/**
 * What a backup and its verification cost for each gigabyte of database, on both engines: seconds, memory above that of the idle process, and how long others wait.
 * The verification is the loading into a database of its own beside the one that people work on. A gigabyte is made up for it; BENCH_SHORT takes 64 MB.
 * Run directly it prints JSON: `node tools/bench/database/backup.bench.mjs`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { onPostgres } from './db-engine.bench.mjs';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const MEGABYTES = Number(process.env.BENCH_MEGABYTES || (process.env.BENCH_SHORT ? 64 : 1_024));
const MB = 1_048_576;
const PASSPHRASE = 'four quiet words here';
/** Rows of some 430 bytes on the disk, with the look of lines of bills. */
const ROWS_PER_MB = 2_400;
const ROWS_AT_ONCE = 100_000;
const LOOK_EVERY_MS = 50;
const log = { debug() {}, info() {}, warn: console.error, error: console.error };

const schema = {
  plugin: 'bench',
  schema: 'bench',
  migrations: [
    {
      name: '0001-line',
      sql: `create table line (id text primary key, patient text not null, at timestamptz not null, name text not null, note text not null, price numeric(12,2) not null);
        create index on line (patient, at)`,
    },
  ],
};
const fill = (from, to) => `insert into bench.line
  select 'L' || lpad(n::text, 12, '0'), 'SIM' || n % 4000, timestamptz '2020-01-01 08:00+08' + n * interval '1 minute', '骨化三醇软胶囊 0.25µg×20粒 ' || n % 300,
    md5(n::text) || md5((n + 1)::text) || repeat('透析记录 ', 12), (n % 9973) / 100.0 from generate_series(${from}, ${to}) n`;

/** Does the work while somebody asks for a row again and again. @returns seconds, megabytes above idle, and the longest waits in milliseconds */
async function watched(db, work) {
  globalThis.gc?.();
  const idle = process.memoryUsage().rss;
  let peak = idle;
  let longestAnswer = 0;
  let ended = false;
  const loop = monitorEventLoopDelay({ resolution: 10 });
  loop.enable();
  const others = (async () => {
    while (!ended) {
      const asked = performance.now();
      await db.kysely.selectFrom('bench.line').select('id').where('id', '=', 'L000000000007').execute();
      longestAnswer = Math.max(longestAnswer, performance.now() - asked);
      peak = Math.max(peak, process.memoryUsage().rss);
      await pause(LOOK_EVERY_MS);
    }
  })();
  const memory = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss);
  }, LOOK_EVERY_MS);
  const began = performance.now();
  try {
    await work();
  } finally {
    ended = true;
    clearInterval(memory);
  }
  const seconds = (performance.now() - began) / 1_000;
  await others;
  loop.disable();
  return { seconds, above: (peak - idle) / MB, longestAnswer, longestPause: loop.max / 1e6 };
}

/** As the server does it: of the embedded engine a copy is read, of PostgreSQL the rows as of one moment. */
async function backUp(layer, db, folder, file) {
  const dataDir = path.join(folder, 'still');
  if (db.copyTo) await db.copyTo(dataDir);
  const still = db.copyTo ? await layer.openDatabase({ kind: 'embedded', dataDir, maintenance: false }, log) : db;
  await layer.exportDatabase(still, file, log, { lock: { passphrase: PASSPHRASE } });
  if (still === db) return;
  await still.close();
  await rm(dataDir, { recursive: true });
}

/** In a process of its own: memory of one engine is not that of the other. */
async function measureHere(engine, url) {
  const layer = await import(pathToFileURL(path.join(ROOT, '.build/server/database.mjs')).href);
  const folder = mkdtempSync(path.join(tmpdir(), 'nephra-bench-'));
  const place = (name) => (engine === 'embedded' ? { kind: 'embedded', dataDir: path.join(folder, name), maintenance: false } : { kind: 'postgres', url });
  try {
    const db = await layer.openDatabase(place('own'), log);
    await layer.runMigrations(db, [schema], '1.0.0');
    const rows = MEGABYTES * ROWS_PER_MB;
    for (let from = 1; from <= rows; from += ROWS_AT_ONCE) await db.script(`set statement_timeout = 0; ${fill(from, Math.min(from + ROWS_AT_ONCE - 1, rows))}`);
    await db.script('analyze; checkpoint');
    const { sizeBytes } = await db.stats();
    const file = path.join(folder, 'b.nephra');
    const made = await watched(db, () => backUp(layer, db, folder, file));
    if (engine === 'postgres') await db.script('create database scratch');
    const scratch = await layer.openDatabase(
      engine === 'embedded' ? place('scratch') : { kind: 'postgres', url: url.replace(/^(\w+:\/\/[^/]*\/)[^?]*/, '$1scratch') },
      log,
    );
    const loaded = await watched(db, () => layer.importDatabase(scratch, file, log, { passphrase: PASSPHRASE }));
    await scratch.close();
    await db.close();
    return { sizeBytes, fileBytes: statSync(file).size, made, loaded };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(engine, url = '') {
  const child = spawn(process.execPath, ['--expose-gc', import.meta.filename, '--here', engine, url], { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  child.stdout.on('data', (piece) => {
    said += piece;
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`the measurement on ${engine} ended with ${code}`);
  return JSON.parse(said);
}

function rowsOf(name, { sizeBytes, fileBytes, made, loaded }) {
  const perGigabyte = ({ seconds }) => (seconds * 1_024 * MB) / sizeBytes;
  return [
    { what: `${name}: database`, value: sizeBytes / MB, unit: 'MB', note: `backup of ${Math.round(fileBytes / MB)} MB` },
    { what: `${name}: backup, for each GB`, value: perGigabyte(made), unit: 's' },
    { what: `${name}: backup, memory above idle`, value: made.above, unit: 'MB' },
    { what: `${name}: backup, longest wait of others`, value: made.longestAnswer, unit: 'ms', note: `event loop ${Math.round(made.longestPause)} ms` },
    { what: `${name}: verification, for each GB`, value: perGigabyte(loaded), unit: 's' },
    { what: `${name}: verification, memory above idle`, value: loaded.above, unit: 'MB' },
    {
      what: `${name}: verification, longest wait of others`,
      value: loaded.longestAnswer,
      unit: 'ms',
      note: `event loop ${Math.round(loaded.longestPause)} ms`,
    },
  ];
}

export const title = 'Backup and its verification, for each gigabyte';

export async function run() {
  const embedded = rowsOf('embedded', await measure('embedded'));
  const postgres = await onPostgres((url) => measure('postgres', url));
  return [...embedded, ...(postgres ? rowsOf('PostgreSQL', postgres) : [{ what: 'PostgreSQL: none on this machine', value: 0, unit: '' }])];
}

if (process.argv[1] === import.meta.filename) {
  const [flag, engine, url] = process.argv.slice(2);
  console.log(JSON.stringify(flag === '--here' ? await measureHere(engine, url) : await run(), null, 2));
}
