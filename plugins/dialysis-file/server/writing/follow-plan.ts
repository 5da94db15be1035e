import type { OrgId } from '@nephra/plugin-sdk/contract';
import { dialysisPlanWriter } from '../../../patient/contract/index.ts';
import { dialysisStations } from '../../contract/stations.service.ts';
import { accessInUse, onDay, weightOn } from '../../domain/in-force.ts';
import { planView } from '../../domain/plan-view.ts';
import { hasEnded } from '../reading/facts.ts';
import { type Parts, partsOf, patternOf, signedOf, weightsOf } from '../reading/parts.query.ts';
import type { WorkCtx } from '../tables/tables.ts';

/** The plan in the patient's file as it follows from the parts of the dialysis file. */
function viewOf(parts: Parts, today: string, stationCodes: ReadonlyMap<string, string>) {
  const ended = hasEnded(parts.file, today);
  const weight = weightOn(weightsOf(parts), today)?.row;
  const sources = {
    pattern: ended ? undefined : onDay(parts.patterns.map(patternOf), today),
    mode: signedOf(parts)?.content.mode ?? null,
    kg: weight ? Number(weight.kg) : null,
    access: accessInUse(parts.accesses),
    firstDialysisOn: parts.file.firstDialysisOn,
    stationCodes,
  };
  return planView(sources, today);
}

/**
 * The plan of the patient's file follows the dialysis file, in the running transaction.
 *
 * @param by who changed it; a job names nobody
 * @returns how many files changed
 */
export async function followPlans(
  ctx: WorkCtx,
  patientIds: readonly string[],
  orgIds: readonly OrgId[],
  by: { userId: string; userName: string },
): Promise<number> {
  const plans = ctx.service(dialysisPlanWriter);
  const stations = (await ctx.optionalService(dialysisStations)?.stations(orgIds)) ?? [];
  const codes = new Map(stations.map(({ stationId, code }) => [stationId, code]));
  const today = ctx.clock.today();
  let changed = 0;
  for (const parts of (await partsOf(ctx, patientIds, orgIds)).values()) {
    const wrote = await plans.write({ patientId: parts.file.id, orgId: parts.file.orgId, plan: viewOf(parts, today, codes), by });
    if (wrote) changed += 1;
  }
  return changed;
}
