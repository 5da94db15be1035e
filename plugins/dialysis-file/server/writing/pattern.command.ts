import { dialysisPlanWriter } from '../../../patient/contract/index.ts';
import type { PatternBody } from '../../contract/parts.schema.ts';
import { addDays } from '../../contract/rules/calendar.ts';
import { dialysisStations } from '../../contract/stations.service.ts';
import { patternFault } from '../../domain/pattern-check.ts';
import { lockFile } from '../reading/visible-file.ts';
import { patternTable } from '../tables/part.tables.ts';
import type { Ctx } from '../tables/tables.ts';
import { followPlans } from './follow-plan.ts';
import { noteChange, raiseVersion, refuseAt, requireActive, tellPlanning, writer } from './written.ts';

/** A pattern is changed from today on, or planned ahead for a year; the first one may tell how it was. */
const AHEAD_DAYS = 366;

/** Gives the patient a pattern from a day on. The one in force ends on the day before; those that were to begin later are cancelled. */
export async function setPattern(
  ctx: Ctx,
  patientId: string,
  { version, reason, ...body }: PatternBody & { readonly version: number; readonly reason: string },
): Promise<{ id: string }> {
  const file = await lockFile(ctx, patientId, version);
  requireActive(ctx, file);
  const shifts = await ctx.service(dialysisPlanWriter).shifts([file.orgId]);
  const stations = await ctx.optionalService(dialysisStations)?.stations([file.orgId]);
  const fault = patternFault(body, new Set(shifts.map(({ id }) => id)), stations && new Set(stations.map(({ stationId }) => stationId)));
  if (fault) refuseAt(fault.field, fault.key, { day: body.from });
  const standing = await patternTable
    .everywhere(ctx, 'patterns of the file that was just locked', 'row')
    .where('row.patientId', '=', patientId)
    .where('row.cancelled', '=', false)
    .execute();
  const today = ctx.clock.today();
  if (body.from > addDays(today, AHEAD_DAYS)) refuseAt('from', 'day-far', { day: body.from });
  // What was held by the old pattern stays so: a change does not reach into the past.
  if (standing.some(({ fromDay }) => fromDay < today) && body.from < today) refuseAt('from', 'pattern-past');
  for (const old of standing) {
    if (old.fromDay >= body.from) await patternTable.update(ctx, old, { cancelled: true });
    else if (old.toDay === null || old.toDay >= body.from) await patternTable.update(ctx, old, { toDay: addDays(body.from, -1) });
  }
  const { from, cycleWeeks, anchorMonday, everyDays, slots, remark } = body;
  const row = await patternTable.insert(ctx, {
    ...writer(ctx, file),
    ...{
      fromDay: from,
      toDay: null,
      cycleWeeks: everyDays === null ? cycleWeeks : 1,
      anchorMonday,
      everyDays,
      slots,
      remark: remark.trim(),
      reason,
      cancelled: false,
    },
  });
  await raiseVersion(ctx, file);
  await noteChange(ctx, file, { act: 'pattern', params: { from }, reason, after: body });
  await followPlans(ctx, [patientId], [file.orgId], ctx.user);
  tellPlanning(ctx, file, from);
  return { id: row.id };
}
