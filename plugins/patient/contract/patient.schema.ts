import { type Static, type TSchema, Type } from '@nephra/plugin-sdk/contract';
import { allergyState } from './allergy-state.ts';
import { pregnancyState } from './pregnancy.ts';

export const nullable = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

export const patientId = Type.String({ minLength: 1, maxLength: 64 });
/** 0 unknown, 1 male, 2 female, 9 confidential (spec 3; the same numbers as the national dictionary `gend`). */
export const patientSex = Type.Union([Type.Literal(0), Type.Literal(1), Type.Literal(2), Type.Literal(9)]);
export const patientType = Type.Union([Type.Literal('dialysis'), Type.Literal('non-dialysis')]);
/** `0` pays alone; any other value is the national insurance kind (`310` employee, `390` resident …). */
export const reimWay = Type.String({ pattern: '^[0-9]{1,6}$' });
/** Serology: the four blood-borne infections, all negative, or results pending. A file without any was never tested, as far as it knows. */
export const infectionMark = Type.Union([
  Type.Literal('HBV'),
  Type.Literal('HCV'),
  Type.Literal('HIV'),
  Type.Literal('TP'),
  Type.Literal('NEG'),
  Type.Literal('PEND'),
]);
/** `0` not insured, `1` insured here, `2` insured elsewhere. */
export const medInsMark = Type.Union([Type.Literal('0'), Type.Literal('1'), Type.Literal('2')]);

/** Kind of identity document, numbers of the national dictionary `psn_cert_type`: 01 ID card, 02 officer, 04 Hong Kong and Macao permit, 06 Taiwan permit, 07 permanent residence, 08 foreign passport, 99 other. */
export const certType = Type.Union([
  Type.Literal('01'),
  Type.Literal('02'),
  Type.Literal('04'),
  Type.Literal('06'),
  Type.Literal('07'),
  Type.Literal('08'),
  Type.Literal('99'),
]);

/** `YYYY-MM-DD`; whether there is such a day is a rule, not a shape. */
export const dayText = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' });

export const diagnosisEntry = Type.Object({ code: Type.String({ maxLength: 40 }), name: Type.String({ maxLength: 200 }) });

/** Dialysis plan of a patient as lists need it. `weekdays`: 1 Monday … 7 Sunday. */
export const dialysisPlan = Type.Object({
  dialysisNo: Type.String({ maxLength: 40 }),
  mode: Type.String({ maxLength: 20 }),
  weekdays: Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), { maxItems: 7 }),
  /** Shift id, see `classes`. */
  classId: Type.String({ maxLength: 40 }),
  bed: Type.String({ maxLength: 40 }),
  firstDate: nullable(Type.String({ maxLength: 10 })),
  /** Kilograms with one decimal. */
  dryWeight: nullable(Type.Number({ minimum: 0, maximum: 500 })),
  access: Type.String({ maxLength: 100 }),
});

/** One patient in a list. `patientIdcard` and `phone` are masked; the full values need the reveal call. */
export const patientRow = Type.Object({
  patientId,
  orgId: Type.String(),
  patientName: Type.String(),
  patientSex,
  patientAge: Type.Integer(),
  /** `YYYY-MM-DD`. */
  birthday: nullable(Type.String()),
  psn_cert_type: certType,
  patientIdcard: Type.String(),
  /** Missing for callers without the column code `phone`. */
  phone: Type.Optional(Type.String()),
  outpatientCode: Type.String(),
  patientType,
  reimWay,
  medInsMark,
  /** National person number; empty when not insured. */
  psn_no: Type.String(),
  infectedHistory: Type.Array(infectionMark),
  /** Day of the last serology. */
  infectionCheckedOn: nullable(dayText),
  /** Current visit number; carried into new prescriptions. */
  visit: Type.String(),
  diagnosis: Type.Array(diagnosisEntry),
  allergies: Type.Array(Type.String()),
  allergyState,
  dialysis: nullable(dialysisPlan),
  enableMark: Type.Integer(),
  /** The file that this one was merged into; nothing new is written for a merged file. */
  mergedInto: nullable(patientId),
  version: Type.Integer(),
});

/** The whole file. */
export const patientFile = Type.Intersect([
  patientRow,
  Type.Object({
    address: Type.String(),
    contactName: Type.String(),
    /** Missing like `phone`. */
    contactPhone: Type.Optional(Type.String()),
    pregnancyState,
    /** Day on which it was said. */
    pregnancyOn: nullable(dayText),
    /** Area code where the person is insured. */
    insuplc_admdvs: Type.String(),
    note: Type.String(),
    /** Milliseconds. */
    creatorTime: Type.Integer(),
    lastModifyTime: Type.Integer(),
  }),
]);

/** A dialysis shift of the day. Times are `HH:mm`. */
export const patientClass = Type.Object({
  id: Type.String(),
  orgId: Type.String(),
  fullName: Type.String(),
  startTime: Type.String(),
  endTime: Type.String(),
  sortCode: Type.Integer(),
  /** Patients whose plan names this shift on the asked day. */
  patientCount: Type.Integer(),
});

/** Look-up entry (spec 3: psn_no, patientName). */
export const insuredPatient = Type.Object({
  psn_no: Type.String(),
  patientId,
  patientName: Type.String(),
  outpatientCode: Type.String(),
  reimWay,
  medInsMark,
});

export const billedPatient = Type.Object({
  patientId,
  patientName: Type.String(),
  outpatientCode: Type.String(),
  reimWay,
  billCount: Type.Integer(),
});

export type BilledPatient = Static<typeof billedPatient>;
export type PatientSex = Static<typeof patientSex>;
export type PatientType = Static<typeof patientType>;
export type InfectionMark = Static<typeof infectionMark>;
export type CertType = Static<typeof certType>;
export type MedInsMark = Static<typeof medInsMark>;
export type DiagnosisEntry = Static<typeof diagnosisEntry>;
export type DialysisPlan = Static<typeof dialysisPlan>;
export type PatientRow = Static<typeof patientRow>;
export type PatientFile = Static<typeof patientFile>;
export type PatientClass = Static<typeof patientClass>;
