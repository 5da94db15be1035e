/**
 * The insurance platform goes silent while the hospital works: how long other calls take while insured settlements hang, over how long they
 * take while nobody settles with the insurer, before and after in the same run. Self-pay goes on, and the state of the line says what waits.
 * BENCH_SECONDS is how long the platform is silent in one piece: 600 for the ten minutes that must be bearable. Quiet turns last a quarter of it
 * each, a minute at most.
 */
import { randomUUID } from 'node:crypto';
import { connectInsurer, startSimulator } from './insurer.mjs';
import { data } from './main-job.bench.mjs';
import { signIn, startSystem } from '../system.mjs';

export const title = 'Insurance platform silent: other calls beside hanging settlements';

const SECONDS = Number(process.env.BENCH_SECONDS ?? 40);
/** The first calls of a server that has just started are slow for nobody's fault; they count nowhere. */
const TURNS = [
  { kind: 'warm-up', seconds: 10 },
  { kind: 'quiet', seconds: Math.min(SECONDS / 4, 60) },
  { kind: 'silent', seconds: SECONDS },
  { kind: 'quiet', seconds: Math.min(SECONDS / 4, 60) },
];
const CLERKS = 6;
/** How soon somebody who is told that the insurer is away presses again. */
const IMPATIENCE_MS = 3000;
const BUDGET = 1.2;

const key = () => ({ 'Idempotency-Key': randomUUID() });
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const percentile = (values, share) => [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;

/** One confirmed prescription of three treatments. */
async function prescribe(doctor, items, patient, reimWay, at) {
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
  const body = {
    patientId: patient.patientId,
    dpType: 14,
    dpDate: Date.now(),
    reimWay,
    visit: '',
    diagnosis: [{ code: 'N18.500', name: '慢性肾脏病5期' }],
    infectedHistory: [],
    prescriptionDetailList: [0, 1, 2].map((offset) => line(items[(at + offset) % items.length])),
  };
  const saved = data(await doctor.call('POST', '/api/his/prescription', body, key()));
  return data(await doctor.call('PUT', '/api/his/prescription/Actions/UpdateState', { dpId: saved.dpId, rxStatus: 1, version: saved.version }, key()));
}

/** What has to be there before an act, and is no part of its time. */
const BEFORE = {
  'charge self-pay': async ({ doctor, items, patients }, at) => prescribe(doctor, items, patients[at % patients.length], '0', at),
};
/** What staff do while nobody thinks of the insurer; each act keeps its times. */
const ACTS = {
  'charge self-pay': async ({ cashier }, { dpId, version, totalPrice }) => {
    const body = { prescriptions: [{ dpId, version }], totalPrice, payments: [{ payWay: 'cash', amount: totalPrice }] };
    data(await cashier.call('PUT', `/api/his/charge/selfpay/${dpId}`, body, key()));
  },
  'list what waits at the desk': async ({ cashier }) => data(await cashier.call('GET', '/api/his/charge/patientlist?pageSize=20')),
  'find a patient': async ({ doctor }) => data(await doctor.call('GET', '/api/his/patient?keyword=zh&pageSize=20')),
};

async function turn({ kind, seconds }, world) {
  const times = Object.fromEntries(Object.keys(ACTS).map((act) => [act, []]));
  const until = performance.now() + seconds * 1000;
  const worker = async (act) => {
    for (let at = 0; performance.now() < until; at += 1) {
      const ready = await BEFORE[act]?.(world, at);
      const began = performance.now();
      await ACTS[act](world, ready);
      times[act].push(performance.now() - began);
      await pause(25);
    }
  };
  const clerk = async (at) => {
    while (performance.now() < until) {
      const one = world.insured[at % world.insured.length];
      const body = { dpIds: [one.dpId], certificate: one.certificate, acct_used_flag: '0' };
      const { data: record } = await world.cashier.call('POST', '/api/medins/settlement', body, key());
      world.hung += 1;
      if (record?.state === 'presettled') throw new Error('the platform was meant to be silent');
      await pause(Math.min(IMPATIENCE_MS, Math.max(0, until - performance.now())));
    }
  };
  const watcher = async () => {
    while (performance.now() < until) {
      world.waiting = Math.max(world.waiting, data(await world.cashier.call('GET', '/api/medins/state')).waiting);
      await pause(1000);
    }
  };
  const staff = Object.keys(ACTS).flatMap((act) => [worker(act), worker(act)]);
  const clerks = kind === 'silent' ? [watcher(), ...Array.from({ length: CLERKS }, (_, at) => clerk(at))] : [];
  await Promise.all(staff);
  // Hanging calls end by themselves (their time-out); the next turn must not begin beside them.
  await Promise.all(clerks);
  if (kind === 'silent') world.line = data(await world.cashier.call('GET', '/api/medins/state')).line;
  return times;
}

export async function run() {
  const simulator = await startSimulator();
  const system = await startSystem({ env: { OUTBOUND_ALLOW: `insurance=${simulator.url}` } });
  try {
    const [admin, doctor, cashier] = await Promise.all(['admin', 'doctor', 'cashier'].map((account) => signIn(system.url, account)));
    await connectInsurer(admin, simulator);
    // Two dialyses on one prescription would ask the doctor why.
    const items = data(await doctor.call('GET', '/api/his/prescription/prescriptionitem?pageSize=50')).list.filter(
      (item) => item.price > 0 && !item.stockKept && !item.drugName.includes('血液'),
    );
    const patients = data(await doctor.call('GET', '/api/his/prescription/patient?scope=all&pageSize=100')).list;
    const insuredPatients = patients.filter(({ reimWay }) => reimWay !== '0').slice(0, CLERKS);
    const world = { doctor, cashier, items, patients, insured: [], hung: 0, waiting: 0, line: '' };
    for (const [at, patient] of insuredPatients.entries()) {
      const { dpId } = await prescribe(doctor, items, patient, patient.reimWay, at);
      world.insured.push({ dpId, certificate: { mdtrt_cert_type: '02', mdtrt_cert_no: '' } });
    }
    await simulator.faults([{ kind: 'never', count: 0 }]);
    const none = () => Object.fromEntries(Object.keys(ACTS).map((act) => [act, []]));
    const found = { 'warm-up': none(), quiet: none(), silent: none() };
    for (const one of TURNS) {
      const times = await turn(one, world);
      for (const [act, values] of Object.entries(times)) found[one.kind][act].push(...values);
    }
    const rows = Object.keys(ACTS).map((act) => ({
      what: `${act}, p95 beside a silent platform`,
      value: percentile(found.silent[act], 0.95) / percentile(found.quiet[act], 0.95),
      unit: '×',
      budget: BUDGET,
      note: `${percentile(found.quiet[act], 0.95).toFixed(0)} ms quiet, ${found.silent[act].length} calls`,
    }));
    return [
      ...rows,
      { what: 'insured calls that got no answer meanwhile', value: world.hung, unit: '' },
      { what: 'calls that the state of the line named as waiting', value: world.waiting, unit: '', better: 'higher', budget: 1 },
      { what: 'line shown as down in the end (1 = yes)', value: Number(world.line === 'down'), unit: '', better: 'higher', budget: 1 },
    ];
  } finally {
    await system.stop();
    await simulator.close();
  }
}
