import { column, defineTable, type StoredOf } from '@nephra/plugin-sdk/server';
import type { ConsentFile } from '../../contract/file.schema.ts';
import { DRY_WEIGHT_KG, LOCK_ML, MAX_FORM_VERSION, MAX_NAME, MAX_NOTE, MAX_REASON, MAX_SITE } from '../../contract/limits.ts';
import type { DialysisMode } from '../../contract/modes.ts';
import {
  ACCESS_EVENTS,
  ACCESS_KINDS,
  ACCESS_STATES,
  CONSENT_DECISIONS,
  CONSENT_KINDS,
  PUNCTURES,
  type PatternBody,
  type PrescriptionContent,
  SIDES,
  WEIGHT_METHODS,
} from '../../contract/parts.schema.ts';
import { MARKERS } from '../../contract/rules/markers.ts';

const FILE = 'dialysis_file.file';
/** Whose file it belongs to, who wrote it and when. */
const written = {
  id: column.id(),
  orgId: column.org(),
  patientId: column.ref(FILE),
  byId: column.text(64),
  byName: column.text(MAX_NAME),
  writtenAt: column.instant(),
};
const changing = { createdAt: column.instant(), updatedAt: column.instant(), version: column.int(1, 2_000_000_000) };

/** Patterns; at most one that is not cancelled is in force on a day. */
export const patternTable = defineTable(
  'dialysis_file.pattern',
  {
    ...written,
    fromDay: column.day(),
    toDay: column.day().nullable(),
    cycleWeeks: column.int(1, 4),
    anchorMonday: column.day(),
    everyDays: column.int(2, 7).nullable(),
    slots: column.json<PatternBody['slots']>(),
    remark: column.text(MAX_NOTE),
    reason: column.text(MAX_REASON),
    /** Replaced before it began, or ended by an outcome before it. */
    cancelled: column.flag(),
    ...changing,
  },
  { rowsStay: true },
);
export interface PatternStored extends StoredOf<typeof patternTable> {}

export const prescriptionTable = defineTable(
  'dialysis_file.prescription',
  {
    ...written,
    versionNo: column.int(1, 100_000),
    state: column.choice('draft', 'signed', 'replaced', 'dropped'),
    content: column.json<PrescriptionContent>(),
    signedById: column.text(64),
    signedByName: column.text(MAX_NAME),
    signedAt: column.instant().nullable(),
    replacedAt: column.instant().nullable(),
    ...changing,
  },
  {
    rowsStay: true,
    unique: { prescription_signed_idx: ['patientId'], prescription_draft_idx: ['patientId'], prescription_no_idx: ['patientId', 'versionNo'] },
    uniqueWhere: { prescription_signed_idx: "((state)::text = 'signed'::text)", prescription_draft_idx: "((state)::text = 'draft'::text)" },
  },
);
export interface PrescriptionStored extends StoredOf<typeof prescriptionTable> {}

export const dryWeightTable = defineTable(
  'dialysis_file.dry_weight',
  {
    ...written,
    kg: column.decimal(4, DRY_WEIGHT_KG.precision),
    fromDay: column.day(),
    reviewOn: column.day(),
    method: column.choice(...WEIGHT_METHODS),
    reason: column.text(MAX_REASON),
  },
  { rowsStay: true },
);
export interface DryWeightStored extends StoredOf<typeof dryWeightTable> {}

export const accessTable = defineTable(
  'dialysis_file.access',
  {
    ...written,
    kind: column.choice(...ACCESS_KINDS),
    side: column.choice(...SIDES),
    site: column.text(MAX_SITE),
    state: column.choice(...ACCESS_STATES),
    madeOn: column.day().nullable(),
    firstUsedOn: column.day().nullable(),
    endOn: column.day().nullable(),
    endReason: column.text(MAX_REASON),
    hospital: column.text(MAX_NAME),
    surgeon: column.text(MAX_NAME),
    needleGauge: column.int(13, 20).nullable(),
    punctureMethod: column.choice(...PUNCTURES).nullable(),
    lockArterial: column.decimal(3, LOCK_ML.precision).nullable(),
    lockVenous: column.decimal(3, LOCK_ML.precision).nullable(),
    note: column.text(MAX_NOTE),
    ...changing,
  },
  { rowsStay: true },
);
export interface AccessStored extends StoredOf<typeof accessTable> {}

export const accessEventTable = defineTable(
  'dialysis_file.access_event',
  { ...written, accessId: column.ref('dialysis_file.access'), kind: column.choice(...ACCESS_EVENTS), onDay: column.day(), note: column.text(MAX_NOTE) },
  { rowsStay: true },
);
export interface AccessEventStored extends StoredOf<typeof accessEventTable> {}

/** Infection markers. */
export const resultTable = defineTable(
  'dialysis_file.result',
  {
    ...written,
    marker: column.choice(...MARKERS),
    result: column.choice('negative', 'positive', 'pending'),
    onDay: column.day(),
    titre: column.int(1, 4_096).nullable(),
    note: column.text(MAX_NOTE),
    /** Taken back as wrongly recorded; empty: it counts. */
    droppedReason: column.text(MAX_REASON),
    ...changing,
  },
  { rowsStay: true },
);
export interface ResultStored extends StoredOf<typeof resultTable> {}

export const consentTable = defineTable(
  'dialysis_file.consent',
  {
    ...written,
    kind: column.choice(...CONSENT_KINDS),
    modes: column.texts<DialysisMode>(10),
    signedOn: column.day(),
    signer: column.text(MAX_NAME),
    decision: column.choice(...CONSENT_DECISIONS),
    refusedReason: column.text(MAX_REASON),
    formVersion: column.text(MAX_FORM_VERSION),
    validTo: column.day().nullable(),
    files: column.json<readonly ConsentFile[]>(),
    withdrawnOn: column.day().nullable(),
    withdrawnReason: column.text(MAX_REASON),
    ...changing,
  },
  { rowsStay: true },
);
export interface ConsentStored extends StoredOf<typeof consentTable> {}

/** What was done with a file, for its history. */
export const changeTable = defineTable(
  'dialysis_file.change',
  {
    ...written,
    act: column.text(40),
    params: column.json<Readonly<Record<string, string | number>>>(),
    reason: column.text(MAX_NOTE),
  },
  { rowsStay: true },
);
