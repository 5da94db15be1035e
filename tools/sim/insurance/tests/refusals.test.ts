import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { InsuranceSimulator } from '../index.ts';
import { signatureOf } from '../profiles/signature.ts';
import { copiedFrom, feeInput, openVisit, type Patient, registration, SESSION, settleInput, visitInput } from '../testing/cases.ts';
import { createDesk, type Desk, type Json, startForTest } from '../testing/desk.ts';

const PATIENT: Patient = { psnNo: 'SIM44010000000001', certNo: '99000119860214002X', insutype: '310' };
const SPECIAL = {
  paused: { psnNo: 'SIM44010000000017', certNo: '99000119590612034X', insutype: '390' },
  unfiled: { psnNo: 'SIM44010000000029', certNo: '990001196604180587', insutype: '390' },
  ending: { psnNo: 'SIM44010000000041', certNo: '990001194202040822', insutype: '310' },
  elsewhere: { psnNo: 'SIM44010000000024', certNo: '990001199610180480', insutype: '390' },
} as const;

let sim: InsuranceSimulator;
let desk: Desk;
beforeAll(async () => {
  sim = await startForTest();
  desk = createDesk(sim, 'guangdong');
  await desk.signIn();
});
afterAll(() => sim.close());

const info = { data: { mdtrt_cert_type: '02', mdtrt_cert_no: PATIENT.certNo } };
const idOf = (answer: { readonly output: Json }) => String(((answer.output.data as Json)?.data as Json)?.mdtrt_id);

describe('gateway', () => {
  const timestamp = '1763604000';
  test.each([
    [{ 'x-tif-paasid': '' }, 'ACG.1401'],
    [{ 'x-tif-paasid': 'OTHER' }, 'AGW.1403'],
    [{ 'x-tif-paasid': 'constructor' }, 'AGW.1403'],
    [{ 'x-tif-signature': 'ab' }, 'AGW.1433'],
    [{ 'x-tif-nonce': 'other' }, 'AGW.1433'],
    [{ 'x-tif-timestamp': timestamp, 'x-tif-signature': signatureOf(timestamp, 'sim-guangdong-secret', '12345') }, 'AGW.1433'],
  ] as [Record<string, string>, string][])('%o → %s', async (headers, code) => {
    expect((await desk.send(desk.envelope('1101', info), { headers })).errcode).toBe(code);
  });

  test('signature in capitals is as good', async () => {
    const now = String(Math.floor(new Date('2026-11-20T02:00:00Z').getTime() / 1000));
    const headers = { 'x-tif-signature': signatureOf(now, 'sim-guangdong-secret', '12345').toUpperCase() };
    expect((await desk.send(desk.envelope('1101', info), { headers })).infcode).toBe('0');
  });

  test('agents refuse what is no message', async () => {
    const post = async (path: string, body: string) => (await (await fetch(`${sim.url}${path}`, { method: 'POST', body })).json()) as Json;
    expect(await post('/hubei/call', '{')).toMatchObject({ code: -2 });
    expect(await post('/hubei/call', '{"infno":"1101","input":{"infno":"2207"}}')).toMatchObject({ code: -2 });
    expect(await post('/hubei/other', '{"infno":"1101","input":{"infno":"1101"}}')).toMatchObject({ code: -2 });
    expect(await post('/guangxi/trade', '[]')).toMatchObject({ errcode: 'AGT.4000' });
    expect(await post('/guangxi/file/upload', '{"infno":"1101"}')).toMatchObject({ errcode: 'AGT.4000' });
  });
});

describe('envelope', () => {
  test.each([
    'infno',
    'msgid',
    'mdtrtarea_admvs',
    'recer_sys_code',
    'infver',
    'opter_type',
    'opter',
    'opter_name',
    'inf_time',
    'fixmedins_code',
    'fixmedins_name',
  ])('without %s: -1 that names it', async (name) => {
    const hubei = createDesk(sim, 'hubei');
    const envelope = { ...hubei.envelope('1101', info), [name]: '' };
    const answer = await hubei.send(envelope);
    expect(name === 'infno' ? answer.errcode : answer.errMsg).toBe(name === 'infno' ? 'agent -2' : `${name}不能为空`);
  });

  test.each([
    [{ input: '' }, 'input不能为空'],
    [{ opter: 'x'.repeat(31) }, 'opter长度超限'],
    [{ opter_type: '9' }, 'opter_type的值不在字典内'],
    [{ inf_time: '2026-11-20' }, 'inf_time日期格式不正确'],
    [{ fixmedins_code: 'H11SIM000001' }, '未查询到定点医药机构H11SIM000001'],
    [{ msgid: '123' }, 'msgid不符合规范'],
    [{ sign_no: '' }, '操作员未签到或签到已失效'],
    [{ opter: 'op2' }, '操作员未签到或签到已失效'],
    [{ insuplc_admdvs: '', input: { data: { psn_no: PATIENT.psnNo } } }, 'insuplc_admdvs不能为空'],
    [{ input: { data: { text: 'x'.repeat(40_001) } } }, 'input长度超限,最大40000'],
  ] as [Json, string][])('%o → %s', async (more, text) => {
    expect(await desk.call('1101', info, more)).toMatchObject({ infcode: '-1', errMsg: text });
  });

  test('elsewhere takes facilities of every province that say SIM, and none that may be real', async () => {
    const elsewhere = createDesk(sim, 'elsewhere');
    await elsewhere.signIn();
    const real = elsewhere.envelope('1101', info);
    expect((await elsewhere.send({ ...real, fixmedins_code: 'H46010000001' })).errMsg).toBe('未查询到定点医药机构H46010000001');
  });

  test('an unknown number, and those of retail pharmacies', async () => {
    expect((await desk.call('7777', info)).errMsg).toBe('交易编号7777不存在');
    for (const infno of ['2101', '2102', '2103']) expect((await desk.call(infno, info)).errMsg).toContain('零售药店');
  });

  test('the same message again: same answer, refusals too; another body under the number: refused', async () => {
    const first = desk.envelope('2201', registration(PATIENT, 'DUP'));
    const answer = await desk.send(first);
    expect((await desk.send({ ...first, inf_time: '2026-11-20 10:00:05' })).raw).toBe(answer.raw);
    expect((await desk.send({ ...first, input: registration(PATIENT, 'DUP2') })).errMsg).toBe('报文编号重复');
    const refused = desk.envelope('2201', registration(PATIENT, 'DUP'));
    expect((await desk.send(refused)).errMsg).toBe('ipt_otp_noDUP重复');
    expect((await desk.send(refused)).errMsg).toBe('ipt_otp_noDUP重复');
    expect(sim.ledger().visits.filter((visit) => visit.iptOtpNo === 'DUP')).toHaveLength(1);
  });

  test('signing out ends it, and only once', async () => {
    const other = createDesk(sim, 'guangxi');
    await other.signIn();
    const signNo = String(other.envelope('1101', info).sign_no);
    expect((await other.call('9002', { signOut: { sign_no: signNo, opter_no: 'op1' } })).infcode).toBe('0');
    expect((await other.call('1101', info)).errMsg).toContain('未签到');
  });

  test('a sign-in of yesterday is worth nothing', async () => {
    const other = createDesk(sim, 'hubei');
    await other.signIn();
    sim.control.clock(86_400);
    expect((await other.call('1101', info)).errMsg).toContain('未签到');
    sim.control.clock(0);
  });
});

describe('persons with special states', () => {
  const register = (patient: Patient, area?: string) => desk.call('2201', registration(patient, `P${patient.psnNo}`), area ? { insuplc_admdvs: area } : {});

  test('paused insurance', async () => {
    expect((await register(SPECIAL.paused)).errMsg).toContain('暂停参保');
  });

  test('no chronic filing: registered, but not treated under it', async () => {
    const mdtrtId = idOf(await register(SPECIAL.unfiled));
    expect((await desk.call('2203', visitInput(SPECIAL.unfiled, mdtrtId))).errMsg).toContain('未备案');
    expect((await desk.call('2203', visitInput(SPECIAL.unfiled, mdtrtId, '11', ''))).infcode).toBe('0');
  });

  test('a filing that ends with this month', async () => {
    const mdtrtId = idOf(await register(SPECIAL.ending));
    const { output } = await desk.call('5301', { data: { psn_no: SPECIAL.ending.psnNo } });
    expect(output.feedetail).toEqual([expect.objectContaining({ enddate: '2026-11-30' })]);
    const input = visitInput(SPECIAL.ending, mdtrtId);
    const later = { ...input, mdtrtinfo: { ...(input.mdtrtinfo as Json), begntime: '2026-12-01 08:00:00' } };
    expect((await desk.call('2203', later)).errMsg).toContain('不在有效期内');
    expect((await desk.call('2203', input)).infcode).toBe('0');
  });

  test('insured elsewhere: served under the area where insured', async () => {
    expect((await register(SPECIAL.elsewhere)).errMsg).toBe('insuplc_admdvs与参保地510100不符');
    expect((await register(SPECIAL.elsewhere, '510100')).infcode).toBe('0');
  });
});

describe('order of the chain', () => {
  test('visit before fees, one category, one disease, lines that add up, numbers used once', async () => {
    const mdtrtId = idOf(await desk.call('2201', registration(PATIENT, 'O1')));
    const upload = (lines = SESSION, more: Json = {}, sn = 1) => {
      const input = feeInput(PATIENT, mdtrtId, 'OB1', lines, sn);
      return desk.call('2204', { feedetail: (input.feedetail as Json[]).map((line) => ({ ...line, ...more })) });
    };
    expect((await upload()).errMsg).toContain('2203');
    expect((await desk.call('2203', visitInput(PATIENT, mdtrtId))).infcode).toBe('0');
    expect((await desk.call('2203', visitInput(PATIENT, mdtrtId, '11', ''))).errMsg).toBe('一次就诊只能使用一种医疗类别');
    expect((await upload(SESSION, { det_item_fee_sumamt: '1.00' })).errMsg).toContain('与单价乘数量不符');
    expect((await upload(SESSION, { dise_codg: 'M01600' })).errMsg).toContain('病种');
    expect((await upload(SESSION, { cnt: '-1' })).errMsg).toContain('cnt必须为大于0的数字');
    expect((await upload(SESSION, { hosp_appr_flag: '7' })).errMsg).toContain('不在字典内');
    expect((await upload(SESSION, { bilg_dr_codg: '' })).errMsg).toBe('bilg_dr_codg不能为空');
    expect((await upload()).infcode).toBe('0');
    expect((await upload()).errMsg).toBe('feedetl_sn1重复');
    const settle = (more: Json) => desk.call('2206', settleInput(PATIENT, mdtrtId, 'OB1', '556.80', more));
    expect((await settle({ medfee_sumamt: '556.79' })).errMsg).toContain('与明细合计556.80不符');
    expect((await settle({ med_type: '11' })).errMsg).toContain('med_type');
    expect((await settle({ chrg_bchno: 'none' })).errMsg).toContain('未查询到收费批次');
    expect((await settle({ insutype: '390' })).errMsg).toContain('险种390');
    expect((await settle({ mdtrt_cert_no: SPECIAL.paused.certNo })).errMsg).toContain('凭证');
    const preview = await settle({});
    expect(await settle({})).toMatchObject({ output: { setlinfo: { medfee_sumamt: 556.8 } } });
    const copied = copiedFrom(preview);
    const wrong = await desk.call('2207', settleInput(PATIENT, mdtrtId, 'OB1', '556.80', { ...copied, inscp_scp_amt: 1 }));
    expect(wrong.errMsg).toContain('inscp_scp_amt与预结算结果不符');
    expect((await desk.call('2207', settleInput(PATIENT, mdtrtId, 'OB1', '556.80', copied))).infcode).toBe('0');
    expect((await desk.call('2207', settleInput(PATIENT, mdtrtId, 'OB1', '556.80', copied))).errMsg).toContain('已结算');
  });

  test('a cancelled visit serves nobody, and its number is free again', async () => {
    const registered = await desk.call('2201', registration(PATIENT, 'C1'));
    const cancel = { data: { psn_no: PATIENT.psnNo, mdtrt_id: idOf(registered), ipt_otp_no: 'C1' } };
    expect((await desk.call('2202', cancel)).infcode).toBe('0');
    expect((await desk.call('2203', visitInput(PATIENT, idOf(registered)))).errMsg).toContain('已撤销');
    expect((await desk.call('2201', registration(PATIENT, 'C1'))).infcode).toBe('0');
  });

  test('Hubei takes digits as line numbers only', async () => {
    const hubei = createDesk(sim, 'hubei');
    await hubei.signIn();
    const patient = { psnNo: 'SIM42010000000121', certNo: '990001195803152437', insutype: '310' };
    const mdtrtId = await openVisit(hubei, patient, 'H1', 'HB1');
    const input = feeInput(patient, mdtrtId, 'HB1', SESSION.slice(0, 1), 50);
    for (const sn of ['0', 'A1', '01', '1234567890123456']) {
      expect((await hubei.call('2204', { feedetail: [{ ...(input.feedetail as Json[])[0], feedetl_sn: sn }] })).errMsg).toContain('只能为数字');
    }
  });

  test('nobody settles or asks about another facility’s visits', async () => {
    const mdtrtId = await openVisit(desk, PATIENT, 'X1', 'XB1');
    const other = createDesk(sim, 'hubei', undefined, '440100');
    await other.signIn();
    expect((await other.call('2205', { data: { psn_no: PATIENT.psnNo, mdtrt_id: mdtrtId, chrg_bchno: '0000' } })).errMsg).toBe('未查询到就诊信息');
    expect((await other.call('2601', { data: { psn_no: PATIENT.psnNo, omsgid: `${desk.facility}1`, oinfno: '2207' } })).errMsg).toContain('其他机构');
  });
});
