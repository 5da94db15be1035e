import { type Static, Type } from '@nephra/plugin-sdk/contract';
import { MAX_LOCATION, MAX_LOT_NO } from './limits.ts';

/** Generated data for a demo system, `plugins/pharmacy` part. */
export const pharmacyDemo = Type.Object({
  /** Each becomes a lot with one "received" row in the ledger. Codes start with SIM. */
  lots: Type.Array(
    Type.Object({
      orgId: Type.String(),
      /** `drugId` of the prescription catalogue (drugs and materials alike). */
      drugId: Type.String(),
      kind: Type.Enum(['drug', 'material']),
      /** Name, specification, units and maker as in the catalogue. */
      drugName: Type.String(),
      drugSpec: Type.String(),
      drugChangjia: Type.String(),
      /** Tablet, ampoule: the unit that `quantity` counts. */
      preparaUnit: Type.String(),
      /** Box. */
      stockUnit: Type.String(),
      /** Preparation units in one stock unit. */
      stockDmin: Type.Number({ exclusiveMinimum: 0 }),
      /** Maker's lot number; starts with SIM. */
      lotNo: Type.String({ maxLength: MAX_LOT_NO }),
      /** Days from the first start to the last day of use: negative = expired, up to 30 = near, up to 180 = soon. */
      expiresInDays: Type.Integer(),
      /** Yuan per stock unit, 4 decimals. */
      cost: Type.Number({ minimum: 0 }),
      /** Preparation units. */
      quantity: Type.Number({ exclusiveMinimum: 0 }),
      /** Shelf, for example `A-03-2`; cold chain goods `COLD-1`. */
      location: Type.String({ maxLength: MAX_LOCATION }),
      /** Blocked by quality control. */
      frozen: Type.Boolean(),
    }),
  ),
  /** Who dispenses the past of the demo; one per facility that has a past. */
  pharmacists: Type.Array(Type.Object({ orgId: Type.String(), userId: Type.String(), userName: Type.String() })),
  /** Paid prescriptions up to this day are dispensed at the first start: -2 = up to the day before yesterday. */
  dispensedUntil: Type.Integer({ maximum: 0 }),
});
export type PharmacyDemo = Static<typeof pharmacyDemo>;
