import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSettleDesk, RX_TOTAL, type SettleDesk } from '../../testing/settle-desk.ts';

let desk: SettleDesk;
beforeAll(async () => {
  desk = await openSettleDesk();
});
afterAll(() => desk.close());

describe('[7.3] settling at the desk', () => {
  it.each(['guangdong', 'hubei', 'guangxi'] as const)('%s: registers, uploads, pre-settles, settles, and both ledgers say the same', async (region) => {
    const dpId = await desk.prescribe(region, 0);
    const ready = await desk.preSettle(region, [dpId]);
    expect([ready.state, ready.problem]).toEqual(['presettled', '']);
    expect(ready.medfee_sumamt).toBe(RX_TOTAL);
    expect(await desk.payStatus(dpId)).toBe(2);
    const done = await desk.settle(region, ready);
    expect([done.state, done.problem]).toEqual(['settled', '']);
    expect(done.billId).not.toBeNull();
    expect(await desk.payStatus(dpId)).toBe(1);
    const there = desk.sim.ledger().settlements.find((one) => one.setlId === done.setl_id);
    expect(there).toMatchObject({ state: 'settled', amounts: { medfee_sumamt: 62_937 } });
  });
});
