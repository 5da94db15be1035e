import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { implement, requireSystemAdministrator, sql } from '@nephra/plugin-sdk/server';
import { type ThirdTotal, thirdSyncContract } from '../../contract/sync/third-sync.contract.ts';
import { kindOf, SYNC_DIRECTIONS, SYNC_SUBJECTS, type SyncSource } from '../../contract/sync/sync-limits.ts';
import { syncRunTable } from '../tables/sync.table.ts';
import type { Ctx, WechatDb } from '../tables/tables.ts';

async function totals(ctx: Ctx, source: SyncSource): Promise<ThirdTotal[]> {
  const run = await syncRunTable
    .everywhere(ctx, 'counts of the latest sync, for administrators of the installation', 'run')
    .where('run.state', '<>', 'preview')
    .where(
      'run.kind',
      'in',
      SYNC_DIRECTIONS.map((direction) => kindOf(source, direction)),
    )
    .orderBy('run.createdAt', 'desc')
    .orderBy('run.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  // rows: counted alone
  const rows = run
    ? await ctx.db
        .selectFrom('wechat.sync_item')
        .select(['subject', 'state', sql<string>`count(*)`.as('n')])
        .where('run_id', '=', run.id)
        .groupBy(['subject', 'state'])
        .execute()
    : [];
  return SYNC_SUBJECTS.map((subject): ThirdTotal => {
    const countOf = (...states: readonly string[]): number =>
      rows.filter((row) => row.subject === subject && (states.length === 0 || states.includes(row.state))).reduce((sum, { n }) => sum + Number(n), 0);
    return {
      ...{ synType: ctx.text(`sync.subjects.${subject}`), recordTotal: countOf(), synSuccessCount: countOf('done') },
      ...{ synFailCount: countOf('refused', 'kept'), unSynCount: countOf('planned', 'left', 'undone'), synDate: run?.endedAt?.getTime() ?? null },
    };
  });
}

function refuse(_input: unknown, ctx: Ctx): never {
  requireSystemAdministrator(ctx);
  throw new AppError('wechat.third-direction', { code: EnvelopeCode.Refused });
}

/** What the platform's page of configuration asks of syncs. */
export const thirdSyncRoutes = implement<WechatDb>()(thirdSyncContract, {
  async total({ params }, ctx) {
    requireSystemAdministrator(ctx);
    return await totals(ctx, params.thirdType === '2' ? 'ding' : 'wecom');
  },
  organizeToQy: refuse,
  userToQy: refuse,
  organizeToDing: refuse,
  userToDing: refuse,
});
