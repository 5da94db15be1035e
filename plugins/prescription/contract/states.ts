import { Type } from '@nephra/plugin-sdk/contract';

/** Payment state of a prescription. 9 and 0 are the platform's own values, the rest is our numbering. */
export const PayStatus = {
  ToCharge: 0,
  Charged: 1,
  /** Insurance settlement in flight. */
  Settling: 2,
  /** No answer from the insurer: nobody knows yet whether money moved. */
  Unknown: 3,
  PartlyRefunded: 4,
  Refunded: 5,
  /** On the patient's monthly account. */
  OnAccount: 6,
  Void: 8,
  /** Not in the charging queue. */
  New: 9,
} as const;
export type PayStatus = (typeof PayStatus)[keyof typeof PayStatus];

/** Treatment state of a prescription. */
export const RxStatus = {
  New: 0,
  Confirmed: 1,
  Approved: 2,
  Picked: 3,
  /** Dispensed; for prescriptions without drugs: carried out. */
  Dispensed: 4,
  PartlyDispensed: 5,
  PartlyReturned: 6,
  Returned: 7,
  /** Sent back to the doctor by the pharmacist. */
  RefusedByPharmacist: 8,
  Void: 9,
} as const;
export type RxStatus = (typeof RxStatus)[keyof typeof RxStatus];

export const payStatus = Type.Union([
  Type.Literal(0),
  Type.Literal(1),
  Type.Literal(2),
  Type.Literal(3),
  Type.Literal(4),
  Type.Literal(5),
  Type.Literal(6),
  Type.Literal(8),
  Type.Literal(9),
]);
export const rxStatus = Type.Union([
  Type.Literal(0),
  Type.Literal(1),
  Type.Literal(2),
  Type.Literal(3),
  Type.Literal(4),
  Type.Literal(5),
  Type.Literal(6),
  Type.Literal(7),
  Type.Literal(8),
  Type.Literal(9),
]);
