import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { InsuranceSimulator } from '../index.ts';
import { copiedFrom, feeInput, fen, openVisit, type Patient, registration, settleCase, settleInput, visitInput } from '../testing/cases.ts';
import { createDesk, type Desk, type Json, startForTest } from '../testing/desk.ts';

const PATIENTS: Readonly<Record<'guangdong' | 'hubei' | 'guangxi', Patient>> = {
  guangdong: { psnNo: 'SIM44010000000001', certNo: '99000119860214002X', insutype: '310' },
  hubei: { psnNo: 'SIM42010000000121', certNo: '990001195803152437', insutype: '310' },
  guangxi: { psnNo: 'SIM45010000000158', certNo: '99000119790426316X', insutype: '310' },
};

let sim: InsuranceSimulator;
beforeAll(async () => {
  sim = await startForTest();
});
afterAll(() => sim.close());

describe.each(['guangdong', 'hubei', 'guangxi'] as const)('%s', (region) => {
  const patient = PATIENTS[region];
  let desk: Desk;
  const about = (more: Json = {}) => ({ data: { psn_no: patient.psnNo, ...more } });
  const balanceOf = async () => {
    const { output } = await desk.call('1101', { data: { mdtrt_cert_type: '02', mdtrt_cert_no: patient.certNo } });
    const insurance = Array.isArray(output.insuinfo) ? output.insuinfo[0] : output.insuinfo;
    return fen(insurance as Json, 'balc');
  };

  beforeAll(async () => {
    desk = createDesk(sim, region);
    await desk.signIn();
  });

  test('1101 by ID number, voucher and card; insurance as the region sends it', async () => {
    const byId = await desk.call('1101', { data: { mdtrt_cert_type: '02', mdtrt_cert_no: patient.certNo } });
    expect(byId.output.baseinfo).toMatchObject({ psn_no: patient.psnNo, certno: patient.certNo });
    expect(Array.isArray(byId.output.insuinfo)).toBe(region !== 'hubei');
    const digits = patient.psnNo.slice(-8);
    for (const proof of [
      { mdtrt_cert_type: '01', mdtrt_cert_no: `SIMEC${patient.psnNo}` },
      { mdtrt_cert_type: '03', mdtrt_cert_no: `SIMK${digits}`, card_sn: `SN${digits}` },
    ]) {
      expect((await desk.call('1101', { data: proof })).output.baseinfo).toMatchObject({ psn_no: patient.psnNo });
    }
    expect((await desk.call('1101', { data: { mdtrt_cert_type: '02', mdtrt_cert_no: 'nobody' } })).errMsg).toBe('未查询到参保人信息');
  });

  test('entitlement and filings', async () => {
    const entitled = await desk.call(
      '2001',
      about({ insutype: '310', fixmedins_code: desk.facility, med_type: '14', begntime: '2026-11-20 08:00:00', dise_codg: 'M07801' }),
    );
    expect((entitled.output.trtinfo as Json[])[0]).toMatchObject({ trt_chk_type: '01', trt_enjymnt_flag: '1' });
    expect((await desk.call('5301', about())).output.feedetail).toEqual([expect.objectContaining({ opsp_dise_code: 'M07801' })]);
    expect((await desk.call('5302', about({ biz_appy_type: '1' }))).output.psnfixmedin).toHaveLength(1);
  });

  test('from registration to settlement, look-up, cancellation; the account gets back what it gave', async () => {
    const before = await balanceOf();
    const { mdtrtId, setlId, preview, answer } = await settleCase(desk, patient, `${region}-1`, `${region}-B1`);
    expect(answer.infcode).toBe('0');
    const settled = answer.output.setlinfo as Json;
    expect(setlId).not.toBe('');
    expect((preview.output.setlinfo as Json).setl_id).toBeUndefined();
    expect(fen(settled, 'medfee_sumamt')).toBe(55_680);
    expect(fen(settled, 'fund_pay_sumamt') + fen(settled, 'psn_part_amt') + fen(settled, 'hosp_part_amt')).toBe(55_680);
    expect(fen(settled, 'acct_pay') + fen(settled, 'psn_cash_pay')).toBe(fen(settled, 'psn_part_amt'));
    expect(await balanceOf()).toBe(before - fen(settled, 'acct_pay'));

    const lookedUp = (await desk.call('5203', about({ setl_id: setlId, mdtrt_id: mdtrtId }))).output.setlinfo as Json;
    expect(lookedUp).toMatchObject({ setl_id: setlId, psn_pay: settled.psn_part_amt, cash_payamt: settled.psn_cash_pay, refd_setl_flag: '0' });
    expect(lookedUp.psn_cash_pay).toBeUndefined();
    const lines = (await desk.call('5204', about({ mdtrt_id: mdtrtId, setl_id: setlId }))).output.data as Json[];
    expect(lines.map((line) => line.setl_id)).toEqual([setlId, setlId, setlId]);
    const withoutNumber = await desk.call('5204', about({ mdtrt_id: mdtrtId }));
    if (region === 'hubei') expect(withoutNumber.errMsg).toBe('setl_id不能为空');
    else expect(withoutNumber.output.data).toHaveLength(3);
    expect((await desk.call('5205', about({ begntime: '2026-11-01', endtime: '2026-11-30' }))).output.feedetail).toEqual([
      expect.objectContaining({ med_list_codg: 'XSIM00000002' }),
    ]);
    const pool = ((await desk.call('5206', about({ cum_ym: '202611' }))).output.cuminfo as Json[]).find((row) => row.cum_type_code === 'P01');
    expect(pool?.cum).toBe(settled.hifp_pay);
    expect((await desk.call('5201', about({ begntime: '2026-11-20', endtime: '2026-11-20', med_type: '14' }))).output.mdtrtinfo).toEqual([
      expect.objectContaining({ mdtrt_id: mdtrtId, ipt_otp_no: `${region}-1` }),
    ]);

    const cancelled = (await desk.call('2208', about({ setl_id: setlId, mdtrt_id: mdtrtId }))).output.setlinfo as Json;
    expect(cancelled).toMatchObject({ setl_id: setlId, pdn_cash_pay: settled.psn_cash_pay, medfee_sumamt: 556.8 });
    expect(cancelled.psn_cash_pay).toBeUndefined();
    expect(await balanceOf()).toBe(before);
    expect((await desk.call('2208', about({ setl_id: setlId, mdtrt_id: mdtrtId }))).errMsg).toContain('不能重复撤销');
    expect((await desk.call('5203', about({ setl_id: setlId, mdtrt_id: mdtrtId }))).output.setlinfo).toMatchObject({ refd_setl_flag: '1' });

    expect((await desk.call('2202', about({ mdtrt_id: mdtrtId, ipt_otp_no: `${region}-1` }))).errMsg).toContain('存在费用明细');
    expect((await desk.call('2205', about({ mdtrt_id: mdtrtId, chrg_bchno: '0000' }))).infcode).toBe('0');
    expect((await desk.call('2202', about({ mdtrt_id: mdtrtId, ipt_otp_no: `${region}-1` }))).infcode).toBe('0');
  });

  test('fees are revoked by batch, but not after the settlement; a settled batch takes no more lines', async () => {
    const mdtrtId = await openVisit(desk, patient, `${region}-2`, `${region}-B2`);
    expect((await desk.call('2205', about({ mdtrt_id: mdtrtId, chrg_bchno: `${region}-B2` }))).infcode).toBe('0');
    expect((await desk.call('2205', about({ mdtrt_id: mdtrtId, chrg_bchno: `${region}-B2` }))).errMsg).toContain('未查询到收费批次');
    const { mdtrtId: other } = await settleCase(desk, patient, `${region}-3`, `${region}-B3`);
    expect((await desk.call('2205', about({ mdtrt_id: other, chrg_bchno: `${region}-B3` }))).errMsg).toContain('已结算');
    expect(
      (await desk.call('2204', feeInput(patient, other, `${region}-B3`, [{ code: 'SIM000000001', price: '400', count: '1', sum: '400' }], 9))).errMsg,
    ).toContain('已结算');
    expect(
      (await desk.call('2204', feeInput(patient, other, `${region}-B2`, [{ code: 'SIM000000001', price: '400', count: '1', sum: '400' }], 9))).errMsg,
    ).toContain('其他就诊');
    expect((await desk.call('2205', about({ mdtrt_id: other, chrg_bchno: '0000' }))).infcode).toBe('0');
    expect(sim.ledger().visits.find((visit) => visit.mdtrtId === other)?.lines).toHaveLength(3);
  });

  test('2601 takes a settlement away as if it had never been, and says when there is none', async () => {
    const before = await balanceOf();
    const { setlId, mdtrtId, msgid } = await settleCase(desk, patient, `${region}-4`, `${region}-B4`);
    expect((await desk.call('2601', about({ omsgid: msgid, oinfno: '2207' }))).infcode).toBe('0');
    expect(await balanceOf()).toBe(before);
    expect(sim.ledger().settlements.find((one) => one.setlId === setlId)?.state).toBe('reversed');
    expect((await desk.call('5203', about({ setl_id: setlId, mdtrt_id: mdtrtId }))).errMsg).toBe('未查询到结算信息');
    const none = { guangdong: '原交易不存在', hubei: '未查询到原交易报文', guangxi: '不存在需要冲正的交易' }[region];
    expect((await desk.call('2601', about({ omsgid: msgid, oinfno: '2207' }))).errMsg).toBe(none);
    expect((await desk.call('2601', about({ omsgid: `${desk.facility}202611200000000001`, oinfno: '2207' }))).errMsg).toBe(none);
    expect((await desk.call('2601', about({ omsgid: msgid, oinfno: '2204' }))).errMsg).toContain('不支持冲正');
    const again = await desk.call('2206', settleInput(patient, mdtrtId, `${region}-B4`, '556.80'));
    expect((await desk.call('2207', settleInput(patient, mdtrtId, `${region}-B4`, '556.80', copiedFrom(again)))).infcode).toBe('0');
  });

  test('2601 of a 2208: the settlement stands again', async () => {
    const { setlId, mdtrtId } = await settleCase(desk, patient, `${region}-5`, `${region}-B5`);
    const balance = await balanceOf();
    const cancel = desk.envelope('2208', about({ setl_id: setlId, mdtrt_id: mdtrtId }));
    await desk.send(cancel);
    expect((await desk.call('2601', about({ omsgid: cancel.msgid, oinfno: '2208' }))).infcode).toBe('0');
    expect(sim.ledger().settlements.find((one) => one.setlId === setlId)).toMatchObject({ state: 'settled', cancelMsgid: '' });
    expect(await balanceOf()).toBe(balance);
  });

  test('A-variants: the four amounts may stay away', async () => {
    const registered = (await desk.call('2201', registration(patient, `${region}-6`))).output.data as Json;
    const mdtrtId = String(((registered.data as Json) ?? registered).mdtrt_id);
    expect(registered.data !== undefined).toBe(region === 'guangdong');
    expect((await desk.call('2203A', visitInput(patient, mdtrtId))).infcode).toBe('0');
    await desk.call('2204', feeInput(patient, mdtrtId, `${region}-B6`, [{ code: 'SIM000000001', price: '400', count: '1', sum: '400' }]));
    expect((await desk.call('2206A', settleInput(patient, mdtrtId, `${region}-B6`, '400'))).infcode).toBe('0');
    expect((await desk.call('2207', settleInput(patient, mdtrtId, `${region}-B6`, '400'))).errMsg).toBe('fulamt_ownpay_amt不能为空');
    expect((await desk.call('2207A', settleInput(patient, mdtrtId, `${region}-B6`, '400'))).infcode).toBe('0');
  });

  test('grades of the list as the region writes them', async () => {
    const mdtrtId = await openVisit(desk, patient, `${region}-7`, `${region}-B7`, []);
    const { output } = await desk.call('2204', feeInput(patient, mdtrtId, `${region}-B7`, [{ code: 'CSIM00000001', price: '92', count: '1', sum: '92.00' }]));
    const cap = region === 'guangdong' ? 87.4 : 82.8;
    expect((output.result as Json[])[0]).toMatchObject({
      chrgitm_lv: region === 'guangxi' ? '2' : '02',
      pric_uplmt_amt: cap,
      overlmt_amt: Math.round((92 - cap) * 100) / 100,
    });
  });
});

test('the ledger’s accumulators are the sums of the settlements that stand', () => {
  const { settlements, accounts } = sim.ledger();
  for (const [psnNo, account] of Object.entries(accounts)) {
    const pool = settlements.filter((one) => one.psnNo === psnNo && one.state === 'settled').reduce((sum, one) => sum + one.amounts.hifp_pay, 0);
    expect(account.years['2026:310']?.poolFen).toBe(pool);
  }
});
