import { type Static, type TSchema, Type } from '@nephra/plugin-sdk/contract';
import { MAX_DIAGNOSIS_CODE, MAX_DIAGNOSIS_NAME } from './limits.ts';

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

export const diagnosisEntry = Type.Object({ code: Type.String({ maxLength: MAX_DIAGNOSIS_CODE }), name: Type.String({ maxLength: MAX_DIAGNOSIS_NAME }) });

export type PatientSex = Static<typeof patientSex>;
export type PatientType = Static<typeof patientType>;
export type InfectionMark = Static<typeof infectionMark>;
export type CertType = Static<typeof certType>;
export type MedInsMark = Static<typeof medInsMark>;
export type DiagnosisEntry = Static<typeof diagnosisEntry>;
