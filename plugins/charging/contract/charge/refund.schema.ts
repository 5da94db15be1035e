import { type Static, Type } from '@nephra/plugin-sdk/contract';
import { amount, chargeId, chargeLine } from './charge.schema.ts';
import { MAX_REASON } from '../limits.ts';

/** Why nothing of a line may go back now: all of it did, it is with the patient, or it stands picked at the counter. */
export const refundBlock = Type.Enum(['', 'refunded', 'with-patient', 'picked']);
export type RefundBlock = Static<typeof refundBlock>;

/** A line of a bill as the refund dialog shows it. Numbers count the unit that was sold. */
export const refundLine = Type.Intersect([
  chargeLine,
  Type.Object({
    /** Given back so far; zero or more. */
    refundedNum: Type.Number(),
    refundedPrice: Type.Number(),
    /** Handed out and not returned; an opened box counts whole. */
    withPatientNum: Type.Number(),
    /** The most that may go back now. */
    refundableNum: Type.Number(),
    block: refundBlock,
  }),
]);
export type RefundLine = Static<typeof refundLine>;

export const refundWay = Type.Object({ payWay: Type.String(), payWayName: Type.String(), paid: Type.Number(), refunded: Type.Number() });

export const refundPreview = Type.Object({
  chargeId: Type.String(),
  billNo: Type.String(),
  patientName: Type.String(),
  totalPrice: Type.Number(),
  refundedPrice: Type.Number(),
  /** `settled`: an insurer's settlement stands behind it and is cancelled with him; `off`: the same, but nobody here can. Then nothing goes back here. */
  insurer: Type.Enum(['none', 'settled', 'off']),
  /** Number of that settlement. */
  setlId: Type.String(),
  lines: Type.Array(refundLine),
  ways: Type.Array(refundWay),
});
export type RefundPreview = Static<typeof refundPreview>;

/**
 * `lines` left out = everything that is left. `totalPrice` is the sum that the cashier saw; any other sum is refused. `ways` says how much
 * goes back by which way and must add up to the sum; left out = the way that was paid with last is emptied first.
 */
export const cancelBody = Type.Object({
  chargeId,
  reason: Type.String({ minLength: 1, maxLength: MAX_REASON }),
  lines: Type.Optional(
    Type.Array(Type.Object({ detailId: Type.String({ minLength: 1, maxLength: 64 }), drugNum: Type.Number({ exclusiveMinimum: 0, maximum: 99_999_999 }) }), {
      minItems: 1,
      maxItems: 500,
    }),
  ),
  totalPrice: Type.Optional(amount),
  ways: Type.Optional(Type.Array(Type.Object({ payWay: Type.String({ minLength: 1, maxLength: 40 }), amount }), { minItems: 1, maxItems: 20 })),
});
export type CancelBody = Static<typeof cancelBody>;
