/**
 * The main job through HTTP: how many prescriptions of five lines ten cashiers charge a second, each call with its session,
 * permission, idempotency, audit and envelope, against the bare driver's settlements (20 statements) on the same engine.
 */
import { randomUUID } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { bareDriverRate, onPostgres } from './db-engine.bench.mjs';
import { signIn, startSystem } from './system.mjs';

export const title = 'Main job: charges through HTTP over the bare driver';

const CLIENTS = 10;
const ROUNDS = 3;
const CHARGES = 100;

export const data = ({ code, msg, data: answer }) => {
  if (code !== 200) throw new Error(msg);
  return answer;
};

/** Runs `work` over all `inputs` with `clients` at once. */
export async function inParallel(inputs, work, clients = CLIENTS) {
  const left = [...inputs];
  const client = async () => {
    for (let next = left.pop(); next !== undefined; next = left.pop()) await work(next);
  };
  await Promise.all(Array.from({ length: clients }, client));
}

/** Confirmed prescriptions of five treatments and laboratory items each, waiting for the cashier. */
export async function prescriptions(doctor, count) {
  // Two dialyses on one prescription would ask the doctor why.
  const items = data(await doctor.call('GET', '/api/his/prescription/prescriptionitem?pageSize=50')).list.filter(
    (item) => item.price > 0 && !item.stockKept && !item.drugName.includes('血液'),
  );
  const patients = data(await doctor.call('GET', '/api/his/prescription/patient?scope=all&pageSize=100')).list;
  const line = ({ kind, drugId, stockUnit }) => ({
    kind,
    drugId,
    onceUsing: 0,
    onceUsingUnit: '',
    drugUsage: '',
    drugInterval: '',
    drugDays: 1,
    drugNum: 1,
    drugNumUnit: stockUnit,
    manualNum: true,
    isGroup: 0,
    approvalMark: 1,
  });
  const ready = [];
  await inParallel(
    Array.from({ length: count }, (_, index) => index),
    async (index) => {
      const body = {
        patientId: patients[index % patients.length].patientId,
        dpType: 14,
        dpDate: Date.now(),
        reimWay: '0',
        visit: '',
        diagnosis: [{ code: 'N18.500', name: '慢性肾脏病5期' }],
        infectedHistory: [],
        prescriptionDetailList: Array.from({ length: 5 }, (_, offset) => line(items[(index + offset) % items.length])),
      };
      const key = () => ({ 'Idempotency-Key': randomUUID() });
      const saved = data(await doctor.call('POST', '/api/his/prescription', body, key()));
      const state = { dpId: saved.dpId, rxStatus: 1, version: saved.version };
      const confirmed = data(await doctor.call('PUT', '/api/his/prescription/Actions/UpdateState', state, key()));
      ready.push({ dpId: confirmed.dpId, version: confirmed.version, totalPrice: confirmed.totalPrice });
    },
  );
  return ready;
}

/** Charges one of them in cash; throws where it is refused. */
export const charge = async (cashier, { dpId, version, totalPrice }) => {
  const body = { prescriptions: [{ dpId, version }], totalPrice, payments: [{ payWay: 'cash', amount: totalPrice }] };
  data(await cashier.call('PUT', `/api/his/charge/selfpay/${dpId}`, body, { 'Idempotency-Key': randomUUID() }));
};

/** Best of some rounds, charges a second. */
async function chargeRate(url) {
  const ready = await prescriptions(await signIn(url, 'doctor'), ROUNDS * CHARGES);
  const cashier = await signIn(url, 'cashier');
  let best = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const batch = ready.splice(0, CHARGES);
    const began = performance.now();
    await inParallel(batch, (one) => charge(cashier, one));
    best = Math.max(best, (CHARGES * 1000) / (performance.now() - began));
  }
  return best;
}

const rowsOf = (engine, bare, charged) => [
  { what: `${engine}, bare driver, ${CLIENTS} clients`, value: bare, unit: '/s' },
  { what: `${engine}, charges through HTTP, ${CLIENTS} cashiers`, value: charged, unit: '/s' },
  { what: `${engine}, charges over bare driver`, value: charged / bare, unit: '×', better: 'higher', budget: 0.6 },
];

/** Runs `npm run db:export` or `db:import` with `env`. */
export function database(command, file, env) {
  const { status, stderr } = spawnSync(process.execPath, ['tools/start/database.mjs', command, file], { env: { ...process.env, ...env }, encoding: 'utf8' });
  if (status !== 0) throw new Error(`database ${command} failed:\n${stderr}`);
}

export async function run() {
  const folder = mkdtempSync(path.join(tmpdir(), 'nephra-bench-'));
  const file = path.join(folder, 'demo.nephra');
  const dataDir = path.join(folder, 'data');
  try {
    const embedded = await startSystem({ dataDir });
    const charged = await chargeRate(embedded.url).finally(() => embedded.stop());
    const rows = rowsOf('embedded', await bareDriverRate({ kind: 'embedded', dataDir: path.join(folder, 'bare') }), charged);
    database('export', file, { DATA_DIR: dataDir });
    const onServer = await onPostgres(async (url) => {
      database('import', file, { DATABASE_URL: url });
      const system = await startSystem({ env: { DATABASE_URL: url, DEMO_DATA: '' } });
      const through = await chargeRate(system.url).finally(() => system.stop());
      return rowsOf('PostgreSQL', await bareDriverRate({ kind: 'postgres', url }), through);
    });
    return [...rows, ...(onServer ?? [{ what: 'PostgreSQL: none on this machine', value: 0, unit: '' }])];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
