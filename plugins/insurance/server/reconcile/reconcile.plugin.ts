import { businessParts, DAY_MS, formatInstant, type OrgId } from '@nephra/plugin-sdk/contract';
import { implement, type ServerContext, type ServerPlugin, subscribe } from '@nephra/plugin-sdk/server';
import { randomUUID } from 'node:crypto';
import { reconcileContract, reconcileWaiting } from '../../contract/index.ts';
import { settings } from '../../contract/settings.ts';
import { nationalClient } from '../client/create-national-client.ts';
import type { InsuranceTables } from '../insurance-tables.ts';
import { assertSeesAllPatients } from '../patient-row-filter.ts';
import { compareDay } from './compare-day.ts';
import { decideStranger } from './decide-stranger.command.ts';
import { askToCompare, explainDifference, reconcileMonth, reconcileOf, startComparison } from './reconcile.query.ts';

type Ctx = ServerContext<InsuranceTables>;

/** Longer than one call to the platform takes. */
const LEASE_MS = 240_000;
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

let owner = randomUUID();
let stopping = false;
let turn: Promise<void> = Promise.resolve();
const queued = new Set<string>();

async function work(ctx: Ctx, orgId: OrgId, day: string): Promise<void> {
  const key = `${orgId}|${day}`;
  if (stopping || queued.has(key)) return;
  queued.add(key);
  const mine = turn.then(async () => {
    try {
      await compareDay(ctx, orgId, day, { client: nationalClient(ctx), owner, leaseMs: LEASE_MS, stopping: () => stopping });
    } catch (error) {
      // The database may be gone for a moment; the job takes the day up again.
      ctx.log.warn({ err: error, day }, 'the comparison of a day was put aside');
    } finally {
      queued.delete(key);
    }
  });
  turn = mine;
  await mine;
}

/** At the day's end: the day before, for every connected facility that settled anything on it; and whatever was left behind. */
export async function dueDays(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now().getTime();
  const left = await ctx.db
    .selectFrom('insurance.reconcile_day')
    .select(['org_id', 'day'])
    .where('state', '=', 'running')
    .where('lease_until', '<=', ctx.clock.steady())
    .execute();
  for (const row of left) ctx.publish(reconcileWaiting, { orgId: row.org_id, day: row.day });
  if (businessParts(now).hour < (await ctx.setting(settings, 'reconcileHour'))) return;
  const yesterday = formatInstant(now - DAY_MS, 'yyyy-MM-dd');
  const facilities = await ctx.db
    .selectFrom('insurance.connection as c')
    .leftJoin('insurance.reconcile_day as d', (join) => join.onRef('d.org_id', '=', 'c.org_id').on('d.day', '=', yesterday))
    .select('c.org_id')
    .where('c.enabled', '=', true)
    .where('d.day', 'is', null)
    .execute();
  for (const { org_id: orgId } of facilities) {
    const settled = await ctx.db.selectFrom('insurance.settlement').select('id').where('org_id', '=', orgId).limit(1).executeTakeFirst();

    if (settled) await askToCompare(ctx, orgId as OrgId, yesterday, { userId: 'job', userName: '' });
  }
}

/** What reconciliation adds to the plugin's server half. */
export const reconcileParts = {
  implementations: [routes],
  subscribers: [subscribe(reconcileWaiting, ({ orgId, day }, ctx: Ctx) => work(ctx, orgId as OrgId, day))],
  jobs: [
    {
      name: 'insurance-reconcile',
      title: { zh: '医保日对账', zhtw: '醫保日對帳', en: 'Reconcile with the insurer' },
      purpose: {
        zh: '每天夜里与医保平台核对前一天的结算，并补上中断的对账',
        zhtw: '每天夜裡與醫保平台核對前一天的結算，並補上中斷的對帳',
        en: 'Each night compares the settlements of the day before with the insurer, and makes up for what was cut off',
      },
      when: { everySeconds: LOOK_EVERY_SECONDS },
      run: (ctx: Ctx) => dueDays(ctx),
    },
  ],
  start: async (): Promise<void> => {
    owner = randomUUID();
    stopping = false;
  },
  stop: async (): Promise<void> => {
    stopping = true;
    await turn;
  },
} satisfies Partial<ServerPlugin<InsuranceTables>>;
