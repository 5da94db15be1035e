import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { brokenUniqueIndex, containing, implement, requireSystemAdministrator, selectPage } from '@nephra/plugin-sdk/server';
import { dataSyncContract, type SyncRun, syncRunWaiting } from '../../contract/sync/data-sync.contract.ts';
import { type SyncRunStored, syncRefusalTable, syncRunTable } from '../tables/sync.table.ts';
import type { Ctx, DataDb } from '../tables/tables.ts';
import { beginSync, checkSync } from './begin-sync.ts';

type Params = Readonly<Record<string, string | number>>;

function paramsOf(detail: string): Params {
  try {
    return JSON.parse(detail) as Params;
  } catch {
    // Cut off where it was too long.
    return {};
  }
}

function shownRun(ctx: Ctx, run: SyncRunStored): SyncRun {
  const { id, sourceName, tableName: table, state, rowsRead, rowsWritten, rowsRefused, rowsExpected, creatorUser, startedAt, endedAt, problem } = run;
  return {
    ...{ id, sourceName, table, state, rowsRead, rowsWritten, rowsRefused, rowsExpected, creatorUser },
    startTime: startedAt.getTime(),
    endTime: endedAt?.getTime() ?? null,
    // text: the key of the refusal that the run ended with
    problem: problem === '' ? '' : ctx.text(`errors.${problem}`, paramsOf(run.problemDetail)),
  };
}

async function lockedRun(ctx: Ctx, id: string): Promise<SyncRunStored> {
  // rows: runs are of the installation, and the caller is its administrator
  const found = await ctx.db.selectFrom('data.sync_run').select('id').where('id', '=', id).forUpdate().executeTakeFirst();
  const run = found && (await syncRunTable.select(ctx, 'run').where('run.id', '=', id).executeTakeFirst());
  if (!run) throw new AppError('data.sync-not-found', { code: EnvelopeCode.NotFound });
  return run;
}

const isOpen = ({ state }: SyncRunStored): boolean => state === 'waiting' || state === 'running';

async function cancelRun(ctx: Ctx, id: string): Promise<{ id: string; state: string }> {
  const run = await lockedRun(ctx, id);
  ctx.audit({ subject: 'data-sync', subjectId: id, note: run.tableName });
  ctx.message('sync.cancelling', { name: run.tableName });
  if (!isOpen(run)) return { id, state: run.state };
  // rows: the run that was just locked
  await ctx.db.updateTable('data.sync_run').set({ cancel: true }).where('id', '=', id).execute();
  // One that waits is worked on at once, and ends.
  ctx.publish(syncRunWaiting, { runId: id });
  return { id, state: run.state };
}

/** @throws AppError `data.sync-done`, `data.sync-not-latest`, `data.sync-running` */
async function resumeRun(ctx: Ctx, id: string): Promise<{ id: string; state: string }> {
  const run = await lockedRun(ctx, id);
  const params = { name: run.tableName };
  ctx.audit({ subject: 'data-sync', subjectId: id, note: run.tableName });
  ctx.message('sync.started', params);
  if (isOpen(run)) return { id, state: run.state };
  if (run.state === 'done') throw new AppError('data.sync-done', { params });
  const latest = await syncRunTable
    .select(ctx, 'run')
    .where('run.tableName', '=', run.tableName)
    .orderBy('run.startedAt', 'desc')
    .orderBy('run.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (latest?.id !== id) throw new AppError('data.sync-not-latest', { code: EnvelopeCode.Conflict, params });
  const open = { state: 'waiting' as const, cancel: false, problem: '', problem_detail: '', ended_at: null, lease_owner: '', lease_until: ctx.clock.steady() };
  try {
    // rows: the run that was just locked
    await ctx.db.updateTable('data.sync_run').set(open).where('id', '=', id).execute();
  } catch (error) {
    if (brokenUniqueIndex(error) !== undefined) throw new AppError('data.sync-running', { code: EnvelopeCode.Conflict, params, cause: error });
    throw error;
  }
  ctx.publish(syncRunWaiting, { runId: id });
  return { id, state: 'waiting' };
}

export const syncRoutes = implement<DataDb>()(dataSyncContract, {
  check({ body }, ctx) {
    requireSystemAdministrator(ctx);
    return checkSync(ctx, body);
  },
  execute({ body: { type, ...question } }, ctx) {
    requireSystemAdministrator(ctx);
    return beginSync(ctx, question, Number(type));
  },
  async runs({ query: { keyword = '', ...request } }, ctx) {
    requireSystemAdministrator(ctx);
    const found = syncRunTable.select(ctx, 'run');
    const narrowed =
      keyword === ''
        ? found
        : found.where(({ eb, or }) => or([eb('run.tableName', 'like', containing(keyword)), eb('run.sourceName', 'like', containing(keyword))]));
    const page = await selectPage(narrowed, { db: ctx.db as never, request, sorts: {}, byDefault: ['run.startedAt', 'desc'], tieBreaker: 'run.id' });
    return { ...page, list: page.list.map((run) => shownRun(ctx, run as SyncRunStored)) };
  },
  async refusals({ params }, ctx) {
    requireSystemAdministrator(ctx);
    ctx.audit({ subject: 'data-sync', subjectId: params.id });
    const rows = await syncRefusalTable
      .everywhere(ctx, 'keys of rows that did not fit, for system administrators')
      .where('row.runId', '=', params.id)
      .orderBy('row.lineNo')
      .execute();
    return { list: rows.map(({ lineNo: id, rowKey, reason }) => ({ id, rowKey, reason: reasonText(ctx, reason) })) };
  },
  cancel({ params }, ctx) {
    requireSystemAdministrator(ctx);
    return cancelRun(ctx, params.id);
  },
  resume({ params }, ctx) {
    requireSystemAdministrator(ctx);
    return resumeRun(ctx, params.id);
  },
});

/** `too-long ward_name` */
function reasonText(ctx: Ctx, reason: string): string {
  const [code = '', column = ''] = reason.split(' ');
  return ctx.text(`sync.reason.${code}`, { column });
}
