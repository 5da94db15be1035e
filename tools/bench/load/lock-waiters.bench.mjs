/**
 * What a simple read waits while fifteen are at the same lock: charges of one cashier, prescriptions handed out from the same lot, settlements with
 * the insurer, sign-ins of one account. Another user reads meanwhile, call after call. A server that lets the waiters hold its connections, or lets
 * reads stand behind all of them, shows here as a worst read far above that of a quiet server. And the other way round: how many charges a second
 * are left beside one who reads with pauses, and beside twelve who do nothing but read. BENCH_ENGINES=embedded leaves the server out.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { onPostgres } from '../database/db-engine.bench.mjs';
import { connectInsurer, startSimulator } from './insurer.mjs';
import { charge, data, database, inParallel, prescriptions } from './main-job.bench.mjs';
import { signIn, startSystem } from '../system.mjs';
import { WAITING_ACTS } from './waiting-acts.mjs';

export const title = 'Waiting for a lock: a simple read beside fifteen who want the same';

const AT_ONCE = 15;
const CHARGES = 120;
const ACTS = 60;
const WARM_UP = 30;
const QUIET_READS = 100;
/** The reader thinks: one without a pause would measure how well it takes the processor from the others. */
const PAUSE_MS = 40;
const EAGER = 12;
/** A usual read that takes more times as long beside charges stood behind the whole queue. */
const MAX_MEDIAN_RATIO = 5;
/** Of the charges beside nobody, at least this much is left beside twelve who do nothing but read. */
const MIN_CHARGES_LEFT = 0.25;

const read = async (reader) => data(await reader.call('GET', '/api/his/prescription/patient?scope=all&pageSize=20'));

/** Milliseconds of reads, one after another, until `ended()`. */
async function readsUntil(ended, reader, pauseMs = PAUSE_MS) {
  const times = [];
  while (!ended(times.length)) {
    const began = performance.now();
    await read(reader);
    times.push(performance.now() - began);
    if (pauseMs > 0) await pause(pauseMs);
  }
  return times;
}

const at = (sorted, part) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];
const summary = (times) => {
  const sorted = times.toSorted((a, b) => a - b);
  return { reads: sorted.length, median: at(sorted, 0.5), p95: at(sorted, 0.95), worst: sorted.at(-1) };
};

/** Acts a second, and what `readers` waited meanwhile. */
async function beside(work, readers, pauseMs) {
  let going = true;
  const began = performance.now();
  const acting = work().then((count) => {
    going = false;
    return (count * 1000) / (performance.now() - began);
  });
  const times = (await Promise.all(readers.map((reader) => readsUntil(() => !going, reader, pauseMs)))).flat();
  const rate = await acting;
  return { rate, ...(times.length > 0 && summary(times)), readRate: (times.length * 1000) / (performance.now() - began) };
}

async function measure(url, simulator) {
  const [doctor, reader] = [await signIn(url, 'doctor'), await signIn(url, 'nurse')];
  if (simulator) await connectInsurer(await signIn(url, 'admin'), simulator);
  const cashier = await signIn(url, 'cashier');
  const charges = await prescriptions(doctor, 3 * CHARGES + WARM_UP);
  const all = (batch, act, who) => async () => {
    await inParallel(batch, (one) => act(who, one), AT_ONCE);
    return batch.length;
  };
  await all(charges.splice(0, WARM_UP), charge, cashier)();
  const quiet = summary(await readsUntil((count) => count >= QUIET_READS, reader));
  const alone = await beside(all(charges.splice(0, CHARGES), charge, cashier), []);
  const thinking = await beside(all(charges.splice(0, CHARGES), charge, cashier), [reader]);
  const eager = await beside(
    all(charges, charge, cashier),
    Array.from({ length: EAGER }, () => reader),
    0,
  );
  const kinds = { 'charges of one cashier': thinking };
  for (const [name, { prepare, who, act, insured }] of Object.entries(WAITING_ACTS)) {
    if (name in kinds || (insured && !simulator)) continue;
    const ready = await prepare(url, ACTS);
    kinds[name] = await beside(all(ready, act, { ...(await signIn(url, who)), url }), [reader]);
  }
  return { quiet, alone, thinking, eager, kinds };
}

const rowsOf = (engine, { quiet, alone, thinking, eager, kinds }) => [
  { what: `${engine}, charges, nobody reads`, value: alone.rate, unit: '/s', note: `load of the machine ${loadavg()[0].toFixed(1)}` },
  { what: `${engine}, charges, one reads with pauses`, value: thinking.rate, unit: '/s', note: `${thinking.readRate.toFixed(0)} reads/s` },
  {
    what: `${engine}, charges, twelve read`,
    value: eager.rate,
    unit: '/s',
    note: `${eager.readRate.toFixed(0)} reads/s, median ${eager.median.toFixed(0)} ms`,
  },
  { what: `${engine}, charges, twelve read over nobody`, value: eager.rate / alone.rate, unit: '×', better: 'higher', budget: MIN_CHARGES_LEFT },
  ...['median', 'worst'].map((which) => ({ what: `${engine}, read, ${which}, quiet`, value: quiet[which], unit: 'ms' })),
  ...Object.entries(kinds).flatMap(([name, found]) => [
    ...['median', 'worst'].map((which) => ({
      what: `${engine}, read, ${which}, beside ${name}`,
      value: found[which],
      unit: 'ms',
      note: `${found.reads} reads, ${found.rate.toFixed(1)} acts/s`,
    })),
    {
      what: `${engine}, read, median, beside ${name} over quiet`,
      value: found.median / quiet.median,
      unit: '×',
      budget: MAX_MEDIAN_RATIO,
    },
  ]),
];

export async function run() {
  const folder = mkdtempSync(path.join(tmpdir(), 'nephra-bench-'));
  const file = path.join(folder, 'demo.nephra');
  const dataDir = path.join(folder, 'data');
  const simulator = await startSimulator();
  const env = { OUTBOUND_ALLOW: `insurance=${simulator.url}`, LOGIN_FAILURES_ALLOWED: '100' };
  try {
    const embedded = await startSystem({ dataDir, env });
    const rows = rowsOf('embedded', await measure(embedded.url, simulator).finally(() => embedded.stop()));
    if (process.env.BENCH_ENGINES === 'embedded') return rows;
    database('export', file, { DATA_DIR: dataDir });
    const onServer = await onPostgres(async (url) => {
      database('import', file, { DATABASE_URL: url });
      const system = await startSystem({ env: { ...env, DATABASE_URL: url, DEMO_DATA: '' } });
      return rowsOf('PostgreSQL', await measure(system.url, simulator).finally(() => system.stop()));
    });
    return [...rows, ...(onServer ?? [{ what: 'PostgreSQL: none on this machine', value: 0, unit: '' }])];
  } finally {
    await simulator.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
