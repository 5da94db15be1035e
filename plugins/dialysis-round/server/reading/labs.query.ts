import { LAB_TESTS, type LabTest } from '../../contract/labs.ts';
import type { LabView } from '../../contract/round.schema.ts';
import { differingFrom } from '../../domain/two-values.ts';
import { type LabStored, labTable } from '../tables/lab.table.ts';
import type { Ctx } from '../tables/tables.ts';

/** Values of a patient: ten years of eight tests a month, and more. */
const MAX_LABS = 3_000;

export const labView = (row: LabStored, differs = false): LabView => ({
  ...{ labId: row.id, test: row.test, on: row.onDay, value: Number(row.value), byName: row.byName },
  differs,
});
const measured = (row: LabStored) => ({ test: row.test, onDay: row.onDay, value: Number(row.value) });

/** Whether of a test and a day several of these values differ. */
export function differingOf(rows: readonly LabStored[]): (row: LabStored) => boolean {
  const differs = differingFrom(rows.map(measured));
  return (row) => differs(measured(row));
}

/**
 * The last value of each test; where a file that was merged into this one has another value of that day, that one behind it.
 * @param ids of all files of the person
 */
export async function lastLabsOfPerson(ctx: Ctx, patientId: string, ids: readonly string[], until: string): Promise<readonly LabView[]> {
  const last = (await lastLabs(ctx, [patientId], LAB_TESTS, until)).get(patientId) ?? [];
  const others = ids.length < 2 ? [] : (await labsOf(ctx, ids)).filter((row) => row.patientId !== patientId);
  const differs = differingOf([...last, ...others]);
  return last.flatMap((row) => {
    const rivals = others.filter((other) => other.test === row.test && other.onDay === row.onDay && Number(other.value) !== Number(row.value));
    return [row, ...rivals].map((one) => labView(one, differs(one)));
  });
}

/**
 * Of each test the values of its last day, by person: that of the own file first, behind it those of files merged into it that differ.
 * @param merged files that were merged away, and into which of these
 */
export async function lastLabsOfPersons(
  ctx: Ctx,
  patientIds: readonly string[],
  merged: ReadonlyMap<string, string>,
  tests: readonly LabTest[],
  until: string,
): Promise<ReadonlyMap<string, readonly LabStored[]>> {
  const last = await lastLabs(ctx, [...patientIds, ...merged.keys()], tests, until);
  const rivals = new Map<string, LabStored[]>();
  for (const [gone, left] of merged) rivals.set(left, [...(rivals.get(left) ?? []), ...(last.get(gone) ?? [])]);
  return new Map(patientIds.map((id) => [id, lastOfDay(last.get(id) ?? [], rivals.get(id) ?? [])]));
}

function lastOfDay(own: readonly LabStored[], others: readonly LabStored[]): readonly LabStored[] {
  const found: LabStored[] = [...own];
  for (const other of others) {
    const same = found.filter(({ test }) => test === other.test);
    if (same.length === 0 || (same[0]?.onDay === other.onDay && same.every(({ value }) => Number(value) !== Number(other.value)))) found.push(other);
  }
  return found;
}

const counting = (ctx: Ctx) => labTable.select(ctx, 'l').where('l.withdrawnReason', '=', '');

/** The last value of each of these tests, by patient. */
export async function lastLabs(
  ctx: Ctx,
  patientIds: readonly string[],
  tests: readonly LabTest[],
  until: string,
): Promise<ReadonlyMap<string, readonly LabStored[]>> {
  const found = new Map<string, LabStored[]>();
  if (patientIds.length === 0) return found;
  const rows = await counting(ctx)
    .distinctOn(['l.patientId', 'l.test'])
    .where('l.patientId', 'in', [...patientIds])
    .where('l.test', 'in', [...tests])
    .where('l.onDay', '<=', until)
    .orderBy('l.patientId')
    .orderBy('l.test')
    .orderBy('l.onDay', 'desc')
    .execute();
  for (const row of rows) {
    const own = found.get(row.patientId);
    if (own) own.push(row);
    else found.set(row.patientId, [row]);
  }
  return found;
}

/** All values that count, newest first. */
export async function labsOf(ctx: Ctx, patientIds: readonly string[]): Promise<readonly LabStored[]> {
  if (patientIds.length === 0) return [];
  return await counting(ctx)
    .where('l.patientId', 'in', [...patientIds])
    .orderBy('l.onDay', 'desc')
    .orderBy('l.id')
    .limit(MAX_LABS)
    .execute();
}
