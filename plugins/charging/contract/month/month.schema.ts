import { pageOf, type Static, Type } from '@nephra/plugin-sdk/contract';
import { billPayment, chargeId, chargeLine, chargeTotals, nullable, patientShown, paymentInput, typeSum } from '../charge/charge.schema.ts';
import { MAX_AMOUNT, MAX_PAY_WAY, MAX_PAYMENTS, MAX_REFERENCE } from '../limits.ts';

/** Calendar month in Asia/Shanghai, `YYYY-MM`. */
export const monthText = Type.String({ pattern: '^(19|20|21)\\d{2}-(0[1-9]|1[0-2])$' });
const id = Type.String({ minLength: 1, maxLength: 64 });
/** Proof of what the caller saw: any change of a prescription concerned gives another text. */
export const monthFingerprint = Type.String({ minLength: 8, maxLength: 80 });

/**
 * Where a prescription stands in its month: `draft` not confirmed, `refused` sent back by the pharmacist, `waiting` at the desk and not yet on
 * the account, `account` on the monthly account, `pending` with the insurer, `charged` settled (refunds stand in the bills).
 */
export const monthPart = Type.Enum(['draft', 'refused', 'waiting', 'account', 'pending', 'charged']);

/** `block` stands in the way of settling, `warn` is worth a look. */
export const monthBlocker = Type.Object({
  kind: Type.Enum([
    'unconfirmed',
    'refused',
    'waiting',
    'pending',
    'notDispensed',
    'partlyDispensed',
    'sumWrong',
    'priceChanged',
    'returned',
    'unmapped',
    'insured',
    'insurer',
  ]),
  level: Type.Enum(['block', 'warn']),
  dpId: Type.String(),
  dpNumber: Type.String(),
  /** Drug, material or item concerned; empty when the whole prescription is. */
  name: Type.String(),
  /** Yuan; only for `priceChanged`. `now` is null when the entry left the catalogue. */
  was: nullable(Type.Number()),
  now: nullable(Type.Number()),
  /** Only for `insurer`: what the insurer would stop at (`INSURED_MONTH_KEYS`), and what fills its sentence. */
  insurer: Type.Optional(Type.Object({ key: Type.String(), params: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()])) })),
});
export type MonthBlocker = Static<typeof monthBlocker>;

export const monthState = Type.Enum(['pending', 'blocked', 'waiting', 'ready', 'settled']);
export type MonthState = Static<typeof monthState>;

/** Sums by where the prescriptions stand; drafts are not part of the total. Yuan. `refundPrice` is zero or negative. */
const partSums = {
  totalPrice: Type.Number(),
  accountPrice: Type.Number(),
  waitingPrice: Type.Number(),
  pendingPrice: Type.Number(),
  chargedPrice: Type.Number(),
  refundPrice: Type.Number(),
};

/** One patient of the month. */
export const monthPatientRow = Type.Object({
  ...patientShown,
  orgId: Type.String(),
  patientType: Type.String(),
  state: monthState,
  prescriptionCount: Type.Integer(),
  draftCount: Type.Integer(),
  /** On the account or at the desk, with drugs that are not (all) handed out. */
  undispensedCount: Type.Integer(),
  latestDate: Type.Integer(),
  ...partSums,
});
export type MonthPatientRow = Static<typeof monthPatientRow>;

export const monthTotals = Type.Object({
  patients: Type.Integer(),
  /** Patients in each state, over the whole month whatever the state filter says. */
  states: Type.Record(Type.String(), Type.Integer()),
  ...partSums,
});
export type MonthTotals = Static<typeof monthTotals>;

export const monthPatientPage = Type.Intersect([pageOf(monthPatientRow), Type.Object({ totals: monthTotals })]);

/** A prescription of the month; its lines stand in `prescriptionDetailList`, joined by dpId and dpNumber (spec 3-15). */
export const monthParent = Type.Object({
  dpId: Type.String(),
  dpNumber: Type.String(),
  dpDate: Type.Integer(),
  /** Business day `YYYY-MM-DD`. */
  day: Type.String(),
  /** Left over from an earlier, closed month. */
  carried: Type.Boolean(),
  part: monthPart,
  payStatus: Type.Integer(),
  rxStatus: Type.Integer(),
  workerName: Type.String(),
  totalPrice: Type.Number(),
  lineCount: Type.Integer(),
  version: Type.Integer(),
});
export type MonthParent = Static<typeof monthParent>;

export const monthDay = Type.Object({ day: Type.String(), totalPrice: Type.Number(), prescriptions: Type.Integer(), sums: Type.Array(typeSum) });
export type MonthDay = Static<typeof monthDay>;

export const monthBill = Type.Object({
  chargeId: Type.String(),
  billNo: Type.String(),
  kind: Type.Enum(['charge', 'refund']),
  /** Part of the bill that belongs to prescriptions of this month; negative for a refund. */
  amount: Type.Number(),
  chargeTime: Type.Integer(),
  cashierName: Type.String(),
});

/** One patient's month (spec 3-15): prescriptions, lines, and their sums by day and category. Days, categories and parts each add up to the total. */
export const monthSheet = Type.Object({
  ...patientShown,
  orgId: Type.String(),
  month: Type.String(),
  patientType: Type.String(),
  diagnosis: Type.Array(Type.Object({ code: Type.String(), name: Type.String() })),
  state: monthState,
  closed: Type.Boolean(),
  fingerprint: Type.String(),
  ...partSums,
  prescriptionParentList: Type.Array(monthParent),
  prescriptionDetailList: Type.Array(chargeLine),
  totals: chargeTotals,
  sums: Type.Array(typeSum),
  days: Type.Array(monthDay),
  blockers: Type.Array(monthBlocker),
  /** Receipts and visible refunds. */
  bills: Type.Array(monthBill),
  /** The part of `refundPrice` that refunds hidden from the caller gave back; zero or negative. Nothing else is told of them. */
  hiddenRefundPrice: Type.Number(),
});
export type MonthSheet = Static<typeof monthSheet>;

/** What "record again" took onto the account and what it left, with the reason. */
export const recordResult = Type.Object({
  taken: Type.Array(Type.Object({ dpId: Type.String(), dpNumber: Type.String(), totalPrice: Type.Number() })),
  left: Type.Array(
    Type.Object({
      dpId: Type.String(),
      dpNumber: Type.String(),
      totalPrice: Type.Number(),
      reason: Type.Enum(['onAccount', 'unconfirmed', 'refused', 'charged', 'pending', 'notChosen', 'notReviewed']),
    }),
  ),
});
export type RecordResult = Static<typeof recordResult>;

export const monthSelfPayBody = Type.Object({
  patientId: id,
  month: monthText,
  fingerprint: monthFingerprint,
  /** What the cashier saw; any other amount is refused. */
  totalPrice: Type.Number({ minimum: 0, maximum: MAX_AMOUNT }),
  payments: Type.Array(paymentInput, { maxItems: MAX_PAYMENTS }),
});
export type MonthSelfPayBody = Static<typeof monthSelfPayBody>;

export const monthInsuredBody = Type.Object({
  patientId: id,
  month: monthText,
  fingerprint: monthFingerprint,
  /** How the patient pays the own part. Without it, as calls of older clients come, the own part is cash. */
  payWay: Type.Optional(Type.String({ minLength: 1, maxLength: MAX_PAY_WAY })),
  reference: Type.Optional(Type.String({ maxLength: MAX_REFERENCE })),
});
export type MonthInsuredBody = Static<typeof monthInsuredBody>;

export const monthRehearsalBody = Type.Object({ patientId: id, month: monthText, fingerprint: monthFingerprint });

/** What the insurer would pay of a month and what is left to the patient; yuan, the four parts add up to the total. */
export const monthRehearsal = Type.Object({
  totalPrice: Type.Number(),
  fundPay: Type.Number(),
  accountPay: Type.Number(),
  hospitalPay: Type.Number(),
  selfPay: Type.Number(),
  /** False for an estimate, where each session is settled by itself: the parts may come out differently, the total does not. */
  exact: Type.Boolean(),
});
export type MonthRehearsal = Static<typeof monthRehearsal>;

export const settleWay = Type.Enum(['selfpay', 'insured']);
export type SettleWay = Static<typeof settleWay>;

/** How a whole centre is settled. A dry run changes nothing; a real run repeats the dry run's answers with its fingerprint. */
export const hospMonthBody = Type.Object({
  month: monthText,
  /** Facility; default that of the session. */
  orgId: Type.Optional(id),
  dryRun: Type.Boolean(),
  settleWay,
  /** Also takes in confirmed prescriptions that are still at the desk. */
  takeIn: Type.Boolean(),
  /** Payment way of all self-pay bills of the run. */
  payWay: Type.Optional(Type.String({ minLength: 1, maxLength: MAX_PAY_WAY })),
  reference: Type.Optional(Type.String({ maxLength: MAX_REFERENCE })),
  /** Only these; default everybody who has something to settle. */
  patientIds: Type.Optional(Type.Array(id, { minItems: 1, maxItems: 2000 })),
  fingerprint: Type.Optional(monthFingerprint),
});
export type HospMonthBody = Static<typeof hospMonthBody>;

export const dryRunPatient = Type.Object({
  patientId: Type.String(),
  patientName: Type.String(),
  outpatientCode: Type.String(),
  reimWay: Type.String(),
  prescriptionCount: Type.Integer(),
  amount: Type.Number(),
  /** No `block` among the blockers. */
  runs: Type.Boolean(),
  blockers: Type.Array(monthBlocker),
});
export type DryRunPatient = Static<typeof dryRunPatient>;

export const dryRun = Type.Object({
  fingerprint: Type.String(),
  patients: Type.Array(dryRunPatient),
  runCount: Type.Integer(),
  runPrice: Type.Number(),
  blockedCount: Type.Integer(),
  blockedPrice: Type.Number(),
  warnCount: Type.Integer(),
});
export type DryRun = Static<typeof dryRun>;

/** Patients of a dry run about whom the insurer is to be asked; a few at a time, so that the screen can tell how far it is. */
export const askInsurerBody = Type.Object({ orgId: Type.Optional(id), patientIds: Type.Array(id, { minItems: 1, maxItems: 20 }) });
export type AskInsurerBody = Static<typeof askInsurerBody>;

/** `refused`: those whom the insurer would not answer about, in his words. */
export const askInsurerReply = Type.Object({
  asked: Type.Integer(),
  refused: Type.Array(Type.Object({ patientId: Type.String(), reason: Type.String() })),
});

export const runState = Type.Enum(['running', 'cancelling', 'done', 'cancelled']);
export type RunState = Static<typeof runState>;
export const runItemState = Type.Enum(['waiting', 'done', 'failed', 'skipped', 'cancelled']);
export type RunItemState = Static<typeof runItemState>;

export const monthRun = Type.Object({
  runId: Type.String(),
  orgId: Type.String(),
  month: Type.String(),
  state: runState,
  settleWay,
  /** Null for a run over everybody. */
  patientId: nullable(Type.String()),
  startTime: Type.Integer(),
  endTime: nullable(Type.Integer()),
  userName: Type.String(),
  total: Type.Integer(),
  waiting: Type.Integer(),
  done: Type.Integer(),
  failed: Type.Integer(),
  skipped: Type.Integer(),
  cancelled: Type.Integer(),
  donePrice: Type.Number(),
});
export type MonthRun = Static<typeof monthRun>;

export const monthRunItem = Type.Object({
  patientId: Type.String(),
  patientName: Type.String(),
  outpatientCode: Type.String(),
  state: runItemState,
  amount: Type.Number(),
  chargeId: Type.String(),
  billNo: Type.String(),
  /** Key of the refusal and what fills its sentence; empty when there was none. */
  error: Type.String(),
  errorParams: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()])),
});
export type MonthRunItem = Static<typeof monthRunItem>;

/** A dry run answers `dryRun`, a real one the `run` that was started. */
export const hospMonthReply = Type.Object({ dryRun: nullable(dryRun), run: nullable(monthRun) });

export const monthBillReply = Type.Object({
  chargeId,
  billNo: Type.String(),
  patientName: Type.String(),
  totalPrice: Type.Number(),
  change: Type.Number(),
  payments: Type.Array(billPayment),
  prescriptionCount: Type.Integer(),
});
export type MonthBillReply = Static<typeof monthBillReply>;

/** The month of one facility. */
export const monthBook = Type.Object({
  orgId: Type.String(),
  facilityName: Type.String(),
  month: Type.String(),
  closed: Type.Boolean(),
  /** True once the month is over: it may be closed. */
  over: Type.Boolean(),
  closeTime: nullable(Type.Integer()),
  closedBy: Type.String(),
  leaveReason: Type.String(),
  leftCount: Type.Integer(),
  leftPrice: Type.Number(),
  /** Prescriptions of the month that are neither settled nor void, and what they come to. */
  openCount: Type.Integer(),
  openPrice: Type.Number(),
  /** A run that is under way. */
  activeRunId: nullable(Type.String()),
  /** Somebody settles months with an insurer now. */
  insurable: Type.Boolean(),
});
export type MonthBook = Static<typeof monthBook>;
