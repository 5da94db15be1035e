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

/** How the rows of a kind of part are chosen: what counts of them, and by what, with an index of the table, the newest are found. Both are SQL on `stored`. */
interface PartKind {
  readonly table: string;
  readonly counts: RawBuilder<unknown>;
  readonly newestBy: string;
}
const everything = sql`true`;
const kindsOf = (states: readonly string[]): Readonly<Record<keyof typeof KEPT.whole, PartKind>> => ({
  patterns: { table: 'pattern', counts: sql`not stored.cancelled`, newestBy: 'from_day' },
  prescriptions: { table: 'prescription', counts: sql`stored.state = any(${[...states]}::text[])`, newestBy: 'version_no' },
  weights: { table: 'dry_weight', counts: everything, newestBy: 'written_at' },
  accesses: { table: 'access', counts: everything, newestBy: 'written_at' },
  results: { table: 'result', counts: sql`stored.dropped_reason = ''`, newestBy: 'on_day' },
  consents: { table: 'consent', counts: everything, newestBy: 'signed_on' },
});

/** Ids of the newest rows of each patient, however many years there are; of files that were found through their own door. */
const newest = (ids: readonly string[], { table, counts, newestBy }: PartKind, most: number): RawBuilder<string> =>
  sql<string>`(select newest.id from unnest(${ids}::text[]) as wanted (id) cross join lateral (
    select stored.id from ${sql.table(`dialysis_file.${table}`)} as stored
    where stored.patient_id = wanted.id and ${counts} order by ${sql.ref(`stored.${newestBy}`)} desc limit ${most}::int) as newest)`;

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
  const kinds = kindsOf(replaced ? ['signed', 'draft', 'replaced'] : ['signed', 'draft']);
  const rowsOf = async <S extends { readonly patientId: string }>(
    kind: keyof typeof KEPT.whole,
    read: (chosen: RawBuilder<string>) => Promise<readonly S[]>,
  ): Promise<ReadonlyMap<string, readonly S[]>> => byPatient(await read(newest(ids, kinds[kind], kept[kind])));
  const patterns = await rowsOf('patterns', (chosen) =>
    patternTable
      .everywhere(ctx, 'of files that the caller was found to see, or that a plugin asks about in its organisations', 'row')
      .where('row.id', 'in', chosen)
      .orderBy('row.fromDay')
      .orderBy('row.id')
      .execute(),
  );
  const prescriptions = await rowsOf('prescriptions', (chosen) =>
    prescriptionTable
      .everywhere(ctx, 'of files that the caller was found to see, or that a plugin asks about in its organisations', 'row')
      .where('row.id', 'in', chosen)
      .orderBy('row.versionNo')
      .orderBy('row.id')
      .execute(),
  );
  const weights = await rowsOf('weights', (chosen) =>
    dryWeightTable
      .everywhere(ctx, 'of files that the caller was found to see, or that a plugin asks about in its organisations', 'row')
      .where('row.id', 'in', chosen)
      .orderBy('row.writtenAt')
      .orderBy('row.id')
      .execute(),
  );
  const accesses = await rowsOf('accesses', (chosen) =>
    accessTable
      .everywhere(ctx, 'of files that the caller was found to see, or that a plugin asks about in its organisations', 'row')
      .where('row.id', 'in', chosen)
      .orderBy('row.writtenAt')
      .orderBy('row.id')
      .execute(),
  );
  const results = await rowsOf('results', (chosen) =>
    resultTable
      .everywhere(ctx, 'of files that the caller was found to see, or that a plugin asks about in its organisations', 'row')
      .where('row.id', 'in', chosen)
      .orderBy('row.writtenAt')
      .orderBy('row.id')
      .execute(),
  );
  const consents = await rowsOf('consents', (chosen) =>
    consentTable
      .everywhere(ctx, 'of files that the caller was found to see, or that a plugin asks about in its organisations', 'row')
      .where('row.id', 'in', chosen)
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
