import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { registerContract, settlementContract, type VisitRow } from '../../contract/index.ts';
import { openSettleDesk, patientIdOf, psnNoOf, refusalOf, type SettleDesk } from '../../testing/settle-desk.ts';

const { routes } = settlementContract;
let desk: SettleDesk;
let used = 0;
const nobody = (): number => {
  used += 1;
  return used % 7 === 6 ? nobody() : used;
};
beforeAll(async () => {
  desk = await openSettleDesk({ patients: 40 });
});
afterEach(() => desk.sim.control.clearFaults());
afterAll(() => desk.close());

type Region = 'guangdong' | 'hubei' | 'guangxi';

const openThere = (region: Region, n: number) => desk.sim.ledger().visits.filter((one) => one.psnNo === psnNoOf(region, n) && one.state !== 'cancelled');
const calls = (infno: string) => desk.sim.control.calls().filter((one) => one.infno === infno);
const listed = async (region: Region, n: number): Promise<VisitRow[]> =>
  (await desk.call(region, registerContract.routes.list, { query: { patientId: patientIdOf(region, n) } })).list;
const register = (dpId: string) =>
  desk.call('guangdong', registerContract.routes.register, { body: { dpIds: [dpId], certificate: { mdtrt_cert_type: '02', mdtrt_cert_no: '' } } });

async function presettled(region: Region = 'guangdong') {
  const n = nobody();
  const dpId = await desk.prescribe(region, n);
  return { n, dpId, record: await desk.preSettle(region, [dpId]) };
}
const abandon = (region: Region, id: string) => desk.call(region, routes.abandon, { params: { id } });

describe('[7.3] a settlement given up while the platform is silent', () => {
  it.each(['guangdong', 'hubei', 'guangxi'] as const)('%s: prescriptions come free at once, fees and registration are taken back later', async (region) => {
    const { n, dpId, record } = await presettled(region);
    desk.sim.control.faults([{ infno: ['2205', '2202'], kind: 'cut', when: 'before', count: 0 }]);
    expect((await abandon(region, record.id)).state).toBe('abandoned');
    expect(await desk.payStatus(dpId)).toBe(0);
    const [waiting] = await listed(region, n);
    expect(waiting?.state).toBe('doubtful');
    expect(waiting?.left).toMatchObject({ rounds: 0, explanation: '等待系统自动撤回费用和登记。' });
    await desk.cycle();
    const [still] = await listed(region, n);
    expect(still?.left?.rounds).toBe(1);
    expect(still?.left?.explanation).toContain('费用尚未撤回：');
    expect(still?.left?.explanation).not.toMatch(/broken|timeout|\{\{/);
    expect(still?.left?.nextTime).toBeGreaterThan(desk.host.time.now.getTime());
    desk.sim.control.clearFaults();
    await desk.cycle();
    expect(await listed(region, n)).toMatchObject([{ state: 'cancelled', left: null }]);
    expect(openThere(region, n)).toEqual([]);
    // The proof of the settlement says how it ended.
    expect((await desk.record(region, record.id)).trail.map((step) => step.kind)).toEqual(expect.arrayContaining(['fees-revoked', 'visit-cancelled']));
  });

  it('an unanswered message is repeated as it was, one that nobody answered for long comes later and later', async () => {
    const { n, record } = await presettled();
    desk.sim.control.faults([{ infno: '2205', kind: 'cut', when: 'after', count: 0 }]);
    const before = calls('2205').length;
    await abandon('guangdong', record.id);
    await desk.cycle();
    await desk.cycle();
    const numbers = calls('2205')
      .slice(before)
      .map((one) => one.msgid);
    expect(numbers.length).toBe(3);
    expect(new Set(numbers).size).toBe(1);
    const [row] = await listed('guangdong', n);
    expect(row?.left?.rounds).toBe(2);
    // Fifteen minutes are not over yet.
    await desk.cycle(14);
    expect(calls('2205').length).toBe(before + 3);
    desk.sim.control.clearFaults();
    await desk.cycle(2);
    expect(openThere('guangdong', n)).toEqual([]);
  });

  it('a lost 2202 is repeated too; a lost registration is found and taken back', async () => {
    const one = await presettled();
    desk.sim.control.faults([{ infno: '2202', kind: 'cut', when: 'after' }]);
    await abandon('guangdong', one.record.id);
    expect(await listed('guangdong', one.n)).toMatchObject([{ state: 'doubtful' }]);
    await desk.cycle();
    expect(await listed('guangdong', one.n)).toMatchObject([{ state: 'cancelled' }]);
    const n = nobody();
    const dpId = await desk.prescribe('guangdong', n);
    desk.sim.control.faults([{ infno: '2201', kind: 'cut', when: 'after' }]);
    const stopped = await desk.preSettle('guangdong', [dpId]);
    expect(stopped.state).toBe('prepared');
    await abandon('guangdong', stopped.id);
    expect(openThere('guangdong', n)).toHaveLength(1);
    await desk.cycle();
    expect(openThere('guangdong', n)).toEqual([]);
    expect(await listed('guangdong', n)).toMatchObject([{ state: 'cancelled' }]);
  });

  it('a registration made by hand stays open once its fees are back', async () => {
    const n = nobody();
    const dpId = await desk.prescribe('guangdong', n);
    const visit = await register(dpId);
    const record = await desk.preSettle('guangdong', [dpId]);
    expect(record.mdtrt_id).toBe(visit.mdtrt_id);
    desk.sim.control.faults([{ infno: '2205', kind: 'cut', when: 'after' }]);
    await abandon('guangdong', record.id);
    // Not to be used while nobody knows what lies on it.
    expect(await listed('guangdong', n)).toMatchObject([{ id: visit.id, state: 'doubtful' }]);
    await desk.cycle();
    expect(await listed('guangdong', n)).toMatchObject([{ id: visit.id, state: 'open', left: null }]);
    const again = await desk.preSettle('guangdong', [dpId]);
    expect((await desk.settle('guangdong', again)).state).toBe('settled');
  });

  it('a registration by hand whose answer was lost is taken back; registering again is free at once', async () => {
    const n = nobody();
    const dpId = await desk.prescribe('guangdong', n);
    desk.sim.control.faults([{ infno: '2201', kind: 'cut', when: 'after' }]);
    expect(await refusalOf(register(dpId))).toBe('insurance.platform-quiet');
    const visit = await register(dpId);
    await desk.cycle();
    expect(openThere('guangdong', n).map((one) => one.mdtrtId)).toEqual([visit.mdtrt_id]);
  });

  it('a refusal is left to a person, with the platform’s words', async () => {
    const { n, record } = await presettled();
    desk.sim.control.faults([
      { infno: '2205', kind: 'cut', when: 'before' },
      { infno: '2202', kind: 'infcode', when: 'before', value: -1, text: '请到窗口办理' },
    ]);
    await abandon('guangdong', record.id);
    await desk.cycle();
    const [row] = await listed('guangdong', n);
    expect(row?.left).toMatchObject({ nextTime: null, explanation: '平台拒绝撤销登记：请到窗口办理。请核对平台后重新撤销。' });
    const ended = await desk.call('guangdong', registerContract.routes.cancelRegister, { body: { visitId: row?.id ?? '', reason: '窗口已核对' } });
    expect([ended.state, ended.left]).toEqual(['cancelled', null]);
  });
});
