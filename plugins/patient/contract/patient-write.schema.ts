import { type Static, Type } from '@nephra/plugin-sdk/contract';
import { writtenOf } from './file-field.ts';
import { FILE_FIELDS } from './file-fields.ts';
import { nullable, patientId } from './file-parts.schema.ts';
import { dialysisPlan, patientRow } from './patient.schema.ts';

/** Files that look like the same person and that somebody has said are another one. */
export const notDuplicateOf = Type.Optional(Type.Array(patientId, { maxItems: 200 }));

/** What a form sends. Numbers that lists show masked may be left out of an edit; they stay as they are then. */
export const patientCreate = Type.Object({ ...writtenOf(FILE_FIELDS), dialysis: nullable(dialysisPlan), notDuplicateOf });
export const patientEdit = Type.Object({ ...writtenOf(FILE_FIELDS), dialysis: nullable(dialysisPlan), notDuplicateOf, version: Type.Integer() });
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
