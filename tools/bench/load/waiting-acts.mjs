import { randomUUID } from 'node:crypto';
import { charge, data, inParallel, prescriptions } from './main-job.bench.mjs';
import { signIn } from '../system.mjs';

const key = () => ({ 'Idempotency-Key': randomUUID() });
const CHECKS = ['paper', 'drug', 'compatibility', 'fitness'];

/** Confirmed and paid prescriptions of one box of a drug that the pharmacy has, reviewed: they wait to be picked. */
async function toPick(url, count) {
  const [doctor, cashier, pharmacist] = await Promise.all(['doctor', 'cashier', 'pharmacist'].map((account) => signIn(url, account)));
  const { list } = data(await doctor.call('GET', '/api/his/prescription/material?pageSize=100'));
  const item = list.filter(({ stockKept, stockNumber, price }) => stockKept && price > 0 && stockNumber >= 2 * count)[0];
  if (!item) throw new Error('the pharmacy has nothing in such numbers');
  const patients = data(await doctor.call('GET', '/api/his/prescription/patient?scope=all&pageSize=100')).list;
  const ready = [];
  await inParallel(
    Array.from({ length: count }, (_, at) => at),
    async (at) => {
      const line = { kind: item.kind, drugId: item.drugId, onceUsing: 1, onceUsingUnit: item.stockUnit, drugUsage: '', drugInterval: 'st', drugDays: 1 };
      const body = {
        patientId: patients[at % patients.length].patientId,
        dpType: 14,
        dpDate: Date.now(),
        reimWay: '0',
        visit: '',
        diagnosis: [{ code: 'N18.500', name: '慢性肾脏病5期' }],
        infectedHistory: [],
        prescriptionDetailList: [{ ...line, drugNum: 1, drugNumUnit: item.stockUnit, manualNum: true, isGroup: 0, approvalMark: 1 }],
      };
      const saved = data(await doctor.call('POST', '/api/his/prescription', body, key()));
      const state = { dpId: saved.dpId, rxStatus: 1, version: saved.version };
      await charge(cashier, data(await doctor.call('PUT', '/api/his/prescription/Actions/UpdateState', state, key())));
      const { version } = data(await pharmacist.call('GET', `/api/his/pharmacy/${saved.dpId}`));
      const reviewed = { dpId: saved.dpId, action: 'review', version, checks: CHECKS };
      ready.push({ dpId: saved.dpId, version: data(await pharmacist.call('PUT', '/api/his/pharmacy/Actions/UpdateState', reviewed, key())).version });
    },
    5,
  );
  return ready;
}

/** Settlements whose amounts are there, of as many patients. */
async function toSettle(url, count) {
  const [doctor, cashier] = await Promise.all(['doctor', 'cashier'].map((account) => signIn(url, account)));
  const patients = data(await doctor.call('GET', '/api/his/prescription/patient?scope=all&pageSize=100')).list.filter(({ reimWay }) => reimWay !== '0');
  const ready = [];
  for (const one of await prescriptions(doctor, Math.min(2 * count, patients.length), patients)) {
    if (ready.length === count) break;
    const body = { dpIds: [one.dpId], certificate: { mdtrt_cert_type: '02', mdtrt_cert_no: '' }, acct_used_flag: '0' };
    const { data: record } = await cashier.call('POST', '/api/medins/settlement', body, key());
    if (record?.state === 'presettled') ready.push(record);
  }
  return ready;
}

/** What fifteen do at once and who they are: each kind locks what the others of it want. `prepare` is no part of the measurement. */
export const WAITING_ACTS = {
  'charges of one cashier': {
    prepare: async (url, count) => prescriptions(await signIn(url, 'doctor'), count),
    who: 'cashier',
    act: charge,
  },
  'prescriptions handed out': {
    prepare: toPick,
    who: 'pharmacist',
    act: async (pharmacist, { dpId, version }) => {
      const picked = data(await pharmacist.call('PUT', '/api/his/pharmacy/Actions/UpdateState', { dpId, action: 'pick', version }, key()));
      data(await pharmacist.call('PUT', '/api/his/pharmacy/Actions/UpdateState', { dpId, action: 'dispense', version: picked.version }, key()));
    },
  },
  'settlements with the insurer': {
    insured: true,
    prepare: toSettle,
    who: 'cashier',
    act: async (cashier, { id, version, psn_cash_pay: cash, fund_pay_sumamt: fund }) => {
      const payments = cash > 0 ? [{ payWay: 'cash', amount: cash }] : [];
      data(await cashier.call('POST', `/api/medins/settlement/${id}/settle`, { version, psn_cash_pay: cash, fund_pay_sumamt: fund, payments }, key()));
    },
  },
  'sign-ins of one account': {
    prepare: async (_url, count) => Array.from({ length: count }, (_, at) => at + 1),
    who: 'cashier',
    act: async ({ url }) => void (await signIn(url, 'cashier')),
  },
};
