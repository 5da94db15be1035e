import { randomUUID } from 'node:crypto';
import type { TestClient } from '../../support/server.ts';

const key = (): Record<string, string> => ({ 'Idempotency-Key': randomUUID() });

interface Item {
  readonly kind: string;
  readonly drugId: string;
  readonly stockUnit: string;
  readonly price: number;
  readonly stockKept?: boolean;
}
interface Saved {
  readonly dpId: string;
  readonly version: number;
  readonly totalPrice: number;
}

const data = <T>({ code, msg, data: answer }: { code: number; msg: string; data: unknown }): T => {
  if (code !== 200) throw new Error(msg);
  return answer as T;
};

const line = ({ kind, drugId, stockUnit }: Item) => ({
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

/** A day's work in the client's organisation, so that there are records of many kinds: prescriptions, bills, a package, a count, a price that waits. */
export async function liveIn(client: TestClient, patientId: string, now: Date): Promise<void> {
  const found = data<{ list: Item[] }>(await client.get('/api/his/prescription/prescriptionitem?pageSize=50')).list;
  const items = found.filter((item) => item.price > 0 && !item.stockKept);
  const write = (from: number) => ({
    patientId,
    dpType: 14,
    dpDate: now.getTime(),
    reimWay: '0',
    visit: '',
    diagnosis: [{ code: 'N18.500', name: '慢性肾脏病5期' }],
    infectedHistory: [],
    prescriptionDetailList: items.slice(from, from + 2).map(line),
  });
  for (const from of [0, 2]) {
    const saved = data<Saved>(await client.post('/api/his/prescription', write(from), key()));
    if (from > 0) continue; // this one stays open
    const confirmed = data<Saved>(
      await client.put('/api/his/prescription/Actions/UpdateState', { dpId: saved.dpId, rxStatus: 1, version: saved.version }, key()),
    );
    const { dpId, version, totalPrice } = confirmed;
    const payment = { prescriptions: [{ dpId, version }], totalPrice, payments: [{ payWay: 'cash', amount: totalPrice }] };
    data(await client.put(`/api/his/charge/selfpay/${dpId}`, payment, key()));
  }
  // A price ten times as high waits for a second person.
  const [dear] = items;
  if (dear) {
    const address = `/api/his/catalogue/${dear.drugId}/price`;
    const { lastPriceId, today } = data<{ lastPriceId: string; today: string }>(await client.get(address));
    data(await client.post(address, { validFrom: today, price: dear.price * 10, reason: '试', lastPriceId }, key()));
  }
  data(
    await client.post('/api/his/prescription/custompackage', { packageName: '常用', scope: 'own', prescriptionDetailList: items.slice(0, 2).map(line) }, key()),
  );
  // Read by whoever is there.
  const notice = data<{ id: string }>(await client.post('/api/message', { title: 'SIM', content: { ops: [{ insert: 'SIM\n' }] }, mustRead: 1 }, key()));
  data(await client.put(`/api/message/${notice.id}/Actions/Release`, undefined, key()));
  const note = { infno: '1161', msgid: 'SIM-CARD-0001', request: '{}', answer: '{}', infcode: '0', errMsg: '', state: 'success', patientId };
  data(await client.post('/api/medins/interfaceinfo', note, key()));
}
