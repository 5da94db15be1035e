import { type Static, Type } from '@nephra/plugin-sdk/contract';
import { billRow, chargeTotals, patientShown } from './charge/charge.schema.ts';

/** What one business day brought in. Refunds are zero or negative, net is the sum of both. */
export const chargeDay = Type.Object({
  /** `YYYY-MM-DD`. */
  day: Type.String(),
  chargeCount: Type.Integer(),
  refundCount: Type.Integer(),
  chargedPrice: Type.Number(),
  refundPrice: Type.Number(),
  netPrice: Type.Number(),
  westPrice: Type.Number(),
  diagTreatPrice: Type.Number(),
  assayPrice: Type.Number(),
  ways: Type.Array(Type.Object({ payWay: Type.String(), payWayName: Type.String(), amount: Type.Number() })),
});
export type ChargeDay = Static<typeof chargeDay>;

/** One article or treatment over all of a patient's bills, refunds taken off. */
export const accountItem = Type.Object({
  drugId: Type.String(),
  drugType: Type.String(),
  drugName: Type.String(),
  drugSpec: Type.String(),
  drugNumUnit: Type.String(),
  price: Type.Number(),
  drugNum: Type.Number(),
  subTotal: Type.Number(),
});
export type AccountItem = Static<typeof accountItem>;

/** A patient's money in a period. */
export const patientAccount = Type.Object({
  ...patientShown,
  chargeCount: Type.Integer(),
  refundCount: Type.Integer(),
  chargedPrice: Type.Number(),
  refundPrice: Type.Number(),
  /** Net, by the groups of spec 9. */
  totals: chargeTotals,
  days: Type.Array(chargeDay),
  items: Type.Array(accountItem),
  /** Newest first, at most 500. */
  bills: Type.Array(billRow),
});
export type PatientAccount = Static<typeof patientAccount>;
