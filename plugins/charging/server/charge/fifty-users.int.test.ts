import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ALL_PLUGINS, startTestServer, type TestClient, type TestServer } from '../../../../tests/support/server.ts';
import { DEFAULT_DP_TYPE, type Prescription } from '../../../prescription/contract/index.ts';
import { once } from '../../../prescription/server/prescription.fixture.ts';
import type { BillRecord, BillTotal } from '../../contract/index.ts';
import { chargingInvariants } from '../invariants.ts';

const USERS = 50;
let system: TestServer;
beforeAll(async () => {
  system = await startTestServer({ plugins: ALL_PLUGINS });
});
afterAll(() => system?.close());

/** One after another: of one account only a few sign in at the same moment. */
async function signedIn(account: string): Promise<TestClient[]> {
  const clients: TestClient[] = [];
  while (clients.length < USERS) clients.push(await system.signIn(account));
  return clients;
}
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + Math.round(value * 100), 0);

describe('fifty people at once', () => {
  it('[M1] save and charge: nothing is lost, nothing is there twice, receipts have no number twice and leave none out', async () => {
    const doctors = await signedIn('doctor');
    const cashiers = await signedIn('cashier');
    const someone = doctors[0] as TestClient;
    const { list } = (await someone.get<{ list: { patientId: string }[] }>('/api/his/prescription/patient?pageSize=100')).data;
    const patients = list.map((one) => one.patientId);
    const items = (await someone.get<{ list: { drugId: string }[] }>('/api/his/prescription/prescriptionitem?pageSize=20')).data.list;
    const before = (await (cashiers[0] as TestClient).get<BillTotal>('/api/his/charge/billTotal')).data;

    const saved = await Promise.all(
      doctors.map(async (doctor, at) => {
        const body = {
          patientId: patients[at % patients.length],
          dpType: DEFAULT_DP_TYPE,
          dpDate: system.time.now.getTime(),
          reimWay: '0',
          diagnosis: [{ code: 'N18.501', name: '终末期肾病' }],
          visit: '',
          infectedHistory: [],
          prescriptionDetailList: [once('item', items[0]?.drugId ?? '', '次')],
        };
        const made = await doctor.post<Prescription>('/api/his/prescription', body, { 'idempotency-key': `fifty-save-${at}-0000` });
        expect([made.code, made.msg]).toEqual([200, made.msg]);
        const { dpId, version } = made.data;
        const signed = await doctor.put<Prescription>(
          '/api/his/prescription/Actions/UpdateState',
          { dpId, rxStatus: 1, version },
          { 'idempotency-key': `fifty-sign-${at}-0000` },
        );
        expect([signed.code, signed.msg]).toEqual([200, signed.msg]);
        return signed.data;
      }),
    );
    expect(new Set(saved.map((rx) => rx.dpNumber)).size).toBe(USERS);

    // Every cashier charges two prescriptions, so that each one is charged by two people at the same time.
    const answers = await Promise.all(
      cashiers.flatMap((cashier, at) =>
        [saved[at], saved[(at + 1) % USERS]].map((rx) => {
          const body = {
            prescriptions: [{ dpId: rx?.dpId, version: rx?.version }],
            totalPrice: rx?.totalPrice,
            payments: [{ payWay: 'cash', amount: rx?.totalPrice }],
          };
          return cashier.put<BillRecord>(`/api/his/charge/selfpay/${rx?.dpId}`, body, { 'idempotency-key': `fifty-charge-${at}-${rx?.dpId}` });
        }),
      ),
    );
    const bills = answers.filter((answer) => answer.code === 200).map((answer) => answer.data);
    expect(bills).toHaveLength(USERS);
    expect(answers.filter((answer) => answer.code !== 200).map((answer) => answer.code)).toEqual(Array.from({ length: USERS }, () => 409));
    const [first = '', ...others] = bills.map((bill) => bill.billNo).sort();
    const [, series = '', count = ''] = /^(\D+\d{8})(\d+)$/.exec(first) ?? [];
    expect(others).toEqual(others.map((_, at) => `${series}${String(Number(count) + at + 1).padStart(count.length, '0')}`));
    expect(others).toHaveLength(USERS - 1);
    const after = (await (cashiers[0] as TestClient).get<BillTotal>('/api/his/charge/billTotal')).data;
    expect(after.chargedCount - before.chargedCount).toBe(USERS);
    expect(sum([after.chargedPrice]) - sum([before.chargedPrice])).toBe(sum(saved.map((rx) => rx.totalPrice)));
    for (const { name, sql } of chargingInvariants) {
      await expect(
        system.database.script(`do $check$ begin if exists (${sql}) then raise exception 'broken'; end if; end $check$`),
        name,
      ).resolves.not.toThrow();
    }
  });
});
