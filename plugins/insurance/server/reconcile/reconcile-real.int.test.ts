import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { reconcileContract, settlementContract, type SettlementRecord } from '../../contract/index.ts';
import { type DemoRegion, FACILITIES } from '../../testing/connected-host.ts';
import { openSettleDesk, psnNoOf, type SettleDesk } from '../../testing/settle-desk.ts';
import { nationalClient } from '../client/create-national-client.ts';
import type { InsuranceTables } from '../insurance-tables.ts';
import { reconcilePart } from './reconcile.plugin.ts';

const DAY = '2026-03-20';
const { routes } = reconcileContract;
let desk: SettleDesk;
beforeAll(async () => {
  desk = await openSettleDesk({ patients: 8 });
  await reconcilePart.start?.({} as never);
});
afterEach(() => desk.sim.control.clearFaults());
afterAll(async () => {
  await reconcilePart.stop?.();
  await desk.close();
});

const ctx = () => desk.host.context<InsuranceTables>('insurance');
/** Presses the button and does what its event sets going. */
async function compare(region: DemoRegion) {
  await desk.call(region, routes.run, { params: { day: DAY } });
  const [subscriber] = reconcilePart.subscribers ?? [];
  await subscriber?.handle({ orgId: FACILITIES[region].orgId, day: DAY } as never, ctx() as never);
  return await desk.call(region, routes.record, { params: { day: DAY } });
}
async function settled(region: DemoRegion, n: number): Promise<SettlementRecord> {
  const record = await desk.settle(region, await desk.preSettle(region, [await desk.prescribe(region, n)]));
  expect([record.state, record.problem]).toEqual(['settled', '']);
  return record;
}
const platformHas = (setlId: string) => desk.sim.ledger().settlements.find((one) => one.setlId === setlId);

describe.each(['guangdong', 'hubei', 'guangxi'] as const)('[7.3] reconciling a day with the platform of %s over the real line', (region) => {
  it('is equal with settlements and a cancellation', async () => {
    await settled(region, 0);
    const second = await settled(region, 1);
    await desk.call(region, settlementContract.routes.cancel, { params: { id: second.id }, body: { reason: '患者要求', version: second.version } });
    const { day, groups, differences } = await compare(region);
    expect([day.state, day.problem, differences]).toEqual(['equal', '', []]);
    expect(day).toMatchObject({ count: 3, medfee: 629.37, theirCount: 3, theirMedfee: 629.37 });
    expect(groups.filter((one) => one.count > 0).map((one) => [one.refund, one.count, one.result])).toEqual([
      [false, 2, 'equal'],
      [true, 1, 'equal'],
    ]);
  });

  it('books a lost 2207, hands what the platform has forgotten to a person, and leaves other amounts open', async () => {
    const [forgotten, changed] = [await settled(region, 2), await settled(region, 3)];
    const dpId = await desk.prescribe(region, 4);
    const ready = await desk.preSettle(region, [dpId]);
    desk.sim.control.faults([{ infno: ['2207', '2207A'], kind: 'cut', when: 'after' }]);
    const lost = await desk.settle(region, ready);
    expect(lost.state).toBe('unknown');
    const omsgid = platformHas(forgotten.setl_id)?.msgid ?? '';
    const about = { orgId: FACILITIES[region].orgId, insuplcAdmdvs: FACILITIES[region].area, operator: { userId: 'u', userName: 'u' } };
    const undone = await nationalClient(ctx()).call('2601', { data: { psn_no: psnNoOf(region, 2), omsgid, oinfno: '2207' } }, about);
    expect(undone.kind).toBe('success');
    await desk.host.db.script(`update insurance.settlement set medfee = medfee + 1, cash_pay = cash_pay + 1 where id = '${changed.id}'`);

    const { day, differences } = await compare(region);
    expect([day.problem, day.state]).toEqual(['', 'unexplained']);
    const found = (kind: string) => differences.filter((one) => one.kind === kind);
    expect(found('platform-only')).toMatchObject([{ settlementId: lost.id, state: 'explained', memo: 'action:booked', refund: false }]);
    expect(found('facility-only')).toMatchObject([{ settlementId: forgotten.id, setlId: forgotten.setl_id, state: 'handed', memo: 'action:review' }]);
    expect(found('amounts')).toMatchObject([{ settlementId: changed.id, setlId: changed.setl_id, state: 'open', medfee: 630.37 }]);
    expect(differences).toHaveLength(3);
    // Guangxi tells amounts row by row, the others do not.
    expect(found('amounts')[0]?.theirMedfee).toBe(region === 'guangxi' ? 629.37 : null);

    expect((await desk.record(region, lost.id)).state).toBe('settled');
    expect(await desk.payStatus(dpId)).toBe(1);
    expect((await desk.record(region, forgotten.id)).state).toBe('review');
    expect(platformHas((await desk.record(region, lost.id)).setl_id)?.state).toBe('settled');
  });

  it('compared again, what was booked is gone; a note ends what a person explained', async () => {
    const again = await compare(region);
    expect(again.differences.map((one) => [one.kind, one.state]).sort()).toEqual([
      ['amounts', 'open'],
      ['facility-only', 'handed'],
      ['platform-only', 'gone'],
    ]);
    for (const one of again.differences.filter(({ state }) => state === 'open' || state === 'handed')) {
      await desk.call(region, routes.explain, { params: { id: one.id }, body: { note: '已与经办机构核实', version: one.version } });
    }
    const { day } = await desk.call(region, routes.record, { params: { day: DAY } });
    expect([day.state, day.unexplained]).toEqual(['explained', 0]);
  });

  /** Nothing of it is in our books: `sent` leaves its message in the journal. */
  async function strange(n: number, { sent }: { sent: boolean }): Promise<SettlementRecord> {
    const record = await settled(region, n);
    await desk.host.db.script(
      `update insurance.settlement set setl_id = '', state = 'abandoned', doubt_msgid = '' where id = '${record.id}'; delete from insurance.trail where settlement_id = '${record.id}'`,
    );
    // As if another program of the facility had settled it.
    if (!sent) await desk.host.db.script(`update insurance.exchange set msgid = msgid || '-' where msgid = '${platformHas(record.setl_id)?.msgid}'`);
    return record;
  }

  it('takes back there what this system sent and nobody here stands by', async () => {
    const lost = await strange(5, { sent: true });
    const { differences } = await compare(region);
    expect(differences.filter((one) => one.setlId === lost.setl_id)).toMatchObject([{ kind: 'platform-only', state: 'explained', memo: 'action:reversed' }]);
    expect(platformHas(lost.setl_id)?.state).toBe('reversed');
  });

  it('leaves another system’s settlement alone until a person takes it back; silence of the platform decides nothing', async () => {
    const foreign = await strange(7, { sent: false });
    const { differences } = await compare(region);
    const row = differences.find((one) => one.setlId === foreign.setl_id);
    expect(row).toMatchObject({ kind: 'platform-only', state: 'open', stranger: true, memo: 'action:stranger' });
    expect(platformHas(foreign.setl_id)?.state).toBe('settled');
    const decide = (version: number) =>
      desk.call(region, routes.decide, { params: { id: row?.id ?? '' }, body: { verdict: 'take-back', reason: '与住院系统核实为重复结算', version } });
    desk.sim.control.faults([{ infno: '2601', kind: 'cut', when: 'before' }]);
    const silent = await decide(row?.version ?? 0);
    expect(silent).toMatchObject({ state: 'open', decision: '', note: '' });
    expect(silent.memo).toMatch(/^action:waiting/);
    expect(platformHas(foreign.setl_id)?.state).toBe('settled');
    expect(await decide(silent.version)).toMatchObject({
      state: 'explained',
      decision: 'taken-back',
      memo: 'action:reversed',
      note: '与住院系统核实为重复结算',
    });
    expect(platformHas(foreign.setl_id)?.state).toBe('reversed');
  });
});
