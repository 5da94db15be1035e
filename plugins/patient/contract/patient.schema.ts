import { type Static, Type } from '@nephra/plugin-sdk/contract';
import { readInFiles, readInLists, writtenOf } from './file-field.ts';
import { FILE_FIELDS, PLAN_FIELDS } from './file-fields.ts';
import { medInsMark, nullable, patientId, reimWay } from './file-parts.schema.ts';

/** Dialysis plan of a patient as lists need it. `weekdays`: 1 Monday … 7 Sunday; `classId`: shift id, see `classes`; `dryWeight`: kilograms with one decimal. */
export const dialysisPlan = Type.Object(writtenOf(PLAN_FIELDS));

/** One patient in a list. `patientIdcard` and `phone` are masked; the full values need the reveal call. */
export const patientRow = Type.Object({
  patientId,
  orgId: Type.String(),
  /** Whole years; -1 while the birthday is unknown. */
  patientAge: Type.Integer(),
  ...readInLists(FILE_FIELDS),
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
    ...readInFiles(FILE_FIELDS),
    /** Milliseconds. */
    creatorTime: Type.Integer(),
    lastModifyTime: Type.Integer(),
    /** Another plugin works the dialysis plan out: an edit keeps it as it stands, but for the dialysis number. */
    planKept: Type.Optional(Type.Boolean()),
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
export type DialysisPlan = Static<typeof dialysisPlan>;
export type PatientRow = Static<typeof patientRow>;
export type PatientFile = Static<typeof patientFile>;
export type PatientClass = Static<typeof patientClass>;
