import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { staff } from '../../../tests/support/plugin-host.ts';
import { type Desk, lot, openDesk, pharmacist, refusal } from '../../charging/testing/desk.ts';
import { stockContract } from '../contract/index.ts';

const { routes } = stockContract;
const wuhan = staff({ userId: 'user-wh', userName: '武汉药师', orgId: 'org-wh', orgIds: ['org-wh'], roles: ['pharmacist'] });
let desk: Desk;
beforeAll(async () => {
  desk = await openDesk([lot({ lotNo: 'SIM-OURS', quantity: 200 })]);
});
afterAll(() => desk?.host.close());

describe('[A4] another facility’s stock', () => {
  it('is in no list, no ledger and no sum', async () => {
    const both = async (route: typeof routes.stock | typeof routes.movement | typeof routes.receipts) => {
      const of = async (user: typeof wuhan) => (await desk.host.call('pharmacy', route, { user })).list.length;
      return [await of(pharmacist), await of(wuhan)];
    };
    expect([await both(routes.stock), await both(routes.movement), await both(routes.receipts)]).toEqual([
      [1, 0],
      [1, 0],
      [1, 0],
    ]);
    expect(await desk.host.call('pharmacy', routes.ledgerCheck, { user: pharmacist })).toMatchObject({ lots: 1, movements: 1 });
    expect(await desk.host.call('pharmacy', routes.ledgerCheck, { user: wuhan })).toMatchObject({ lots: 0, movements: 0 });
  });

  it('is not found by its id, nor put right', async () => {
    const [ours] = (await desk.host.call('pharmacy', routes.stock, { user: pharmacist })).list;
    const [note] = (await desk.host.call('pharmacy', routes.receipts, { user: pharmacist })).list;
    const adjusted = { params: { id: ours?.lotId }, body: { reason: 'loss', quantity: 1, note: '抽查', version: ours?.version ?? 0 } };
    expect(await refusal(desk.host.call('pharmacy', routes.adjust, { user: wuhan, ...adjusted }))).toBe('pharmacy.lot-not-found');
    expect(await refusal(desk.host.call('pharmacy', routes.receipt, { user: wuhan, params: { id: note?.receiptId } }))).toBe('pharmacy.receipt-not-found');
  });
});
