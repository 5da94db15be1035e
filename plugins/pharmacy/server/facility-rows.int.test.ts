import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { staff } from '../../../tests/support/processes/plugin-host.ts';
import { type Desk, dialyserLot, lot, oneDialyser, openDesk, pharmacist, refusal } from '../../charging/testing/desk.ts';
import { stockContract } from '../contract/index.ts';
import { allocationsOf } from './stock/allocation.repo.ts';
import type { PharmacyTables } from './pharmacy-tables.ts';
import { stepsOf } from './dispensing/step.table.ts';
import { codesOf } from './tracing/trace-code.repo.ts';

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

  it('a count of it is neither saved nor closed, and its number and state are not told', async () => {
    const sheet = await desk.host.call('pharmacy', routes.openCount, { user: pharmacist, body: { basis: 'shelf', note: '月末盘点' } });
    const asked = (user: typeof wuhan, version: number) => [
      refusal(
        desk.host.call('pharmacy', routes.saveCount, { user, params: { id: sheet.countId }, body: { version, lines: [{ lotId: 'nowhere', counted: 1 }] } }),
      ),
      refusal(desk.host.call('pharmacy', routes.closeCount, { user, params: { id: sheet.countId }, body: { version, post: true } })),
    ];
    const stale = sheet.version + 1;
    expect(await Promise.all(asked(pharmacist, stale))).toEqual(['pharmacy.count-stale', 'pharmacy.count-stale']);
    expect(await Promise.all(asked(wuhan, stale))).toEqual(['pharmacy.count-not-found', 'pharmacy.count-not-found']);
    expect(await Promise.all(asked(wuhan, sheet.version))).toEqual(['pharmacy.count-not-found', 'pharmacy.count-not-found']);
  });

  it('what it promised, did and scanned for a prescription is not read by its id', async () => {
    await desk.stock([dialyserLot({ lotNo: 'SIM-D' })]);
    const rx = await desk.prescribe({ prescriptionDetailList: [oneDialyser] });
    await desk.charge(rx);
    const dpId = rx.dpId ?? '';
    await desk.act(dpId, 'review');
    const [share] = (await desk.act(dpId, 'pick')).drugDetailList;
    await desk.act(dpId, 'dispense', { traces: [{ allocationId: share?.allocationId ?? '', codes: ['88888888888888888801'] }] });
    const read = async (orgId: string) => {
      const ctx = desk.host.requestContext<PharmacyTables>('pharmacy', { user: orgId === 'org-wh' ? wuhan : pharmacist });
      return [
        (await allocationsOf(ctx, dpId)).map(({ lotNo }) => lotNo),
        (await stepsOf(ctx, dpId)).map(({ action }) => action),
        (await codesOf(ctx, dpId)).map(({ code }) => code),
      ];
    };
    expect(await read('org-gz')).toEqual([['SIM-D'], ['review', 'pick', 'dispense'], ['88888888888888888801']]);
    expect(await read('org-wh')).toEqual([[], [], []]);
  });
});
