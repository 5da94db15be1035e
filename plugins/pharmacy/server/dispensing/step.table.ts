import { column, defineTable, type ReadContext, type StoredOf } from '@nephra/plugin-sdk/server';
import type { NewRow } from '../new-row.ts';
import { MAX_REASON } from '../../contract/limits.ts';

/** Who did what with a prescription, and why; added to and never changed. */
export const stepTable = defineTable(
  'pharmacy.dispensing_step',
  {
    id: column.id(),
    /** Given by the database, in the order of writing. */
    seq: column.int(1, 9_000_000_000_000_000),
    orgId: column.org(),
    dpId: column.id(),
    action: column.choice('review', 'refuse', 'pick', 'unpick', 'dispense', 'return'),
    rxStatus: column.int(-100, 100),
    reason: column.text(MAX_REASON),
    operatorId: column.text(64),
    operatorName: column.text(100),
    actedAt: column.instant(),
    /** What a review looked at. */
    checks: column.texts(64),
    /** Something was left for later. */
    partial: column.flag(),
  },
  { rowsStay: true },
);
export interface StepStored extends StoredOf<typeof stepTable> {}
export type NewStep = NewRow<StepStored, 'checks' | 'partial'>;

export const stepsOf = (ctx: ReadContext, dpId: string): Promise<StepStored[]> =>
  stepTable.select(ctx).where('row.dpId', '=', dpId).orderBy('row.seq').execute();

/** What was done last with each of these prescriptions; those that nothing was done with are left out. */
export async function lastStepsOf(ctx: ReadContext, dpIds: readonly string[]): Promise<Map<string, StepStored>> {
  if (dpIds.length === 0) return new Map();
  const newestFirst = stepTable
    .select(ctx)
    .where('row.dpId', 'in', [...dpIds])
    .orderBy('row.dpId')
    .orderBy('row.seq', 'desc');
  const rows = await newestFirst.distinctOn('row.dpId').execute();
  return new Map(rows.map((row) => [row.dpId, row]));
}
