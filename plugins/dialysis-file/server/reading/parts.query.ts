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

/** What rules ask of a result. */
export type ResultRead = Pick<ResultStored, 'patientId' | 'marker' | 'result' | 'onDay' | 'titre'>;

/** Everything that counts of one patient: not what was cancelled, dropped or taken back. Each list is in the order in which it was written. */
export interface Parts {
  readonly file: FileStored;
  readonly patterns: readonly PatternStored[];
  readonly prescriptions: readonly PrescriptionStored[];
  readonly weights: readonly DryWeightStored[];
  readonly accesses: readonly AccessStored[];
  readonly results: readonly ResultRead[];
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

/** With everything that was ever written. */
export interface WholeParts extends Parts {
  readonly results: readonly ResultStored[];
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
const newest = (ids: readonly string[], { table, counts, newestBy }: PartKind, most: number, columns = sql`stored.id`): RawBuilder<string> =>
  sql<string>`(select newest.* from unnest(${ids}::text[]) as wanted (id) cross join lateral (
    select ${columns} from ${sql.table(`dialysis_file.${table}`)} as stored
    where stored.patient_id = wanted.id and ${counts} order by ${sql.ref(`stored.${newestBy}`)} desc limit ${most}::int) as newest)`;

/** Of hundreds of files a hundred results each: five columns, read without their table's codecs. */
async function resultsRead({ db }: Pick<WorkCtx, 'db'>, ids: readonly string[], kind: PartKind): Promise<readonly ResultRead[]> {
  const columns = sql`stored.patient_id as "patientId", stored.marker, stored.result, stored.on_day::text as "onDay", stored.titre, stored.written_at, stored.id`;
  const { rows } = await sql<ResultRead>`select found."patientId", found.marker, found.result, found."onDay", found.titre
    from ${newest(ids, kind, KEPT.deciding.results, columns)} as found order by found.written_at, found.id`.execute(db);
  return rows;
}

export type PartName = keyof typeof KEPT.whole;
/** Of each kind of part, those chosen, in the order in which they were written. */
const READERS = {
  patterns: (ctx: Pick<WorkCtx, 'db'>, chosen: RawBuilder<string>) =>
    patternTable
      .everywhere(ctx, 'of files that the caller was found to see, or that a plugin asks about in its organisations', 'row')
      .where('row.id', 'in', chosen)
      .orderBy('row.fromDay')
      .orderBy('row.id')
      .execute(),
  prescriptions: (ctx: Pick<WorkCtx, 'db'>, chosen: RawBuilder<string>) =>
    prescriptionTable
      .everywhere(ctx, 'of files that the caller was found to see, or that a plugin asks about in its organisations', 'row')
      .where('row.id', 'in', chosen)
      .orderBy('row.versionNo')
      .orderBy('row.id')
      .execute(),
  weights: (ctx: Pick<WorkCtx, 'db'>, chosen: RawBuilder<string>) =>
    dryWeightTable
      .everywhere(ctx, 'of files that the caller was found to see, or that a plugin asks about in its organisations', 'row')
      .where('row.id', 'in', chosen)
      .orderBy('row.writtenAt')
      .orderBy('row.id')
      .execute(),
  accesses: (ctx: Pick<WorkCtx, 'db'>, chosen: RawBuilder<string>) =>
    accessTable
      .everywhere(ctx, 'of files that the caller was found to see, or that a plugin asks about in its organisations', 'row')
      .where('row.id', 'in', chosen)
      .orderBy('row.writtenAt')
      .orderBy('row.id')
      .execute(),
  results: (ctx: Pick<WorkCtx, 'db'>, chosen: RawBuilder<string>) =>
    resultTable
      .everywhere(ctx, 'of files that the caller was found to see, or that a plugin asks about in its organisations', 'row')
      .where('row.id', 'in', chosen)
      .orderBy('row.writtenAt')
      .orderBy('row.id')
      .execute(),
  consents: (ctx: Pick<WorkCtx, 'db'>, chosen: RawBuilder<string>) =>
    consentTable
      .everywhere(ctx, 'of files that the caller was found to see, or that a plugin asks about in its organisations', 'row')
      .where('row.id', 'in', chosen)
      .orderBy('row.writtenAt')
      .orderBy('row.id')
      .execute(),
} as const satisfies { readonly [N in PartName]: (ctx: Pick<WorkCtx, 'db'>, chosen: RawBuilder<string>) => Promise<WholeParts[N]> };

const ALL_PARTS = ['patterns', 'prescriptions', 'weights', 'accesses', 'results', 'consents'] as const satisfies readonly PartName[];

/** Files that somebody may see, with parts of each by the name of their kind. */
async function withParts<P>(
  ctx: Pick<WorkCtx, 'db'>,
  patientIds: readonly string[],
  orgIds: readonly OrgId[],
  names: readonly PartName[],
  read: (name: PartName, ids: readonly string[]) => Promise<readonly { readonly patientId: string }[]>,
): Promise<ReadonlyMap<string, P>> {
  if (patientIds.length === 0 || orgIds.length === 0) return new Map();
  const files = await fileTable
    .everywhere(ctx, 'of files that the caller was found to see, or that a plugin asks about in its organisations', 'row')
    .where('row.id', 'in', [...patientIds])
    .where('row.orgId', 'in', [...orgIds])
    .execute();
  const ids = files.map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const found = new Map<PartName, ReadonlyMap<string, readonly { readonly patientId: string }[]>>();
  for (const name of names) found.set(name, byPatient(await read(name, ids)));
  // Each name stands for what its reader gives.
  return new Map(files.map((file) => [file.id, { file, ...Object.fromEntries(names.map((name) => [name, found.get(name)?.get(file.id) ?? []])) } as P]));
}

/** Kinds of parts that decide, of many files: what one rule needs of all of them costs a fraction of whole ones. */
export const somePartsOf = <N extends PartName>(ctx: Pick<WorkCtx, 'db'>, patientIds: readonly string[], orgIds: readonly OrgId[], names: readonly N[]) => {
  const kinds = kindsOf(['signed', 'draft']);
  return withParts<Pick<Parts, N | 'file'>>(ctx, patientIds, orgIds, names, (name, ids) =>
    name === 'results' ? resultsRead(ctx, ids, kinds.results) : READERS[name](ctx, newest(ids, kinds[name], KEPT.deciding[name])),
  );
};

/** All parts that decide, of many files. */
export const partsOf = (ctx: Pick<WorkCtx, 'db'>, patientIds: readonly string[], orgIds: readonly OrgId[]): Promise<ReadonlyMap<string, Parts>> =>
  somePartsOf(ctx, patientIds, orgIds, ALL_PARTS);

/** Everything that was ever written of one patient, replaced prescriptions too. */
export async function wholePartsOf(ctx: Pick<WorkCtx, 'db'>, patientId: string, orgIds: readonly OrgId[]): Promise<WholeParts | undefined> {
  const kinds = kindsOf(['signed', 'draft', 'replaced']);
  const found = await withParts<WholeParts>(ctx, [patientId], orgIds, ALL_PARTS, (name, ids) => READERS[name](ctx, newest(ids, kinds[name], KEPT.whole[name])));
  return found.get(patientId);
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
