import type {
  AnalysisRow,
  CheckReply,
  ConnectionRow,
  DoubtRow,
  ExchangeRecord,
  FeeLine,
  PersonInsurance,
  RegionRow,
  RegisterInfo,
  SettlementRecord,
  VisitRow,
} from '../contract/index.ts';
import type { ChargeQueueRow, PayWay } from '../../charging/contract/index.ts';

/** Small made-up data for the tests of this plugin's pages. */
const AT = Date.parse('2026-03-02T02:30:00Z');

export const pageOf = <Row>(list: Row[]) => ({ list, pagination: { currentPage: 1, pageIndex: 1, pageSize: 20, total: list.length } });

export const queueRow = (over: Partial<ChargeQueueRow> = {}): ChargeQueueRow => ({
  dpId: 'rx-1',
  dpNumber: 'CF202603020001',
  dpDate: AT,
  orgId: 'org-gz',
  patientId: 'pat-1',
  patientName: '赵一',
  patientSex: 1,
  patientAge: 60,
  patientType: 'dialysis',
  outpatientCode: 'MZ0001',
  reimWay: '310',
  workerName: '林医生',
  totalPrice: 480,
  lineCount: 2,
  chargedBefore: false,
  chargeBar: '',
  payStatus: 0,
  rxStatus: 1,
  version: 3,
  ...over,
});

const way = (payWay: string, payWayName: string, kind: PayWay['kind'], sortCode: number): PayWay => ({
  payWay,
  payWayName,
  kind,
  givesChange: kind === 'cash',
  needsReference: kind === 'card',
  sortCode,
  amount: 0,
});
export const ways: PayWay[] = [way('cash', '现金', 'cash', 10), way('wechat', '微信', 'wechat', 20), way('card', '银行卡', 'card', 30)];

export const lineState = (over: Partial<LineFacts> = {}): LineFacts => ({
  region: 'guangdong',
  enabled: true,
  simulated: true,
  testRegion: true,
  line: 'up',
  retryAt: null,
  doubtful: 0,
  waiting: 0,
  ...over,
});
interface LineFacts {
  region: string | null;
  enabled: boolean;
  simulated: boolean;
  testRegion: boolean;
  line: 'up' | 'down' | 'off';
  retryAt: number | null;
  doubtful: number;
  waiting: number;
}

export const registerInfo = (over: Partial<RegisterInfo> = {}): RegisterInfo => ({
  dpId: 'rx-1',
  patientId: 'pat-1',
  patientName: '赵一',
  data: {
    psn_no: 'SIM44000001',
    insutype: '310',
    begntime: '2026-03-02 10:30:00',
    mdtrt_cert_type: '02',
    mdtrt_cert_no: '440***********0011',
    ipt_otp_no: 'MZ0001-1',
    atddr_no: 'D001',
    dr_name: '林医生',
    dept_code: 'XT',
    dept_name: '血液透析室',
    caty: 'A03.07',
  },
  med_type: '14',
  diagnosis: [{ diag_type: '1', diag_srt_no: 1, diag_code: 'N18.501', diag_name: '终末期肾病', vali_flag: '1' }],
  blockers: [],
  ...over,
});

export const person = (over: Partial<PersonInsurance> = {}): PersonInsurance => ({
  patientId: 'pat-1',
  psn_no: 'SIM44000001',
  psn_name: '赵一',
  gend: '1',
  brdy: '1966-01-02',
  sameAsFile: true,
  insuinfo: [
    {
      insutype: '310',
      psn_type: '12',
      balc: 1250.4,
      psn_insu_stas: '1',
      psn_insu_date: '2001-01-01',
      paus_insu_date: '',
      insuplc_admdvs: '440100',
      emp_name: '模拟单位',
    },
  ],
  trtinfo: [{ fund_pay_type: '310100', trt_enjymnt_flag: '1', begndate: '2026-01-01', enddate: '2026-12-31', trt_chk_rslt: '' }],
  filings: [{ opsp_dise_code: 'M07801', opsp_dise_name: '尿毒症透析', begndate: '2026-01-01', enddate: '2026-12-31' }],
  readAt: AT,
  ...over,
});

export const analysis = (over: Partial<AnalysisRow> = {}): AnalysisRow => ({
  id: 'an-1',
  visitId: null,
  dpIds: ['rx-1'],
  patientId: 'pat-1',
  patientName: '赵一',
  verdict: 'clean',
  findings: [],
  time: AT,
  operatorName: '收费员甲',
  ...over,
});

export const feeLine = (over: Partial<FeeLine> = {}): FeeLine => ({
  feedetl_sn: '1',
  dpId: 'rx-1',
  dpNumber: 'CF202603020001',
  detailId: 'd1',
  drugName: '血液透析',
  med_list_codg: '003110000010000',
  cnt: 1,
  pric: 450,
  det_item_fee_sumamt: 450,
  pric_uplmt_amt: 400,
  selfpay_prop: 0.1,
  fulamt_ownpay_amt: 0,
  overlmt_amt: 50,
  preselfpay_amt: 40,
  inscp_scp_amt: 360,
  chrgitm_lv: '02',
  lmt_used_flag: '0',
  memo: '',
  ...over,
});

const amounts = {
  medfee_sumamt: 480,
  fulamt_ownpay_amt: 30,
  overlmt_selfpay: 50,
  preselfpay_amt: 40,
  inscp_scp_amt: 360,
  act_pay_dedc: 20,
  hifp_pay: 289,
  pool_prop_selfpay: 0.85,
  cvlserv_pay: 17,
  hifes_pay: 0,
  hifmi_pay: 0,
  hifob_pay: 0,
  maf_pay: 0,
  oth_pay: 0,
  fund_pay_sumamt: 306,
  psn_part_amt: 174,
  acct_pay: 100,
  acct_mulaid_pay: 0,
  psn_cash_pay: 74,
  hosp_part_amt: 0,
  balc: 1150.4,
};

export const settlement = (over: Partial<SettlementRecord> = {}): SettlementRecord => ({
  id: 'st-1',
  orgId: 'org-gz',
  patientId: 'pat-1',
  patientName: '赵一',
  outpatientCode: 'MZ0001',
  state: 'presettled',
  insutype: '310',
  med_type: '14',
  psn_no: 'SIM44000001',
  mdtrt_id: 'SIMM0001',
  setl_id: '',
  chrg_bchno: 'B1',
  dpNumbers: ['CF202603020001'],
  medfee_sumamt: 480,
  fund_pay_sumamt: 306,
  acct_pay: 100,
  psn_cash_pay: 74,
  hosp_part_amt: 0,
  billId: null,
  billNo: '',
  month: null,
  operatorName: '收费员甲',
  createTime: AT,
  settleTime: null,
  simulated: true,
  version: 4,
  visitId: 'vi-1',
  dpIds: ['rx-1'],
  lines: [
    feeLine(),
    feeLine({
      feedetl_sn: '2',
      detailId: 'd2',
      drugName: '皮下注射',
      pric: 30,
      det_item_fee_sumamt: 30,
      pric_uplmt_amt: null,
      selfpay_prop: 1,
      fulamt_ownpay_amt: 30,
      overlmt_amt: 0,
      preselfpay_amt: 0,
      inscp_scp_amt: 0,
      chrgitm_lv: '03',
    }),
  ],
  amounts,
  funds: [
    { fund_pay_type: '310100', fund_pay_type_name: '职工统筹基金', fund_payamt: 289 },
    { fund_pay_type: '320100', fund_pay_type_name: '公务员医疗补助', fund_payamt: 17 },
  ],
  correction: null,
  corrects: null,
  trail: [
    { id: 't1', time: AT, kind: 'presettled', params: {}, exchangeId: 'ex-1', infno: '2206', msgid: 'H44SIM000001202603021030000001', byName: '收费员甲' },
  ],
  problem: '',
  ...over,
});

export const settled = (over: Partial<SettlementRecord> = {}): SettlementRecord =>
  settlement({ state: 'settled', setl_id: 'SIMS0001', billId: 'bill-1', billNo: 'SFGZ2026030200001', settleTime: AT, version: 6, ...over });

export const visit = (over: Partial<VisitRow> = {}): VisitRow => ({
  id: 'vi-1',
  orgId: 'org-gz',
  patientId: 'pat-1',
  patientName: '赵一',
  psn_no: 'SIM44000001',
  insutype: '310',
  insuplc_admdvs: '440100',
  med_type: '14',
  dise_codg: 'M07801',
  dise_name: '尿毒症透析',
  mdtrt_id: 'SIMM0001',
  ipt_otp_no: 'MZ0001-1',
  state: 'open',
  begntime: AT,
  cancelTime: null,
  doctorName: '林医生',
  departmentName: '血液透析室',
  dpIds: ['rx-1'],
  reported: true,
  simulated: true,
  left: null,
  ...over,
});

export const doubt = (over: Partial<DoubtRow> = {}): DoubtRow => {
  const { visitId: _visit, dpIds: _dpIds, lines: _lines, amounts: _amounts, funds: _funds, problem: _problem, ...row } = settlement();
  return {
    ...row,
    state: 'unknown',
    since: AT,
    infno: '2207',
    msgid: 'H44SIM000001202603021030000002',
    rounds: 1,
    nextTryAt: AT + 300_000,
    next: 'ask-again',
    explanation: '结算请求（2207）已发出，平台没有答复。系统先按就诊号查询费用，再决定入账或冲正。',
    trail: [
      {
        id: 't1',
        time: AT - 5_000,
        kind: 'settling',
        params: {},
        exchangeId: 'ex-1',
        infno: '2207',
        msgid: 'H44SIM000001202603021030000002',
        byName: '收费员甲',
      },
      {
        id: 't2',
        time: AT,
        kind: 'unknown',
        params: { infno: '2207', reason: 'timeout' },
        exchangeId: 'ex-1',
        infno: '2207',
        msgid: 'H44SIM000001202603021030000002',
        byName: '收费员甲',
      },
    ],
    ...over,
  };
};

export const exchange = (over: Partial<ExchangeRecord> = {}): ExchangeRecord => ({
  id: 'ex-1',
  orgId: 'org-gz',
  infno: '2207',
  msgid: 'H44SIM000001202603021030000002',
  state: 'success',
  infcode: '0',
  errMsg: '',
  patientId: 'pat-1',
  patientName: '赵一',
  dpId: 'rx-1',
  visitId: 'vi-1',
  settlementId: 'st-1',
  operatorName: '收费员甲',
  sendTime: AT,
  answerTime: AT + 420,
  ms: 420,
  attempts: 1,
  source: 'server',
  replayOf: null,
  testRegion: true,
  request: '{"infno":"2207","input":{"data":{"psn_no":"SIM****0001","medfee_sumamt":480}}}',
  answer: '{"infcode":0,"output":{"setlinfo":{"setl_id":"SIMS0001","fund_pay_sumamt":306}}}',
  ...over,
});

export const region = (over: Partial<RegionRow> = {}): RegionRow => ({
  code: 'guangdong',
  pluginId: 'insurance-guangdong',
  title: { zh: '广东', zhtw: '廣東', en: 'Guangdong' },
  transport: 'gateway',
  facilityPrefixes: ['H44'],
  defaultBaseUrl: 'https://gateway.example',
  certTypes: ['01', '02', '03'],
  fields: [
    {
      key: 'paasid',
      title: { zh: '应用编号', zhtw: '應用編號', en: 'Application' },
      hint: { zh: '由医保局分配', zhtw: '由醫保局配發', en: 'Given by the insurer' },
      secret: false,
      required: true,
    },
    {
      key: 'secret',
      title: { zh: '应用密钥', zhtw: '應用金鑰', en: 'Secret' },
      hint: { zh: '只写不读', zhtw: '只寫不讀', en: 'Never shown again' },
      secret: true,
      required: true,
    },
  ],
  ...over,
});

export const connection = (over: Partial<ConnectionRow> = {}): ConnectionRow => ({
  orgId: 'org-gz',
  orgName: '广州血液透析中心',
  region: 'guangdong',
  regionRunning: true,
  baseUrl: 'http://127.0.0.1:5090/guangdong',
  addressAllowed: true,
  fixmedinsCode: 'H44SIM000001',
  fixmedinsName: '测试医院',
  mdtrtareaAdmvs: '440100',
  recerSysCode: '99',
  infver: 'V1.0',
  values: { paasid: 'SIM-GD' },
  secretsSet: ['secret'],
  testRegion: true,
  simulated: true,
  enabled: true,
  quotaDiseases: '',
  takeBackStrangers: false,
  version: 1,
  ...over,
});

export const checks = (over: Partial<CheckReply> = {}): CheckReply => ({
  orgId: 'org-gz',
  checkedAt: AT,
  lines: [
    { key: 'region', verdict: 'ok', fix: '', params: {}, ms: 1 },
    { key: 'credentials', verdict: 'ok', fix: '', params: {}, ms: 3 },
    { key: 'address', verdict: 'ok', fix: '', params: {}, ms: 0 },
    { key: 'reachable', verdict: 'ok', fix: '', params: { status: 200 }, ms: 12 },
    { key: 'clock', verdict: 'warn', fix: 'set-clock', params: { seconds: 70, allowed: 180 }, ms: 0 },
    { key: 'sign-in', verdict: 'fail', fix: 'refused', params: { reason: '机构未授权' }, ms: 240 },
    { key: 'catalogue', verdict: 'fail', fix: 'download', params: { kinds: '1301, 1305' }, ms: 2 },
    { key: 'mapping', verdict: 'skipped', fix: 'open', params: { total: 0, unmapped: 0 }, ms: 2 },
  ],
  ...over,
});
