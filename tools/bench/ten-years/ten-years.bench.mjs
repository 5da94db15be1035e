/**
 * Lists and charges after ten years in a group of 20 facilities: 1,000,000 bills with lines and payments, 120,000 patients, 300,000 prescriptions,
 * 1,000,000 stock movements and audit entries on PostgreSQL, a tenth of it on the embedded engine. Every list as one facility, as the whole group and
 * with data authorisation; a charge before and after. Takes about a quarter of an hour and 6 GB of disk.
 *   TEN_YEARS_ENGINE=embedded|postgres   one engine alone
 *   TEN_YEARS_URL=postgres://…           an own PostgreSQL instead of a throw-away one: an empty database is filled and kept, a filled one measured
 *   TEN_YEARS_LISTS=bills,audit          lists whose name has one of these words, without charges
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { CompiledQuery } from 'kysely';
import { chargesOneByOne } from './charges.mjs';
import { onPostgres } from '../database/db-engine.bench.mjs';
import { signIn, startSystem } from '../system.mjs';
import { listCalls } from './calls.mjs';
import { authoriseData, FILLED, fillStatements, FULL, SETTINGS, SMALL, STATISTICS } from './fill.mjs';

export const title = 'Ten years of data: lists and charges';

const ROUNDS = 3;
const CHARGES = 25;
const LIST_BUDGET_MS = 100;
const CHARGE_BUDGET = 1.3;
const READERS = { admin: 'one facility', group: '20 facilities', schemed: '20 facilities, data schemes' };
const ROOT = path.resolve(import.meta.dirname, '../../..');

const { TEN_YEARS_ENGINE: ENGINE = '', TEN_YEARS_URL: OWN_URL = '', TEN_YEARS_LISTS: WANTED = '' } = process.env;
const wantedNames = WANTED.split(',').filter(Boolean);
const isWanted = ({ what }) => wantedNames.length === 0 || wantedNames.some((word) => what.includes(word));

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
const log = { debug() {}, info() {}, warn: console.error, error: console.error };

async function withDatabase(options, work) {
  const { openDatabase } = await import(pathToFileURL(path.join(ROOT, '.build/server/database.mjs')).href);
  const db = await openDatabase({ ...options, maintenance: false, limits: { statementMs: 0 } }, log);
  try {
    return await db.patiently(() => work(db));
  } finally {
    await db.close();
  }
}

/** Fills a database that holds the demo data; an embedded one must not be in use. @returns seconds */
async function fill(options, size) {
  const began = performance.now();
  await withDatabase(options, async (db) => {
    for (const part of fillStatements(size)) await db.script(`${SETTINGS}; ${part}`);
    await db.script(STATISTICS);
  });
  return (performance.now() - began) / 1_000;
}

/** Time of each list, as the median of some calls. */
async function timeLists(url, account) {
  const { call } = await signIn(url, account);
  const times = [];
  for (const { what, address } of listCalls(Date.now(), account).filter(isWanted)) {
    const rounds = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const began = performance.now();
      const answer = await call('GET', address);
      if (answer.code !== 200) throw new Error(`${what}: ${answer.code} ${answer.msg}`);
      rounds.push(performance.now() - began);
    }
    times.push({ what, ms: median(rounds) });
  }
  return times.sort((a, b) => b.ms - a.ms);
}

async function listRows(engine, url, accounts) {
  const rows = [];
  for (const account of accounts) {
    const times = await timeLists(url, account);
    const late = times.filter(({ ms }) => ms > LIST_BUDGET_MS);
    rows.push({ what: `${engine}, ${READERS[account]}: lists over ${LIST_BUDGET_MS} ms`, value: late.length, unit: '', budget: 0, note: `of ${times.length}` });
    for (const { what, ms } of times.slice(0, Math.max(3, late.length))) rows.push({ what: `  ${what}`, value: ms, unit: 'ms', budget: LIST_BUDGET_MS });
  }
  return rows;
}

const chargeRows = (engine, before, after) =>
  wantedNames.length > 0
    ? []
    : [
        ...(before === undefined
          ? []
          : [
              { what: `${engine}, a charge with little stored`, value: before, unit: 'ms' },
              { what: `${engine}, after over before`, value: after / before, unit: '×', budget: CHARGE_BUDGET },
            ]),
        { what: `${engine}, a charge after ten years`, value: after, unit: 'ms' },
      ];

async function withSystem(options, work) {
  const system = await startSystem(options);
  try {
    return await work(system.url);
  } finally {
    await system.stop();
  }
}

/** Once before it counts: a system that has just started is slow whatever it holds. */
async function charge(url) {
  if (wantedNames.length > 0) return 0;
  await chargesOneByOne(url, CHARGES);
  return await chargesOneByOne(url, CHARGES);
}

/** Figures of a system over a filled database: `options` for the system, `where` for its database. */
async function measured(engine, { options, where, before, accounts }) {
  const authorise = (on) => withDatabase(where, (db) => db.script(authoriseData(on)));
  await authorise(false);
  const after = await withSystem(options, charge);
  await authorise(true);
  return [...chargeRows(engine, before, after), ...(await withSystem(options, (url) => listRows(engine, url, accounts)))];
}

async function embedded(dataDir) {
  const where = { kind: 'embedded', dataDir };
  const before = await withSystem({ dataDir }, charge);
  const seconds = await fill(where, SMALL);
  const figures = await measured('embedded', { options: { dataDir }, where, before, accounts: ['admin', 'group'] });
  return [{ what: 'embedded: filled', value: seconds, unit: 's' }, ...figures];
}

const isFilled = async (url) =>
  await withDatabase({ kind: 'postgres', url }, async (db) => {
    const { rows } = await db.kysely.executeQuery(CompiledQuery.raw(FILLED));
    return rows[0].filled;
  });

function database(command, file, env) {
  const { status, stderr } = spawnSync(process.execPath, ['tools/start/database.mjs', command, file], { env: { ...process.env, ...env }, encoding: 'utf8' });
  if (status !== 0) throw new Error(`database ${command} failed:\n${stderr}`);
}

/** The demo is made on the embedded engine alone and moved from there. */
async function moveDemo(url, folder) {
  const dataDir = path.join(folder, 'demo');
  const file = path.join(folder, 'demo.nephra');
  await withSystem({ dataDir }, () => {});
  database('export', file, { DATA_DIR: dataDir });
  database('import', file, { DATABASE_URL: url });
}

async function postgres(url, folder) {
  const env = { DATABASE_URL: url, DEMO_DATA: '' };
  const where = { kind: 'postgres', url };
  const options = (name) => ({ env, dataDir: path.join(folder, name) });
  const filled = { options: options('filled'), where, accounts: Object.keys(READERS) };
  if (OWN_URL && (await isFilled(url))) return await measured('PostgreSQL', filled);
  await moveDemo(url, folder);
  const before = await withSystem(options('little'), charge);
  const seconds = await fill(where, FULL);
  return [{ what: 'PostgreSQL: filled', value: seconds, unit: 's' }, ...(await measured('PostgreSQL', { ...filled, before }))];
}

export async function run() {
  const folder = mkdtempSync(path.join(tmpdir(), 'nephra-bench-'));
  try {
    const rows = ENGINE === 'postgres' ? [] : await embedded(path.join(folder, 'embedded'));
    if (ENGINE === 'embedded') return rows;
    const onServer = OWN_URL ? await postgres(OWN_URL, folder) : await onPostgres((url) => postgres(url, folder));
    return [...rows, ...(onServer ?? [{ what: 'PostgreSQL: none on this machine', value: 0, unit: '' }])];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
