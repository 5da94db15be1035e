import { type Static, type TSchema, Type } from '@nephra/plugin-sdk/contract';
import { insurerFigures } from '../insurer-figures.schema.ts';
import { MAX_AMOUNT, MAX_PAY_WAY, MAX_PAYMENTS, MAX_REFERENCE } from '../limits.ts';

export const nullable = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

export const chargeId = Type.String({ minLength: 1, maxLength: 64 });
/** Yuan with two decimals. */
export const amount = Type.Number({ minimum: 0, maximum: MAX_AMOUNT });

export const payWayKind = Type.Enum(['cash', 'card', 'wechat', 'alipay', 'other']);
export type PayWayKind = Static<typeof payWayKind>;

/** A payment way on offer, or, for a bill, a way that it was paid with. */
export const payWay = Type.Object({
  payWay: Type.String(),
  /** Name in the caller's language. */
  payWayName: Type.String(),
  kind: payWayKind,
  /** More may be handed over; the rest comes back as change. */
  givesChange: Type.Boolean(),
  /** The number on the slip or in the merchant app must be recorded. */
  needsReference: Type.Boolean(),
  sortCode: Type.Integer(),
  /** Paid this way on the bill that was asked for; 0 when the way is only on offer. */
  amount: Type.Number(),
});
export type PayWay = Static<typeof payWay>;

/** What lists say of a patient. */
export const patientShown = {
  patientId: Type.String(),
  patientName: Type.String(),
  patientSex: Type.Integer(),
  patientAge: Type.Integer(),
  outpatientCode: Type.String(),
  reimWay: Type.String(),
};

/** A prescription waiting at the desk. Times are milliseconds, amounts yuan. */
export const chargeQueueRow = Type.Object({
  dpId: Type.String(),
  dpNumber: Type.String(),
  dpDate: Type.Integer(),
  orgId: Type.String(),
  ...patientShown,
  patientType: Type.String(),
  workerName: Type.String(),
  totalPrice: Type.Number(),
  lineCount: Type.Integer(),
  /** Charged before, and a part went back: what remains is charged anew, at the prices of then. Goods may be with the patient. */
  chargedBefore: Type.Boolean(),
  payStatus: Type.Integer(),
  rxStatus: Type.Integer(),
  /** Why it cannot be charged yet: `not-reviewed` by the pharmacy, where the site wants that first; else empty. */
  chargeBar: Type.Enum(['', 'not-reviewed']),
  version: Type.Integer(),
});
export type ChargeQueueRow = Static<typeof chargeQueueRow>;

/**
 * A patient with prescriptions waiting at the desk: how many and how much. In the scope `charged`: a patient with bills, and `totalPrice` is
 * what came in less what went back.
 */
export const chargePatientRow = Type.Object({
  ...patientShown,
  prescriptionCount: Type.Integer(),
  totalPrice: Type.Number(),
  latestDate: Type.Integer(),
  /** Bills and refunds; 0 in the scope `waiting`. */
  billCount: Type.Integer(),
  chargedPrice: Type.Number(),
  /** Zero or negative. */
  refundPrice: Type.Number(),
});
export type ChargePatientRow = Static<typeof chargePatientRow>;

/** One line of a prescription at the desk, or of a bill. A refund's quantity and subTotal are negative. */
export const chargeLine = Type.Object({
  dpId: Type.String(),
  dpNumber: Type.String(),
  detailId: Type.String(),
  drugId: Type.String(),
  drugName: Type.String(),
  drugSpec: Type.String(),
  drugType: Type.String(),
  medicalInsCode: Type.String(),
  drugNum: Type.Number(),
  drugNumUnit: Type.String(),
  price: Type.Number(),
  subTotal: Type.Number(),
});
export type ChargeLine = Static<typeof chargeLine>;

/** Totals by the groups of spec 9; west, diagnosis-treatment and assay add up to the total, the others are parts of diagnosis-treatment. */
export const chargeTotals = Type.Object({
  westPrice: Type.Number(),
  diagTreatPrice: Type.Number(),
  assayPrice: Type.Number(),
  consumablesPrice: Type.Number(),
  otherPrice: Type.Number(),
  totalPrice: Type.Number(),
});
export type ChargeTotals = Static<typeof chargeTotals>;

export const typeSum = Type.Object({ drugType: Type.String(), amount: Type.Number(), lines: Type.Integer() });

/** A line whose catalogue price is no longer the price it was saved with. `now` is null when the entry left the catalogue. */
export const priceChange = Type.Object({ detailId: Type.String(), drugName: Type.String(), was: Type.Number(), now: nullable(Type.Number()) });

export const selfPayPreview = Type.Object({
  ...patientShown,
  diagnosis: Type.Array(Type.Object({ code: Type.String(), name: Type.String() })),
  /** The prescriptions that this charge takes together. */
  prescriptions: Type.Array(chargeQueueRow),
  /** Others of the same patient and facility that wait too. */
  others: Type.Array(chargeQueueRow),
  lines: Type.Array(chargeLine),
  totals: chargeTotals,
  sums: Type.Array(typeSum),
  /** Not empty = charging is refused until the doctor saves the prescription again. */
  priceChanges: Type.Array(priceChange),
});
export type SelfPayPreview = Static<typeof selfPayPreview>;

export const paymentInput = Type.Object({
  payWay: Type.String({ minLength: 1, maxLength: MAX_PAY_WAY }),
  amount,
  /** Handed over; only for ways that give change. */
  tendered: Type.Optional(amount),
  reference: Type.Optional(Type.String({ maxLength: MAX_REFERENCE })),
});

/** Charges one patient's prescriptions on one bill. `totalPrice` is what the cashier saw; any other total is refused. */
export const selfPayBody = Type.Object({
  /** All that go on the bill, the one in the address among them, each with the version that the cashier saw. */
  prescriptions: Type.Array(Type.Object({ dpId: Type.String({ minLength: 1, maxLength: 64 }), version: Type.Integer() }), { minItems: 1, maxItems: 50 }),
  totalPrice: amount,
  payments: Type.Array(paymentInput, { maxItems: MAX_PAYMENTS }),
});
export type SelfPayBody = Static<typeof selfPayBody>;

export const billPayment = Type.Object({
  payWay: Type.String(),
  payWayName: Type.String(),
  amount: Type.Number(),
  tendered: Type.Number(),
  change: Type.Number(),
  reference: Type.String(),
});

/** `charged` stands, `partly` was given back in part, `cancelled` as a whole, `refund` is such a counter-entry. */
export const billState = Type.Enum(['charged', 'partly', 'cancelled', 'refund']);
export type BillState = Static<typeof billState>;

/** A refund as its bill names it. */
export const billRefund = Type.Object({
  chargeId: Type.String(),
  billNo: Type.String(),
  /** Zero or negative. */
  totalPrice: Type.Number(),
  chargeTime: Type.Integer(),
  cashierName: Type.String(),
  reason: Type.String(),
});

export const billRow = Type.Object({
  chargeId: Type.String(),
  /** Receipt number. */
  billNo: Type.String(),
  state: billState,
  orgId: Type.String(),
  ...patientShown,
  medInsMark: Type.String(),
  /** Settled by a simulation and not by an insurer; screen and paper say so. */
  simulated: Type.Boolean(),
  dpNumbers: Type.Array(Type.String()),
  totalPrice: Type.Number(),
  payments: Type.Array(billPayment),
  chargeTime: Type.Integer(),
  cashierId: Type.String(),
  cashierName: Type.String(),
  /** Why it was cancelled; on the refund row. */
  reason: Type.String(),
  /** On a refund: the bill it takes back. On a bill: its refunds, joined by 、. `＊＊` for what is hidden from the caller. */
  counterBillNo: Type.String(),
  /** Given back so far, by visible and hidden refunds; zero or more. */
  refundedPrice: Type.Number(),
  /** What refunds hidden from the caller gave back; zero or negative. Nothing else is told of them. */
  hiddenRefundPrice: Type.Number(),
  /** Its visible refunds, oldest first. */
  refunds: Type.Array(billRefund),
  /** Its sheet is printed in the form of its region (`charging/region-sheet@1`). */
  ownForm: Type.Boolean(),
});
export type BillRow = Static<typeof billRow>;

/** A bill with everything on it. */
export const billRecord = Type.Intersect([
  billRow,
  Type.Object({
    lines: Type.Array(chargeLine),
    totals: chargeTotals,
    sums: Type.Array(typeSum),
    tendered: Type.Number(),
    change: Type.Number(),
    /** The insurer's code of the facility. */
    fixmedinsCode: Type.String(),
  }),
]);
export type BillRecord = Static<typeof billRecord>;

export const billLineRow = Type.Intersect([
  chargeLine,
  Type.Object({
    chargeId: Type.String(),
    billNo: Type.String(),
    state: billState,
    patientName: Type.String(),
    outpatientCode: Type.String(),
    chargeTime: Type.Integer(),
  }),
]);
export type BillLineRow = Static<typeof billLineRow>;

export const billTotal = Type.Object({
  chargedCount: Type.Integer(),
  chargedPrice: Type.Number(),
  refundCount: Type.Integer(),
  /** Zero or negative. */
  refundPrice: Type.Number(),
  /** Charged plus refunds: what the drawer must hold. */
  netPrice: Type.Number(),
  westPrice: Type.Number(),
  diagTreatPrice: Type.Number(),
  assayPrice: Type.Number(),
  ways: Type.Array(Type.Object({ payWay: Type.String(), payWayName: Type.String(), amount: Type.Number() })),
});
export type BillTotal = Static<typeof billTotal>;

export const settlementTitleKind = Type.Enum(['facility', 'hospital', 'insurer']);

/** Settlement sheet (spec 3: the first item of the list carries medInsMark, fixmedinsName, fixmedinsCode). */
export const settleSheet = Type.Intersect([
  billRecord,
  Type.Object({
    fixmedinsName: Type.String(),
    facilityName: Type.String(),
    titleKind: settlementTitleKind,
    /** Name inside the heading; of kind `insurer` the whole heading, in the caller's language. */
    titleName: Type.String(),
    /** Total in Chinese capitals, simplified script. */
    totalCapitals: Type.String(),
    diagnosis: Type.Array(Type.Object({ code: Type.String(), name: Type.String() })),
    workerNames: Type.Array(Type.String()),
    ...insurerFigures,
    printTime: Type.Integer(),
  }),
]);
export type SettleSheet = Static<typeof settleSheet>;
