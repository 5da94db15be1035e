import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { InsuranceSimulator } from '../index.ts';
import { fen, type Patient, settleCase } from '../testing/cases.ts';
import { createDesk, type Desk, type Json, startForTest } from '../testing/desk.ts';
import { readTabText, tabText } from '../zip/tab-text.ts';
import { unzipFirst, zipOf } from '../zip/zip.ts';

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

const rowsOf = (bytes: Buffer) => readTabText(unzipFirst(bytes)?.content ?? Buffer.alloc(0));

test('a zip and its text come back as they were; what is no zip is none', () => {
  const rows = [
    ['a', '', '血液透析'],
    ['', 'x\ty', 'z'],
  ];
  const file = unzipFirst(zipOf('名.txt', tabText(rows)));
  expect(file?.name).toBe('名.txt');
  expect(file?.content.toString()).toBe('a\tnull\t血液透析\nnull\tx y\tz\n');
  expect(unzipFirst(Buffer.from('no zip at all'))).toBeUndefined();
  expect(unzipFirst(zipOf('a', Buffer.from('abc')).subarray(20))).toBeUndefined();
});

describe.each(['guangdong', 'hubei', 'guangxi'] as const)('%s', (region) => {
  let desk: Desk;
  const patient = PATIENTS[region];
  beforeAll(async () => {
    desk = createDesk(sim, region);
    await desk.signIn();
  });
  const download = (file: Json, facility = desk.facility) =>
    desk.call('9102', { fsDownloadIn: { file_qury_no: file.file_qury_no, filename: file.filename, fixmedins_code: facility } });
  const upload = (content: Buffer) =>
    desk.send(desk.envelope('9101', { fsUploadIn: { filename: 'stmt.zip', fixmedins_code: desk.facility } }), { file: content });

  test.each([
    ['1301', 92],
    ['1302', 30],
    ['1303', 80],
    ['1305', 16],
    ['1306', 84],
    ['1307', 24],
    ['1308', 20],
    ['1309', 16],
    ['1310', 16],
    ['1311', 16],
    ['1313', 17],
    ['1314', 15],
    ['1315', 15],
  ])('%s: a zip of rows with %i columns, and nothing when nothing is newer', async (infno, columns) => {
    const { output } = await desk.call(infno, { data: { ver: '0' } });
    const file = await download(output, 'plc');
    expect(file.contentType).toBe('application/octet-stream');
    const rows = rowsOf(file.bytes);
    expect(rows).toHaveLength(Number(output.data_cnt));
    expect(new Set(rows.map((row) => row.length))).toEqual(new Set([columns]));
    expect((await desk.call(infno, { data: { ver: 'V99999999' } })).output).toMatchObject({ data_cnt: 0, file_qury_no: '' });
  });

  test('1301 brings only what is newer, grade and limit in their columns', async () => {
    const all = rowsOf((await download((await desk.call('1301', { data: { ver: '0' } })).output, 'plc')).bytes);
    const newer = rowsOf((await download((await desk.call('1301', { data: { ver: 'V20260101' } })).output, 'plc')).bytes);
    expect(newer.length).toBeGreaterThan(0);
    expect(newer.length).toBeLessThan(all.length);
    expect(new Set(newer.map((row) => row[82]))).toEqual(new Set(['V20260601']));
    expect(new Set(all.map((row) => row[91]))).toEqual(new Set(['甲', '乙', '丙']));
    expect(all.every((row) => row[57] === (row[56] === '' ? '0' : '1'))).toBe(true);
  });

  test('9101 wants a zip, 9102 a file of ours', async () => {
    expect((await upload(Buffer.from('no zip'))).errMsg).toContain('zip');
    const { output } = await upload(zipOf('a.txt', Buffer.from('1\t2\n')));
    expect(output).toMatchObject({ filename: 'stmt.zip', fixmedins_code: desk.facility });
    expect(rowsOf((await download(output)).bytes)).toEqual([['1', '2']]);
    expect(await download({ file_qury_no: 'nothing', filename: 'x' })).toMatchObject({ infcode: '-1', errMsg: '文件不存在或已过期' });
  });

  test('3201 and 3202: two rows for a refund, the message of what only the platform has, nothing of what was reversed', async () => {
    const kept = await settleCase(desk, patient, `${region}R1`, `${region}RB1`);
    const refunded = await settleCase(desk, patient, `${region}R2`, `${region}RB2`);
    const lost = await settleCase(desk, patient, `${region}R3`, `${region}RB3`);
    const reversed = await settleCase(desk, patient, `${region}R4`, `${region}RB4`);
    await desk.call('2208', { data: { psn_no: patient.psnNo, setl_id: refunded.setlId, mdtrt_id: refunded.mdtrtId } });
    await desk.call('2601', { data: { psn_no: patient.psnNo, omsgid: reversed.msgid, oinfno: '2207' } });
    const own = (answer: Json, name: string) => fen(answer.output === undefined ? answer : (answer.output as Json), name);
    const nodes = [kept, lost].map((one) => one.answer.output.setlinfo as Json);
    const sum = (name: string) => nodes.reduce((total, node) => total + own(node, name), 0) / 100;
    const day = { stmt_begndate: '2026-11-20', stmt_enddate: '2026-11-20', setl_optins: '440100', clr_type: '11' };
    const totals = (more: Json) =>
      desk.call('3201', {
        data: {
          ...day,
          insutype: '310',
          medfee_sumamt: sum('medfee_sumamt'),
          fund_pay_sumamt: sum('fund_pay_sumamt'),
          acct_pay: sum('acct_pay'),
          fixmedins_setl_cnt: 4,
          ...more,
        },
      });
    const equal = region === 'guangdong' ? '000000' : '0';
    expect((await totals({})).output.stmtinfo).toMatchObject({ stmt_rslt: equal, stmt_rslt_dscr: '对账相等' });
    const fewer = { guangdong: '000102', hubei: '1', guangxi: '1' }[region];
    expect((await totals({ fixmedins_setl_cnt: 3 })).output.stmtinfo).toMatchObject({ stmt_rslt: fewer });
    const differ = { guangdong: '000104', hubei: '1', guangxi: '3' }[region];
    expect((await totals({ acct_pay: 0.01 })).output.stmtinfo).toMatchObject({ stmt_rslt: differ });

    const row = (one: typeof kept, sign: number, refund: string) => {
      const node = one.answer.output.setlinfo as Json;
      const amount = (name: string) => ((sign * own(node, name)) / 100).toFixed(2);
      return [one.setlId, one.mdtrtId, patient.psnNo, amount('medfee_sumamt'), amount('fund_pay_sumamt'), amount('acct_pay'), refund];
    };
    const wrong = row(kept, 1, '0');
    wrong[3] = '1.00';
    const sent = await upload(
      zipOf('stmt.txt', tabText([wrong, row(refunded, 1, '0'), row(refunded, -1, '1'), ['made-up', 'm', patient.psnNo, '1', '1', '0', '0']])),
    );
    const asked = await desk.call('3202', {
      data: { ...day, file_qury_no: sent.output.file_qury_no, medfee_sumamt: 1, fund_pay_sumamt: 1, cash_payamt: 0, fixmedins_setl_cnt: 4 },
    });
    const rows = rowsOf((await download(asked.output.fileinfo as Json)).bytes);
    const words = { equal, more: fewer, less: { guangdong: '000103', hubei: '1', guangxi: '2' }[region], differ };
    expect(new Set(rows.map((cells) => cells.length))).toEqual(new Set([region === 'guangxi' ? 10 : 7]));
    const facts = rows.map(([, , setlId, msgid, result, refund]) => [setlId, msgid !== '', result, refund]);
    expect(facts).toEqual([
      [kept.setlId, true, words.differ, '0'],
      [refunded.setlId, true, words.equal, '0'],
      [refunded.setlId, true, words.equal, '1'],
      ['made-up', false, words.less, '0'],
      [lost.setlId, true, words.more, '0'],
    ]);
    expect(rows.at(-1)?.[3]).toBe(lost.msgid);
  });

  test('pages of list, caps, shares and own mapping', async () => {
    const page = (infno: string, number: number, more: Json = {}) =>
      desk.call(infno, { data: { updt_time: '2026-01-01', page_num: number, page_size: 100, ...more } });
    const first = (await page('1312', 1)).output;
    expect(first).toMatchObject({ pageNum: 1, firstPage: true, lastPage: false });
    expect(first.data).toHaveLength(100);
    const last = (await page('1312', Number(first.pages))).output;
    expect(100 * (Number(first.pages) - 1) + (last.data as Json[]).length).toBe(first.recordCounts);
    expect((await page('1312', 0)).errMsg).toContain('page_num');
    expect((await page('1318', 1, { hilist_code: 'CSIM00000001' })).output.data).toEqual([
      expect.objectContaining({ hilist_lmtpric_type: '1', hilist_pric_uplmt_amt: 78.2 }),
      expect.objectContaining({ hilist_lmtpric_type: '2', hilist_pric_uplmt_amt: 82.8 }),
      expect.objectContaining({ hilist_lmtpric_type: '3', hilist_pric_uplmt_amt: 87.4 }),
    ]);
    expect((await page('1319', 1, { hilist_code: 'CSIM00000001' })).output.data).toEqual([expect.objectContaining({ selfpay_prop: 0.1 })]);
    expect((await page('1316', 1)).output.recordCounts).toBe(first.recordCounts);
    expect((await page('1304', 1)).output.recordCounts).toBe(0);
    // The demo facilities have reported theirs; this entry has none.
    const before = Number((await page('1317', 1)).output.recordCounts);
    const mapping = { fixmedins_hilist_id: 'drug-own', fixmedins_hilist_name: '肝素钠', list_type: '101', begndate: '2026-01-01', enddate: '2099-12-31' };
    expect((await desk.call('3301', { data: [{ ...mapping, med_list_codg: 'XNONE' }] })).errMsg).toContain('不存在');
    expect((await desk.call('3301', { data: [{ ...mapping, med_list_codg: 'XSIM00000001' }] })).infcode).toBe('0');
    const own = (await page('1317', Math.ceil((before + 1) / 100))).output;
    expect(own.recordCounts).toBe(before + 1);
    expect((own.data as Json[]).at(-1)).toMatchObject({ fixmedins_hilist_id: 'drug-own', med_list_codg: 'XSIM00000001' });
    const removal = { fixmedins_code: desk.facility, fixmedins_hilist_id: 'drug-own', list_type: '101', med_list_codg: 'XSIM00000001' };
    expect((await desk.call('3302', { data: removal })).infcode).toBe('0');
    expect((await desk.call('3302', { data: removal })).errMsg).toContain('未查询到目录对照');
  });

  test('dictionary, pre-check, stock, clearing and reports', async () => {
    expect((await desk.call('1901', { data: { type: 'gend', parentValue: '', admdvs: '', date: '2026-11-20', valiFlag: '1' } })).output.list).toHaveLength(4);
    const order = { hilist_code: 'SIM000000001', drord_begn_date: '2026-11-20 08:00:00', sumamt: 400 };
    const limited = { hilist_code: 'XSIM00000013', drord_begn_date: '2026-11-20 08:00:00', sumamt: 98.5 };
    const checked = await desk.call('3101', {
      data: {
        syscode: 'his',
        task_id: 't1',
        patient_dtos: [{ patn_id: patient.psnNo, brdy: '1980-01-01', fsi_encounter_dtos: [{ fsi_order_dtos: [order, order, limited] }] }],
      },
    });
    expect((checked.output.result as Json[]).map((one) => one.rule_id)).toEqual(['SIM-R01', 'SIM-R02', 'SIM-R03']);
    const goods = { med_list_codg: 'XSIM00000001', fixmedins_hilist_id: 'drug-001', fixmedins_hilist_name: '肝素钠', fixmedins_bchno: 'lot1' };
    const sale = { ...goods, sel_retn_cnt: 1, sel_retn_time: '2026-11-20 10:00:00', sel_retn_opter_name: '药师' };
    expect((await desk.call('3505', { selinfo: { ...sale, setl_id: 'none' } })).errMsg).toContain('未查询到结算信息');
    for (const [infno, node, row] of [
      ['3501', 'invinfo', goods],
      ['3502', 'invinfo', goods],
      ['3503', 'purcinfo', goods],
      ['3504', 'purcinfo', goods],
      ['3505', 'selinfo', sale],
      ['3506', 'selinfo', sale],
    ] as const) {
      expect((await desk.call(infno, { [node]: row })).infcode).toBe('0');
    }
    expect((await desk.call('3507', { data: { fixmedins_bchno: 'lot1', inv_data_type: '4' } })).infcode).toBe('0');
    expect((await desk.call('3507', { data: { fixmedins_bchno: 'lot1', inv_data_type: '4' } })).errMsg).toContain('未查询到');
    const clearing = {
      clr_type: '11',
      setlym: '202611',
      psntime: 1,
      medfee_sumamt: 1,
      med_sumfee: 1,
      fund_appy_sum: 1,
      cash_payamt: 1,
      acct_pay: 1,
      begndate: '2026-11-01',
      enddate: '2026-11-30',
    };
    const applied = (await desk.call('3203', { data: clearing })).output.result as Json;
    expect((await desk.call('3204', { data: { clr_appy_evt_id: applied.clr_appy_evt_id } })).infcode).toBe('0');
    expect((await desk.call('3204', { data: { clr_appy_evt_id: applied.clr_appy_evt_id } })).errMsg).toContain('未查询到清算申请');
    const { setlId } = await settleCase(desk, patient, `${region}L1`, `${region}LB1`);
    expect((await desk.call('4101A', { setlinfo: { setl_id: setlId } })).output.data).toMatchObject({ setl_list_id: expect.any(String) });
    expect((await desk.call('4101A', { setlinfo: { setl_id: 'none' } })).errMsg).toContain('结算');
    expect((await desk.call('4201', { feedetail: [{ fee: 1 }] })).infcode).toBe('0');
    expect((await desk.call('4301', { rgstinfo: { a: 1 } })).infcode).toBe('0');
  });
});
