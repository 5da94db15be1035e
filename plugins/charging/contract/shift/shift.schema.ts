import { type Static, Type } from '@nephra/plugin-sdk/contract';
import { payWayKind } from '../charge/charge.schema.ts';
import { MAX_AMOUNT, MAX_REASON } from '../limits.ts';

/** What one payment way took and gave back. `refundPrice` is zero or negative, `netPrice` their sum. */
export const takingsWay = Type.Object({
  payWay: Type.String(),
  payWayName: Type.String(),
  kind: payWayKind,
  chargedPrice: Type.Number(),
  refundPrice: Type.Number(),
  netPrice: Type.Number(),
  /** Payments, of bills and refunds. */
  count: Type.Integer(),
});
export type TakingsWay = Static<typeof takingsWay>;

const takings = Type.Object({
  cashierId: Type.String(),
  cashierName: Type.String(),
  chargeCount: Type.Integer(),
  refundCount: Type.Integer(),
  chargedPrice: Type.Number(),
  /** Zero or negative. */
  refundPrice: Type.Number(),
  netPrice: Type.Number(),
  /** What the bills say must lie in the drawer: cash in, less cash given back. */
  cashExpected: Type.Number(),
  /** Receipt numbers, first and last; empty when there were none. */
  firstBillNo: Type.String(),
  lastBillNo: Type.String(),
  firstRefundNo: Type.String(),
  lastRefundNo: Type.String(),
  ways: Type.Array(takingsWay),
});

/** What a cashier has taken and not handed in yet. Times are milliseconds. */
export const openTakings = Type.Intersect([
  takings,
  Type.Object({
    /** First bill that is not handed in; null when there is none. */
    openedAt: Type.Union([Type.Integer(), Type.Null()]),
    /** The last closing; null before the first one. */
    lastClosedAt: Type.Union([Type.Integer(), Type.Null()]),
    /** Bills whose time the clock has not reached, and the latest of these times: it was set back since. They are handed in like all others. */
    ahead: Type.Union([Type.Object({ bills: Type.Integer(), until: Type.Integer() }), Type.Null()]),
  }),
]);
export type OpenTakings = Static<typeof openTakings>;

/** `billCount` and `cashExpected` are what the cashier saw; when a bill came in since, the closing is refused. */
export const closeShiftBody = Type.Object({
  billCount: Type.Integer({ minimum: 1 }),
  cashExpected: Type.Number({ minimum: -MAX_AMOUNT, maximum: MAX_AMOUNT }),
  cashCounted: Type.Number({ minimum: 0, maximum: MAX_AMOUNT }),
  /** Needed when counted and expected differ. */
  reason: Type.Optional(Type.String({ maxLength: MAX_REASON })),
});
export type CloseShiftBody = Static<typeof closeShiftBody>;

export const shiftRow = Type.Object({
  shiftId: Type.String(),
  shiftNo: Type.String(),
  cashierId: Type.String(),
  cashierName: Type.String(),
  openedAt: Type.Integer(),
  closedAt: Type.Integer(),
  chargeCount: Type.Integer(),
  refundCount: Type.Integer(),
  chargedPrice: Type.Number(),
  refundPrice: Type.Number(),
  netPrice: Type.Number(),
  cashExpected: Type.Number(),
  cashCounted: Type.Number(),
  /** Counted less expected: what is over (positive) or missing (negative). */
  difference: Type.Number(),
  reason: Type.String(),
});
export type ShiftRow = Static<typeof shiftRow>;

/** A closing as it was frozen. */
export const shiftRecord = Type.Intersect([
  shiftRow,
  takings,
  Type.Object({
    facilityName: Type.String(),
    /** Every bill of it, in the order it was written. */
    bills: Type.Array(
      Type.Object({
        chargeId: Type.String(),
        billNo: Type.String(),
        patientName: Type.String(),
        totalPrice: Type.Number(),
        cash: Type.Number(),
        chargeTime: Type.Integer(),
      }),
    ),
  }),
]);
export type ShiftRecord = Static<typeof shiftRecord>;
