import type { BillRecord, BillRow, ChargeLine, ChargeQueueRow, PayWay, SelfPayPreview, SettleSheet } from '../contract/index.ts';

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
  dpNumbers: ['CF202603020001'],
  totalPrice: 80.5,
  payments: [{ payWay: 'cash', payWayName: '现金', amount: 80.5, tendered: 100, change: 19.5, reference: '' }],
  chargeTime: Date.parse('2026-03-02T02:30:00Z'),
  cashierId: 'u1',
  cashierName: '收费员甲',
  reason: '',
  counterBillNo: '',
  refundedPrice: 0,
  refunds: [],
  ...over,
});

export const billRecord = (over: Partial<BillRecord> = {}): BillRecord => ({
  ...billRow(),
  lines: preview().lines,
  totals,
  sums: preview().sums,
  tendered: 100,
  change: 19.5,
  ...over,
});

export const sheet = (over: Partial<SettleSheet> = {}): SettleSheet => ({
  ...billRecord(),
  fixmedinsName: '测试医院',
  fixmedinsCode: 'H44SIM000001',
  facilityName: '测试血透中心',
  titleKind: 'hospital',
  titleName: '测试医院',
  totalCapitals: '捌拾元伍角整',
  diagnosis: [{ code: 'N18.501', name: '终末期肾病' }],
  workerNames: ['林医生'],
  printTime: Date.parse('2026-03-02T02:31:00Z'),
  ...over,
});

export const pageOf = <Row>(list: Row[]) => ({ list, pagination: { currentPage: 1, pageIndex: 1, pageSize: 50, total: list.length } });
