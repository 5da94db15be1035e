import { type Static, Type } from '@nephra/plugin-sdk/contract';
import {
  certType,
  dayText,
  diagnosisEntry,
  dialysisPlan,
  infectionMark,
  medInsMark,
  nullable,
  patientId,
  patientRow,
  patientSex,
  patientType,
  reimWay,
} from './patient.schema.ts';
import { allergyState } from './allergy-state.ts';
import { pregnancyState } from './pregnancy.ts';

/** Files that look like the same person and that somebody has said are another one. */
export const notDuplicateOf = Type.Optional(Type.Array(patientId, { maxItems: 200 }));

/** What a form sends. Numbers that lists show masked may be left out of an edit; they stay as they are then. */
const writeFields = {
  patientName: Type.String({ maxLength: 50 }),
  patientSex,
  birthday: nullable(dayText),
  psn_cert_type: certType,
  patientIdcard: Type.Optional(Type.String({ maxLength: 30 })),
  phone: Type.Optional(Type.String({ maxLength: 20 })),
  address: Type.String({ maxLength: 200 }),
  contactName: Type.String({ maxLength: 50 }),
  contactPhone: Type.Optional(Type.String({ maxLength: 20 })),
  /** Empty on creation: a number is issued. */
  outpatientCode: Type.String({ maxLength: 40 }),
  patientType,
  reimWay,
  medInsMark,
  psn_no: Type.String({ maxLength: 40 }),
  insuplc_admdvs: Type.String({ maxLength: 12 }),
  infectedHistory: Type.Array(infectionMark, { maxItems: 6, uniqueItems: true }),
  infectionCheckedOn: nullable(dayText),
  visit: Type.String({ maxLength: 40 }),
  diagnosis: Type.Array(diagnosisEntry, { maxItems: 30 }),
  /** Names of ingredients. */
  allergies: Type.Array(Type.String({ minLength: 1, maxLength: 40 }), { maxItems: 30, uniqueItems: true }),
  /** Left out of an edit: as it was; with a list it says nothing. */
  allergyState: Type.Optional(allergyState),
  /** Left out of an edit: as it was. */
  pregnancyState: Type.Optional(pregnancyState),
  pregnancyOn: Type.Optional(nullable(dayText)),
  /** `dialysisNo` empty: a number is issued. */
  dialysis: nullable(dialysisPlan),
  note: Type.String({ maxLength: 500 }),
  notDuplicateOf,
};

export const patientCreate = Type.Object(writeFields);
export const patientEdit = Type.Object({ ...writeFields, version: Type.Integer() });
export const patientSaved = Type.Object({ patientId, outpatientCode: Type.String(), version: Type.Integer() });

export const duplicateReason = Type.Union([Type.Literal('idcard'), Type.Literal('name-birthday'), Type.Literal('phone')]);
/** A file that may be the same person. With the reason `idcard` nothing can be saved besides it. */
export const possibleDuplicate = Type.Object({ patient: patientRow, reasons: Type.Array(duplicateReason) });

/** One field of a file before and after. Numbers of identity are masked; a value that is absent is null. */
export const fieldChange = Type.Object({ field: Type.String(), before: Type.Unknown(), after: Type.Unknown() });
export const changeAct = Type.Union([
  Type.Literal('created'),
  Type.Literal('edited'),
  Type.Literal('enabled'),
  Type.Literal('disabled'),
  /** This file was merged into another. */
  Type.Literal('merged'),
  /** Another file was merged into this one. */
  Type.Literal('absorbed'),
  Type.Literal('separated'),
]);
export const fileChange = Type.Object({
  id: Type.String(),
  act: changeAct,
  /** Milliseconds. */
  changedAt: Type.Integer(),
  userId: Type.String(),
  userName: Type.String(),
  reason: Type.String(),
  /** The other file of a merge. */
  otherId: nullable(Type.String()),
  otherName: Type.String(),
  fields: Type.Array(fieldChange),
});

export type PatientCreate = Static<typeof patientCreate>;
export type PatientEdit = Static<typeof patientEdit>;
export type DuplicateReason = Static<typeof duplicateReason>;
export type PossibleDuplicate = Static<typeof possibleDuplicate>;
export type FieldChange = Static<typeof fieldChange>;
export type ChangeAct = Static<typeof changeAct>;
export type FileChange = Static<typeof fileChange>;
