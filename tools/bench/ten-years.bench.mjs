/**
 * Lists and charges after ten years in a group of 20 facilities: 1,000,000 bills with lines and payments, 120,000 patients, 300,000 prescriptions,
 * 1,000,000 stock movements and audit entries on PostgreSQL, a tenth of it on the embedded engine. Every list as one facility, as the whole group and
 * with data authorisation; a charge before and after. Takes about a quarter of an hour and 6 GB of disk.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { chargesOneByOne } from './charges.mjs';
import { onPostgres } from './db-engine.bench.mjs';
import { signIn, startSystem } from './system.mjs';
import { listCalls } from './ten-years/calls.mjs';
import { fillStatements, FULL, SETTINGS, SMALL, STATISTICS } from './ten-years/fill.mjs';

export const title = 'Ten years of data: lists and charges';

const ROUNDS = 3;
const CHARGES = 25;
const LIST_BUDGET_MS = 100;
const CHARGE_BUDGET = 1.3;
const READERS = { admin: 'one facility', group: '20 facilities', schemed: '20 facilities, data schemes' };
const ROOT = path.resolve(import.meta.dirname, '../..');

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
const log = { debug() {}, info() {}, warn: console.error, error: console.error };

/** Fills a database that holds the demo data; an embedded one must not be in use. */
async function fill(options, size) {
  const { openDatabase } = await import(pathToFileURL(path.join(ROOT, '.build/server/database.mjs')).href);
  const db = await openDatabase({ ...options, limits: { statementMs: 0 } }, log);
  try {
    await db.patiently(async () => {
      for (const part of fillStatements(size)) await db.script(`${SETTINGS}; ${part}`);
      await db.script(STATISTICS);
    });
  } finally {
    await db.close();
  }
}

/** Time of each list, as the median of some calls. */
async function timeLists(url, account) {
  const { call } = await signIn(url, account);
  const times = [];
  for (const { what, address } of listCalls()) {
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

const chargeRows = (engine, before, after) => [
  { what: `${engine}, a charge with little stored`, value: before, unit: 'ms' },
  { what: `${engine}, a charge after ten years`, value: after, unit: 'ms' },
  { what: `${engine}, after over before`, value: after / before, unit: '×', budget: CHARGE_BUDGET },
];

async function withSystem(options, work) {
  const system = await startSystem(options);
  try {
    return await work(system.url);
  } finally {
    await system.stop();
  }
}

function database(command, file, env) {
  const { status, stderr } = spawnSync(process.execPath, ['tools/start/database.mjs', command, file], { env: { ...process.env, ...env }, encoding: 'utf8' });
  if (status !== 0) throw new Error(`database ${command} failed:\n${stderr}`);
}

export async function run() {
  const folder = mkdtempSync(path.join(tmpdir(), 'nephra-bench-'));
  const dataDir = path.join(folder, 'data');
  const file = path.join(folder, 'demo.nephra');
  const charge = (url) => chargesOneByOne(url, CHARGES);
  try {
    const before = await withSystem({ dataDir }, charge);
    database('export', file, { DATA_DIR: dataDir });
    await fill({ kind: 'embedded', dataDir }, SMALL);
    const embedded = await withSystem({ dataDir }, async (url) => [
      ...chargeRows('embedded', before, await charge(url)),
      ...(await listRows('embedded', url, ['admin', 'group'])),
    ]);
    const onServer = await onPostgres(async (url) => {
      database('import', file, { DATABASE_URL: url });
      const env = { DATABASE_URL: url, DEMO_DATA: '' };
      const little = await withSystem({ env }, charge);
      await fill({ kind: 'postgres', url }, FULL);
      return await withSystem({ env }, async (address) => [
        ...chargeRows('PostgreSQL', little, await charge(address)),
        ...(await listRows('PostgreSQL', address, Object.keys(READERS))),
      ]);
    });
    return [...embedded, ...(onServer ?? [{ what: 'PostgreSQL: none on this machine', value: 0, unit: '' }])];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
