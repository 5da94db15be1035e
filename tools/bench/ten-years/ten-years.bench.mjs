/**
 * Lists and charges after ten years in a group of 20 facilities: 1,000,000 bills with lines and payments, 120,000 patients, 300,000 prescriptions,
 * 1,000,000 stock movements and audit entries on PostgreSQL, a tenth of it on the embedded engine; 500,000 treatments and what belongs to them, messages,
 * letters, documents and 2,000,000 chat messages, a twentieth of it on the embedded engine. Every list as one facility, as the whole group and
 * with data authorisation; charges. Beside each stands a system over the demo alone, asked by turns: compare the two, not milliseconds of a busy
 * machine. The fill takes most of the time and 10 GB of disk.
 *   TEN_YEARS_DIR=folder             fills once and keeps it there for the runs to come
 *   TEN_YEARS_ENGINE=embedded|postgres   one engine alone
 *   TEN_YEARS_LISTS=bills,audit      lists whose name has one of these words, without charges
 *   --short                          one facility alone, each list twice
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onPostgres } from '../database/db-engine.bench.mjs';
import { startSystem } from '../system.mjs';
import { chargesByTurns } from './charges.mjs';
import { authoriseData } from './fill.mjs';
import { LIST_BUDGET_MS, timeLists } from './lists.mjs';
import { embeddedPlaces, postgresPlaces, withDatabase } from './places.mjs';

export const title = 'Ten years of data: lists and charges';

const CHARGES = 25;
const CHARGE_BUDGET = 1.3;
const READERS = { admin: 'one facility', group: '20 facilities', schemed: '20 facilities, data schemes' };
const SLOWEST_SHOWN = 3;

const { TEN_YEARS_DIR: KEPT = '', TEN_YEARS_ENGINE: ENGINE = '', TEN_YEARS_LISTS: WANTED = '', BENCH_SHORT: SHORT = '' } = process.env;
const wanted = WANTED.split(',').filter(Boolean);
const short = SHORT !== '';

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

function rowsOfReader(engine, account, times) {
  const late = times.filter(({ full }) => full > LIST_BUDGET_MS);
  return [
    { what: `${engine}, ${READERS[account]}: lists over ${LIST_BUDGET_MS} ms`, value: late.length, unit: '', budget: 0, note: `of ${times.length}` },
    { what: `${engine}, ${READERS[account]}: ten years over little, median`, value: median(times.map(({ full, little }) => full / little)), unit: '×' },
    ...times.slice(0, Math.max(SLOWEST_SHOWN, late.length)).map(({ what, full, little, best }) => ({
      what: `  ${what}`,
      value: full,
      unit: 'ms',
      budget: LIST_BUDGET_MS,
      note: `best ${best.toFixed(0)} ms, with little stored ${little.toFixed(0)} ms`,
    })),
  ];
}

/** Two systems side by side. */
async function withSystems({ little, full }, work) {
  const systems = { little: await startSystem(little.system) };
  try {
    systems.full = await startSystem(full.system);
    return await work({ little: systems.little.url, full: systems.full.url });
  } finally {
    for (const system of Object.values(systems)) await system.stop();
  }
}

async function chargeRows(engine, places) {
  if (wanted.length > 0) return [];
  const { little, full } = await withSystems(places, (urls) => chargesByTurns(urls, CHARGES));
  return [
    { what: `${engine}, a charge with little stored`, value: little, unit: 'ms' },
    { what: `${engine}, a charge after ten years`, value: full, unit: 'ms' },
    { what: `${engine}, a charge, ten years over little`, value: full / little, unit: '×', budget: CHARGE_BUDGET },
  ];
}

/** Data authorisation hides everything from the roles of the demo's cashiers and doctors: charges come before it is on. */
async function measured(engine, places, accounts) {
  const authorise = async (on) => {
    for (const { where } of [places.little, places.full]) await withDatabase(where, (db) => db.script(authoriseData(on)));
  };
  await authorise(false);
  const rows = await chargeRows(engine, places);
  await authorise(true);
  await withSystems(places, async (urls) => {
    for (const account of short ? accounts.slice(0, 1) : accounts)
      rows.push(...rowsOfReader(engine, account, await timeLists(urls, account, { wanted, ...(short && { rounds: 2 }) })));
  });
  return [...(places.seconds > 0 ? [{ what: `${engine}: filled`, value: places.seconds, unit: 's' }] : []), ...rows];
}

export async function run() {
  const folder = KEPT === '' ? mkdtempSync(path.join(tmpdir(), 'nephra-bench-')) : path.resolve(KEPT);
  const rows = [];
  try {
    if (ENGINE !== 'postgres') rows.push(...(await measured('embedded', await embeddedPlaces(path.join(folder, 'embedded')), ['admin', 'group'])));
    if (ENGINE === 'embedded') return rows;
    const onServer = await onPostgres(
      async (url) => await measured('PostgreSQL', await postgresPlaces(url, path.join(folder, 'postgres')), Object.keys(READERS)),
      KEPT === '' ? undefined : path.join(folder, 'cluster'),
    );
    return [...rows, ...(onServer ?? [{ what: 'PostgreSQL: none on this machine', value: 0, unit: '' }])];
  } finally {
    if (KEPT === '') rmSync(folder, { recursive: true, force: true });
  }
}
