import { EnvelopeCode, isAppError, moneyFromWire } from '@nephra/plugin-sdk/contract';
import { type FigurePanel, type FigurePanelContent, type FigureQuestion, type FigureRows, figurePanels } from '@nephra/plugin-sdk/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { staff } from '../../../../tests/support/processes/plugin-host.ts';
import { type Desk, dialyserLot, lot, oneBox, oneDialyser, openDesk, pharmacist } from '../../../charging/testing/desk.ts';
import { stockContract } from '../../contract/index.ts';
import type { PharmacyTables } from '../pharmacy-tables.ts';

const wuhan = staff({ userId: 'user-wh', orgId: 'org-wh', orgIds: ['org-wh'] });
const MARCH = { startDate: '2026-03-01', endDate: '2026-03-31' };
const DAY = 86_400_000;

let desk: Desk;
/** The day of the host's clock, moved by days. */
const later = (days: number): void => {
  desk.host.time.now = new Date(desk.host.time.now.getTime() + days * DAY);
};
const handOut = async (line: typeof oneBox): Promise<string> => {
  const rx = await desk.prescribe({ prescriptionDetailList: [line], dpDate: desk.host.time.now.getTime() });
  await desk.charge(rx);
  for (const action of ['review', 'pick', 'dispense'] as const) await desk.act(rx.dpId ?? '', action);
  return rx.dpId ?? '';
};
beforeAll(async () => {
  desk = await openDesk([
    lot({ lotNo: 'SIM-A', quantity: 400, cost: 33.33 }),
    lot({ lotNo: 'SIM-FREE', quantity: 20, cost: 0, expiresInDays: 500 }),
    lot({ lotNo: 'SIM-OLD', quantity: 40, cost: 30, expiresInDays: -10 }),
    dialyserLot({ lotNo: 'SIM-NEAR', quantity: 3, cost: 70.0049, expiresInDays: 30 }),
    dialyserLot({ lotNo: 'SIM-SOON', quantity: 5, cost: 80, expiresInDays: 31, frozen: true }),
    dialyserLot({ lotNo: 'SIM-WH', orgId: 'org-wh', quantity: 1000, cost: 99 }),
  ]);
  // 2026-02-25, 2026-03-01 and 2026-03-02 of Asia/Shanghai.
  later(-5);
  await handOut(oneBox);
  later(4);
  await handOut(oneBox);
  later(1);
  const dpId = await handOut(oneDialyser);
  const [share] = (await desk.info(dpId)).drugDetailList;
  await desk.act(dpId, 'return', { returns: [{ allocationId: share?.allocationId ?? '', quantity: 1, returned: 0 }] });
  const { list } = await desk.host.call('pharmacy', stockContract.routes.itemStock, { user: pharmacist, query: { keyword: '高通' } });
  const set = { minimum: 10, traceRequired: false, version: list[0]?.version };
  await desk.host.call('pharmacy', stockContract.routes.setItem, { user: pharmacist, params: { id: 'mat-dialyser' }, body: set });
});
afterAll(() => desk.host.close());

const panel = (id: 'stock' | 'dispensed'): FigurePanel => {
  const found = desk.host
    .context<PharmacyTables>('pharmacy')
    .extensions(figurePanels)
    .find(({ value }) => value.id === id);
  if (!found) throw new Error(`no panel ${id}`);
  return found.value;
};
const reader = (user = pharmacist) => desk.host.requestContext<PharmacyTables>('pharmacy', { user });
const valuesOf = ({ totals }: FigurePanelContent) => Object.fromEntries(totals.map(({ key, value }) => [key, value]));

async function all(id: 'stock' | 'dispensed', question: Partial<FigureQuestion> & { figure: string }, user = pharmacist): Promise<FigureRows['list']> {
  const list: FigureRows['list'][number][] = [];
  for (let currentPage = 1; ; currentPage += 1) {
    const page = await panel(id).rows(reader(user), { ...MARCH, pageSize: 1, currentPage, ...question });
    list.push(...page.list);
    if (list.length >= page.total || page.list.length === 0) return list;
  }
}
const sum = (rows: FigureRows['list']): number => rows.reduce((money, { cells }) => money + moneyFromWire(Number(cells.value)), 0);
const refused = async (act: Promise<unknown>): Promise<string> => {
  try {
    await act;
  } catch (error) {
    if (isAppError(error)) return `${error.code} ${error.key}`;
    throw error;
  }
  return 'allowed';
};
const UNKNOWN = `${EnvelopeCode.NotFound} pharmacy.figure-unknown`;

describe('stock of the pharmacy, now', () => {
  it('is worth what it cost, lot by lot: expired goods apart, those that cost nothing as nothing', async () => {
    const content = await panel('stock').read(reader(), MARCH);
    expect(content.now).toBe(true);
    // 18 boxes of 33.33; three dialysers of 70.0049 and five of 80; two expired boxes of 30.
    expect(valuesOf(content)).toEqual({ value: 1209.95, expired: 1, expiredValue: 60, near: 1, nearValue: 210.01, low: 1 });
    expect(content.parts?.[0]?.list.map(({ key, value }) => [key, value])).toEqual([
      ['drug', 599.94],
      ['material', 610.01],
    ]);
    const { total } = await desk.host.call('pharmacy', stockContract.routes.stock, { user: pharmacist });
    expect([total.costPrice, total.expiredPrice, total.near]).toEqual([1209.95, 60, 1]);
  });

  it('every figure is the sum of its lots or items over all pages, and they lead to the lists', async () => {
    const content = valuesOf(await panel('stock').read(reader(), MARCH));
    const lots = await all('stock', { figure: 'value' });
    expect(lots.map(({ cells }) => [cells.lot, cells.quantity, cells.value])).toEqual([
      ['SIM-A', '360 粒', 599.94],
      ['SIM-SOON', '5 个', 400],
      ['SIM-NEAR', '3 个', 210.01],
      ['SIM-FREE', '20 粒', 0],
    ]);
    expect(sum(lots)).toBe(moneyFromWire(content.value ?? 0));
    expect(lots[0]?.opens).toEqual({ menu: 'his.pharmacy', query: { lot: 'SIM-A' } });
    expect(sum(await all('stock', { figure: 'kind', part: 'drug' })) + sum(await all('stock', { figure: 'kind', part: 'material' }))).toBe(sum(lots));
    expect((await all('stock', { figure: 'expired' })).map(({ cells }) => [cells.lot, cells.expires])).toEqual([['SIM-OLD', '2026-02-20']]);
    expect((await all('stock', { figure: 'nearValue' })).map(({ cells }) => cells.value)).toEqual([content.nearValue]);
    const low = await all('stock', { figure: 'low' });
    expect(low.map(({ cells, opens }) => [cells.name, cells.available, cells.minimum, opens?.query])).toEqual([
      ['高通透析器', '3 个', '10 个', { item: '高通透析器' }],
    ]);
  });

  it('another organisation’s goods are neither counted nor listed', async () => {
    expect(valuesOf(await panel('stock').read(reader(wuhan), MARCH))).toEqual({ value: 99_000, expired: 0, expiredValue: 0, near: 0, nearValue: 0, low: 0 });
    expect((await all('stock', { figure: 'value' }, wuhan)).map(({ cells }) => cells.lot)).toEqual(['SIM-WH']);
    const nobody = staff({ orgId: 'org-empty', orgIds: ['org-empty'] });
    expect(valuesOf(await panel('stock').read(reader(nobody), MARCH)).value).toBe(0);
  });

  it('what is no figure of it is refused', async () => {
    for (const question of [{ figure: 'income' }, { figure: 'value', part: 'drug' }, { figure: 'kind', part: 'gold' }, { figure: 'constructor' }]) {
      expect(await refused(all('stock', question))).toBe(UNKNOWN);
    }
  });
});

describe('goods handed out in a period', () => {
  it('are worth what they cost, every day of it, beside the same number of days before', async () => {
    const { totals, days } = await panel('dispensed').read(reader(), MARCH);
    expect(totals.map(({ key, value, before }) => [key, value, before])).toEqual([
      ['dispensed', 103.33, 33.33],
      ['returned', 70, 0],
    ]);
    expect(days?.series.map(({ key, values }) => [key, values.length, values.slice(0, 3)])).toEqual([
      ['drug', 31, [33.33, 0, 0]],
      ['material', 31, [0, 70, 0]],
    ]);
  });

  it('are the sum of the articles behind them, and so is each day', async () => {
    const rows = await all('dispensed', { figure: 'dispensed' });
    expect(rows.map(({ cells, opens }) => [cells.name, cells.quantity, cells.value, opens?.query])).toEqual([
      ['高通透析器', '1 个', 70, { item: '高通透析器' }],
      ['骨化三醇软胶囊', '20 粒', 33.33, { item: '骨化三醇软胶囊' }],
    ]);
    expect((await all('dispensed', { figure: 'days', part: 'drug', day: '2026-03-01' })).map(({ cells }) => cells.value)).toEqual([33.33]);
    expect(await all('dispensed', { figure: 'days', part: 'drug', day: '2026-03-02' })).toEqual([]);
    expect((await all('dispensed', { figure: 'returned' })).map(({ cells }) => cells.value)).toEqual([70]);
  });

  it('of another organisation, or in a period without any, are zeros for every day', async () => {
    for (const [user, period] of [
      [wuhan, MARCH],
      [pharmacist, { startDate: '2027-02-27', endDate: '2027-03-01' }],
    ] as const) {
      const { totals, days } = await panel('dispensed').read(reader(user), period);
      expect(totals.map(({ value, before }) => [value, before])).toEqual([
        [0, 0],
        [0, 0],
      ]);
      expect(days?.series.every(({ values }) => values.length === (period === MARCH ? 31 : 3) && values.every((value) => value === 0))).toBe(true);
      expect(await all('dispensed', { figure: 'dispensed', ...period }, user)).toEqual([]);
    }
    const wrong: (Partial<FigureQuestion> & { figure: string })[] = [
      { figure: 'profit' },
      { figure: 'returned', part: 'drug' },
      { figure: 'days', day: '2026-04-01' },
    ];
    for (const question of wrong) expect(await refused(all('dispensed', question))).toBe(UNKNOWN);
  });
});
