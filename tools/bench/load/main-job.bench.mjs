/**
 * The main job through HTTP: how many prescriptions of five lines ten cashiers, each with a drawer of his own, charge a second, each call with its
 * session, permission, idempotency, audit and envelope, against the bare driver's settlements (20 statements) on the same engine. Rounds of both
 * alternate, so that other work of the machine hits both. What steadies best is the processor time of a charge; beside it stands that of the
 * smallest act that is kept by its key and audited (a word to the administrators): the part that no charge can do without.
 */
import { randomUUID } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { addCashiers, cashierAccount } from './cashiers.mjs';
import { onPostgres, openBareDriver } from '../database/db-engine.bench.mjs';
import { familyMs, mainThreadMs, processMs } from './processor-time.mjs';
import { signIn, startSystem } from '../system.mjs';
import { requestBytes, thinClient } from './thin-client.mjs';

export const title = 'Main job: charges through HTTP over the bare driver';

const CLIENTS = 10;
const [ROUNDS, CHARGES, WARM_UP] = process.env.BENCH_SHORT ? [3, 80, 160] : [5, 120, 240];
const MIN_RATIO = { embedded: 0.6, PostgreSQL: 0.35 };

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

/** Confirmed prescriptions of five treatments and laboratory items each, waiting for the cashier; of all patients, who pay themselves, unless `insured` are given. */
export async function prescriptions(doctor, count, insured) {
  // Two dialyses on one prescription would ask the doctor why.
  const items = data(await doctor.call('GET', '/api/his/prescription/prescriptionitem?pageSize=50')).list.filter(
    (item) => item.price > 0 && !item.stockKept && !item.drugName.includes('血液'),
  );
  const patients = insured ?? data(await doctor.call('GET', '/api/his/prescription/patient?scope=all&pageSize=100')).list;
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
        reimWay: insured ? patients[index % patients.length].reimWay : '0',
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

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

/** Ten cashiers at their desks; `round(requests)` answers how long they took together and what it cost, in milliseconds. */
async function openDesks({ url, pid }, postmasterPid) {
  const { host } = new URL(url);
  const desks = [];
  for (let at = 0; at < CLIENTS; at += 1) {
    const { token } = await signIn(url, cashierAccount(at));
    const { send, close } = await thinClient(url);
    const bytes = (method, address, body) => requestBytes(method, address, host, token, JSON.stringify(body), { 'Idempotency-Key': randomUUID() });
    desks.push({
      bytes: {
        charge: ({ dpId, version, totalPrice }) =>
          bytes('PUT', `/api/his/charge/selfpay/${dpId}`, {
            prescriptions: [{ dpId, version }],
            totalPrice,
            payments: [{ payWay: 'cash', amount: totalPrice }],
          }),
        smallest: () => bytes('POST', '/api/system/Feedback', { text: 'bench', place: '/home' }),
      },
      async send(request) {
        const body = await send(request);
        if (body.indexOf('"code":200') < 0) throw new Error(body.toString());
      },
      close,
    });
  }
  const costs = () => ({
    server: processMs(pid),
    mainThread: mainThreadMs(pid),
    postgres: postmasterPid === undefined ? 0 : familyMs(postmasterPid),
    client: process.cpuUsage().user / 1000 + process.cpuUsage().system / 1000,
  });
  return {
    async round(kind, inputs) {
      const requests = desks.map((desk, at) => inputs.filter((_, index) => index % CLIENTS === at).map((input) => desk.bytes[kind](input)));
      const before = costs();
      const began = performance.now();
      await Promise.all(
        desks.map(async (desk, at) => {
          for (const request of requests[at]) await desk.send(request);
        }),
      );
      const ms = performance.now() - began;
      const after = costs();
      const spent = Object.fromEntries(Object.entries(after).map(([who, value]) => [who, (value - before[who]) / inputs.length]));
      return { rate: (inputs.length * 1000) / ms, spent };
    },
    close() {
      for (const desk of desks) desk.close();
    },
  };
}

/** Rounds of bare driver and product by turns. */
async function measure(engine, system, bare, postmasterPid) {
  const ready = await prescriptions(await signIn(system.url, 'doctor'), WARM_UP + ROUNDS * CHARGES);
  const desks = await openDesks(system, postmasterPid);
  try {
    const nothing = Array.from({ length: CHARGES }, () => undefined);
    await desks.round('charge', ready.splice(0, WARM_UP));
    await desks.round('smallest', nothing);
    const rounds = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const plain = await bare.round();
      const charged = await desks.round('charge', ready.splice(0, CHARGES));
      rounds.push({ plain, charged, smallest: await desks.round('smallest', nothing) });
    }
    return rowsOf(engine, rounds, bare.settings);
  } finally {
    desks.close();
  }
}

function rowsOf(engine, rounds, settings) {
  const of = (read) => median(rounds.map(read));
  const spent = (kind, who) => of((round) => round[kind].spent[who]);
  const costs = (kind, what) => [
    {
      what: `${engine}, ${what}, server`,
      value: spent(kind, 'server'),
      unit: 'ms',
      note: `${spent(kind, 'mainThread').toFixed(2)} ms of it on its main thread`,
    },
    ...(engine === 'PostgreSQL' ? [{ what: `${engine}, ${what}, PostgreSQL`, value: spent(kind, 'postgres'), unit: 'ms' }] : []),
    { what: `${engine}, ${what}, load client`, value: spent(kind, 'client'), unit: 'ms' },
  ];
  return [
    { what: `${engine}, bare driver, ${CLIENTS} clients`, value: of((round) => round.plain), unit: '/s', note: settings },
    { what: `${engine}, charges through HTTP, ${CLIENTS} cashiers`, value: of((round) => round.charged.rate), unit: '/s' },
    {
      what: `${engine}, charges over bare driver`,
      value: of((round) => round.charged.rate / round.plain),
      unit: '×',
      better: 'higher',
      budget: MIN_RATIO[engine],
      note: `rounds: ${rounds.map((round) => (round.charged.rate / round.plain).toFixed(2)).join(' ')}`,
    },
    ...costs('charged', 'processor time of a charge'),
    { what: `${engine}, smallest audited act, ${CLIENTS} people`, value: of((round) => round.smallest.rate), unit: '/s' },
    { what: `${engine}, smallest audited act over bare driver`, value: of((round) => round.smallest.rate / round.plain), unit: '×' },
    ...costs('smallest', 'processor time of the smallest act'),
  ];
}

/** Runs `npm run db:export` or `db:import` with `env`. */
export function database(command, file, env) {
  const { status, stderr } = spawnSync(process.execPath, ['tools/start/database.mjs', command, file], { env: { ...process.env, ...env }, encoding: 'utf8' });
  if (status !== 0) throw new Error(`database ${command} failed:\n${stderr}`);
}

/** Starts the product, opens the bare driver beside it and measures both. */
async function beside(engine, options, systemOptions, postmasterPid) {
  const system = await startSystem(systemOptions);
  try {
    const bare = await openBareDriver(options);
    return await measure(engine, system, bare, postmasterPid).finally(() => bare.close());
  } finally {
    await system.stop();
  }
}

export async function run() {
  const folder = mkdtempSync(path.join(tmpdir(), 'nephra-bench-'));
  const file = path.join(folder, 'demo.nephra');
  const dataDir = path.join(folder, 'data');
  try {
    await (await startSystem({ dataDir })).stop();
    await addCashiers(dataDir, CLIENTS);
    database('export', file, { DATA_DIR: dataDir });
    const rows = await beside('embedded', { kind: 'embedded', dataDir: path.join(folder, 'bare') }, { dataDir });
    const onServer = await onPostgres(async (url, postmasterPid) => {
      database('import', file, { DATABASE_URL: url });
      return await beside('PostgreSQL', { kind: 'postgres', url }, { env: { DATABASE_URL: url, DEMO_DATA: '' } }, postmasterPid);
    });
    return [...rows, ...(onServer ?? [{ what: 'PostgreSQL: none on this machine', value: 0, unit: '' }])];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
