import { type Static, Type } from '@nephra/plugin-sdk/contract';

/** Generated data for a demo system, `plugins/charging` part. Payment ways come with the migration; here stands what differs per facility. */
export const chargingDemo = Type.Object({
  /** Names and codes that the settlement sheet prints, one row per facility. */
  facilities: Type.Array(
    Type.Object({
      orgId: Type.String(),
      /** Heading for patients without insurance. */
      facilityName: Type.String(),
      /** Name under which the insurer knows the facility. */
      fixmedinsName: Type.String(),
      /** Insurer's code; demo codes start with H44, H42 or H45 and go on with SIM, for example `H44SIM000001`. */
      fixmedinsCode: Type.String(),
    }),
  ),
  /** Prefixes of receipt numbers: prefix + yyyyMMdd + counter. Two facilities may not share a prefix. */
  receiptSeries: Type.Array(
    Type.Object({
      orgId: Type.String(),
      /** Letters and digits, for example `SFGZ`. */
      prefix: Type.String({ pattern: '^[A-Z0-9]{1,8}$' }),
      /** Prefix of refunds, for example `TFGZ`. */
      refundPrefix: Type.String({ pattern: '^[A-Z0-9]{1,8}$' }),
      digits: Type.Integer({ minimum: 3, maximum: 10 }),
    }),
  ),
  /** Who charges the past of the demo; one per facility that has a past. */
  cashiers: Type.Array(Type.Object({ orgId: Type.String(), userId: Type.String(), userName: Type.String() })),
  /** Dialysis patients whose past is on the monthly account instead of charged at the desk. */
  monthAccounts: Type.Optional(Type.Array(Type.Object({ orgId: Type.String(), patientIds: Type.Array(Type.String()) }))),
  /** Confirmed prescriptions up to this day are charged at the first start: -1 = up to yesterday. Those of later days wait at the desk. */
  chargedUntil: Type.Integer({ maximum: 0 }),
});
export type ChargingDemo = Static<typeof chargingDemo>;
