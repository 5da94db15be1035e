import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import type { AssessedWeight } from '../../contract/index.ts';
import { addDays } from '../../contract/rules/calendar.ts';
import { limitsOf } from '../reading/limits.ts';
import { fileTable } from '../tables/file.table.ts';
import { changeTable, dryWeightTable } from '../tables/part.tables.ts';
import type { WorkCtx } from '../tables/tables.ts';
import { followPlans } from '../writing/follow-plan.ts';
import { requireDay } from '../writing/written.ts';

/** Stores a dry weight that a doctor signed elsewhere, under the lock of the file. The audit entry is the caller's. @returns its id */
export async function assessDryWeight(ctx: WorkCtx, { patientId, orgId, kg, from, method, reason, by }: AssessedWeight): Promise<string> {
  requireDay('from', from, ctx.clock.today());
  // rows: locked by its id within the organisation that the asking plugin has checked
  await ctx.db.selectFrom('dialysis_file.file').select('id').where('id', '=', patientId).where('org_id', '=', orgId).forNoKeyUpdate().execute();
  const [file] = await fileTable
    .everywhere(ctx, 'the file of a patient that the asking plugin has checked', 'row')
    .where('row.id', '=', patientId)
    .where('row.orgId', '=', orgId)
    .execute();
  if (!file) throw new AppError('dialysis-file.not-found', { code: EnvelopeCode.NotFound });
  if (file.outcomeOn !== null) throw new AppError('dialysis-file.ended', { code: EnvelopeCode.Conflict, params: { day: file.outcomeOn } });
  const { dryWeightReviewDays } = await limitsOf(ctx, orgId, ['dryWeightReviewDays']);
  const written = { orgId, patientId, byId: by.userId, byName: by.userName, writtenAt: ctx.clock.now() };
  const weight = { kg: kg.toFixed(1), fromDay: from, reviewOn: addDays(from, dryWeightReviewDays), method, reason: reason.trim() };
  const row = await dryWeightTable.insert(ctx, { ...written, ...weight });
  await fileTable.update(ctx, file, { changes: file.changes + 1 });
  await changeTable.insert(ctx, { ...written, act: 'dry-weight', params: { kg: weight.kg, from }, reason: weight.reason });
  await followPlans(ctx, [patientId], [orgId], by);
  return row.id;
}
