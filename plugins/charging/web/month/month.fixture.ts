import type { DryRun, MonthBook, MonthPatientRow, MonthRun, MonthRunItem, MonthSheet, MonthTotals } from '../../contract/index.ts';
import { line } from '../charging.fixture.ts';

const sums = { totalPrice: 800, accountPrice: 620, waitingPrice: 180, pendingPrice: 0, chargedPrice: 0, refundPrice: 0 };

export const patientRow = (over: Partial<MonthPatientRow> = {}): MonthPatientRow => ({
  patientId: 'pat-1',
  orgId: 'org-gz',
  patientName: '赵一',
  patientSex: 1,
  patientAge: 60,
  outpatientCode: 'MZ0001',
  reimWay: '310',
  patientType: 'dialysis',
  state: 'waiting',
  prescriptionCount: 2,
  draftCount: 0,
  undispensedCount: 0,
  latestDate: Date.parse('2026-03-04T02:00:00Z'),
  ...sums,
  ...over,
});

export const totals = (over: Partial<MonthTotals> = {}): MonthTotals => ({ patients: 2, states: { ready: 1, waiting: 1 }, ...sums, ...over });

export const sheet = (over: Partial<MonthSheet> = {}): MonthSheet => ({
  patientId: 'pat-1',
  orgId: 'org-gz',
  month: '2026-03',
  patientName: '赵一',
  patientSex: 1,
  patientAge: 60,
  outpatientCode: 'MZ0001',
  reimWay: '310',
  patientType: 'dialysis',
  diagnosis: [{ code: 'N18.501', name: '终末期肾病' }],
  state: 'waiting',
  closed: false,
  fingerprint: 'fingerprint-1',
  ...sums,
  prescriptionParentList: [
    {
      dpId: 'rx-1',
      dpNumber: 'CF202603020001',
      dpDate: Date.parse('2026-03-02T02:00:00Z'),
      day: '2026-03-02',
      carried: false,
      part: 'account',
      payStatus: 6,
      rxStatus: 4,
      workerName: '林医生',
      totalPrice: 620,
      lineCount: 2,
      version: 4,
    },
    {
      dpId: 'rx-2',
      dpNumber: 'CF202603040001',
      dpDate: Date.parse('2026-03-04T02:00:00Z'),
      day: '2026-03-04',
      carried: false,
      part: 'waiting',
      payStatus: 0,
      rxStatus: 1,
      workerName: '林医生',
      totalPrice: 180,
      lineCount: 1,
      version: 2,
    },
  ],
  prescriptionDetailList: [
    line({ detailId: 'd1', drugName: '血液透析', drugType: '治疗', drugNum: 1, drugNumUnit: '次', price: 400, subTotal: 400 }),
    line({ detailId: 'd2', drugName: '高通透析器', drugType: '耗材', drugNum: 1, drugNumUnit: '个', price: 220, subTotal: 220 }),
    line({
      dpId: 'rx-2',
      dpNumber: 'CF202603040001',
      detailId: 'd3',
      drugName: '血液灌流',
      drugType: '治疗',
      drugNum: 1,
      drugNumUnit: '次',
      price: 180,
      subTotal: 180,
    }),
  ],
  totals: { westPrice: 0, diagTreatPrice: 800, assayPrice: 0, consumablesPrice: 220, otherPrice: 0, totalPrice: 800 },
  sums: [
    { drugType: '耗材', amount: 220, lines: 1 },
    { drugType: '治疗', amount: 580, lines: 2 },
  ],
  days: [
    {
      day: '2026-03-02',
      totalPrice: 620,
      prescriptions: 1,
      sums: [
        { drugType: '耗材', amount: 220, lines: 1 },
        { drugType: '治疗', amount: 400, lines: 1 },
      ],
    },
    { day: '2026-03-04', totalPrice: 180, prescriptions: 1, sums: [{ drugType: '治疗', amount: 180, lines: 1 }] },
  ],
  blockers: [{ kind: 'waiting', level: 'block', dpId: 'rx-2', dpNumber: 'CF202603040001', name: '', was: null, now: null }],
  bills: [],
  hiddenRefundPrice: 0,
  ...over,
});

/** Nothing left to do but to pay. */
export const readySheet = (): MonthSheet => sheet({ state: 'ready', totalPrice: 620, waitingPrice: 0, blockers: [] });

export const book = (over: Partial<MonthBook> = {}): MonthBook => ({
  orgId: 'org-gz',
  facilityName: '测试血透中心',
  month: '2026-03',
  closed: false,
  over: true,
  closeTime: null,
  closedBy: '',
  leaveReason: '',
  leftCount: 0,
  leftPrice: 0,
  openCount: 2,
  openPrice: 800,
  activeRunId: null,
  insurable: true,
  ...over,
});

export const dryRun = (over: Partial<DryRun> = {}): DryRun => ({
  fingerprint: 'fingerprint-of-run',
  patients: [
    {
      patientId: 'pat-2',
      patientName: '钱二',
      outpatientCode: 'MZ0002',
      reimWay: '0',
      prescriptionCount: 1,
      amount: 0,
      runs: false,
      blockers: [{ kind: 'unconfirmed', level: 'block', dpId: 'rx-9', dpNumber: 'CF9', name: '', was: null, now: null }],
    },
    { patientId: 'pat-1', patientName: '赵一', outpatientCode: 'MZ0001', reimWay: '310', prescriptionCount: 2, amount: 800, runs: true, blockers: [] },
  ],
  runCount: 1,
  runPrice: 800,
  blockedCount: 1,
  blockedPrice: 0,
  warnCount: 0,
  ...over,
});

export const run = (over: Partial<MonthRun> = {}): MonthRun => ({
  runId: 'run-1',
  orgId: 'org-gz',
  month: '2026-03',
  state: 'running',
  settleWay: 'selfpay',
  patientId: null,
  startTime: Date.parse('2026-03-31T02:00:00Z'),
  endTime: null,
  userName: '收费员甲',
  total: 2,
  waiting: 1,
  done: 0,
  failed: 0,
  skipped: 1,
  cancelled: 0,
  donePrice: 0,
  ...over,
});

export const item = (over: Partial<MonthRunItem> = {}): MonthRunItem => ({
  patientId: 'pat-1',
  patientName: '赵一',
  outpatientCode: 'MZ0001',
  state: 'waiting',
  amount: 800,
  chargeId: '',
  billNo: '',
  error: '',
  errorParams: {},
  ...over,
});
