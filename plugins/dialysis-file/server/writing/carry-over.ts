import { mondayOf } from '@nephra/plugin-sdk/contract';
import { dialysisPlanWriter, type PatientFile } from '../../../patient/contract/index.ts';
import { DRY_WEIGHT_KG } from '../../contract/limits.ts';
import { dryWeightTable, patternTable } from '../tables/part.tables.ts';
import type { FileStored } from '../tables/file.table.ts';
import type { Ctx } from '../tables/tables.ts';
import { writer } from './written.ts';

/**
 * What the plan of the patient's file says already becomes the first pattern and the first dry weight, so that nothing of it is lost when the plan follows from
 * here on. The dry weight is due for a review at once: nobody knows when it was assessed.
 */
export async function carryOver(ctx: Ctx, file: Pick<FileStored, 'id' | 'orgId'>, plan: PatientFile['dialysis']): Promise<void> {
  if (plan === null) return;
  const today = ctx.clock.today();
  const shifts = await ctx.service(dialysisPlanWriter).shifts([file.orgId]);
  if (plan.weekdays.length > 0 && shifts.some(({ id }) => id === plan.classId)) {
    const slots = plan.weekdays.map((weekday) => ({ week: 0, weekday, shiftId: plan.classId, stationId: null, mode: null }));
    const span = { fromDay: today, toDay: null, cycleWeeks: 1, anchorMonday: mondayOf(today), everyDays: null };
    await patternTable.insert(ctx, { ...writer(ctx, file), ...span, slots, remark: '', reason: ctx.text('carriedOver'), cancelled: false });
  }
  const { dryWeight } = plan;
  if (dryWeight !== null && dryWeight >= DRY_WEIGHT_KG.min && dryWeight <= DRY_WEIGHT_KG.max) {
    const assessed = { kg: dryWeight.toFixed(1), fromDay: today, reviewOn: today, method: 'clinical' as const, reason: ctx.text('carriedOver') };
    await dryWeightTable.insert(ctx, { ...writer(ctx, file), ...assessed });
  }
}
