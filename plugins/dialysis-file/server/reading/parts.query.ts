import type { OrgId } from '@nephra/plugin-sdk/contract';
import { type RawBuilder, sql } from 'kysely';
import type { MarkerResult } from '../../contract/index.ts';
import type { DialysisPattern } from '../../contract/pattern.ts';
import { type FileStored, fileTable } from '../tables/file.table.ts';
import {
  type AccessStored,
  accessTable,
  type ConsentStored,
  consentTable,
  type DryWeightStored,
  dryWeightTable,
  type PatternStored,
  patternTable,
  type PrescriptionStored,
  prescriptionTable,
  type ResultStored,
  resultTable,
} from '../tables/part.tables.ts';
import type { WorkCtx } from '../tables/tables.ts';

/** Everything that counts of one patient: not what was cancelled, dropped or taken back. Each list is in the order in which it was written. */
export interface Parts {
  readonly file: FileStored;
  readonly patterns: readonly PatternStored[];
  readonly prescriptions: readonly PrescriptionStored[];
  readonly weights: readonly DryWeightStored[];
  readonly accesses: readonly AccessStored[];
  readonly results: readonly ResultStored[];
  readonly consents: readonly ConsentStored[];
}

export function byPatient<T extends { readonly patientId: string }>(rows: readonly T[]): ReadonlyMap<string, readonly T[]> {
  const found = new Map<string, T[]>();
  for (const row of rows) {
    const list = found.get(row.patientId);
    if (list) list.push(row);
    else found.set(row.patientId, [row]);
  }
  return found;
}

/**
 * Of a whole file; of many at once those that decide: the pattern in force and what is planned after it, the prescription that is signed and the draft
 * after it, the weight in force and the one before, of ten markers a dozen answers each,
 * and accesses and consents of some years.
 */
const KEPT = {
  whole: { patterns: 1_000, prescriptions: 1_000, weights: 1_000, accesses: 1_000, results: 2_000, consents: 1_000 },
  deciding: { patterns: 10, prescriptions: 2, weights: 2, accesses: 20, results: 120, consents: 40 },
} as const;

/** Ids of the newest rows of each patient, by the index of the table, however many years there are. `from` reads `stored`. */
const newest = (ids: readonly string[], from: RawBuilder<unknown>, most: number) =>
  sql<string>`(select newest.id from unnest(${ids}::text[]) as wanted (id) cross join lateral (select stored.id ${from} limit ${most}::int) as newest)`;

/** The rows of one wanted patient, newest first, each by an index of its table. */
// rows: of files that were found through their own door
const patternsOf = sql`from dialysis_file.pattern as stored where stored.patient_id = wanted.id and not stored.cancelled order by stored.from_day desc`;
const prescriptionsOf = (states: readonly string[]) =>
  // rows: of files that were found through their own door
  sql`from dialysis_file.prescription as stored where stored.patient_id = wanted.id and stored.state = any(${[...states]}::text[]) order by stored.version_no desc`;
// rows: of files that were found through their own door
const dryWeightsOf = sql`from dialysis_file.dry_weight as stored where stored.patient_id = wanted.id order by stored.written_at desc`;
// rows: of files that were found through their own door
const accessesOf = sql`from dialysis_file.access as stored where stored.patient_id = wanted.id order by stored.written_at desc`;
// rows: of files that were found through their own door
const resultsOf = sql`from dialysis_file.result as stored where stored.patient_id = wanted.id and stored.dropped_reason = '' order by stored.on_day desc`;
// rows: of files that were found through their own door
const consentsOf = sql`from dialysis_file.consent as stored where stored.patient_id = wanted.id order by stored.signed_on desc`;

/** @param replaced replaced prescriptions too */
export async function partsOf(
  ctx: Pick<WorkCtx, 'db'>,
  patientIds: readonly string[],
  orgIds: readonly OrgId[],
  { replaced = false } = {},
): Promise<ReadonlyMap<string, Parts>> {
  if (patientIds.length === 0 || orgIds.length === 0) return new Map();
  const files = await fileTable
    .everywhere(ctx, 'of files that the caller was found to see, or that a plugin asks about in its organisations', 'row')
    .where('row.id', 'in', [...patientIds])
    .where('row.orgId', 'in', [...orgIds])
    .execute();
  const ids = files.map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const kept = replaced ? KEPT.whole : KEPT.deciding;
  const patterns = byPatient(
    await patternTable
      .everywhere(ctx, 'of files that the caller was found to see, or that a plugin asks about in its organisations', 'row')
      .where('row.id', 'in', newest(ids, patternsOf, kept.patterns))
      .where('row.cancelled', '=', false)
      .orderBy('row.fromDay')
      .orderBy('row.id')
      .execute(),
  );
  const states = replaced ? (['signed', 'draft', 'replaced'] as const) : (['signed', 'draft'] as const);
  const prescriptions = byPatient(
    await prescriptionTable
      .everywhere(ctx, 'of files that the caller was found to see, or that a plugin asks about in its organisations', 'row')
      .where('row.id', 'in', newest(ids, prescriptionsOf(states), kept.prescriptions))
      .where('row.state', 'in', [...states])
      .orderBy('row.versionNo')
      .execute(),
  );
  const weights = byPatient(
    await dryWeightTable
      .everywhere(ctx, 'of files that the caller was found to see, or that a plugin asks about in its organisations', 'row')
      .where('row.id', 'in', newest(ids, dryWeightsOf, kept.weights))
      .orderBy('row.writtenAt')
      .orderBy('row.id')
      .execute(),
  );
  const accesses = byPatient(
    await accessTable
      .everywhere(ctx, 'of files that the caller was found to see, or that a plugin asks about in its organisations', 'row')
      .where('row.id', 'in', newest(ids, accessesOf, kept.accesses))
      .orderBy('row.writtenAt')
      .orderBy('row.id')
      .execute(),
  );
  const results = byPatient(
    await resultTable
      .everywhere(ctx, 'of files that the caller was found to see, or that a plugin asks about in its organisations', 'row')
      .where('row.id', 'in', newest(ids, resultsOf, kept.results))
      .where('row.droppedReason', '=', '')
      .orderBy('row.writtenAt')
      .orderBy('row.id')
      .execute(),
  );
  const consents = byPatient(
    await consentTable
      .everywhere(ctx, 'of files that the caller was found to see, or that a plugin asks about in its organisations', 'row')
      .where('row.id', 'in', newest(ids, consentsOf, kept.consents))
      .orderBy('row.writtenAt')
      .orderBy('row.id')
      .execute(),
  );
  return new Map(
    files.map((file) => [
      file.id,
      {
        file,
        patterns: patterns.get(file.id) ?? [],
        prescriptions: prescriptions.get(file.id) ?? [],
        weights: weights.get(file.id) ?? [],
        accesses: accesses.get(file.id) ?? [],
        results: results.get(file.id) ?? [],
        consents: consents.get(file.id) ?? [],
      },
    ]),
  );
}

export const patternOf = (row: PatternStored): DialysisPattern => ({
  patternId: row.id,
  orgId: row.orgId,
  patientId: row.patientId,
  from: row.fromDay,
  to: row.toDay,
  cycleWeeks: row.cycleWeeks,
  anchorMonday: row.anchorMonday,
  everyDays: row.everyDays,
  slots: row.slots,
  remark: row.remark,
  version: row.version,
});

export const markersOf = ({ results }: Pick<Parts, 'results'>): MarkerResult[] =>
  results.map(({ marker, result, onDay, titre }) => ({ marker, result, on: onDay, titre }));

export const signedOf = ({ prescriptions }: Pick<Parts, 'prescriptions'>): PrescriptionStored | undefined =>
  prescriptions.find(({ state }) => state === 'signed');
export const draftOf = ({ prescriptions }: Pick<Parts, 'prescriptions'>): PrescriptionStored | undefined =>
  prescriptions.find(({ state }) => state === 'draft');
/** With the days as rules name them. */
export const weightsOf = ({ weights }: Pick<Parts, 'weights'>) => weights.map((row) => ({ row, from: row.fromDay }));
