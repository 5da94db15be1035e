import { column, defineTable, kept, type StoredOf } from '@nephra/plugin-sdk/server';
import { MAX_ALLERGY, MAX_NAME, MAX_NOTE, MAX_REASON } from '../../contract/limits.ts';
import { BLOOD_GROUPS, CAUSES, type COMORBIDITIES, type OutcomeKind } from '../../contract/parts.schema.ts';
import { ZONES } from '../../contract/zones.ts';

/** How it ended, and the patterns that it closed, for taking it back. */
export interface StoredOutcome {
  readonly kind: OutcomeKind;
  readonly on: string;
  readonly cause: string;
  readonly note: string;
  readonly byName: string;
  /** Milliseconds. */
  readonly at: number;
  /** Bed of the patient's file, which is given up with the shift. */
  readonly bed: string;
  readonly closed: readonly { readonly patternId: string; readonly to: string | null; readonly cancelled: boolean }[];
}

/** Dialysis files; the id is that of the patient. Every write of a file locks its row, parts too. */
export const fileTable = defineTable(
  'dialysis_file.file',
  {
    id: column.id(),
    orgId: column.org(),
    firstDialysisOn: column.day().nullable(),
    firstHereOn: column.day().nullable(),
    cause: column.choice(...CAUSES),
    causeNote: column.text(MAX_NAME),
    residualUrine: column.int(0, 4_000).nullable(),
    comorbidities: column.texts<(typeof COMORBIDITIES)[number]>(20),
    bloodGroup: column.choice(...BLOOD_GROUPS),
    heightCm: column.int(100, 220).nullable(),
    nurseId: column.id().nullable(),
    doctorId: column.id().nullable(),
    transient: column.flag(),
    dialyserAllergies: column.texts(MAX_ALLERGY),
    note: column.text(MAX_NOTE),
    /** Where the patient was put by hand; null: where the rule says. */
    zoneOverride: column.choice(...ZONES).nullable(),
    zoneReason: column.text(MAX_REASON),
    zoneByName: column.text(MAX_NAME),
    zoneAt: column.instant().nullable(),
    outcome: column.json<StoredOutcome>().nullable(),
    outcomeOn: column.day().nullable(),
    /** How often something of the file was written; raises the version where a part alone changed. */
    changes: column.int(0, 2_000_000_000),
    ...kept,
  },
  {},
);
export interface FileStored extends StoredOf<typeof fileTable> {}
