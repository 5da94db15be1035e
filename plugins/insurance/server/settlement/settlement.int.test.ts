import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type InsuredBills, insuredBills } from '../../../charging/contract/index.ts';
import { cashierOf, openSettleDesk, patientIdOf, psnNoOf, refusalOf, RX_TOTAL, type SettleDesk } from '../../testing/settle-desk.ts';
import { billSettlements } from '../../../charging/contract/index.ts';
import { messageSender, type MessageToSend } from '@nephra/plugin-sdk/server';
import { settlementContract } from '../../contract/index.ts';

const { routes } = settlementContract;
let desk: SettleDesk;
/** Patients are used once, so that no test waits for another one's doubt. `n % 7 === 6` has no chronic filing. */
let used = 0;
const nobody = (): number => {
  used += 1;
  return used % 7 === 6 ? nobody() : used;
};
beforeAll(async () => {
  desk = await openSettleDesk({ patients: 60 });
});
afterEach(() => desk.sim.control.clearFaults());
afterAll(() => desk.close());

const there = (setlId: string) => desk.sim.ledger().settlements.find((one) => one.setlId === setlId);
const sent = (infno: string): number => desk.sim.control.calls().filter((one) => one.infno === infno).length;
async function ready(region: 'guangdong' | 'hubei' | 'guangxi' = 'guangdong', n = nobody()) {
  const dpId = await desk.prescribe(region, n);
  return { dpId, n, record: await desk.preSettle(region, [dpId]) };
}
const cancel = (id: string, version: number) => desk.call('guangdong', routes.cancel, { params: { id }, body: { reason: '患者要求', version } });

describe('[7.3] settling at the desk', () => {
  it.each(['guangdong', 'hubei', 'guangxi'] as const)('%s: registers, uploads, pre-settles, settles, and both ledgers say the same', async (region) => {
    const { dpId, record } = await ready(region);
    expect([record.state, record.problem]).toEqual(['presettled', '']);
    expect(record.medfee_sumamt).toBe(RX_TOTAL);
    expect(record.lines).toHaveLength(3);
    for (const line of record.lines) {
      const parts = line.fulamt_ownpay_amt + line.overlmt_amt + line.preselfpay_amt + line.inscp_scp_amt;
      expect(parts).toBeCloseTo(line.det_item_fee_sumamt, 2);
      expect(line.feedetl_sn).toMatch(/^[1-9]\d{0,14}$/);
    }
    expect(await desk.payStatus(dpId)).toBe(2);
    const done = await desk.settle(region, record);
    expect([done.state, done.problem]).toEqual(['settled', '']);
    expect(done.billId).not.toBeNull();
    expect(await desk.payStatus(dpId)).toBe(1);
    expect(there(done.setl_id)).toMatchObject({ state: 'settled', amounts: { medfee_sumamt: 62_937 } });
    expect(done.trail.map((step) => step.kind)).toEqual([
      'begun',
      'person',
      'filing',
      'visit-planned',
      'visit-registered',
      'visit-reported',
      'batch',
      'fees-sent',
      'presettled',
      'settling',
      'settled',
    ]);
  });

  it('answers the settlement behind a bill, and what the sheet prints of it', async () => {
    const { record } = await ready();
    const done = await desk.settle('guangdong', record);
    const behind = await desk.call('guangdong', routes.byBill, { params: { id: done.billId ?? '' } });
    expect(behind.id).toBe(done.id);
    const [sheet] = await desk.host.service(billSettlements).of([done.billId ?? ''], ['org-gz' as never]);
    expect(sheet).toMatchObject({ setlId: done.setl_id, mdtrtId: done.mdtrt_id, simulated: true });
    expect((sheet?.poolPay ?? 0) + (sheet?.civilServantPay ?? 0) + (sheet?.otherFundPay ?? 0) + (sheet?.accountPay ?? 0) + (sheet?.cashPay ?? 0)).toBe(62_937);
    expect(await desk.host.service(billSettlements).of([done.billId ?? ''], ['org-wh' as never])).toEqual([]);
  });

  it('asked again it goes on where it stopped; an open visit of the day is used again', async () => {
    desk.sim.control.faults([{ infno: '2204', kind: 'infcode', when: 'before', value: -1, text: '明细不合规' }]);
    const { dpId, n, record } = await ready();
    expect(record.state).toBe('registered');
    expect(record.problem).toBe('医保平台拒绝（2204）：明细不合规');
    const again = await desk.preSettle('guangdong', [dpId]);
    expect([again.id, again.state, again.problem]).toEqual([record.id, 'presettled', '']);
    expect(again.chrg_bchno).not.toBe(record.chrg_bchno);
    await desk.settle('guangdong', again);
    const visits = sent('2201');
    const next = await ready('guangdong', n);
    expect(next.record.mdtrt_id).toBe(again.mdtrt_id);
    expect(sent('2201')).toBe(visits);
    expect(Number(next.record.lines[0]?.feedetl_sn)).toBeGreaterThan(3);
    await desk.call('guangdong', routes.abandon, { params: { id: next.record.id } });
  });

  it('a registration whose answer was lost is found again, not made twice', async () => {
    desk.sim.control.faults([{ infno: '2201', kind: 'cut', when: 'after' }]);
    const { dpId, n, record } = await ready();
    expect(record.state).toBe('prepared');
    const again = await desk.preSettle('guangdong', [dpId]);
    expect(again.state).toBe('presettled');
    expect(desk.sim.ledger().visits.filter((one) => one.psnNo === psnNoOf('guangdong', n))).toHaveLength(1);
  });

  it('refuses what cannot be settled with a sentence, and holds nothing', async () => {
    const n = nobody();
    const unmapped = await desk.prescribe('guangdong', n, { unmapped: true });
    expect(await refusalOf(desk.preSettle('guangdong', [unmapped]))).toBe('insurance.unmapped');
    const [a, b] = [await desk.prescribe('guangdong', n), await desk.prescribe('guangdong', n, { dpType: 11 })];
    expect(await refusalOf(desk.preSettle('guangdong', [a, b]))).toBe('insurance.categories');
    expect(await refusalOf(desk.preSettle('guangdong', [a, await desk.prescribe('guangdong', nobody())]))).toBe('insurance.prescription-not-found');
    expect(await refusalOf(desk.preSettle('guangdong', ['nobody']))).toBe('insurance.prescription-not-found');
    expect(await refusalOf(desk.preSettle('guangdong', [a], { certificate: { mdtrt_cert_type: '03', mdtrt_cert_no: '1' } }))).toBe(
      'insurance.card-serial-missing',
    );
    expect(await refusalOf(desk.preSettle('guangdong', [a], { certificate: { mdtrt_cert_type: '01', mdtrt_cert_no: '' } }))).toBe(
      'insurance.certificate-missing',
    );
    expect(await desk.payStatus(a)).toBe(0);
  });

  it('category 14 needs a filing in force; another person’s card stops it', async () => {
    const none = await desk.prescribe('guangdong', 6);
    const stopped = await desk.preSettle('guangdong', [none]);
    expect([stopped.state, stopped.problem]).toEqual(['prepared', '2026-03-20 至 2026-03-20 没有有效的门诊慢特病备案']);
    const [n, other] = [nobody(), nobody()];
    const dpId = await desk.prescribe('guangdong', n);
    const [card] = await desk.rows<{ idcard: string }>(`select idcard from patient.patient where id = '${patientIdOf('guangdong', other)}'`);
    const wrong = await desk.preSettle('guangdong', [dpId], { certificate: { mdtrt_cert_type: '02', mdtrt_cert_no: card?.idcard ?? '' } });
    expect(wrong.state).toBe('prepared');
    expect(wrong.problem).not.toBe('');
    expect((await desk.preSettle('guangdong', [dpId])).state).toBe('presettled');
  });

  it('an electronic voucher’s token is never stored: another server has it shown again', async () => {
    const n = nobody();
    const dpId = await desk.prescribe('guangdong', n);
    const token = `SIMEC${psnNoOf('guangdong', n)}`;
    const record = await desk.preSettle('guangdong', [dpId], { certificate: { mdtrt_cert_type: '01', mdtrt_cert_no: token } });
    expect([record.state, record.problem]).toEqual(['presettled', '']);
    for (const table of ['settlement', 'trail', 'visit', 'exchange']) {
      const [found] = await desk.rows<{ n: number }>(`select count(*)::int as n from insurance.${table} t where t::text like '%${token}%'`);
      expect([table, found?.n]).toEqual([table, 0]);
    }
    desk.host.time.now = new Date(desk.host.time.now.getTime() + 31 * 60_000);
    const gone = await desk.settle('guangdong', record);
    expect([gone.state, gone.problem]).toEqual(['presettled', '医保电子凭证已失效，请患者再次出示后重新预结算']);
    const shown = await desk.preSettle('guangdong', [dpId], { certificate: { mdtrt_cert_type: '01', mdtrt_cert_no: token } });
    expect((await desk.settle('guangdong', shown)).state).toBe('settled');
  });
});

describe('[M1] one settlement, however often it is asked for', () => {
  it('twenty clicks and two cashiers send one 2207 and write one bill', async () => {
    const { record } = await ready();
    const before = sent('2207') + sent('2207A');
    const answers = await Promise.all(Array.from({ length: 20 }, () => refusalOf(desk.settle('guangdong', record))));
    expect(sent('2207') + sent('2207A')).toBe(before + 1);
    expect(answers.every((one) => ['allowed', 'insurance.settlement-busy'].includes(one))).toBe(true);
    const done = await desk.record('guangdong', record.id);
    expect(done.state).toBe('settled');
    expect((await desk.settle('guangdong', record)).billNo).toBe(done.billNo);
  });

  it('twenty pre-settlements of one patient begin one', async () => {
    const n = nobody();
    const dpId = await desk.prescribe('guangdong', n);
    const answers = await Promise.all(Array.from({ length: 20 }, () => refusalOf(desk.preSettle('guangdong', [dpId]))));
    expect(answers.filter((one) => one === 'allowed').length).toBeGreaterThan(0);
    const [count] = await desk.rows<{ n: number }>(`select count(*)::int as n from insurance.settlement where patient_id = '${patientIdOf('guangdong', n)}'`);
    expect(count?.n).toBe(1);
    expect(await refusalOf(desk.preSettle('guangdong', [await desk.prescribe('guangdong', n)]))).toBe('insurance.patient-busy');
  });

  it('other amounts, another version, money that does not pay the cash part: refused before anything leaves', async () => {
    const { record } = await ready();
    const before = sent('2207');
    expect(await refusalOf(desk.settle('guangdong', record, { psn_cash_pay: record.psn_cash_pay + 1 }))).toBe('insurance.amounts-changed');
    expect(await refusalOf(desk.settle('guangdong', record, { version: record.version - 1 }))).toBe('insurance.settlement-stale');
    expect(await refusalOf(desk.settle('guangdong', record, { payments: [{ payWay: 'cash', amount: 1 }] }))).toBe('charging.payment-sum');
    expect(sent('2207')).toBe(before);
  });

  it('a refused 2207 leaves the insurer’s words and can be tried again, under a new batch when it asks for one', async () => {
    const { dpId, record } = await ready();
    desk.sim.control.faults([{ infno: '2207', kind: 'infcode', when: 'before', value: -1, text: '收费批次已变更' }]);
    const refused = await desk.settle('guangdong', record);
    expect([refused.state, refused.problem]).toEqual(['presettled', '医保平台拒绝（2207）：收费批次已变更']);
    expect(await desk.payStatus(dpId)).toBe(2);
    expect(await refusalOf(desk.settle('guangdong', refused))).toBe('insurance.batch-stale');
    const anew = await desk.preSettle('guangdong', [dpId]);
    expect(anew.chrg_bchno).not.toBe(refused.chrg_bchno);
    expect((await desk.settle('guangdong', anew)).state).toBe('settled');
  });
});

describe('[7.3] giving up and cancelling', () => {
  it('gives up: fees and visit are gone there, the prescription waits here', async () => {
    const { dpId, n, record } = await ready();
    const over = await desk.call('guangdong', routes.abandon, { params: { id: record.id } });
    expect(over.state).toBe('abandoned');
    expect(await desk.payStatus(dpId)).toBe(0);
    expect(desk.sim.ledger().visits.find((one) => one.psnNo === psnNoOf('guangdong', n))).toMatchObject({ state: 'cancelled', lines: [] });
    expect((await desk.call('guangdong', routes.abandon, { params: { id: record.id } })).state).toBe('abandoned');
    expect((await desk.preSettle('guangdong', [dpId])).state).toBe('presettled');
  });

  it('gives up while the platform is silent: the prescriptions come free all the same', async () => {
    const { dpId, record } = await ready();
    desk.sim.control.faults([{ infno: '2205', kind: 'cut', when: 'before' }]);
    expect((await desk.call('guangdong', routes.abandon, { params: { id: record.id } })).state).toBe('abandoned');
    expect(await desk.payStatus(dpId)).toBe(0);
  });

  it('[N1] pressed again and again while the line is down: the trail says so once, and it goes on when the line is back', async () => {
    const dpId = await desk.prescribe('guangdong', nobody());
    const until = new Date(desk.host.time.now.getTime() + 60_000).toISOString();
    await desk.rows(`insert into insurance.line (org_id, failures, open_until, changed_at) values ('org-gz', 3, '${until}', '${until}')
      on conflict (org_id) do update set failures = 3, open_until = excluded.open_until, probe_until = null`);
    const first = await desk.preSettle('guangdong', [dpId]);
    expect([first.state, first.problem]).toEqual(['prepared', expect.stringContaining('医保')]);
    for (let press = 0; press < 3; press += 1) {
      const again = await desk.preSettle('guangdong', [dpId]);
      expect([again.state, again.trail.length]).toEqual(['prepared', first.trail.length]);
      expect(again.problem).not.toBe('');
    }
    await desk.rows("update insurance.line set failures = 0, open_until = null where org_id = 'org-gz'");
    const back = await desk.preSettle('guangdong', [dpId]);
    expect([back.state, back.problem]).toEqual(['presettled', '']);
  });

  it('cancels as a whole, once, and writes the refund with it', async () => {
    const { dpId, record } = await ready();
    const done = await desk.settle('guangdong', record);
    const before = sent('2208');
    const answers = await Promise.all([1, 2, 3].map(() => refusalOf(cancel(done.id, done.version))));
    expect(answers).toContain('allowed');
    expect(sent('2208')).toBe(before + 1);
    expect((await desk.record('guangdong', done.id)).state).toBe('cancelled');
    expect(there(done.setl_id)?.state).toBe('cancelled');
    expect(await desk.payStatus(dpId)).toBe(5);
    expect(await refusalOf(cancel(done.id, 1))).toBe('insurance.settlement-stale');
  });
});

describe('[M2] answers that were lost', () => {
  it.each([
    ['guangdong', 'after', 'settled'],
    ['guangdong', 'before', 'presettled'],
    ['hubei', 'after', 'presettled'],
    ['hubei', 'before', 'presettled'],
    ['guangxi', 'after', 'settled'],
    ['guangxi', 'before', 'presettled'],
  ] as const)('%s: 2207 lost %s the platform acted → %s', async (region, when, state) => {
    const { dpId, n, record } = await ready(region);
    desk.sim.control.faults([{ infno: ['2207', '2207A'], region, kind: 'cut', when }]);
    const lost = await desk.settle(region, record);
    expect(lost.state).toBe('unknown');
    expect(await desk.payStatus(dpId)).toBe(3);
    const other = await desk.prescribe(region, n);
    expect(await refusalOf(desk.preSettle(region, [other]))).toBe('insurance.patient-in-doubt');
    expect(await refusalOf(desk.preSettle(region, [dpId]))).toBe('insurance.patient-in-doubt');
    expect(await refusalOf(desk.call(region, routes.abandon, { params: { id: record.id } }))).toBe('insurance.patient-in-doubt');
    const [doubt] = (await desk.call(region, routes.doubtful)).list.filter((one) => one.id === record.id);
    expect(doubt).toMatchObject({ state: 'unknown', next: 'ask-again', msgid: lost.trail.find((step) => step.kind === 'settling')?.msgid });
    expect(doubt?.explanation).toContain('没有收到答复');
    await desk.cycle(2);
    const after = await desk.record(region, record.id);
    expect(after.state).toBe(state);
    expect(await desk.payStatus(dpId)).toBe(state === 'settled' ? 1 : 2);
    if (state === 'presettled') expect((await desk.settle(region, after)).state).toBe('settled');
    const standing = desk.sim.ledger().settlements.filter((one) => one.psnNo === psnNoOf(region, n) && one.state === 'settled');
    expect(standing).toHaveLength(1);
  });

  it('a lost 2601 is repeated as it was, later and later; whoever settled and the clerks are told once, without a name', async () => {
    const { record } = await ready('hubei');
    desk.sim.control.faults([
      { infno: ['2207', '2207A'], region: 'hubei', kind: 'cut', when: 'after' },
      { infno: '2601', region: 'hubei', kind: 'truncate', when: 'after', count: 2 },
    ]);
    const told = new Map<string, MessageToSend>();
    desk.host.provide(messageSender, {
      send: async (message) => {
        const sent = !told.has(message.key);
        if (sent) told.set(message.key, message);
        return { id: message.key, sent, receivers: 1 };
      },
    });
    await desk.settle('hubei', record);
    await desk.cycle(2);
    await desk.cycle(6);
    const own = [...told.values()].filter(({ key }) => key.startsWith(`insurance.doubt/${record.id}/`));
    expect(own).toHaveLength(1);
    expect(own[0]).toMatchObject({
      kind: 'insurance.doubt',
      urgency: 'important',
      receivers: [{ organisation: 'org-wh', roles: ['clerk'] }, { persons: [cashierOf('hubei').userId] }],
    });
    expect(JSON.stringify(own)).not.toContain(record.patientName);
    expect((await desk.record('hubei', record.id)).state).toBe('unknown');
    await desk.cycle(16);
    const after = await desk.record('hubei', record.id);
    expect(after.state).toBe('presettled');
    const messages = new Set(after.trail.filter((step) => step.infno === '2601').map((step) => step.msgid));
    expect(messages.size).toBe(1);
  });

  it.each([
    ['after', 'cancelled'],
    ['before', 'settled'],
  ] as const)('2208 lost %s the platform acted → %s', async (when, state) => {
    const { record } = await ready();
    const done = await desk.settle('guangdong', record);
    desk.sim.control.faults([{ infno: '2208', kind: 'cut', when }]);
    expect((await cancel(done.id, done.version)).state).toBe('cancel-unknown');
    await desk.cycle(2);
    expect((await desk.record('guangdong', done.id)).state).toBe(state);
    expect(there(done.setl_id)?.state).toBe(state);
  });

  it('the insurer settled and our bill could not be written: it is written from the stored answer', async () => {
    const bills = desk.host.service(insuredBills);
    const { dpId, record } = await ready();
    let fails = 2;
    const charge: InsuredBills['charge'] = async (input) => {
      const bill = await bills.charge(input);
      fails -= 1;
      if (fails >= 0) throw new Error('disk full');
      return bill;
    };
    desk.host.provide(insuredBills, { ...bills, charge });
    try {
      expect((await desk.settle('guangdong', record)).state).toBe('booking');
      expect(await desk.payStatus(dpId)).toBe(2);
      const asked = desk.sim.control.calls().length;
      await desk.cycle(2);
      await desk.cycle(61);
      expect((await desk.record('guangdong', record.id)).state).toBe('settled');
      expect(desk.sim.control.calls().length).toBe(asked);
    } finally {
      desk.host.provide(insuredBills, bills);
    }
  });

  it('amounts that contradict themselves wait for a person with proof', async () => {
    const { record } = await ready();
    desk.sim.control.faults([{ infno: '2207', kind: 'contradict' }]);
    const held = await desk.settle('guangdong', record);
    expect(held.state).toBe('review');
    const decide = (body: object) =>
      desk.call('guangdong', routes.decide, { params: { id: held.id }, body: { version: held.version, proof: '医保局来函 第 12 号', ...body } });
    expect(await refusalOf(decide({ verdict: 'platform-settled', proof: '    ' }))).toBe('insurance.proof-missing');
    expect(await refusalOf(decide({ verdict: 'platform-settled', setl_id: 'SOMETHING-ELSE' }))).toBe('insurance.decide-no-amounts');
    expect(await refusalOf(decide({ verdict: 'platform-settled', version: 1 }))).toBe('insurance.settlement-stale');
    const decided = await decide({ verdict: 'platform-settled', setl_id: held.setl_id });
    expect(decided.state).toBe('settled');
    expect(decided.trail.some((step) => step.kind === 'decided-settled' && step.params.proof === '医保局来函 第 12 号')).toBe(true);
    expect(desk.host.audits.some((one) => one.route === 'insurance-settlement.decide' && one.entry.note === '医保局来函 第 12 号')).toBe(true);
  });

  it('“ask now” does the safe step at once', async () => {
    const { record } = await ready();
    desk.sim.control.faults([{ infno: '2207', kind: 'cut', when: 'after' }]);
    await desk.settle('guangdong', record);
    expect((await desk.call('guangdong', routes.resolve, { params: { id: record.id } })).state).toBe('settled');
    expect((await desk.call('guangdong', routes.resolve, { params: { id: record.id } })).state).toBe('settled');
  });
});

describe('[A4] what others may not see', () => {
  it('another facility’s settlement does not exist, for no call', async () => {
    const { dpId, record } = await ready();
    const user = cashierOf('hubei');
    const as = (route: Parameters<SettleDesk['call']>[1], given: object) => refusalOf(desk.host.call('insurance', route, { user, ...given }));
    const params = { id: record.id };
    expect(await as(routes.record, { params })).toBe('insurance.settlement-not-found');
    expect(await as(routes.abandon, { params })).toBe('insurance.settlement-not-found');
    expect(await as(routes.settle, { params, body: { version: record.version, psn_cash_pay: 0, fund_pay_sumamt: 0, payments: [] } })).toBe(
      'insurance.settlement-not-found',
    );
    expect(await as(routes.cancel, { params, body: { version: 1, reason: 'x' } })).toBe('insurance.settlement-not-found');
    expect(await as(routes.resolve, { params })).toBe('insurance.settlement-not-found');
    expect(await as(routes.decide, { params, body: { version: 1, verdict: 'not-settled', proof: 'none at all' } })).toBe('insurance.settlement-not-found');
    expect(await as(routes.preSettle, { body: { dpIds: [dpId], certificate: { mdtrt_cert_type: '02', mdtrt_cert_no: '' }, acct_used_flag: '0' } })).toBe(
      'insurance.prescription-not-found',
    );
    const lists = [await desk.host.call('insurance', routes.list, { user }), await desk.host.call('insurance', routes.doubtful, { user })];
    expect(JSON.stringify(lists)).not.toContain('org-gz');
  });

  it('data rights on patients narrow lists, records and acts', async () => {
    const { record } = await ready();
    const dataScope = () => ({ kind: 'schemes', conditions: [], userAndBelow: [] }) as const;
    const blind = (route: Parameters<SettleDesk['call']>[1], given: object = {}) => desk.call('guangdong', route, { dataScope, ...given });
    const answers = [
      await refusalOf(blind(routes.record, { params: { id: record.id } })),
      await refusalOf(blind(routes.abandon, { params: { id: record.id } })),
    ];
    expect(answers).toEqual(['insurance.settlement-not-found', 'insurance.settlement-not-found']);
  });
});
