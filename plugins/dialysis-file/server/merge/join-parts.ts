import { type Kysely, sql } from 'kysely';
import type { FileMerge } from '../../../patient/contract/index.ts';
import { mergedParts, type MergingParts, type PartsMoved } from '../../domain/merged-parts.ts';
import type { FileStored } from '../tables/file.table.ts';
import { accessTable, dryWeightTable, patternTable, prescriptionTable } from '../tables/part.tables.ts';
import type { DialysisFileDb, WorkCtx } from '../tables/tables.ts';

/** What joined, and what the file that is left said before. */
export interface Joined {
  readonly parts: PartsMoved;
  /** Rows that join without a choice: markers, consents, history. */
  readonly others: Readonly<Record<(typeof JOINING)[number], readonly string[]>>;
  readonly before: Readonly<{ firstDialysisOn: string | null; comorbidities: readonly string[]; dialyserAllergies: readonly string[] }>;
}

const JOINING = ['result', 'consent', 'change'] as const;
type PartName = 'pattern' | 'prescription' | 'dry_weight' | 'access' | 'access_event' | (typeof JOINING)[number];

async function partsFor(ctx: WorkCtx, patientId: string): Promise<MergingParts> {
  const patterns = await patternTable
    .everywhere(ctx, 'parts of two files that the patient plugin merges behind its own door', 'p')
    .where('p.patientId', '=', patientId)
    .execute();
  const prescriptions = await prescriptionTable
    .everywhere(ctx, 'parts of two files that the patient plugin merges behind its own door', 'p')
    .where('p.patientId', '=', patientId)
    .execute();
  const weights = await dryWeightTable
    .everywhere(ctx, 'parts of two files that the patient plugin merges behind its own door', 'w')
    .where('w.patientId', '=', patientId)
    .execute();
  const accesses = await accessTable
    .everywhere(ctx, 'parts of two files that the patient plugin merges behind its own door', 'a')
    .where('a.patientId', '=', patientId)
    .execute();
  return {
    patterns: patterns.map(({ id, toDay, cancelled }) => ({ id, to: toDay, cancelled })),
    prescriptions: prescriptions.map(({ id, versionNo, state }) => ({ id, versionNo, state })),
    weights: weights.map(({ id }) => ({ id })),
    accesses: accesses.map(({ id, state }) => ({ id, state })),
  };
}

/** Makes parts those of another file. */
async function give(db: Kysely<DialysisFileDb>, part: PartName, ids: readonly string[], from: string, into: string): Promise<void> {
  if (ids.length === 0) return;
  await sql`update ${sql.table(`dialysis_file.${part}`)} set patient_id = ${into} where id = any(${[...ids]}::text[]) and patient_id = ${from}`.execute(db);
}

async function idsOf(db: Kysely<DialysisFileDb>, part: (typeof JOINING)[number], patientId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from ${sql.table(`dialysis_file.${part}`)} where patient_id = ${patientId} order by id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Events of accesses go where their accesses go. */
async function giveEvents(db: Kysely<DialysisFileDb>, accessIds: readonly string[], from: string, into: string): Promise<void> {
  if (accessIds.length === 0) return;
  // rows: parts of the two files that are merged, or were
  await db
    .updateTable('dialysis_file.access_event')
    .set({ patient_id: into })
    .where('access_id', 'in', [...accessIds])
    .where('patient_id', '=', from)
    .execute();
}

const union = (one: readonly string[], other: readonly string[]): string[] => [...new Set([...one, ...other])];
const earlier = (one: string | null, other: string | null): string | null => (one === null || (other !== null && other < one) ? other : one);

type Said = Joined['before'];
/** What the file that is left says; `updated_at` stays, for the move is no write of anybody. */
async function say(db: Kysely<DialysisFileDb>, id: string, { firstDialysisOn, comorbidities, dialyserAllergies }: Said): Promise<void> {
  // rows: one of the two files that are merged, or were
  await sql`update dialysis_file.file set first_dialysis_on = ${firstDialysisOn}::date, comorbidities = ${[...comorbidities]}::text[],
    dialyser_allergies = ${[...dialyserAllergies]}::text[], changes = changes + 1, version = version + 1 where id = ${id}`.execute(db);
}
/** The file that goes is in no list any more; its row stays for what stays behind. */
const setRetired = (db: Kysely<DialysisFileDb>, id: string, retired: boolean) =>
  // rows: one of the two files that are merged, or were
  sql`update dialysis_file.file set deleted_at = case when ${retired} then updated_at else null end, version = version + 1 where id = ${id}`.execute(db);

async function setPatterns(db: Kysely<DialysisFileDb>, ids: readonly string[], cancelled: boolean): Promise<void> {
  if (ids.length === 0) return;
  // rows: parts of the two files that are merged, or were
  await db
    .updateTable('dialysis_file.pattern')
    .set({ cancelled })
    .where('id', 'in', [...ids])
    .execute();
}

/** Numbers and states first, so that no two are signed under one file for a moment. */
async function setPrescription(db: Kysely<DialysisFileDb>, id: string, versionNo: number, state: string, patientId: string): Promise<void> {
  // rows: parts of the two files that are merged, or were
  await sql`update dialysis_file.prescription set version_no = ${versionNo}, state = ${state}, patient_id = ${patientId} where id = ${id}`.execute(db);
}

export async function joinParts(ctx: WorkCtx, going: FileStored, left: FileStored, today: string): Promise<Joined> {
  const { db } = ctx;
  const parts = mergedParts(await partsFor(ctx, going.id), await partsFor(ctx, left.id), today);
  await setPatterns(db, parts.cancelled, true);
  await give(db, 'pattern', parts.patterns, going.id, left.id);
  for (const { id, versionNo, state } of parts.prescriptions) await setPrescription(db, id, versionNo, state, left.id);
  await give(db, 'dry_weight', parts.weights, going.id, left.id);
  await giveEvents(db, parts.accesses, going.id, left.id);
  await give(db, 'access', parts.accesses, going.id, left.id);
  const others: Record<string, readonly string[]> = {};
  for (const part of JOINING) {
    others[part] = await idsOf(db, part, going.id);
    await give(db, part, others[part], going.id, left.id);
  }
  const { firstDialysisOn, comorbidities, dialyserAllergies } = left;
  await say(db, left.id, {
    firstDialysisOn: earlier(firstDialysisOn, going.firstDialysisOn),
    comorbidities: union(comorbidities, going.comorbidities),
    dialyserAllergies: union(dialyserAllergies, going.dialyserAllergies),
  });
  await setRetired(db, going.id, true);
  return { parts, others: others as Joined['others'], before: { firstDialysisOn, comorbidities, dialyserAllergies } };
}

/** Both files as they were. */
export async function separateParts(ctx: WorkCtx, { from, into }: FileMerge, { parts, others, before }: Joined): Promise<void> {
  const { db } = ctx;
  await setRetired(db, from, false);
  await say(db, into, before);
  for (const part of JOINING) await give(db, part, others[part], into, from);
  await giveEvents(db, parts.accesses, into, from);
  await give(db, 'access', parts.accesses, into, from);
  await give(db, 'dry_weight', parts.weights, into, from);
  for (const { id, wasNo, wasState } of parts.prescriptions) await setPrescription(db, id, wasNo, wasState, from);
  await give(db, 'pattern', parts.patterns, into, from);
  await setPatterns(db, parts.cancelled, false);
}
