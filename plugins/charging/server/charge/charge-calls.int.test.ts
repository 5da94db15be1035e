import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ALL_PLUGINS, startTestServer, type TestClient, type TestServer } from '../../../../tests/support/server.ts';
import { pharmacyInvariants } from '../../../pharmacy/server/invariants.ts';
import type { BillRecord, BillTotal, ChargeQueueRow } from '../../contract/index.ts';
import { chargingInvariants } from '../invariants.ts';

let system: TestServer;
let cashier: TestClient;
let pharmacist: TestClient;
beforeAll(async () => {
  system = await startTestServer({ plugins: ALL_PLUGINS });
  cashier = await system.signIn('cashier');
  pharmacist = await system.signIn('pharmacist');
});
afterAll(() => system?.close());

/** Names of the invariants that do not hold, with the first row that shows it. */
async function broken(): Promise<string[]> {
  const faults: string[] = [];
  for (const { name, sql } of [...chargingInvariants, ...pharmacyInvariants]) {
    const wrapped = `do $check$ begin if exists (${sql}) then raise exception 'broken'; end if; end $check$`;
    await system.database.script(wrapped).catch((error: unknown) => faults.push(`${name}: ${String(error)}`));
  }
  return faults;
}

const queue = async (): Promise<ChargeQueueRow[]> => (await cashier.get<{ list: ChargeQueueRow[] }>('/api/his/charge/patientlist?pageSize=100')).data.list;
const bodyOf = (row: ChargeQueueRow) => ({
  prescriptions: [{ dpId: row.dpId, version: row.version }],
  totalPrice: row.totalPrice,
  payments: [{ payWay: 'cash', amount: row.totalPrice }],
});
const chargeBy = (client: TestClient, row: ChargeQueueRow, key: string, body: unknown = bodyOf(row)) =>
  client.put<BillRecord>(`/api/his/charge/selfpay/${row.dpId}`, body, { 'idempotency-key': key });

describe('the desk over the whole call pipeline', () => {
  it('the demo’s past holds every invariant, and today waits at the desk', async () => {
    expect(await broken()).toEqual([]);
    const past = (await cashier.get<BillTotal>('/api/his/charge/billTotal')).data;
    expect(past.chargedCount).toBeGreaterThan(50);
    expect(past.ways.reduce((sum, way) => sum + Math.round(way.amount * 100), 0)).toBe(Math.round(past.netPrice * 100));
    expect((await queue()).length).toBeGreaterThan(3);
  });

  it('[M1] fifty posts with one key make one charge and fifty equal answers; another body under the key is refused', async () => {
    const [row] = await queue();
    if (!row) throw new Error('nothing to charge');
    const answers = await Promise.all(Array.from({ length: 50 }, () => chargeBy(cashier, row, 'one-press-of-the-button')));
    expect(new Set(answers.map((answer) => `${answer.code} ${answer.msg} ${answer.data.billNo}`)).size).toBe(1);
    expect(answers[0]?.code).toBe(200);
    expect((await chargeBy(cashier, row, 'one-press-of-the-button', { ...bodyOf(row), totalPrice: 1 })).code).toBe(409);
    const again = await chargeBy(cashier, row, 'another-press-of-it');
    expect([again.code, again.extras?.error]).toEqual([409, 'charging.not-to-charge']);
    expect(again.msg).toContain(row.dpNumber);
    expect(await broken()).toEqual([]);
  });

  it('charge, review, pick, dispense, take back, refund: every step is on record', async () => {
    const rows = await queue();
    const row = rows.find((one) => one.lineCount > 3) ?? rows[0];
    if (!row) throw new Error('nothing to charge');
    const bill = (await chargeBy(cashier, row, 'whole-way-charge-1')).data;
    type Info = {
      version: number;
      rxStatus: number;
      drugDetailList: { allocationId: string; taken: number }[];
      findingList: { key: string; level: string }[];
    };
    const act = async (action: string, more: object = {}) => {
      const { version } = (await pharmacist.get<Info>(`/api/his/pharmacy/${row.dpId}`)).data;
      const answer = await pharmacist.put<Info>(
        '/api/his/pharmacy/Actions/UpdateState',
        { dpId: row.dpId, action, version, ...more },
        { 'idempotency-key': `whole-way-${action}` },
      );
      expect([answer.code, answer.msg]).toEqual([200, expect.any(String)]);
      return answer.data;
    };
    const { findingList } = (await pharmacist.get<Info>(`/api/his/pharmacy/${row.dpId}`)).data;
    const overrides = findingList.filter((finding) => finding.level === 'reason').map(({ key }) => ({ key, reason: '病情需要' }));
    await act('review', { checks: ['paper', 'drug', 'compatibility', 'fitness'], overrides });
    for (const action of ['pick', 'dispense']) await act(action);
    const cancel = (key: string) =>
      cashier.put<BillRecord>('/api/his/charge/cancelbill', { chargeId: bill.chargeId, reason: '不要了' }, { 'idempotency-key': key });
    expect((await cancel('whole-way-too-early')).extras?.error).toBe('charging.refund-with-patient');
    const { drugDetailList } = (await pharmacist.get<Info>(`/api/his/pharmacy/${row.dpId}`)).data;
    const returned = await act('return', {
      intact: true,
      returns: drugDetailList.map((share) => ({ allocationId: share.allocationId, quantity: share.taken, returned: 0 })),
    });
    expect(returned.rxStatus).toBe(7);
    const refund = await cancel('whole-way-refund');
    expect([refund.code, refund.data.totalPrice]).toEqual([200, -row.totalPrice]);
    expect(await broken()).toEqual([]);
  });

  it('[6-02] a clerk reads bills and prints but moves no money; a doctor sees nothing of it', async () => {
    const clerk = await system.signIn('clerk');
    const doctor = await system.signIn('doctor');
    const [row] = await queue();
    if (!row) throw new Error('nothing to charge');
    expect((await clerk.get('/api/his/charge/bill')).code).toBe(200);
    expect((await chargeBy(clerk, row, 'clerk-may-not-1')).code).toBe(403);
    expect((await clerk.put('/api/his/charge/cancelbill', { chargeId: 'x', reason: 'x' })).code).toBe(403);
    expect((await doctor.get('/api/his/charge/bill')).code).toBe(403);
    expect((await doctor.get('/api/his/pharmacy/stock')).code).toBe(403);
    expect((await cashier.get('/api/his/pharmacy/patient')).code).toBe(403);
    expect((await pharmacist.get('/api/his/charge/patientlist')).code).toBe(403);
    expect((await system.nobody.get('/api/his/charge/bill')).code).toBe(600);
  });

  it('a body that does not fit is refused before anything moves', async () => {
    const [row] = await queue();
    if (!row) throw new Error('nothing to charge');
    for (const body of [
      { ...bodyOf(row), totalPrice: -1 },
      { ...bodyOf(row), payments: [{ payWay: 'cash', amount: '80' }] },
      { ...bodyOf(row), prescriptions: [] },
      {},
    ])
      expect((await chargeBy(cashier, row, 'does-not-fit-at-all', body)).code).toBe(400);
    expect((await queue()).some((one) => one.dpId === row.dpId)).toBe(true);
  });
});

describe('the nightly check of the data', () => {
  interface Check {
    finishedAt: number;
    rules: number;
    findings: { pluginId: string; rule: string; organizeName: string; count: number; sample: string[]; error: string }[];
  }
  const told = async (account: string) => (await (await system.signIn(account)).get<Check | null>('/api/system/Watch/Actions/Findings')).data;
  const history = async (client: TestClient) => (await client.get<{ checks: Check[] }>('/api/system/Watch')).data.checks;
  const { signal } = new AbortController();

  it('looks at every invariant, finds nothing in sound data, and is made once a night, whatever is done to the clock', async () => {
    const { dataCheck } = system.server;
    const admin = await system.signIn('admin');
    const made = async () => (await history(admin)).length;
    await dataCheck.checkIfDue(signal);
    expect(await history(admin)).toMatchObject([{ rules: chargingInvariants.length + pharmacyInvariants.length, findings: [] }]);
    expect(await told('admin')).toBeNull();
    // 10:00 in Shanghai: nothing before the night.
    await dataCheck.checkIfDue(signal);
    expect(await made()).toBe(1);
    const toNight = async () => {
      const hours = (27 - ((system.time.now.getUTCHours() + 8) % 24)) % 24;
      system.time.advance(hours * 3_600_000 + 60_000);
      await dataCheck.checkIfDue(signal);
      await dataCheck.checkIfDue(signal);
    };
    await toNight();
    const again = await system.signIn('admin');
    expect(await history(again)).toHaveLength(2);
    system.time.step(-72 * 3_600_000);
    await dataCheck.checkIfDue(signal);
    await dataCheck.checkIfDue(signal);
    expect(await history(again)).toHaveLength(3);
    system.time.step(72 * 3_600_000);
  });

  it('tells those whom it concerns in their facility, and administrators, in their language; others learn nothing', async () => {
    const [bill] = await system.database
      .kyselyFor<{ 'charging.bill': { id: string; org_id: string } }>()
      .selectFrom('charging.bill')
      .select('id')
      .where('org_id', '=', 'org-gz')
      .limit(1)
      .execute();
    if (!bill) throw new Error('no bill in Guangzhou');
    const without = (change: string) =>
      system.database.script(`alter table charging.bill disable trigger user; ${change}; alter table charging.bill enable trigger user`);
    await without(`update charging.bill set line_count = line_count + 1 where id = '${bill.id}'`);
    try {
      await system.server.dataCheck.check();
      const finding = { pluginId: 'charging', rule: '账单记录的明细行数正确', count: 1, sample: [bill.id], error: '' };
      expect((await told('clerk'))?.findings).toMatchObject([finding]);
      expect((await told('admin'))?.findings).toMatchObject([finding]);
      // The right, but another facility; the facility, but another work.
      expect([await told('manager'), await told('nurse'), await told('pharmacist')]).toEqual([null, null, null]);
      const client = await system.signIn('admin');
      const english = await client.get<Check>('/api/system/Watch/Actions/Findings', { 'x-language': 'en' });
      expect(english.data.findings[0]?.rule).toBe('a bill knows how many lines it has');
      expect((await history(client))[0]?.findings).toHaveLength(1);
    } finally {
      await without(`update charging.bill set line_count = line_count - 1 where id = '${bill.id}'`);
    }
    await system.server.dataCheck.check();
    expect(await told('clerk')).toBeNull();
  });
});
