import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { chargingInvariants } from '../../../../charging/server/invariants.ts';
import { openSettleDesk, refusalOf, type SettleDesk } from '../../../testing/settle-desk.ts';
import { settlementContract, type SettlementRecord } from '../../../contract/index.ts';

const { routes } = settlementContract;
let desk: SettleDesk;
/** Patients are used once. `n % 7 === 6` has no chronic filing. */
let used = 0;
const nobody = (): number => {
  used += 1;
  return used % 7 === 6 ? nobody() : used;
};
beforeAll(async () => {
  desk = await openSettleDesk({ patients: 60 });
});
afterEach(async () => {
  desk.sim.control.clearFaults();
  for (const { name, sql } of chargingInvariants.filter((one) => !one.sql.includes('core.audit'))) expect([name, await desk.rows(sql)]).toEqual([name, []]);
});
afterAll(() => desk.close());

type Region = 'guangdong' | 'hubei' | 'guangxi';
/** Of the three lines (400, 220 and three at 3.1234) the last is a drug: two left are worth 6.25, and the whole 629.37. */
const saline = (dpId: string) => `${dpId}-2`;
const ONE = 3.12;
const NET = 626.25;
const there = (setlId: string) => desk.sim.ledger().settlements.find((one) => one.setlId === setlId);
const sent = (infno: string): number => desk.sim.control.calls().filter((one) => one.infno === infno).length;

async function settled(region: Region = 'guangdong', count = 1) {
  const n = nobody();
  const dpIds: string[] = [];
  for (let at = 0; at < count; at += 1) dpIds.push(await desk.prescribe(region, n));
  const record = await desk.settle(region, await desk.preSettle(region, dpIds));
  expect(record.state).toBe('settled');
  return { n, dpIds, dpId: dpIds[0] ?? '', record };
}
const correct = (record: SettlementRecord, lines: readonly { detailId: string; drugNum: number }[], totalPrice: number, region: Region = 'guangdong') =>
  desk.call(region, routes.correct, {
    params: { id: record.id },
    body: { version: record.version, reason: '退回一瓶', lines: [...lines], totalPrice },
  });
/** Sum of all bills of the prescription, in fen. */
const billed = async (dpId: string): Promise<number> =>
  Number((await desk.rows<{ sum: string }>(`select coalesce(sum(total), 0) as sum from charging.bill_prescription where dp_id = '${dpId}'`))[0]?.sum) * 100;
const bills = async (dpId: string): Promise<number> =>
  Number((await desk.rows<{ count: string }>(`select count(*) as count from charging.bill_prescription where dp_id = '${dpId}'`))[0]?.count);

describe('[7.3] part of a settled bill goes back', () => {
  it.each(['guangdong', 'hubei', 'guangxi'] as const)('%s: cancelled as a whole, the rest settled anew; old and new numbers are kept', async (region) => {
    const { dpId, record } = await settled(region);
    const gone = await correct(record, [{ detailId: saline(dpId), drugNum: 1 }], ONE, region);
    expect([gone.state, gone.problem]).toEqual(['cancelled', '']);
    expect(gone.correction).toEqual({ lines: [{ detailId: saline(dpId), drugNum: 1 }], dpIds: [dpId], successor: null });
    expect(gone.trail.map((step) => step.kind).slice(-3)).toEqual(['cancelling', 'cancelled', 'rest-waits']);
    expect(there(record.setl_id)).toMatchObject({ state: 'cancelled' });
    expect(await desk.payStatus(dpId)).toBe(0);
    expect(Math.round(await billed(dpId))).toBe(0);
    const anew = await desk.preSettle(region, [dpId]);
    expect([anew.state, anew.problem, anew.medfee_sumamt]).toEqual(['presettled', '', NET]);
    expect(anew.corrects).toMatchObject({ id: record.id, setl_id: record.setl_id, billNo: record.billNo });
    expect(anew.lines.map((line) => line.cnt)).toEqual([1, 1, 2]);
    const done = await desk.settle(region, anew);
    expect(done.state).toBe('settled');
    expect(done.setl_id).not.toBe(record.setl_id);
    expect(there(done.setl_id)).toMatchObject({ state: 'settled', amounts: { medfee_sumamt: 62_625 } });
    expect(Math.round(await billed(dpId))).toBe(62_625);
    expect(await desk.payStatus(dpId)).toBe(1);
    const before = await desk.record(region, record.id);
    expect(before).toMatchObject({ setl_id: record.setl_id, correction: { successor: { id: done.id, setl_id: done.setl_id, billNo: done.billNo } } });
  });

  it('a second time after the first, and then all that is left', async () => {
    const { dpId, record } = await settled();
    await correct(record, [{ detailId: saline(dpId), drugNum: 1 }], ONE);
    const second = await desk.settle('guangdong', await desk.preSettle('guangdong', [dpId]));
    const gone = await correct(second, [{ detailId: saline(dpId), drugNum: 2 }], 6.25);
    expect(gone.state).toBe('cancelled');
    const third = await desk.preSettle('guangdong', [dpId]);
    expect([third.medfee_sumamt, third.lines.length, third.corrects?.id]).toEqual([620, 2, second.id]);
    const done = await desk.settle('guangdong', third);
    const over = await correct(
      done,
      [
        { detailId: `${dpId}-0`, drugNum: 1 },
        { detailId: `${dpId}-1`, drugNum: 1 },
      ],
      620,
    );
    expect([over.state, over.correction?.dpIds]).toEqual(['cancelled', []]);
    expect(await desk.payStatus(dpId)).toBe(5);
    expect(Math.round(await billed(dpId))).toBe(0);
    expect(desk.sim.ledger().settlements.filter((one) => one.psnNo === record.psn_no && one.state === 'settled')).toEqual([]);
  });

  it('of two prescriptions one goes back whole: the other alone waits', async () => {
    const { dpIds, record } = await settled('guangdong', 2);
    const [a = '', b = ''] = dpIds;
    const lines = [0, 1].map((at) => ({ detailId: `${a}-${at}`, drugNum: 1 }));
    const gone = await correct(record, [...lines, { detailId: saline(a), drugNum: 3 }], 629.37);
    expect(gone.correction?.dpIds).toEqual([b]);
    expect([await desk.payStatus(a), await desk.payStatus(b)]).toEqual([5, 0]);
    expect((await desk.settle('guangdong', await desk.preSettle('guangdong', [b]))).state).toBe('settled');
  });

  it('another sum, too much, nonsense, a wrong version, another facility and no right to the patient: refused, nothing leaves', async () => {
    const { dpId, record } = await settled();
    const before = sent('2208');
    const one = [{ detailId: saline(dpId), drugNum: 1 }];
    expect(await refusalOf(correct(record, one, 3.13))).toBe('insurance.correct-changed');
    expect(await refusalOf(correct(record, [{ detailId: saline(dpId), drugNum: 4 }], 12.5))).toBe('charging.refund-too-much');
    expect(await refusalOf(correct(record, [{ detailId: 'nobody', drugNum: 1 }], 1))).toBe('charging.refund-line-unknown');
    expect(await refusalOf(correct({ ...record, version: record.version - 1 }, one, ONE))).toBe('insurance.settlement-stale');
    expect(await refusalOf(correct(record, one, ONE, 'hubei'))).toBe('insurance.settlement-not-found');
    const blind = () => ({ kind: 'schemes', conditions: [], userAndBelow: [] }) as const;
    const body = { version: record.version, reason: '退回一瓶', lines: one, totalPrice: ONE };
    expect(await refusalOf(desk.call('guangdong', routes.correct, { params: { id: record.id }, body, dataScope: blind }))).toBe(
      'insurance.settlement-not-found',
    );
    expect(sent('2208')).toBe(before);
    expect((await desk.record('guangdong', record.id)).version).toBe(record.version);
    expect(await desk.payStatus(dpId)).toBe(1);
  });

  it('[N1] pressed many times it happens once', async () => {
    const { dpId, record } = await settled();
    const before = sent('2208');
    const presses = await Promise.allSettled(Array.from({ length: 8 }, () => correct(record, [{ detailId: saline(dpId), drugNum: 1 }], ONE)));
    expect(presses.some((one) => one.status === 'fulfilled')).toBe(true);
    const again = await correct(record, [{ detailId: saline(dpId), drugNum: 1 }], ONE);
    expect([again.state, sent('2208') - before, await bills(dpId)]).toEqual(['cancelled', 1, 2]);
  });

  it('the insurer refuses: everything stays as it was, and a later whole cancellation takes back the whole', async () => {
    const { dpId, record } = await settled();
    desk.sim.control.faults([{ infno: '2208', kind: 'infcode', when: 'before', value: -1, text: '已清算，不能撤销' }]);
    const refused = await correct(record, [{ detailId: saline(dpId), drugNum: 1 }], ONE);
    expect([refused.state, refused.correction]).toEqual(['settled', null]);
    expect(refused.problem).toContain('已清算');
    const gone = await desk.call('guangdong', routes.cancel, { params: { id: record.id }, body: { reason: '患者要求', version: refused.version } });
    expect([gone.state, gone.correction, await desk.payStatus(dpId)]).toEqual(['cancelled', null, 5]);
  });

  it.each(['before', 'after'] as const)(
    '[M2] 2208 without an answer (%s it was carried out): the resolver finds out and ends it as it was meant',
    async (when) => {
      const { dpId, record } = await settled();
      desk.sim.control.faults([{ infno: '2208', kind: 'cut', when }]);
      const lost = await correct(record, [{ detailId: saline(dpId), drugNum: 1 }], ONE);
      expect(lost.state).toBe('cancel-unknown');
      expect(await desk.payStatus(dpId)).toBe(1);
      expect(await refusalOf(desk.preSettle('guangdong', [dpId]))).toBe('insurance.patient-in-doubt');
      await desk.cycle();
      const known = await desk.record('guangdong', record.id);
      if (when === 'after') {
        expect([known.state, known.correction?.dpIds, await desk.payStatus(dpId)]).toEqual(['cancelled', [dpId], 0]);
        expect((await desk.settle('guangdong', await desk.preSettle('guangdong', [dpId]))).medfee_sumamt).toBe(NET);
      } else {
        expect([known.state, known.correction, await desk.payStatus(dpId), await bills(dpId)]).toEqual(['settled', null, 1, 1]);
        expect((await correct(known, [{ detailId: saline(dpId), drugNum: 1 }], ONE)).state).toBe('cancelled');
      }
    },
  );

  it('[M2] our books fail after the insurer cancelled: what was meant is in the books later, once', async () => {
    const { dpId, record } = await settled();
    await desk.rows("create function charging.no_refund() returns trigger language plpgsql as $$ begin raise exception 'down'; end $$");
    await desk.rows(`create trigger no_refund before insert on charging.bill for each row when (new.kind = 'refund') execute function charging.no_refund()`);
    const stuck = await correct(record, [{ detailId: saline(dpId), drugNum: 1 }], ONE);
    expect([stuck.state, await desk.payStatus(dpId), await bills(dpId)]).toEqual(['refunding', 1, 1]);
    await desk.rows('drop trigger no_refund on charging.bill');
    await desk.rows('drop function charging.no_refund()');
    await desk.cycle();
    const known = await desk.record('guangdong', record.id);
    expect([known.state, known.correction?.dpIds, await desk.payStatus(dpId), await bills(dpId)]).toEqual(['cancelled', [dpId], 0, 2]);
    expect(known.trail.map((step) => step.kind).slice(-2)).toEqual(['refund-booked', 'rest-waits']);
  });

  it('[M2] the process ends with the insurer’s answer in its journal and nothing in its books: the resolver does the same, once', async () => {
    const { dpId, record } = await settled();
    await desk.rows("create function insurance.gone() returns trigger language plpgsql as $$ begin raise exception 'gone'; end $$");
    await desk.rows(
      `create trigger gone before update on insurance.settlement for each row when (new.state in ('cancelled', 'refunding')) execute function insurance.gone()`,
    );
    await expect(correct(record, [{ detailId: saline(dpId), drugNum: 1 }], ONE)).rejects.toThrow();
    await desk.rows('drop trigger gone on insurance.settlement');
    await desk.rows('drop function insurance.gone()');
    const left = await desk.record('guangdong', record.id);
    expect([left.state, left.correction?.lines, await desk.payStatus(dpId), await bills(dpId)]).toEqual([
      'cancelling',
      [{ detailId: saline(dpId), drugNum: 1 }],
      1,
      1,
    ]);
    const asked = sent('2208');
    await desk.cycle();
    await desk.cycle();
    const known = await desk.record('guangdong', record.id);
    expect([known.state, known.correction?.dpIds, await desk.payStatus(dpId), await bills(dpId), sent('2208') - asked]).toEqual(['cancelled', [dpId], 0, 2, 0]);
    expect((await desk.settle('guangdong', await desk.preSettle('guangdong', [dpId]))).medfee_sumamt).toBe(NET);
  });

  it('[M2] the new 2207 without an answer: held, looked into, settled once', async () => {
    const { dpId, record } = await settled();
    await correct(record, [{ detailId: saline(dpId), drugNum: 1 }], ONE);
    const anew = await desk.preSettle('guangdong', [dpId]);
    desk.sim.control.faults([{ infno: '2207', kind: 'cut', when: 'after' }]);
    expect((await desk.settle('guangdong', anew)).state).toBe('unknown');
    expect(await desk.payStatus(dpId)).toBe(3);
    await desk.cycle();
    const known = await desk.record('guangdong', anew.id);
    expect([known.state, known.medfee_sumamt, await bills(dpId)]).toEqual(['settled', NET, 3]);
    expect(desk.sim.ledger().settlements.filter((one) => one.psnNo === record.psn_no && one.state === 'settled')).toHaveLength(1);
  });

  it('the cashier stops: the rest waits at the desk, is begun again and names the same settlement', async () => {
    const { dpId, record } = await settled();
    await correct(record, [{ detailId: saline(dpId), drugNum: 1 }], ONE);
    const begun = await desk.preSettle('guangdong', [dpId]);
    await desk.call('guangdong', routes.abandon, { params: { id: begun.id } });
    expect(await desk.payStatus(dpId)).toBe(0);
    expect((await desk.record('guangdong', record.id)).correction?.successor).toBeNull();
    const again = await desk.preSettle('guangdong', [dpId]);
    expect([again.corrects?.id, again.medfee_sumamt]).toEqual([record.id, NET]);
    expect((await desk.settle('guangdong', again)).state).toBe('settled');
  });
});
