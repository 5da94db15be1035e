/**
 * What a simple read waits while fifteen charges of one cashier are under way at once: they all lock that cashier's drawer and the rows that
 * count numbers, so all but one wait. Another user reads meanwhile, call after call. A server that lets the waiters hold its connections, or lets
 * reads stand behind all of them, shows here as a worst read far above that of a quiet server.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { onPostgres } from './db-engine.bench.mjs';
import { charge, data, database, inParallel, prescriptions } from './main-job.bench.mjs';
import { signIn, startSystem } from './system.mjs';

export const title = 'Waiting for a lock: a simple read beside fifteen charges of one cashier';

const CHARGES_AT_ONCE = 15;
const CHARGES = 120;
const WARM_UP = 30;
const QUIET_READS = 100;
/** The reader thinks: one without a pause would measure how well it takes the processor from the charges. */
const PAUSE_MS = 40;
/** A usual read that takes more times as long beside charges stood behind the whole queue. */
const MAX_MEDIAN_RATIO = 5;

/** Sorted milliseconds of reads, one after another, until `ended()`. */
async function readsUntil(ended, reader) {
  const times = [];
  while (!ended(times.length)) {
    const began = performance.now();
    data(await reader.call('GET', '/api/his/prescription/patient?scope=all&pageSize=20'));
    times.push(performance.now() - began);
    await pause(PAUSE_MS);
  }
  return times.sort((a, b) => a - b);
}

const at = (sorted, part) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];
const summary = (times) => ({ reads: times.length, median: at(times, 0.5), p95: at(times, 0.95), worst: times.at(-1) });

async function measure(url) {
  const ready = await prescriptions(await signIn(url, 'doctor'), 2 * CHARGES + WARM_UP);
  const [cashier, reader] = [await signIn(url, 'cashier'), await signIn(url, 'nurse')];
  await inParallel(ready.splice(0, WARM_UP), (one) => charge(cashier, one), CHARGES_AT_ONCE);
  const chargesASecond = async (batch) => {
    const began = performance.now();
    await inParallel(batch, (one) => charge(cashier, one), CHARGES_AT_ONCE);
    return (CHARGES * 1000) / (performance.now() - began);
  };
  const alone = await chargesASecond(ready.splice(0, CHARGES));
  const quiet = await readsUntil((count) => count >= QUIET_READS, reader);
  let charging = true;
  const charges = chargesASecond(ready).finally(() => {
    charging = false;
  });
  const beside = await readsUntil(() => !charging, reader);
  return { quiet: summary(quiet), beside: summary(beside), alone, rate: await charges };
}

const rowsOf = (engine, { quiet, beside, alone, rate }) => [
  { what: `${engine}, charges of one cashier, nobody reads`, value: alone, unit: '/s' },
  { what: `${engine}, charges of one cashier, somebody reads`, value: rate, unit: '/s', note: `load of the machine ${loadavg()[0].toFixed(1)}` },
  ...['median', 'p95', 'worst'].flatMap((which) => [
    { what: `${engine}, read, ${which}, quiet`, value: quiet[which], unit: 'ms' },
    {
      what: `${engine}, read, ${which}, beside charges`,
      value: beside[which],
      unit: 'ms',
      note: `${beside.reads} reads`,
    },
    {
      what: `${engine}, read, ${which}, beside charges over quiet`,
      value: beside[which] / quiet[which],
      unit: '×',
      ...(which === 'median' && { budget: MAX_MEDIAN_RATIO }),
    },
  ]),
];

export async function run() {
  const folder = mkdtempSync(path.join(tmpdir(), 'nephra-bench-'));
  const file = path.join(folder, 'demo.nephra');
  const dataDir = path.join(folder, 'data');
  try {
    const embedded = await startSystem({ dataDir });
    const rows = rowsOf('embedded', await measure(embedded.url).finally(() => embedded.stop()));
    database('export', file, { DATA_DIR: dataDir });
    const onServer = await onPostgres(async (url) => {
      database('import', file, { DATABASE_URL: url });
      const system = await startSystem({ env: { DATABASE_URL: url, DEMO_DATA: '' } });
      return rowsOf('PostgreSQL', await measure(system.url).finally(() => system.stop()));
    });
    return [...rows, ...(onServer ?? [{ what: 'PostgreSQL: none on this machine', value: 0, unit: '' }])];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
