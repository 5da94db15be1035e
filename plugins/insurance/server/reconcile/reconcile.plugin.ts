import { businessParts, DAY_MS, formatInstant, type OrgId } from '@nephra/plugin-sdk/contract';
import { implement, type JobRun, leasedWorker, type ServerContext, type ServerPart, subscribe } from '@nephra/plugin-sdk/server';
import { reconcileContract, reconcileWaiting } from '../../contract/index.ts';
import { settings } from '../../contract/settings.ts';
import { nationalClient } from '../client/create-national-client.ts';
import type { InsuranceTables } from '../insurance-tables.ts';
import { assertSeesAllPatients } from '../patient-row-filter.ts';
import { dayClaim, dayId } from './claimed-day.ts';
import { compareDay } from './compare-day.ts';
import { decideStranger } from './decide-stranger.command.ts';
import { askToCompare, explainDifference, reconcileMonth, reconcileOf, startComparison } from './reconcile.query.ts';

type Ctx = ServerContext<InsuranceTables>;

const LOOK_EVERY_SECONDS = 60;

const routes = implement<InsuranceTables>()(reconcileContract, {
  async month({ query }, ctx) {
    await assertSeesAllPatients(ctx);
    return { list: await reconcileMonth(ctx, query.month) };
  },
  async record({ params }, ctx) {
    await assertSeesAllPatients(ctx);
    return await reconcileOf(ctx, params.day);
  },
  async run({ params }, ctx) {
    await assertSeesAllPatients(ctx);
    return await startComparison(ctx, params.day);
  },
  async explain({ params, body }, ctx) {
    await assertSeesAllPatients(ctx);
    return await explainDifference(ctx, params.id, body);
  },
  async decide({ params, body }, ctx) {
    await assertSeesAllPatients(ctx);
    return await decideStranger(ctx, params.id, body, nationalClient);
  },
});

/** One day at a time in each process: the platform counts calls, and people wait for it too. */
const days = leasedWorker<InsuranceTables>({
  name: 'insurance-reconcile',
  claim: dayClaim,
  run: (ctx, id, lease) => compareDay(ctx, id, nationalClient(ctx), lease),
  lookEverySeconds: LOOK_EVERY_SECONDS,
});

/** At the day's end: the day before, for every connected facility that settled anything on it. */
export async function dueDays(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now().getTime();
  if (businessParts(now).hour < (await ctx.setting(settings, 'reconcileHour'))) return;
  const yesterday = formatInstant(now - DAY_MS, 'yyyy-MM-dd');
  // rows: a job for all facilities; no person looks at it
  const facilities = await ctx.db
    .selectFrom('insurance.connection as c')
    .leftJoin('insurance.reconcile_day as d', (join) => join.onRef('d.org_id', '=', 'c.org_id').on('d.day', '=', yesterday))
    .select('c.org_id')
    .where('c.enabled', '=', true)
    .where('d.day', 'is', null)
    .execute();
  for (const { org_id: orgId } of facilities) {
    // rows: a job for all facilities; no person looks at it
    const settled = await ctx.db.selectFrom('insurance.settlement').select('id').where('org_id', '=', orgId).limit(1).executeTakeFirst();

    if (settled) await askToCompare(ctx, orgId as OrgId, yesterday, { userId: 'job', userName: '' });
  }
}

/** What reconciliation adds to the plugin's server half. */
export const reconcilePart: ServerPart<InsuranceTables> = {
  name: 'reconcile',
  implementations: [routes],
  subscribers: [subscribe(reconcileWaiting, ({ orgId, day }, ctx: Ctx) => days.wake(ctx, dayId(orgId, day)))],
  jobs: [
    {
      ...days.job,
      title: { zh: '医保日对账', zhtw: '醫保日對帳', en: 'Reconcile with the insurer' },
      purpose: {
        zh: '每天夜里与医保平台核对前一天的结算，并补上中断的对账',
        zhtw: '每天夜裡與醫保平台核對前一天的結算，並補上中斷的對帳',
        en: 'Each night compares the settlements of the day before with the insurer, and makes up for what was cut off',
      },
      async run(ctx: Ctx, run: JobRun): Promise<void> {
        await days.job.run(ctx, run);
        await dueDays(ctx);
      },
    },
  ],
  start: () => days.start(),
  stop: () => days.stop(),
};
