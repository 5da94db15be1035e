import { type Static, Type } from '@nephra/plugin-sdk/contract';
import { patientRow } from '../patient.schema.ts';

/** One field as both files have it and as the file that is left will have it. */
export const mergeField = Type.Object({ field: Type.String(), left: Type.Unknown(), going: Type.Unknown(), result: Type.Unknown() });

/** Records that are listed under the file that is left afterwards. `kind`: `prescription`, `bill`. */
export const movedRecords = Type.Object({ kind: Type.String(), count: Type.Integer() });

export const mergePreview = Type.Object({
  left: patientRow,
  going: patientRow,
  /** Fields in which the files differ. */
  fields: Type.Array(mergeField),
  records: Type.Array(movedRecords),
  /** Why it cannot be done: key of the sentence (`errors.<key>`); empty when it can. */
  obstacle: Type.String(),
});

/** A merge that was done. */
export const mergeRecord = Type.Object({
  id: Type.String(),
  /** Empty, and without name and number, when the file is hidden from the caller; `into` likewise. */
  from: Type.String(),
  fromName: Type.String(),
  fromOutpatientCode: Type.String(),
  into: Type.String(),
  intoName: Type.String(),
  intoOutpatientCode: Type.String(),
  /** Milliseconds. */
  mergedAt: Type.Integer(),
  userName: Type.String(),
  reason: Type.String(),
  /** Milliseconds; null while the merge stands. */
  undoneAt: Type.Union([Type.Integer(), Type.Null()]),
  undoneBy: Type.String(),
  /** Nothing was written since, so it can be taken back. */
  canUndo: Type.Boolean(),
});

export type MergeField = Static<typeof mergeField>;
export type MergePreview = Static<typeof mergePreview>;
export type MergeRecord = Static<typeof mergeRecord>;
export type MovedRecords = Static<typeof movedRecords>;
