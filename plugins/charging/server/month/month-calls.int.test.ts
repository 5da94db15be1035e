import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ALL_PLUGINS, startTestServer, type TestClient, type TestServer } from '../../../../tests/support/server.ts';
import { pharmacyInvariants } from '../../../pharmacy/server/invariants.ts';
import type { DryRun, MonthBook, MonthPatientRow, MonthRun, MonthRunItem, MonthSheet, MonthTotals, RecordResult } from '../../contract/index.ts';
import { monthPlus } from '../../domain/month/month.ts';
import { chargingInvariants } from '../invariants.ts';

interface HospReply {
  readonly dryRun: DryRun | null;
  readonly run: MonthRun | null;
}

let system: TestServer;
let cashier: TestClient;
let month: string;
beforeAll(async () => {
  system = await startTestServer({ plugins: ALL_PLUGINS });
  cashier = await system.signIn('cashier');
  month = system.server.core.parts.clock.today().slice(0, 7);
});
afterAll(() => system?.close());

async function broken(): Promise<string[]> {
  const faults: string[] = [];
  for (const { name, sql } of [...chargingInvariants, ...pharmacyInvariants]) {
    const wrapped = `do $check$ begin if exists (${sql}) then raise exception 'broken'; end if; end $check$`;
    await system.database.script(wrapped).catch((error: unknown) => faults.push(`${name}: ${String(error)}`));
  }
  return faults;
}

const patients = async (of = month) =>
  (await cashier.get<{ list: MonthPatientRow[]; totals: MonthTotals }>(`/api/his/charge/monthpatientlist?month=${of}&pageSize=500`)).data;
const hosp = (body: object, key: string) =>
  cashier.post<HospReply>('/api/his/charge/hospmonth', { month, settleWay: 'selfpay', takeIn: true, payWay: 'wechat', ...body }, { 'idempotency-key': key });

describe('the month over the whole call pipeline', () => {
  it('the demo’s account holders have a settled past, and sums add up for everybody', async () => {
    const past = await patients(monthPlus(month, -1));
    expect(past.list.filter((row) => row.prescriptionCount > 5).length).toBeGreaterThan(0);
    expect(past.list.every((row) => row.state === 'settled')).toBe(true);
    const cents = (yuan: number) => Math.round(yuan * 100);
    const { list, totals } = await patients();
    expect(cents(totals.totalPrice)).toBe(list.reduce((sum, row) => sum + cents(row.totalPrice), 0));
    for (const row of [...list, ...past.list]) {
      expect(cents(row.accountPrice) + cents(row.waitingPrice) + cents(row.pendingPrice) + cents(row.chargedPrice)).toBe(cents(row.totalPrice));
    }
    expect(await broken()).toEqual([]);
  });

  it('put on the account, handed out by the pharmacy, ready to settle', async () => {
    const pharmacist = await system.signIn('pharmacist');
    const { list } = await patients();
    const chosen = list.filter((row) => row.waitingPrice > 0 && row.draftCount === 0).slice(0, 2);
    for (const row of chosen) {
      const url = `/api/his/charge/actions/record/${row.patientId}`;
      const record = await cashier.post<RecordResult>(url, { month }, { 'idempotency-key': `record-${row.patientId}` });
      expect(record.data.taken.length).toBeGreaterThan(0);
      for (const { dpId } of record.data.taken) {
        for (const action of ['review', 'pick', 'dispense']) {
          const { version } = (await pharmacist.get<{ version: number }>(`/api/his/pharmacy/${dpId}`)).data;
          const body = { dpId, action, version, ...(action === 'review' ? { checks: ['paper', 'drug', 'compatibility', 'fitness'] } : {}) };
          const answer = await pharmacist.put('/api/his/pharmacy/Actions/UpdateState', body, { 'idempotency-key': `month-${action}-${dpId}` });
          expect([answer.code, answer.msg]).toEqual([200, expect.any(String)]);
        }
      }
      const sheet = (await cashier.get<MonthSheet>(`/api/his/charge/month/${row.patientId}?month=${month}`)).data;
      expect(sheet.state).toBe('ready');
    }
    expect(chosen).toHaveLength(2);
  });

  it('[M1] a run goes by itself to its end; ten posts with one key start one; every bill has its audit entry', async () => {
    const plan = (await hosp({ dryRun: true }, 'dry-run-0001')).data.dryRun;
    expect(plan?.runCount).toBeGreaterThan(0);
    const body = { dryRun: false, fingerprint: plan?.fingerprint };
    const answers = await Promise.all(Array.from({ length: 10 }, () => hosp(body, 'one-press-to-start')));
    const ids = new Set(answers.map((answer) => answer.data.run?.runId));
    expect([answers.map((answer) => answer.code).every((code) => code === 200), ids.size]).toEqual([true, 1]);
    await system.server.plugins.host.settled();
    const [runId] = ids;
    const run = (await cashier.get<MonthRun>(`/api/his/charge/hospmonth/${runId}`)).data;
    expect(run).toMatchObject({ state: 'done', done: plan?.runCount, skipped: plan?.blockedCount, failed: 0, donePrice: plan?.runPrice });
    const { list } = (await cashier.get<{ list: MonthRunItem[] }>(`/api/his/charge/hospmonth/${runId}/items?pageSize=500&state=done`)).data;
    expect(new Set(list.map((item) => item.billNo)).size).toBe(plan?.runCount);
    expect(await broken()).toEqual([]);
    const late = await cashier.put<MonthRun>(`/api/his/charge/hospmonth/${runId}/Actions/Cancel`);
    expect([late.code, late.data.state]).toEqual([200, 'done']);
    expect((await hosp(body, 'another-press-to-start')).extras?.error).toBe('charging.month-changed');
  });

  it('the list comes as a workbook, for those who may export', async () => {
    const url = `/api/his/charge/monthpatientlist/Actions/Export?month=${month}`;
    const file = await cashier.raw({ method: 'GET', url });
    expect(file.headers['content-type']).toContain('spreadsheetml');
    expect(file.rawPayload.subarray(0, 2).toString()).toBe('PK');
    const refused = await (await system.signIn('doctor')).raw({ method: 'GET', url });
    expect(refused.json()).toMatchObject({ code: 403 });
    const empty = await cashier.get('/api/his/charge/monthpatientlist/Actions/Export?month=2001-01');
    expect(empty.msg).toContain('2001-01');
  });

  it('[7.8-04] the exports that the specification names are an address for older clients, and bytes for those who ask for them', async () => {
    for (const name of ['Bill', 'Detail', 'Invoice', 'Patient']) {
      const url = `/api/his/charge/${name}/Actions/Export?startDate=${month}-01`;
      const { code, data } = await cashier.get<{ name: string; url: string }>(url);
      expect([code, Object.keys(data)]).toEqual([200, ['name', 'url']]);
      const file = await system.nobody.raw({ method: 'GET', url: data.url });
      expect(file.headers['content-type']).toContain('spreadsheetml');
      expect((await cashier.raw({ method: 'GET', url })).headers['content-type']).toContain('spreadsheetml');
    }
  });

  it('[6-02] a clerk closes a month, only an administrator opens it again, and a closed month says so', async () => {
    const last = monthPlus(month, -1);
    const clerk = await system.signIn('clerk');
    const body = { month: last };
    expect((await cashier.post('/api/his/charge/monthclose', body, { 'idempotency-key': 'close-by-cashier' })).code).toBe(403);
    const closed = await clerk.post<MonthBook>('/api/his/charge/monthclose', { ...body, leaveReason: '留待核对' }, { 'idempotency-key': 'close-by-clerk' });
    expect(closed.data).toMatchObject({ month: last, closed: true });
    expect(closed.msg).toContain(last);
    const again = await hosp({ month: last, dryRun: true }, 'dry-run-closed');
    expect([again.extras?.error, again.msg]).toEqual(['charging.month-closed', `${last} 已关账。如需更改，请由管理员重新开账。`]);
    const reopen = (client: TestClient, key: string) =>
      client.post<MonthBook>('/api/his/charge/monthclose/Actions/Reopen', { ...body, orgId: closed.data.orgId, reason: '补记' }, { 'idempotency-key': key });
    expect((await reopen(clerk, 'reopen-by-clerk')).code).toBe(403);
    expect((await reopen(await system.signIn('admin'), 'reopen-by-admin')).data).toMatchObject({ closed: false });
  });

  it('insured settlement is refused with a sentence while no insurance plugin is on', async () => {
    const registry = system.readRegistry();
    const withoutInsurance = registry.plugins.map((entry) => (entry.id.startsWith('insurance') ? { ...entry, enabled: false } : entry));
    await system.writeRegistry({ ...registry, plugins: withoutInsurance });
    const answer = await hosp({ dryRun: true, settleWay: 'insured' }, 'dry-run-insured');
    expect(answer.msg).toContain('尚未启用医保结算插件');
  });
});
