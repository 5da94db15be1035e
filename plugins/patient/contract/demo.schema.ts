import { type Static, Type } from '@nephra/plugin-sdk/contract';
import { diagnosisEntry, infectionMark, medInsMark, patientSex, patientType, reimWay } from './file-parts.schema.ts';
import { dialysisPlan } from './patient.schema.ts';
import { allergyState } from './allergy-state.ts';
import { pregnancyState } from './pregnancy.ts';

const day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' });

/** Generated data for a demo system, `plugins/patient` part. All persons are invented. */
export const patientDemo = Type.Object({
  /** Dialysis shifts per facility. */
  classes: Type.Array(
    Type.Object({
      id: Type.String(),
      orgId: Type.String(),
      fullName: Type.String(),
      startTime: Type.String(),
      endTime: Type.String(),
      sortCode: Type.Integer(),
    }),
  ),
  patients: Type.Array(
    Type.Object({
      patientId: Type.String(),
      orgId: Type.String(),
      patientName: Type.String(),
      patientSex,
      birthday: day,
      /** Eighteen characters with a right check digit, from an area code that is not assigned. */
      patientIdcard: Type.String(),
      phone: Type.String(),
      address: Type.String(),
      contactName: Type.String(),
      contactPhone: Type.String(),
      outpatientCode: Type.String(),
      patientType,
      reimWay,
      medInsMark,
      psn_no: Type.String(),
      insuplc_admdvs: Type.String(),
      infectedHistory: Type.Array(infectionMark),
      /** Days before the first start of the demo system. */
      infectionCheckedDaysAgo: Type.Optional(Type.Union([Type.Integer({ minimum: 0 }), Type.Null()])),
      visit: Type.String(),
      diagnosis: Type.Array(diagnosisEntry),
      allergies: Type.Array(Type.String()),
      allergyState: Type.Optional(allergyState),
      pregnancy: Type.Optional(Type.Object({ state: pregnancyState, daysAgo: Type.Integer({ minimum: 0 }) })),
      dialysis: Type.Union([dialysisPlan, Type.Null()]),
      note: Type.Optional(Type.String()),
    }),
  ),
});
export type PatientDemo = Static<typeof patientDemo>;
