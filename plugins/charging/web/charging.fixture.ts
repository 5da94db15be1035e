import type {
  BillRecord,
  BillRow,
  ChargeDay,
  ChargeLine,
  ChargePatientRow,
  ChargeQueueRow,
  OpenTakings,
  PatientAccount,
  PayWay,
  RefundPreview,
  SelfPayPreview,
  SettleSheet,
  ShiftRecord,
} from '../contract/index.ts';

/** Small made-up data for the tests of this plugin's pages. */
export const queueRow = (over: Partial<ChargeQueueRow> = {}): ChargeQueueRow => ({
  dpId: 'rx-1',
  dpNumber: 'CF202603020001',
  dpDate: Date.parse('2026-03-02T02:00:00Z'),
  orgId: 'org-gz',
  patientId: 'pat-1',
  patientName: '赵一',
  patientSex: 1,
  patientAge: 60,
  patientType: 'dialysis',
  outpatientCode: 'MZ0001',
  reimWay: '310',
  workerName: '林医生',
  totalPrice: 80.5,
  lineCount: 2,
  chargedBefore: false,
  chargeBar: '',
  payStatus: 0,
  rxStatus: 1,
  version: 3,
  ...over,
});

export const line = (over: Partial<ChargeLine> = {}): ChargeLine => ({
  dpId: 'rx-1',
  dpNumber: 'CF202603020001',
  detailId: 'd1',
  drugId: 'drug-1',
  drugName: '骨化三醇软胶囊',
  drugSpec: '0.25µg×20粒',
  drugType: '西药',
  medicalInsCode: 'XSIM0001',
  drugNum: 2,
  drugNumUnit: '盒',
  price: 38.5,
  subTotal: 77,
  ...over,
});

const totals = { westPrice: 77, diagTreatPrice: 3.5, assayPrice: 0, consumablesPrice: 0, otherPrice: 0, totalPrice: 80.5 };

export const preview = (over: Partial<SelfPayPreview> = {}): SelfPayPreview => ({
  patientId: 'pat-1',
  patientName: '赵一',
  patientSex: 1,
  patientAge: 60,
  outpatientCode: 'MZ0001',
  reimWay: '310',
  diagnosis: [{ code: 'N18.501', name: '终末期肾病' }],
  prescriptions: [queueRow()],
  others: [],
  lines: [line(), line({ detailId: 'd2', drugName: '皮下注射', drugSpec: '', drugType: '治疗', drugNum: 1, drugNumUnit: '次', price: 3.5, subTotal: 3.5 })],
  totals,
  sums: [
    { drugType: '西药', amount: 77, lines: 1 },
    { drugType: '治疗', amount: 3.5, lines: 1 },
  ],
  priceChanges: [],
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

export const billRow = (over: Partial<BillRow> = {}): BillRow => ({
  chargeId: 'bill-1',
  billNo: 'SFGZ2026030200001',
  state: 'charged',
  orgId: 'org-gz',
  patientId: 'pat-1',
  patientName: '赵一',
  patientSex: 1,
  patientAge: 60,
  outpatientCode: 'MZ0001',
  reimWay: '310',
  medInsMark: '0',
  simulated: false,
  dpNumbers: ['CF202603020001'],
  totalPrice: 80.5,
  payments: [{ payWay: 'cash', payWayName: '现金', amount: 80.5, tendered: 100, change: 19.5, reference: '' }],
  chargeTime: Date.parse('2026-03-02T02:30:00Z'),
  cashierId: 'u1',
  cashierName: '收费员甲',
  reason: '',
  counterBillNo: '',
  refundedPrice: 0,
  hiddenRefundPrice: 0,
  refunds: [],
  ownForm: false,
  ...over,
});

export const billRecord = (over: Partial<BillRecord> = {}): BillRecord => ({
  ...billRow(),
  lines: preview().lines,
  totals,
  sums: preview().sums,
  tendered: 100,
  change: 19.5,
  fixmedinsCode: 'H44SIM000001',
  ...over,
});

const paidByPatient = {
  mdtrt_id: '',
  setl_id: '',
  medfee_sumamt: 80.5,
  fulamt_ownpay_amt: 80.5,
  overlmt_selfpay: 0,
  preselfpay_amt: 0,
  inscp_scp_amt: 0,
  fund_pay_sumamt: 0,
  hifp_pay: 0,
  cvlserv_pay: 0,
  oth_pay: 0,
  psn_part_amt: 80.5,
  acct_pay: 0,
  psn_cash_pay: 80.5,
  hosp_part_amt: 0,
};

/** The same bill settled with an insurer. */
export const insuredSheet = (over: Partial<SettleSheet> = {}): SettleSheet =>
  sheet({
    medInsMark: '1',
    titleKind: 'insurer',
    titleName: '某省社会医疗保险费用结算单',
    mdtrt_id: 'SIMM0001',
    setl_id: 'SIMS0001',
    fulamt_ownpay_amt: 0,
    overlmt_selfpay: 7,
    preselfpay_amt: 7,
    inscp_scp_amt: 66.5,
    fund_pay_sumamt: 56.53,
    hifp_pay: 53.2,
    cvlserv_pay: 3.33,
    psn_part_amt: 23.97,
    acct_pay: 10,
    psn_cash_pay: 13.97,
    payments: [
      { payWay: 'insurance-fund', payWayName: '医保基金', amount: 56.53, tendered: 56.53, change: 0, reference: 'SIMS0001' },
      { payWay: 'insurance-account', payWayName: '医保个人账户', amount: 10, tendered: 10, change: 0, reference: 'SIMS0001' },
      { payWay: 'cash', payWayName: '现金', amount: 13.97, tendered: 20, change: 6.03, reference: '' },
    ],
    change: 6.03,
    ...over,
  });

/** The same above a quota: the hospital bears a part of it. */
export const hospitalSheet = (): SettleSheet => {
  const { payments, ...rest } = insuredSheet();
  return insuredSheet({
    ...rest,
    fund_pay_sumamt: 46.53,
    hifp_pay: 43.2,
    hosp_part_amt: 10,
    payments: [
      { payWay: 'insurance-fund', payWayName: '医保基金', amount: 46.53, tendered: 46.53, change: 0, reference: 'SIMS0001' },
      { payWay: 'insurance-hospital', payWayName: '医院负担', amount: 10, tendered: 10, change: 0, reference: 'SIMS0001' },
      ...payments.slice(1),
    ],
  });
};

export const sheet = (over: Partial<SettleSheet> = {}): SettleSheet => ({
  ...billRecord(),
  fixmedinsName: '测试医院',
  facilityName: '测试血透中心',
  titleKind: 'hospital',
  titleName: '测试医院',
  totalCapitals: '捌拾元伍角整',
  diagnosis: [{ code: 'N18.501', name: '终末期肾病' }],
  workerNames: ['林医生'],
  ...paidByPatient,
  printTime: Date.parse('2026-03-02T02:31:00Z'),
  ...over,
});

export const pageOf = <Row>(list: Row[]) => ({ list, pagination: { currentPage: 1, pageIndex: 1, pageSize: 50, total: list.length } });

/** Two boxes may go back; the injection went back before. */
export const refundPreview = (over: Partial<RefundPreview> = {}): RefundPreview => ({
  chargeId: 'bill-1',
  billNo: 'SFGZ2026030200001',
  patientName: '赵一',
  totalPrice: 80.5,
  refundedPrice: 3.5,
  insurer: 'none',
  setlId: '',
  lines: preview().lines.map((one, at) =>
    at === 0
      ? { ...one, refundedNum: 0, refundedPrice: 0, withPatientNum: 0, refundableNum: one.drugNum, block: '' }
      : { ...one, refundedNum: one.drugNum, refundedPrice: one.subTotal, withPatientNum: 0, refundableNum: 0, block: 'refunded' },
  ),
  ways: [{ payWay: 'cash', payWayName: '现金', paid: 80.5, refunded: 3.5 }],
  ...over,
});

export const takings = (over: Partial<OpenTakings> = {}): OpenTakings => ({
  cashierId: 'u1',
  cashierName: '收费员甲',
  chargeCount: 3,
  refundCount: 1,
  chargedPrice: 239,
  refundPrice: -38.5,
  netPrice: 200.5,
  cashExpected: 100.5,
  firstBillNo: 'SFGZ1',
  lastBillNo: 'SFGZ3',
  firstRefundNo: 'TFGZ1',
  lastRefundNo: 'TFGZ1',
  ways: [
    { payWay: 'cash', payWayName: '现金', kind: 'cash', chargedPrice: 139, refundPrice: -38.5, netPrice: 100.5, count: 3 },
    { payWay: 'wechat', payWayName: '微信', kind: 'wechat', chargedPrice: 100, refundPrice: 0, netPrice: 100, count: 1 },
  ],
  openedAt: Date.parse('2026-03-02T00:30:00Z'),
  lastClosedAt: null,
  ahead: null,
  ...over,
});

export const shiftRecord = (over: Partial<ShiftRecord> = {}): ShiftRecord => ({
  ...takings(),
  shiftId: 'shift-1',
  shiftNo: 'JB202603020001',
  openedAt: Date.parse('2026-03-02T00:30:00Z'),
  closedAt: Date.parse('2026-03-02T09:00:00Z'),
  cashCounted: 100,
  difference: -0.5,
  reason: '零头抹去',
  facilityName: '测试血透中心',
  bills: [
    { chargeId: 'bill-1', billNo: 'SFGZ1', patientName: '赵一', totalPrice: 139, cash: 139, chargeTime: Date.parse('2026-03-02T00:30:00Z') },
    { chargeId: 'bill-2', billNo: 'TFGZ1', patientName: '赵一', totalPrice: -38.5, cash: -38.5, chargeTime: Date.parse('2026-03-02T01:30:00Z') },
  ],
  ...over,
});

export const chargeDay = (over: Partial<ChargeDay> = {}): ChargeDay => ({
  day: '2026-03-02',
  chargeCount: 3,
  refundCount: 1,
  chargedPrice: 239,
  refundPrice: -38.5,
  netPrice: 200.5,
  westPrice: 100,
  diagTreatPrice: 80.5,
  assayPrice: 20,
  ways: [{ payWay: 'cash', payWayName: '现金', amount: 200.5 }],
  ...over,
});

export const patientRow = (over: Partial<ChargePatientRow> = {}): ChargePatientRow => ({
  patientId: 'pat-1',
  patientName: '赵一',
  patientSex: 1,
  patientAge: 60,
  outpatientCode: 'MZ0001',
  reimWay: '310',
  prescriptionCount: 2,
  totalPrice: 80.5,
  latestDate: Date.parse('2026-03-02T02:30:00Z'),
  billCount: 2,
  chargedPrice: 119,
  refundPrice: -38.5,
  ...over,
});

export const account = (over: Partial<PatientAccount> = {}): PatientAccount => ({
  patientId: 'pat-1',
  patientName: '赵一',
  patientSex: 1,
  patientAge: 60,
  outpatientCode: 'MZ0001',
  reimWay: '310',
  chargeCount: 1,
  refundCount: 1,
  chargedPrice: 119,
  refundPrice: -38.5,
  totals,
  days: [chargeDay()],
  items: [
    { drugId: 'drug-1', drugType: '西药', drugName: '骨化三醇软胶囊', drugSpec: '0.25µg×20粒', drugNumUnit: '盒', price: 38.5, drugNum: 2, subTotal: 77 },
  ],
  bills: [billRow()],
  ...over,
});
