import { defineContract, get, listOf, pageOf, pageQuery, post, type Static, Type } from '@nephra/plugin-sdk/contract';
import { certificate } from './register.contract.ts';
import { MAX_PROOF, MAX_REASON, MAX_SETL_ID, MAX_TRACE_CODE, MIN_PROOF } from './limits.ts';
import { byId, day, id, nullable, oneOf, text, yuan } from './wire-parts.ts';

/**
 * Life of a settlement with the insurer.
 * - `prepared`: prescriptions are held (payStatus 2), nothing sent yet. `registered`, `uploaded`, `presettled`: how far the platform knows it.
 * - `settling`, `cancelling`: 2207, 2208 is on its way. `unknown`, `cancel-unknown`: its answer was lost.
 * - `settled`: platform and bill agree. `booking`: the platform settled, our bill is not written yet. `refunding`: the same for a cancellation.
 * - `review`: only a person with proof can say; blocks the patient. `abandoned`, `cancelled`: over.
 */
export const SETTLEMENT_STATES = [
  'prepared',
  'registered',
  'uploaded',
  'presettled',
  'settling',
  'unknown',
  'booking',
  'settled',
  'cancelling',
  'cancel-unknown',
  'refunding',
  'cancelled',
  'review',
  'abandoned',
] as const;
export const settlementState = oneOf(SETTLEMENT_STATES);
export type SettlementState = Static<typeof settlementState>;

/** One fee line with the four parts that the platform made of it; they add up to `det_item_fee_sumamt`. */
export const feeLine = Type.Object({
  feedetl_sn: Type.String(),
  dpId: Type.String(),
  dpNumber: Type.String(),
  detailId: Type.String(),
  drugName: Type.String(),
  med_list_codg: Type.String(),
  cnt: Type.Number(),
  pric: Type.Number(),
  det_item_fee_sumamt: yuan,
  pric_uplmt_amt: nullable(Type.Number()),
  selfpay_prop: Type.Number(),
  fulamt_ownpay_amt: yuan,
  overlmt_amt: yuan,
  preselfpay_amt: yuan,
  inscp_scp_amt: yuan,
  /** 01 甲, 02 乙, 03 丙. */
  chrgitm_lv: Type.String(),
  lmt_used_flag: Type.String(),
  memo: Type.String(),
});
export type FeeLine = Static<typeof feeLine>;

/** `setlinfo`: amounts in yuan. medfee = fund + person + hospital; person = account + cash; fund = the sum of the funds. */
export const settlementAmounts = Type.Object({
  medfee_sumamt: yuan,
  fulamt_ownpay_amt: yuan,
  overlmt_selfpay: yuan,
  preselfpay_amt: yuan,
  inscp_scp_amt: yuan,
  act_pay_dedc: yuan,
  hifp_pay: yuan,
  /** Share that the pool pays. */
  pool_prop_selfpay: Type.Number(),
  cvlserv_pay: yuan,
  hifes_pay: yuan,
  hifmi_pay: yuan,
  hifob_pay: yuan,
  maf_pay: yuan,
  oth_pay: yuan,
  fund_pay_sumamt: yuan,
  psn_part_amt: yuan,
  acct_pay: yuan,
  /** Family members' accounts; inside `acct_pay`. */
  acct_mulaid_pay: yuan,
  psn_cash_pay: yuan,
  hosp_part_amt: yuan,
  balc: yuan,
});
export type SettlementAmounts = Static<typeof settlementAmounts>;

/** One step of the proof trail. Words: `trail.<kind>`. */
export const trailStep = Type.Object({
  id: Type.String(),
  /** Milliseconds. */
  time: Type.Integer(),
  kind: Type.String(),
  params: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()])),
  exchangeId: nullable(Type.String()),
  infno: Type.String(),
  msgid: Type.String(),
  byName: Type.String(),
});
export type TrailStep = Static<typeof trailStep>;

export const settlementRow = Type.Object({
  id: Type.String(),
  orgId: Type.String(),
  patientId: Type.String(),
  patientName: Type.String(),
  outpatientCode: Type.String(),
  state: settlementState,
  insutype: Type.String(),
  med_type: Type.String(),
  psn_no: Type.String(),
  mdtrt_id: Type.String(),
  setl_id: Type.String(),
  chrg_bchno: Type.String(),
  dpNumbers: Type.Array(Type.String()),
  medfee_sumamt: yuan,
  fund_pay_sumamt: yuan,
  acct_pay: yuan,
  psn_cash_pay: yuan,
  /** Borne by the hospital itself. */
  hosp_part_amt: yuan,
  billId: nullable(Type.String()),
  billNo: Type.String(),
  /** What the settlement is of: prescriptions at the desk, or a patient's month `YYYY-MM`. */
  month: nullable(Type.String()),
  operatorName: Type.String(),
  createTime: Type.Integer(),
  settleTime: nullable(Type.Integer()),
  simulated: Type.Boolean(),
  version: Type.Integer(),
});
export type SettlementRow = Static<typeof settlementRow>;

/** The settlement before or after one of which a part went back. */
const settlementBeside = Type.Object({ id: Type.String(), state: settlementState, setl_id: Type.String(), billNo: Type.String() });

export const settlementRecord = Type.Intersect([
  settlementRow,
  Type.Object({
    visitId: nullable(Type.String()),
    dpIds: Type.Array(Type.String()),
    lines: Type.Array(feeLine),
    /** Null until 2206 answered. */
    amounts: nullable(settlementAmounts),
    funds: Type.Array(Type.Object({ fund_pay_type: Type.String(), fund_pay_type_name: Type.String(), fund_payamt: yuan })),
    /** Cancelled, or being cancelled, so that these lines go back; the prescriptions of which something remains then wait to be settled anew. */
    correction: nullable(
      Type.Object({
        lines: Type.Array(Type.Object({ detailId: Type.String(), drugNum: Type.Number() })),
        dpIds: Type.Array(Type.String()),
        successor: nullable(settlementBeside),
      }),
    ),
    /** The settlement that was cancelled so that this one could be made. */
    corrects: nullable(settlementBeside),
    trail: Type.Array(trailStep),
    /** Why it stopped last, in the caller's language; empty when nothing is wrong. */
    problem: Type.String(),
  }),
]);
export type SettlementRecord = Static<typeof settlementRecord>;

/** 2201 where needed, 2203, 2204, 2206. Asked again for the same prescriptions it goes on where it stopped. */
export const preSettleBody = Type.Object({
  dpIds: Type.Array(id, { minItems: 1, maxItems: 50 }),
  certificate,
  insutype: Type.Optional(text(6)),
  /** Pay the patient's part from his account as far as it reaches. */
  acct_used_flag: oneOf(['0', '1']),
  dise_codg: Type.Optional(text(30)),
  dise_name: Type.Optional(text(500)),
});
export type PreSettleBody = Static<typeof preSettleBody>;

/** What the cashier saw and accepted; other amounts at 2207 stop the settlement. `payments` pay `psn_cash_pay`. */
export const settleBody = Type.Object({
  version: Type.Integer(),
  psn_cash_pay: yuan,
  fund_pay_sumamt: yuan,
  payments: Type.Array(
    Type.Object({ payWay: Type.String({ minLength: 1, maxLength: 20 }), amount: yuan, tendered: Type.Optional(yuan), reference: Type.Optional(text(64)) }),
    { maxItems: 10 },
  ),
  /** Pack codes by fee line, where drugs must be traced. */
  traceCodes: Type.Optional(Type.Array(Type.Object({ detailId: id, code: text(MAX_TRACE_CODE) }), { maxItems: 500 })),
});
export type SettleBody = Static<typeof settleBody>;

/** Which lines go back, in the unit that was sold. `totalPrice`: what they were worth on the bill, as the cashier saw it; any other sum is refused. */
export const correctBody = Type.Object({
  version: Type.Integer(),
  reason: Type.String({ minLength: 1, maxLength: MAX_REASON }),
  lines: Type.Array(Type.Object({ detailId: id, drugNum: Type.Number({ exclusiveMinimum: 0, maximum: 99_999_999 }) }), { minItems: 1, maxItems: 500 }),
  totalPrice: yuan,
});
export type CorrectBody = Static<typeof correctBody>;

/** The one thing that is safe to do next. Words: `next.<kind>`. */
export const nextStep = oneOf(['wait', 'ask-again', 'book', 'retry-settle', 'compare-day', 'decide', 'nothing']);

export const doubtRow = Type.Intersect([
  settlementRow,
  Type.Object({
    /** Since when nobody knows. Milliseconds. */
    since: Type.Integer(),
    /** Which call got no answer. */
    infno: Type.String(),
    msgid: Type.String(),
    /** Resolver rounds so far, and when the next one comes. */
    rounds: Type.Integer(),
    nextTryAt: nullable(Type.Integer()),
    next: nextStep,
    /** Why nobody knows and what is being done, in the caller's language. */
    explanation: Type.String(),
    trail: Type.Array(trailStep),
    version: Type.Integer(),
  }),
]);
export type DoubtRow = Static<typeof doubtRow>;

const SEE = { anyOf: ['perm:his.insurance', 'perm:his.charging'] } as const;
const SETTLE = { anyOf: ['perm:his.insurance:btn_settle', 'perm:his.charging:btn_charge'] } as const;
const CANCEL = { anyOf: ['perm:his.insurance:btn_cancel', 'perm:his.charging:btn_cancel'] } as const;
const COCKPIT = 'perm:his.insurance.cockpit';

/** Settling with the insurer at the desk, and what to do when an answer was lost. */
export const settlementContract = defineContract('insurance-settlement', {
  list: get('/api/medins/settlement', {
    summary: 'Settlements, newest first',
    need: SEE,
    audit: 'read-patient',
    query: Type.Object({
      ...pageQuery,
      startDate: Type.Optional(day),
      endDate: Type.Optional(day),
      state: Type.Optional(settlementState),
      /** Only those that were begun and not settled yet: their prescriptions are held. */
      begun: Type.Optional(Type.Literal('1')),
      patientId: Type.Optional(id),
    }),
    reply: pageOf(settlementRow),
  }),
  record: get('/api/medins/settlement/{id}', {
    summary: 'One settlement with lines, amounts and proof trail',
    need: SEE,
    audit: 'read-patient',
    params: byId,
    reply: settlementRecord,
  }),
  preSettle: post('/api/medins/settlement', {
    summary: 'Register, upload and pre-settle prescriptions; nothing is paid yet',
    need: SETTLE,
    audit: 'write',
    retry: 'idempotent-key',
    transaction: 'own',
    body: preSettleBody,
    reply: settlementRecord,
  }),
  settle: post('/api/medins/settlement/{id}/settle', {
    summary: 'Settle (2207) and write the bill',
    need: SETTLE,
    audit: 'money',
    retry: 'idempotent-key',
    transaction: 'own',
    params: byId,
    body: settleBody,
    reply: settlementRecord,
  }),
  abandon: post('/api/medins/settlement/{id}/abandon', {
    summary: 'Give up before settling: fees are taken back (2205), prescriptions wait at the desk again',
    need: SETTLE,
    audit: 'write',
    retry: 'natural',
    transaction: 'own',
    params: byId,
    reply: settlementRecord,
  }),
  cancel: post('/api/medins/settlement/{id}/cancel', {
    summary: 'Cancel a settlement (2208) and write the refund',
    need: CANCEL,
    audit: 'money',
    retry: 'idempotent-key',
    transaction: 'own',
    params: byId,
    body: Type.Object({ reason: Type.String({ minLength: 1, maxLength: MAX_REASON }), version: Type.Integer() }),
    reply: settlementRecord,
  }),
  correct: post('/api/medins/settlement/{id}/correct', {
    summary: 'Some lines go back: cancel the settlement (2208), reverse its bill, and let what remains wait to be settled anew',
    need: CANCEL,
    audit: 'money',
    retry: 'idempotent-key',
    transaction: 'own',
    params: byId,
    body: correctBody,
    reply: settlementRecord,
  }),
  byBill: get('/api/medins/settlement/bill/{id}', {
    summary: 'The settlement behind a bill, for its sheet and its refund',
    need: SEE,
    audit: 'read-patient',
    params: byId,
    reply: settlementRecord,
  }),
  doubtful: get('/api/medins/doubtful', {
    summary: 'Settlements without a certain outcome, oldest first, each with its proof trail and the one safe next step',
    need: COCKPIT,
    audit: 'read-patient',
    reply: listOf(doubtRow),
  }),
  resolve: post('/api/medins/doubtful/{id}/resolve', {
    summary: 'Do the safe next step now instead of waiting for the resolver',
    need: `${COCKPIT}:btn_resolve`,
    audit: 'money',
    retry: 'natural',
    transaction: 'own',
    params: byId,
    reply: settlementRecord,
  }),
  decide: post('/api/medins/doubtful/{id}/decide', {
    summary: 'End a review on the strength of written proof from the insurer',
    need: `${COCKPIT}:btn_decide`,
    audit: 'money',
    retry: 'idempotent-key',
    transaction: 'own',
    params: byId,
    body: Type.Object({
      version: Type.Integer(),
      /** `platform-settled`: fetch the amounts by `setl_id` and book. `not-settled`: back to pre-settled. `cancelled`: book the refund. */
      verdict: oneOf(['platform-settled', 'not-settled', 'cancelled']),
      setl_id: Type.Optional(text(MAX_SETL_ID)),
      /** Letter, telephone note, platform page: what it rests on. */
      proof: Type.String({ minLength: MIN_PROOF, maxLength: MAX_PROOF }),
    }),
    reply: settlementRecord,
  }),
});
