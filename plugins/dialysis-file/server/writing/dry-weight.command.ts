import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import type { DryWeightView } from '../../contract/file.schema.ts';
import { addDays } from '../../contract/rules/calendar.ts';
import { dryWeightFacts } from '../reading/facts.ts';
import { limitsOf } from '../reading/limits.ts';
import { partsOf } from '../reading/parts.query.ts';
import { lockFile, partNotFound } from '../reading/visible-file.ts';
import { dryWeightTable } from '../tables/part.tables.ts';
import type { Ctx } from '../tables/tables.ts';
import { followPlans } from './follow-plan.ts';
import { noteChange, raiseVersion, requireActive, requireDay, writer } from './written.ts';

interface Assessed {
  readonly kg: number;
  readonly from: string;
  readonly method: DryWeightView['method'];
  readonly reason: string;
  /** The caller was asked whether so large a step is meant. */
  readonly confirmed: boolean;
  readonly version: number;
}

/** Sets the dry weight, or confirms it. @throws AppError `dialysis-file.dry-weight-step` until a large step is confirmed */
export async function setDryWeight(ctx: Ctx, patientId: string, { kg: typed, from, method, reason, confirmed, version }: Assessed): Promise<{ id: string }> {
  const file = await lockFile(ctx, patientId, version);
  requireActive(ctx, file);
  requireDay('from', from, ctx.clock.today());
  const kg = Number(typed.toFixed(1));
  const parts = (await partsOf(ctx, [patientId], [file.orgId])).get(patientId);
  if (!parts) throw partNotFound();
  const { dryWeightReviewDays, dryWeightStepPercent } = await limitsOf(ctx, file.orgId, ['dryWeightReviewDays', 'dryWeightStepPercent']);
  const before = dryWeightFacts(parts, ctx.clock.today())?.kg;
  const step = before === undefined ? 0 : Math.abs(kg - before) / before;
  if (before !== undefined && step * 100 > dryWeightStepPercent && !confirmed) {
    throw new AppError('dialysis-file.dry-weight-step', {
      code: EnvelopeCode.Invalid,
      params: { before: before.toFixed(1), after: kg.toFixed(1), percent: (step * 100).toFixed(1), limit: dryWeightStepPercent },
      fields: [{ path: 'kg', msg: '' }],
    });
  }
  const row = await dryWeightTable.insert(ctx, {
    ...writer(ctx, file),
    ...{ kg: kg.toFixed(1), fromDay: from, reviewOn: addDays(from, dryWeightReviewDays), method, reason: reason.trim() },
  });
  await raiseVersion(ctx, file);
  await noteChange(ctx, file, { act: 'dry-weight', params: { kg: kg.toFixed(1), from }, reason, before: { kg: before ?? null }, after: { kg } });
  await followPlans(ctx, [patientId], [file.orgId], ctx.user);
  return { id: row.id };
}
