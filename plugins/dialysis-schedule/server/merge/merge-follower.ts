import type { FileMerge, MergeFollower } from '../../../patient/contract/index.ts';
import { mergedSlots, type SlotsMoved } from '../../domain/rules/merged-slots.ts';
import { slotTable } from '../tables/plan.tables.ts';
import type { WorkCtx } from '../tables/tables.ts';

const slotsOf = (ctx: WorkCtx, patientIds: readonly string[], { orgId }: Pick<FileMerge, 'orgId'>) =>
  slotTable
    .everywhere(ctx, 'of two files that the patient plugin merges behind its own door, in their facility', 's')
    .where('s.patientId', 'in', [...patientIds])
    .where('s.orgId', '=', orgId);

async function setPatient(ctx: WorkCtx, ids: readonly string[], from: string, into: string): Promise<void> {
  if (ids.length === 0) return;
  // rows: places of the two files that are merged, or were
  await ctx.db
    .updateTable('dialysis_schedule.slot')
    .set({ patient_id: into })
    .where('id', 'in', [...ids])
    .where('patient_id', '=', from)
    .execute();
}
async function setState(ctx: WorkCtx, ids: readonly string[], from: 'planned' | 'cancelled', to: 'planned' | 'cancelled'): Promise<void> {
  if (ids.length === 0) return;
  // rows: places of the two files that are merged, or were
  await ctx.db
    .updateTable('dialysis_schedule.slot')
    .set({ state: to })
    .where('id', 'in', [...ids])
    .where('state', '=', from)
    .execute();
}

/** Places on the board move with a merge of patient files: a person has one in a shift. `updated_at` stays, for nobody wrote in them. */
export const slotMerges = (ctx: WorkCtx): MergeFollower => ({
  name: 'dialysisSchedule',
  order: 20,
  count: async (patientIds, orgId) =>
    patientIds.length === 0
      ? 0
      : (await slotsOf(ctx, patientIds, { orgId }).clearSelect().select('s.id').where('s.state', 'in', ['planned', 'arrived']).execute()).length,
  obstacle: async () => undefined,
  async follow(merge) {
    const rows = await slotsOf(ctx, [merge.from, merge.into], merge).orderBy('s.date').orderBy('s.id').forUpdate().execute();
    const of = (patientId: string) => rows.filter((row) => row.patientId === patientId);
    const moves = mergedSlots(of(merge.from), of(merge.into));
    await setState(ctx, moves.cancelled, 'planned', 'cancelled');
    await setPatient(ctx, moves.moved, merge.from, merge.into);
    return moves;
  },
  async undo(merge, followed) {
    const { moved = [], cancelled = [] } = followed as Partial<SlotsMoved>;
    await setPatient(ctx, moved, merge.into, merge.from);
    await setState(ctx, cancelled, 'cancelled', 'planned');
  },
  async lastWrittenAt(patientIds, orgId) {
    if (patientIds.length === 0) return null;
    const row = await slotsOf(ctx, patientIds, { orgId })
      .clearSelect()
      .select('s.updatedAt')
      .where('s.byId', '<>', '')
      .orderBy('s.updatedAt', 'desc')
      .limit(1)
      .executeTakeFirst();
    return row?.updatedAt.getTime() ?? null;
  },
});
