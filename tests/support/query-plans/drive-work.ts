import { randomUUID } from 'node:crypto';
import { settlementContract } from '../../../plugins/insurance/contract/index.ts';
import { openSettleDesk } from '../../../plugins/insurance/testing/settle-desk.ts';
import { REVIEW_CHECKS } from '../../../plugins/pharmacy/domain/dispensing/review-checks.ts';
import { liveIn } from '../../security/organisations/lived-in.ts';
import { clientHash } from '../../../shell/server/auth/password/password-hash.ts';
import { patientContent } from '../patient-content.ts';
import { DEMO_PASSWORD, type TestClient, type TestServer } from '../server.ts';

/** Calls in one account's name; a refusal is a mistake of the work that is to be done here. */
function deskOf(client: TestClient) {
  const write = async <T>(method: 'post' | 'put', url: string, body: unknown = {}): Promise<T> => {
    const { code, msg, data } = await client[method]<T>(url, body, { 'idempotency-key': randomUUID() });
    if (code !== 200) throw new Error(`${method} ${url}: ${code} ${msg}`);
    return data;
  };
  return {
    read: async <T>(url: string): Promise<T> => {
      const { code, msg, data } = await client.get<T>(url);
      if (code !== 200) throw new Error(`get ${url}: ${code} ${msg}`);
      return data;
    },
    post: <T>(url: string, body?: unknown) => write<T>('post', url, body),
    put: <T>(url: string, body?: unknown) => write<T>('put', url, body),
  };
}

type Desk = ReturnType<typeof deskOf>;

interface Waiting {
  readonly dpId: string;
  readonly version: number;
  readonly totalPrice: number;
}

async function chargeAndGiveBack(cashier: Desk): Promise<void> {
  const { list } = await cashier.read<{ list: Waiting[] }>('/api/his/charge/patientlist?pageSize=100');
  const charge = async ({ dpId, version, totalPrice }: Waiting): Promise<string> => {
    const body = { prescriptions: [{ dpId, version }], totalPrice, payments: totalPrice > 0 ? [{ payWay: 'cash', amount: totalPrice }] : [] };
    return (await cashier.put<{ chargeId: string }>(`/api/his/charge/selfpay/${dpId}`, body)).chargeId;
  };
  const [first, second, third] = list.filter(({ totalPrice }) => totalPrice > 0);
  if (!first || !second || !third) throw new Error('nobody waits at the till');
  await charge(third);
  await cashier.put('/api/his/charge/cancelbill', { chargeId: await charge(first), reason: 'SIM' });
  const chargeId = await charge(second);
  const { lines } = await cashier.read<{ lines: { detailId: string; refundableNum: number }[] }>(`/api/his/charge/refund/${chargeId}`);
  const line = lines.find(({ refundableNum }) => refundableNum > 0);
  await cashier.put('/api/his/charge/cancelbill', { chargeId, reason: 'SIM', lines: [{ detailId: line?.detailId, drugNum: line?.refundableNum }] });
  const open = await cashier.read<{ chargeCount: number; refundCount: number; cashExpected: number }>('/api/his/charge/shift');
  await cashier.post('/api/his/charge/shift', {
    billCount: open.chargeCount + open.refundCount,
    cashExpected: open.cashExpected,
    cashCounted: 0,
    reason: 'SIM',
  });
}

interface Paper {
  readonly version: number;
  readonly actionList: readonly string[];
  readonly findingList: readonly { key: string; level: string }[];
}

async function handOut(pharmacist: Desk, dpId: string): Promise<boolean> {
  for (;;) {
    const paper = await pharmacist.read<Paper>(`/api/his/pharmacy/${dpId}`);
    const action = ['dispense', 'pick', 'review'].find((one) => paper.actionList.includes(one));
    if (!action) return paper.actionList.includes('return') || paper.actionList.length > 0;
    const overrides = paper.findingList.filter(({ level }) => level === 'reason').map(({ key }) => ({ key, reason: 'SIM' }));
    try {
      await pharmacist.put('/api/his/pharmacy/Actions/UpdateState', {
        dpId,
        action,
        version: paper.version,
        overrides,
        ...(action === 'review' ? { checks: [...REVIEW_CHECKS] } : {}),
      });
    } catch {
      return false;
    }
  }
}

async function keepStock(pharmacist: Desk): Promise<void> {
  const waiting = await pharmacist.read<{ list: { dpId: string }[] }>('/api/his/pharmacy/patient?stage=open&pageSize=20');
  let done = 0;
  for (const { dpId } of waiting.list) if (done < 2 && (await handOut(pharmacist, dpId))) done += 1;
  if (done === 0) throw new Error('nothing could be handed out');
  const { list } = await pharmacist.read<{ list: { lotId: string; drugId: string; lotNo: string; version: number; onHand: number }[] }>(
    '/api/his/pharmacy/stock',
  );
  const [lot] = list;
  if (!lot) throw new Error('no stock');
  const line = { drugId: lot.drugId, lotNo: 'SIM-NEW', expiresOn: '2029-05-31', quantity: 10, cost: 30, location: '' };
  await pharmacist.post('/api/his/pharmacy/receipt', { supplier: 'SIM', invoiceNo: 'SIM-0001', note: '', lines: [line] });
  const count = await pharmacist.post<{ countId: string; version: number; lines: { lotId: string; expected?: number }[] }>('/api/his/pharmacy/count', {
    basis: 'shelf',
    note: '',
  });
  const saved = await pharmacist.put<{ version: number }>(`/api/his/pharmacy/count/${count.countId}`, {
    version: count.version,
    lines: count.lines.slice(0, 3).map(({ lotId }) => ({ lotId, counted: 5 })),
  });
  await pharmacist.post(`/api/his/pharmacy/count/${count.countId}/Actions/Close`, { post: true, version: saved.version });
}

async function keepFiles(clerk: Desk): Promise<void> {
  const open = (name: string) => clerk.post<{ patientId: string; version: number }>('/api/his/patient', patientContent(name));
  const [into, from] = [await open('欧阳重档'), await open('欧阳重擋')];
  await clerk.post('/api/his/patient/Actions/Duplicates', { patientName: '欧阳重档', birthday: '1961-04-05', patientIdcard: '', phone: '' });
  const body = { from: from.patientId, version: into.version, fromVersion: from.version, reason: 'SIM' };
  await clerk.post(`/api/his/patient/${into.patientId}/Actions/Merge`, body);
  const { list } = await clerk.read<{ list: { id: string }[] }>(`/api/his/patient/${into.patientId}/Actions/Merges`);
  const { version } = await clerk.post<{ version: number }>(`/api/his/patient/Merge/${list[0]?.id}/Actions/Undo`, { reason: 'SIM' });
  await clerk.put(`/api/his/patient/${into.patientId}`, { ...patientContent('欧阳改档'), outpatientCode: `SIM${version}`, version });
}

async function chargeTheMonth(server: TestServer, desk: Desk, month: string): Promise<void> {
  const { list } = await desk.read<{ list: { patientId: string; waitingPrice: number; draftCount: number }[] }>(
    `/api/his/charge/monthpatientlist?month=${month}&pageSize=500`,
  );
  for (const { patientId } of list.filter(({ waitingPrice, draftCount }) => waitingPrice > 0 && draftCount === 0).slice(0, 2)) {
    const { taken } = await desk.post<{ taken: { dpId: string }[] }>(`/api/his/charge/actions/record/${patientId}`, { month });
    for (const { dpId } of taken) await handOut(desk, dpId);
  }
  const body = { month, settleWay: 'selfpay', takeIn: true, payWay: 'wechat' };
  const { dryRun } = await desk.post<{ dryRun: { fingerprint: string } }>('/api/his/charge/hospmonth', { ...body, dryRun: true });
  await desk.post('/api/his/charge/hospmonth', { ...body, dryRun: false, fingerprint: dryRun.fingerprint });
  await server.server.plugins.host.settled();
  await desk.post('/api/his/charge/monthclose', { month: `${Number(month.slice(0, 4)) - 1}-12`, leaveReason: 'SIM' });
}

/** A day of a facility, in the name of somebody who holds every right: who may what is not the question. */
export async function workADay(server: TestServer, client: TestClient): Promise<void> {
  const desk = deskOf(client);
  const { list } = await desk.read<{ list: { patientId: string }[] }>('/api/his/patient?pageSize=1');
  await liveIn(client, list[0]?.patientId ?? '', server.time.now);
  await chargeAndGiveBack(desk);
  await keepStock(desk);
  await keepFiles(desk);
  await chargeTheMonth(server, desk, server.server.core.parts.clock.today().slice(0, 7));
  const wrong = new URLSearchParams({ account: 'nobody', password: clientHash(DEMO_PASSWORD), origin: 'password', grant_type: 'password' });
  await client.post('/api/oauth/Login', wrong.toString(), { 'content-type': 'application/x-www-form-urlencoded' });
}

/** What the server does by itself: cleaners, the check of the audit log and that of all books. */
export async function workANight(server: TestServer): Promise<void> {
  const { jobs, host } = server.server.plugins;
  const own = host.snapshot.live.flatMap(({ id, server: half }) => (half?.jobs ?? []).map(({ name }) => `${id}.${name}`));
  for (const name of ['core.forget-old', 'core.verify-audit', ...own]) await jobs.runNow(name);
  await server.server.dataCheck.check();
  await server.server.dataCheck.latest(1);
}

/** Settlements with the simulated insurer, over a database of their own: settled, cancelled, left, looked after. */
export async function settleWithInsurer(): Promise<void> {
  const desk = await openSettleDesk({ patients: 3 });
  try {
    const { routes } = settlementContract;
    const settled = await desk.settle('guangdong', await desk.preSettle('guangdong', [await desk.prescribe('guangdong', 0)]));
    await desk.call('guangdong', routes.list, { query: { keyword: '患者' } });
    await desk.preSettle('guangdong', [await desk.prescribe('guangdong', 1)]);
    const { version } = await desk.record('guangdong', settled.id);
    await desk.call('guangdong', routes.cancel, { params: { id: settled.id }, body: { version, reason: 'SIM' } });
    await desk.cycle();
    await desk.cycle(60 * 24);
  } finally {
    await desk.close();
  }
}
