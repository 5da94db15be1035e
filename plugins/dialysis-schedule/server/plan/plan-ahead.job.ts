import { dayAfter, type OrgId } from '@nephra/plugin-sdk/contract';
import { type Job, subscribe } from '@nephra/plugin-sdk/server';
import { planningChanged } from '../../../dialysis-file/contract/index.ts';
import { settings } from '../../contract/settings.ts';
import type { ScheduleDb, WorkCtx } from '../tables/tables.ts';
import { materialise } from './materialise.ts';

/** Days of one transaction: so long the boards of these days wait. */
const BATCH_DAYS = 7;

/** Facilities that have stations. */
export async function plannedOrgs(ctx: Pick<WorkCtx, 'db'>): Promise<OrgId[]> {
  // rows: ids of organisations that have stations, for the work over all of them
  const rows = await ctx.db.selectFrom('dialysis_schedule.station').select('org_id').distinct().where('deleted_at', 'is', null).orderBy('org_id').execute();
  return rows.map(({ org_id }) => org_id as OrgId);
}

/** From tomorrow on: what stands on the board of today is the day's work. */
export const firstPlannedDay = (ctx: Pick<WorkCtx, 'clock'>): string => dayAfter(ctx.clock.today(), 1);

export const planAheadJob: Job<ScheduleDb> = {
  name: 'plan-ahead',
  title: { zh: '展开透析排班', zhtw: '展開透析排班', en: 'Plan treatments ahead' },
  purpose: {
    zh: '每晚按患者的透析方案生成后续日期的排班，人工调整过的不变',
    zhtw: '每晚依病患的透析方案產生後續日期的排班，人工調整過的不變',
    en: 'Makes the patterns of patients into places on the board each night; what people changed stays',
  },
  when: { cron: '30 1 * * *' },
  run: async (ctx, { signal, progress, log }) => {
    const [orgs, days, first] = [await plannedOrgs(ctx), await ctx.setting(settings, 'horizonDays'), firstPlannedDay(ctx)];
    const steps = Math.ceil(days / BATCH_DAYS);
    let done = 0;
    for (const orgId of orgs) {
      let [added, removed, left] = [0, 0, 0];
      for (let at = 0; at < steps; at += 1) {
        signal.throwIfAborted();
        const [from, to] = [dayAfter(first, at * BATCH_DAYS), dayAfter(first, Math.min(days, (at + 1) * BATCH_DAYS) - 1)];
        const made = await ctx.transaction(() => materialise(ctx, orgId, from, to));
        [added, removed, left] = [added + made.added, removed + made.removed, left + made.left];
        done += 1;
        progress(done, orgs.length * steps);
      }
      log(`${orgId}: +${added} -${removed}, ${left} without a station`);
    }
  },
};

/** Heard after a pattern, an outcome or a zone changed; the job of the night makes up for what was not heard. */
export const onPlanningChanged = subscribe(planningChanged, async ({ orgId, patientId, from }, ctx: WorkCtx) => {
  const first = firstPlannedDay(ctx);
  const last = dayAfter(first, (await ctx.setting(settings, 'horizonDays')) - 1);
  await ctx.transaction(() => materialise(ctx, orgId, [from, first].toSorted()[1] ?? first, last, { patientIds: [patientId] }));
});
