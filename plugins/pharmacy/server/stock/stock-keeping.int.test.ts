import { messageSender, type MessageToSend } from '@nephra/plugin-sdk/server';
import { createFakeJobRun } from '@nephra/plugin-sdk/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { staff } from '../../../../tests/support/processes/plugin-host.ts';
import { type Desk, dialyserLot, lot, oneDialyser, openDesk, pharmacist, refusal, sideBySide } from '../../../charging/testing/desk.ts';
import { type AdjustBody, type LotRow, stockContract } from '../../contract/index.ts';
import { stockWarningsJob } from '../warnings/stock-warnings.job.ts';

const { routes } = stockContract;
const wuhan = staff({ userId: 'user-wh', userName: '武汉药师', orgId: 'org-wh', orgIds: ['org-wh'], roles: ['pharmacist'] });
let desk: Desk;
beforeAll(async () => {
  desk = await openDesk([
    lot({ lotNo: 'SIM-GOOD', quantity: 200, location: 'A-01' }),
    lot({ lotNo: 'SIM-OLD', expiresInDays: -1, quantity: 40, location: 'A-02' }),
    dialyserLot({ lotNo: 'SIM-D', quantity: 100, location: 'B-01' }),
  ]);
});
afterAll(() => desk.host.close());

const call: Desk['host']['call'] = (plugin, route, given) => desk.host.call(plugin, route, { user: pharmacist, ...given });
const lotNamed = async (lotNo: string): Promise<LotRow> => {
  const { list } = await call('pharmacy', routes.stock, { query: { pageSize: 500, empty: true } });
  const found = list.find((row) => row.lotNo === lotNo);
  if (!found) throw new Error(`no lot ${lotNo}`);
  return found;
};
const adjust = async (lotNo: string, reason: AdjustBody['reason'], quantity: number, over: Partial<AdjustBody> = {}) => {
  const { lotId, version } = await lotNamed(lotNo);
  return await call('pharmacy', routes.adjust, { params: { id: lotId }, body: { reason, quantity, note: '抽查', version, ...over } });
};
const picked = async (): Promise<string> => {
  const rx = await desk.prescribe({ prescriptionDetailList: [oneDialyser] });
  await desk.charge(rx);
  for (const action of ['review', 'pick'] as const) await desk.act(rx.dpId ?? '', action);
  return rx.dpId ?? '';
};

describe('[6-04] what goods cost', () => {
  it('is missing from goods-received notes for callers without the column', async () => {
    const blind = { can: (code: string) => code !== 'his.pharmacy#column:cost' };
    const { list } = await call('pharmacy', routes.receipts, { query: {} });
    const receiptId = list[0]?.receiptId ?? '';
    expect(list[0]?.totalPrice).toBeGreaterThan(0);
    const open = await call('pharmacy', routes.receipt, { params: { id: receiptId } });
    expect(open.lines[0]).toMatchObject({ cost: expect.any(Number), amount: expect.any(Number) });
    for (const answer of [
      await call('pharmacy', routes.receipts, { query: {}, ...blind }),
      await call('pharmacy', routes.receipt, { params: { id: receiptId }, ...blind }),
    ])
      expect(JSON.stringify(answer)).not.toMatch(/totalPrice|cost|amount/);
  });
});

describe('corrections', () => {
  it('the reason tells which way; the ledger says why', async () => {
    expect(await adjust('SIM-GOOD', 'breakage', 20)).toMatchObject({ onHand: 180 });
    expect(await adjust('SIM-GOOD', 'found', 5)).toMatchObject({ onHand: 185 });
    const { lotId } = await lotNamed('SIM-GOOD');
    const { list, total } = await call('pharmacy', routes.movement, { query: { lotId } });
    expect(list.slice(0, 2).map((row) => [row.kind, row.reason, row.quantity, row.note])).toEqual([
      ['adjust', 'found', 5, '抽查'],
      ['adjust', 'breakage', -20, '抽查'],
    ]);
    expect(total).toMatchObject({ corrected: -15, net: 185 });
  });

  it('refuses an old version, zero, goods of an expired lot, and what is reserved', async () => {
    const { version } = await lotNamed('SIM-GOOD');
    expect(await refusal(adjust('SIM-GOOD', 'loss', 1, { version: version - 1 }))).toBe('pharmacy.lot-stale');
    expect(await refusal(adjust('SIM-GOOD', 'loss', 1, { note: '  ' }))).toBe('pharmacy.reason-missing');
    expect(await refusal(adjust('SIM-GOOD', 'loss', 0.00001))).toBe('pharmacy.quantity-zero');
    expect(await refusal(adjust('SIM-GOOD', 'loss', 1_000_000))).toBe('pharmacy.adjust-reserved');
    expect(await refusal(adjust('SIM-OLD', 'found', 1))).toBe('pharmacy.lot-expired');
    expect(await refusal(adjust('SIM-OLD', 'ward', 1))).toBe('pharmacy.lot-expired');
    expect(await adjust('SIM-OLD', 'destroyed', 40)).toMatchObject({ onHand: 0 });
    const dpId = await picked();
    expect(await refusal(adjust('SIM-D', 'loss', 100))).toBe('pharmacy.adjust-reserved');
    await desk.act(dpId, 'unpick');
    expect(
      await refusal(call('pharmacy', routes.adjust, { user: wuhan, params: { id: 'x' }, body: { reason: 'loss', quantity: 1, note: 'x', version: 1 } })),
    ).toBe('pharmacy.lot-not-found');
    expect(await desk.broken()).toEqual([]);
  });

  it('[M1] of thirty at once with the same version one goes through', async () => {
    const { version, onHand } = await lotNamed('SIM-D');
    const { done } = await sideBySide(Array.from({ length: 30 }, () => () => adjust('SIM-D', 'ward', 2, { version })));
    expect(done).toBe(1);
    expect((await lotNamed('SIM-D')).onHand).toBe(onHand - 2);
  });
});

describe('counts', () => {
  const open = (basis: 'paper' | 'shelf', over = {}) => call('pharmacy', routes.openCount, { body: { basis, note: '月末盘点', ...over } });

  it('at the shelf: goods that move before and after typing are neither lost nor doubled', async () => {
    const sheet = await open('shelf');
    const { lotId, onHand } = await lotNamed('SIM-D');
    expect(sheet.lines.find((line) => line.lotId === lotId)).toMatchObject({ snapshot: onHand, counted: null });
    await desk.act(await picked(), 'dispense');
    const typed = await call('pharmacy', routes.saveCount, {
      params: { id: sheet.countId },
      body: { version: sheet.version, lines: [{ lotId, counted: onHand - 3 }] },
    });
    expect(typed.lines.find((line) => line.lotId === lotId)).toMatchObject({ book: onHand - 1, difference: -2 });
    await desk.act(await picked(), 'dispense');
    const close = { params: { id: sheet.countId }, body: { post: true, version: typed.version } };
    expect(await call('pharmacy', routes.closeCount, close)).toMatchObject({ state: 'posted', differenceCount: 1, countedCount: 1 });
    expect((await lotNamed('SIM-D')).onHand).toBe(onHand - 4);
    expect(await refusal(call('pharmacy', routes.closeCount, close))).toBe('pharmacy.count-closed');
    expect(await desk.broken()).toEqual([]);
  });

  it('on paper: the snapshot counts, whatever moved until the figures were typed in', async () => {
    const sheet = await open('paper', { location: 'B' });
    expect(sheet.lines.map((line) => line.lotNo)).toEqual(['SIM-D']);
    const { lotId, onHand } = await lotNamed('SIM-D');
    await desk.act(await picked(), 'dispense');
    const typed = await call('pharmacy', routes.saveCount, {
      params: { id: sheet.countId },
      body: { version: sheet.version, lines: [{ lotId, counted: onHand + 1 }] },
    });
    await call('pharmacy', routes.closeCount, { params: { id: sheet.countId }, body: { post: true, version: typed.version } });
    expect((await lotNamed('SIM-D')).onHand).toBe(onHand);
    expect(await desk.broken()).toEqual([]);
  });

  it('posts everything or nothing, and refuses what is stale, foreign, empty or reserved', async () => {
    const sheet = await open('shelf');
    const [good, dialyser] = [await lotNamed('SIM-GOOD'), await lotNamed('SIM-D')];
    const save = (version: number, lines: { lotId: string; counted: number | null }[], user = pharmacist) =>
      call('pharmacy', routes.saveCount, { user, params: { id: sheet.countId }, body: { version, lines } });
    const close = (version: number, post = true) => call('pharmacy', routes.closeCount, { params: { id: sheet.countId }, body: { post, version } });
    expect(await refusal(close(sheet.version))).toBe('pharmacy.count-nothing');
    expect(await refusal(save(sheet.version - 1, [{ lotId: good.lotId, counted: 1 }]))).toBe('pharmacy.count-stale');
    expect(await refusal(save(sheet.version, [{ lotId: 'nowhere', counted: 1 }]))).toBe('pharmacy.count-lot');
    expect(await refusal(save(sheet.version, [{ lotId: good.lotId, counted: 1 }], wuhan))).toBe('pharmacy.count-not-found');
    const typed = await save(sheet.version, [
      { lotId: good.lotId, counted: 0 },
      { lotId: dialyser.lotId, counted: 0 },
    ]);
    const dpId = await picked();
    expect(await refusal(close(typed.version))).toBe('pharmacy.count-reserved');
    expect((await lotNamed('SIM-GOOD')).onHand).toBe(good.onHand);
    await desk.act(dpId, 'unpick');
    expect(await close(typed.version, false)).toMatchObject({ state: 'dropped' });
    expect((await lotNamed('SIM-D')).onHand).toBe(dialyser.onHand);
    expect(await refusal(open('shelf', { location: 'Z' }))).toBe('pharmacy.count-empty');
    expect((await call('pharmacy', routes.counts, { query: { state: 'dropped' } })).list).toHaveLength(1);
    expect((await call('pharmacy', routes.counts, { user: wuhan })).list).toEqual([]);
    expect(await desk.broken()).toEqual([]);
  });
});

describe('items, warnings and the proof of the ledger', () => {
  it('warns below the minimum and about expiry', async () => {
    const { list } = await call('pharmacy', routes.itemStock, { query: { keyword: 'gttx' } });
    const item = list[0];
    if (!item) throw new Error('no item');
    const set = (minimum: number, version: number) =>
      call('pharmacy', routes.setItem, { params: { id: item.drugId }, body: { minimum, traceRequired: false, version } });
    const low = await set(10_000, item.version);
    expect(low).toMatchObject({ minimum: 10_000, low: true });
    expect(await refusal(set(1, item.version))).toBe('pharmacy.item-stale');
    await desk.stock([dialyserLot({ lotNo: 'SIM-NEAR', expiresInDays: 5, quantity: 3 }), dialyserLot({ lotNo: 'SIM-GONE', expiresInDays: -5, quantity: 3 })]);
    expect(await call('pharmacy', routes.warnings, {})).toEqual({ low: 1, expired: 1, near: 1 });
    expect((await call('pharmacy', routes.itemStock, { query: { low: true } })).list.map((row) => row.drugId)).toEqual([item.drugId]);
    expect(await call('pharmacy', routes.warnings, { user: wuhan })).toEqual({ low: 0, expired: 0, near: 0 });
  });

  it('finds items of which so much can be handed out, both ends included', async () => {
    const all = (await call('pharmacy', routes.itemStock, { query: { pageSize: 500 } })).list;
    const found = async (query: Record<string, unknown>) => (await call('pharmacy', routes.itemStock, { query: { pageSize: 500, ...query } })).list;
    const some = all.find(({ available }) => available > 0)?.available ?? 0;
    expect(some).toBeGreaterThan(0);
    expect(await found({ availableFrom: some })).toEqual(all.filter(({ available }) => available >= some));
    expect(await found({ availableTo: some - 1 })).toEqual(all.filter(({ available }) => available < some));
    expect(await found({ availableFrom: some, availableTo: some })).toEqual(all.filter(({ available }) => available === some));
    expect(await found({ availableFrom: 2, availableTo: 1 })).toEqual([]);
  });

  it('shows an item day by day, ending with what is on hand', async () => {
    const history = await call('pharmacy', routes.itemHistory, { params: { id: 'mat-dialyser' }, query: { days: 30 } });
    expect(history.days).toHaveLength(30);
    const { list } = await call('pharmacy', routes.itemStock, { query: { keyword: 'gttx' } });
    expect(history.days.at(-1)?.balance).toBe(list[0]?.onHand);
    const moved = history.days.reduce((sum, day) => sum + day.into - day.out + day.corrected, history.opening);
    expect(moved).toBe(history.days.at(-1)?.balance);
    expect(await refusal(call('pharmacy', routes.itemHistory, { params: { id: 'nothing' } }))).toBe('pharmacy.item-not-found');
  });

  it('says that the ledger adds up, and names the lot where it does not', async () => {
    const check = await call('pharmacy', routes.ledgerCheck, {});
    expect(check.faultList).toEqual([]);
    expect(check.lots).toBeGreaterThan(3);
    await desk.host.db.script("update pharmacy.lot set on_hand = on_hand + 1 where lot_no = 'SIM-NEAR'");
    expect((await call('pharmacy', routes.ledgerCheck, {})).faultList).toMatchObject([{ lotNo: 'SIM-NEAR', onHand: 4, ledger: 3 }]);
    await desk.host.db.script("update pharmacy.lot set on_hand = on_hand - 1 where lot_no = 'SIM-NEAR'");
  });
});

describe('expired goods stand apart and never count as available', () => {
  beforeAll(() =>
    desk.stock([
      lot({ lotNo: 'SIM-EXPIRED', expiresInDays: -1, quantity: 500 }),
      lot({ lotNo: 'SIM-FROZEN', expiresInDays: 10, quantity: 500, frozen: true }),
      dialyserLot({ lotNo: 'SIM-D1', quantity: 40, expiresInDays: 100 }),
    ]),
  );

  it('in the list of lots, with what they cost, and per item', async () => {
    expect(await lotNamed('SIM-EXPIRED')).toMatchObject({ onHand: 500, available: 0, awaitingDisposal: 500, level: 'expired' });
    expect(await lotNamed('SIM-FROZEN')).toMatchObject({ onHand: 500, available: 0, awaitingDisposal: 0 });
    const { total } = await call('pharmacy', routes.stock, { query: { pageSize: 500 } });
    const { list: old, total: expired } = await call('pharmacy', routes.stock, { query: { level: 'expired', pageSize: 500 } });
    expect(old.every((one) => one.available === 0 && one.awaitingDisposal === one.onHand)).toBe(true);
    const worth = old.reduce((sum, one) => sum + Math.round((one.awaitingDisposal / one.stockDmin) * (one.cost ?? 0) * 100), 0) / 100;
    expect(expired).toMatchObject({ lots: old.length, costPrice: 0, expiredPrice: worth });
    expect(total.expiredPrice).toBe(expired.expiredPrice);
    const { list } = await call('pharmacy', routes.itemStock, { query: { keyword: '骨化三醇' } });
    const lots = (await call('pharmacy', routes.stock, { query: { drugId: 'drug-calcitriol', pageSize: 500 } })).list;
    const waits = lots.reduce((sum, one) => sum + one.awaitingDisposal, 0);
    expect(waits).toBeGreaterThan(0);
    expect(list[0]).toMatchObject({ awaitingDisposal: waits, available: lots.reduce((sum, one) => sum + one.available, 0) });
  });

  it('what was picked and expired overnight says so, and is neither handed out nor counted as reserved', async () => {
    const dpId = await picked();
    const [share] = (await desk.info(dpId)).drugDetailList;
    expect(share?.lotBar).toBe('');
    const noon = desk.host.time.now;
    desk.host.time.now = new Date(noon.getTime() + 101 * 86_400_000);
    const late = await desk.info(dpId);
    expect(late.drugDetailList).toMatchObject([{ lotNo: share?.lotNo, lotBar: 'expired' }]);
    expect(late.actionList).toEqual(['unpick']);
    expect(await lotNamed(share?.lotNo ?? '')).toMatchObject({ available: 0, level: 'expired' });
    desk.host.time.now = noon;
    await desk.act(dpId, 'unpick');
  });
});

describe('messages to pharmacists', () => {
  it('low stock is told once a day, a lot once when it is near its end and once when it has passed; without that plugin nothing happens', async () => {
    const { host } = desk;
    const run = () => stockWarningsJob.run(host.context('pharmacy'), createFakeJobRun());
    await run();
    const told = new Map<string, MessageToSend>();
    host.provide(messageSender, {
      send: async (message) => {
        const sent = !told.has(message.key);
        if (sent) told.set(message.key, message);
        return { id: message.key, sent, receivers: 1 };
      },
    });
    const { drugId, lotId, expiresOn } = await lotNamed('SIM-GOOD');
    const { list } = await call('pharmacy', routes.itemStock, { query: { pageSize: 500 } });
    const { version = 1 } = list.find((item) => item.drugId === drugId) ?? {};
    await call('pharmacy', routes.setItem, { params: { id: drugId }, body: { minimum: 900_000, traceRequired: false, version } });
    await run();
    await run();
    const today = (): string => host.context('pharmacy').clock.today();
    expect(told.get(`pharmacy.lowStock/org-gz/${today()}`)).toMatchObject({
      kind: 'pharmacy.lowStock',
      receivers: [{ organisation: 'org-gz', roles: ['pharmacist'] }],
    });
    expect([told.has(`pharmacy.nearLot/${lotId}`), told.has(`pharmacy.expiredLot/${lotId}`)]).toEqual([false, false]);
    const before = host.time.now;
    for (const days of [-1, 0, 1, 2]) {
      host.time.now = new Date(Date.parse(`${expiresOn}T02:00:00Z`) + days * 86_400_000);
      await run();
    }
    expect(told.get(`pharmacy.nearLot/${lotId}`)).toMatchObject({ urgency: 'normal', params: { lot: 'SIM-GOOD', day: expiresOn } });
    expect(told.get(`pharmacy.expiredLot/${lotId}`)).toMatchObject({ urgency: 'important', link: { query: { lot: 'SIM-GOOD' } } });
    expect([...told.keys()].filter((key) => key.startsWith('pharmacy.lowStock/org-gz/'))).toHaveLength(5);
    host.time.now = before;
  });
});
