import type { LabTest } from '../../contract/labs.ts';
import type { LabView } from '../../contract/round.schema.ts';
import { type LabStored, labTable } from '../tables/lab.table.ts';
import type { Ctx } from '../tables/tables.ts';

/** Values of a patient: ten years of eight tests a month, and more. */
const MAX_LABS = 3_000;

export const labView = (row: LabStored): LabView => ({ labId: row.id, test: row.test, on: row.onDay, value: Number(row.value), byName: row.byName });

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
