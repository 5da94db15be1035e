import { isAppError, type OrgId, type UserId } from '@nephra/plugin-sdk/contract';
import type { Lease, LeaseClaim } from '@nephra/plugin-sdk/server';
import { BATCH_ROWS } from '../../contract/sync/sync-limits.ts';
import { siteTableOf } from '../model/site-table.ts';
import { readSource, readySource } from '../source/read-source.ts';
import { type SyncRunStored, syncRunTable } from '../tables/sync.table.ts';
import type { ReadCtx } from '../tables/tables.ts';
import { batchBehind, describeForeign } from './foreign-table.ts';
import { assertCopyable } from './assert-copyable.ts';
import { storeRows } from './store-rows.ts';

export const syncClaim: LeaseClaim = { table: 'data.sync_run', open: ['waiting', 'running'], order: 'started_at', taken: { waiting: 'running' } };

const STATEMENT_MS = 30_000;
const MAX_DETAIL = 200;

export const runOf = (ctx: Pick<ReadCtx, 'db'>, id: string): Promise<SyncRunStored | undefined> =>
  syncRunTable.everywhere(ctx, 'work on a copy goes on whoever is there').where('row.id', '=', id).executeTakeFirst();

interface Ending {
  readonly state: 'done' | 'failed' | 'cancelled';
  /** Key below `errors`, `data.source-refused`; left out: none. */
  readonly problem?: string;
  readonly detail?: string;
}

async function finish(ctx: ReadCtx, id: string, lease: Lease, { state, problem = '', detail = '' }: Ending): Promise<void> {
  await ctx.transaction(async () => {
    await lease.keep();
    const change = { state, problem, problem_detail: detail.slice(0, MAX_DETAIL), ended_at: ctx.clock.now() };
    // rows: the run in hand, whose lease was just renewed
    await ctx.db.updateTable('data.sync_run').set(change).where('id', '=', id).execute();
    const run = await runOf(ctx, id);
    if (!run) return;
    const { creatorId, creatorUser, orgId, tableName, rowsRead, rowsWritten, rowsRefused, sourceName } = run;
    await ctx.auditWork({
      ...{ class: 'security', action: 'data.sync-ended', subject: 'data-sync', subjectId: id },
      by: { userId: creatorId as UserId, userName: creatorUser, orgId: orgId as OrgId },
      after: { state, problem, table: tableName, source: sourceName, rowsRead, rowsWritten, rowsRefused },
    });
  });
}

/** Copies from where a run stands to its end, batch by batch. What stands against it ends the run, in words that its page shows. */
export async function workSync(ctx: ReadCtx, id: string, lease: Lease): Promise<void> {
  try {
    for (;;) {
      const run = await runOf(ctx, id);
      if (!run) return;
      if (run.cancel) return await finish(ctx, id, lease, { state: 'cancelled' });
      if (lease.stopping()) return;
      if (!(await copyBatch(ctx, run, lease))) return await finish(ctx, id, lease, { state: 'done' });
    }
  } catch (error) {
    if (!isAppError(error) || !error.key.startsWith('data.')) throw error;
    await finish(ctx, id, lease, { state: 'failed', problem: error.key, detail: JSON.stringify(error.params) });
  }
}

/** @returns false when there is no row behind the last one. @throws AppError `data.…` what keeps it from going on */
async function copyBatch(ctx: ReadCtx, run: SyncRunStored, lease: Lease): Promise<boolean> {
  const source = await readySource(ctx, run.sourceId);
  const table = run.tableName;
  const target = await siteTableOf(ctx, table);
  const found = await readSource(
    ctx,
    source,
    async (reader) => {
      const foreign = await describeForeign(reader, source.schema, table);
      if (!foreign || foreign.key.length === 0) return undefined;
      const rows = await batchBehind(reader, { ...foreign, schema: source.schema, table, behind: run.position });
      return { foreign, rows };
    },
    { statementMs: STATEMENT_MS },
  );
  const { columns } = assertCopyable(table, found?.foreign.columns ?? [], found?.foreign.key.length ?? 0, target);
  if (!found || found.rows.length === 0) return false;
  await storeRows(ctx, { run, columns, lease }, found.rows);
  return found.rows.length === BATCH_ROWS;
}
