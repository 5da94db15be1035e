import { fen, type OrgId, type UserId } from '@nephra/plugin-sdk/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { insuredSettlement, monthContract } from '../../../../charging/contract/index.ts';
import type { DemoRegion } from '../../../testing/connected-host.ts';
import { cashierOf, openSettleDesk, patientIdOf, psnNoOf, refusalOf, type SettleDesk } from '../../../testing/settle-desk.ts';

let desk: SettleDesk;
beforeAll(async () => {
  desk = await openSettleDesk({ patients: 30 });
});
afterEach(() => desk.sim.control.clearFaults());
afterAll(() => desk.close());

let used = 0;
const nobody = (): number => {
  used += 1;
  return used % 7 === 6 ? nobody() : used;
};
const DAYS = ['2026-03-02', '2026-03-04', '2026-03-06'];

async function month(region: DemoRegion) {
  const n = nobody();
  const dpIds: string[] = [];
  for (const day of DAYS) dpIds.push(await desk.prescribe(region, n, { day, onAccount: true }));
  const user = cashierOf(region);
  const insurer = desk.host.service(insuredSettlement);
  const of = {
    orgId: user.orgId as OrgId,
    patientId: patientIdOf(region, n),
    month: '2026-03',
    by: { userId: user.userId as UserId, userName: user.userName },
  };
  const whole = { ...of, settlementId: `month-${region}-${n}`, dpIds, total: fen(62_937 * DAYS.length) };
  const settle = () => insurer.settleMonth(whole);
  /** Of all prescriptions, or of the first so many. */
  const rehearse = async (count = DAYS.length) =>
    await insurer.rehearseMonth?.({ ...whole, dpIds: dpIds.slice(0, count), settlementId: `${whole.settlementId}-${count}`, total: fen(62_937 * count) });
  const letGo = async () => await insurer.letGoMonth?.(of);
  const standing = () => desk.sim.ledger().settlements.filter((one) => one.psnNo === psnNoOf(region, n) && one.state === 'settled');
  return { n, dpIds, settle, rehearse, letGo, standing };
}

describe('[7.8] a month settled with the insurer, nobody at the desk', () => {
  it.each(['guangdong', 'hubei', 'guangxi'] as const)(
    '%s: settles once, however often it is asked; parts add up; prescriptions stay on the account',
    async (region) => {
      const { dpIds, settle, standing } = await month(region);
      const outcome = await settle();
      if (outcome.kind !== 'settled') throw new Error(JSON.stringify(outcome));
      expect(outcome.fundPay + outcome.accountPay + outcome.selfPay).toBe(62_937 * DAYS.length);
      expect(await settle()).toEqual(outcome);
      expect(standing().reduce((sum, one) => sum + one.amounts.medfee_sumamt, 0)).toBe(62_937 * DAYS.length);
      expect(
        standing()
          .map((one) => one.setlId)
          .join(',')
          .slice(0, 64),
      ).toBe(outcome.reference);
      for (const dpId of dpIds) expect(await desk.payStatus(dpId)).toBe(6);
      expect(await refusalOf(desk.preSettle(region, dpIds))).toBe('insurance.already-settled');
    },
  );

  it('holds prescriptions in the facilities asked for alone', async () => {
    const { dpIds, settle } = await month('guangdong');
    expect((await settle()).kind).toBe('settled');
    const held = async (...orgIds: OrgId[]) => [...((await desk.host.service(insuredSettlement).holds?.(dpIds, orgIds)) ?? [])].sort();
    expect([await held('org-wh'), await held('org-wh', 'org-gz')]).toEqual([[], [...dpIds].sort()]);
  });

  it('a lost answer is asked for again under the same id, and settled once', async () => {
    const { n, dpIds, settle, standing } = await month('guangdong');
    desk.sim.control.faults([{ infno: ['2207', '2207A'], kind: 'cut', when: 'after' }]);
    expect(await settle()).toEqual({ kind: 'unknown' });
    // Meanwhile nobody pays for it by himself either.
    const user = cashierOf('guangdong');
    const patientId = patientIdOf('guangdong', n);
    const sheet = await desk.host.call('charging', monthContract.routes.sheet, { params: { id: patientId }, query: { month: '2026-03' }, user });
    const selfPay = desk.host.call('charging', monthContract.routes.settleSelfPay, {
      body: {
        patientId,
        month: '2026-03',
        fingerprint: sheet.fingerprint,
        totalPrice: sheet.accountPrice,
        payments: [{ payWay: 'cash', amount: sheet.accountPrice }],
      },
      user,
    });
    expect(await refusalOf(selfPay)).toBe('charging.insurer-in-doubt');
    const versions = await desk.rows<{ dpId: string; version: number }>(
      `select id as "dpId", version from prescription.prescription where id in (${dpIds.map((id) => `'${id}'`).join(', ')})`,
    );
    const offAccount = () =>
      desk.host.call('charging', monthContract.routes.takeOff, {
        params: { id: patientId },
        body: { month: '2026-03', prescriptions: versions },
        user,
      });
    expect(await refusalOf(offAccount())).toBe('charging.month-with-insurer');
    for (const dpId of dpIds) expect(await desk.payStatus(dpId)).toBe(6);
    expect((await settle()).kind).toBe('settled');
    expect(standing()).toHaveLength(1);
    expect(await refusalOf(offAccount())).toBe('charging.month-with-insurer');
  });

  it.each(['guangdong', 'hubei'] as const)('%s: what is worked out beforehand is what is settled, and costs nobody anything', async (region) => {
    const { dpIds, settle, rehearse, letGo, standing } = await month(region);
    const rehearsal = await rehearse();
    if (rehearsal?.kind !== 'worked-out') throw new Error(JSON.stringify(rehearsal));
    const { kind: _worked, exact, ...parts } = rehearsal;
    expect(exact).toBe(region === 'guangdong');
    expect(parts.fundPay + parts.accountPay + parts.hospitalPay + parts.selfPay).toBe(62_937 * DAYS.length);
    expect([standing(), await rehearse()]).toEqual([[], rehearsal]);
    for (const dpId of dpIds) expect(await desk.payStatus(dpId)).toBe(6);
    // Another prescription came into the month: what was worked out without it gives way.
    expect((await rehearse(2))?.kind).toBe('worked-out');
    const settled = await settle();
    expect(settled).toMatchObject({ kind: 'settled', ...(exact ? parts : {}) });
    await letGo();
    expect(standing().length).toBeGreaterThan(0);
  });

  it('what was worked out and let go leaves nothing with the insurer, and the prescriptions free', async () => {
    const { n, dpIds, rehearse, letGo, standing } = await month('guangdong');
    expect((await rehearse())?.kind).toBe('worked-out');
    const held = async () => await desk.host.service(insuredSettlement).holds?.(dpIds, ['org-gz' as OrgId]);
    expect((await held())?.length).toBe(DAYS.length);
    await letGo();
    await letGo();
    expect([await held(), standing()]).toEqual([[], []]);
    const atDesk = await desk.prescribe('guangdong', n);
    expect((await desk.preSettle('guangdong', [atDesk])).state).toBe('presettled');
  });

  it('a rehearsal that is refused says so in the insurer’s words and holds nothing', async () => {
    const { dpIds, rehearse } = await month('hubei');
    // The first session was worked out already; its prescription must be free, too.
    desk.sim.control.faults([{ infno: ['2206', '2206A'], kind: 'infcode', when: 'before', value: -1, text: '待遇未生效', skip: 1 }]);
    const refused = await rehearse();
    expect(refused?.kind).toBe('refused');
    expect(JSON.stringify(refused)).toContain('待遇未生效');
    expect(await desk.host.service(insuredSettlement).holds?.(dpIds, ['org-wh' as OrgId])).toEqual([]);
  });

  it('a refusal names the insurer’s words and leaves the patient free', async () => {
    const { n, settle, standing } = await month('guangdong');
    desk.sim.control.faults([{ infno: ['2207', '2207A'], kind: 'infcode', when: 'before', value: -1, text: '年度限额已满' }]);
    expect(await settle()).toEqual({ kind: 'refused', reason: '医保平台拒绝（2207）：年度限额已满' });
    expect(standing()).toEqual([]);
    const atDesk = await desk.prescribe('guangdong', n);
    expect((await desk.preSettle('guangdong', [atDesk])).state).toBe('presettled');
    expect((await settle()).kind).toBe('refused');
  });
});
