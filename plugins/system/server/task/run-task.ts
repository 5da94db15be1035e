import { AppError } from '@nephra/plugin-sdk/contract';
import { isOutboundError, type JobRun, type RowJobs, taskMethods } from '@nephra/plugin-sdk/server';
import { readTaskContent, type TaskContent } from '../../domain/task/task-content.ts';
import type { ReadCtx } from '../tables/tables.ts';
import { type TaskStored, taskTable } from '../tables/task.table.ts';

const CALL_TIMEOUT_MS = 60_000;
const MAX_ANSWER_BYTES = 1_048_576;

/** Name of a task among the jobs of this plugin, and in the timetable of the installation. */
export const jobOf = (id: string): string => `task-${id}`;
export const boardNameOf = (id: string): string => `system.${jobOf(id)}`;

const contentOf = ({ executeType, executeContent }: TaskStored): TaskContent | undefined => {
  const content = readTaskContent(executeType, executeContent);
  return 'flaw' in content ? undefined : content;
};

/** Tasks for the scheduler. One that is off can be run by hand. */
export const tasksAsJobs = (ctx: ReadCtx): RowJobs => ({
  async read() {
    const rows = await taskTable.everywhere(ctx, 'the scheduler runs the tasks of the installation for nobody').execute();
    return rows.flatMap((row) => {
      const content = contentOf(row);
      if (!content) return [];
      const when = row.enabled ? { cron: content.cron } : ('demand' as const);
      return [
        {
          name: jobOf(row.id),
          title: { zh: row.fullName, zhtw: row.fullName, en: row.fullName },
          purpose: { zh: row.description, zhtw: row.description, en: row.description },
          when,
          since: row.countsFrom,
          revision: JSON.stringify([row.fullName, row.description, when, row.countsFrom.getTime()]),
          run: (run) => runTask(ctx, row.id, run),
        },
      ];
    });
  },
});

/**
 * One run, of the task as it stands now.
 * @throws AppError `system.task-method-missing`, `system.task-call-…`: why it did not end well
 */
export async function runTask(ctx: ReadCtx, id: string, run: JobRun): Promise<void> {
  const row = await taskTable.everywhere(ctx, 'the scheduler runs the tasks of the installation for nobody').where('row.id', '=', id).executeTakeFirst();
  const content = row && contentOf(row);
  // It was deleted since it was due.
  if (!content) return;
  // rows: the task that runs
  await ctx.db
    .updateTable('system.schedule_task')
    .set(({ eb }) => ({ run_count: eb('run_count', '+', 1) }))
    .where('id', '=', id)
    .execute();
  if (content.kind === 'http') return await call(ctx, content, run);
  const method = ctx.extensions(taskMethods).find(({ pluginId, value }) => `${pluginId}.${value.id}` === content.method);
  if (!method) throw new AppError('system.task-method-missing', { params: { method: content.method } });
  await method.value.run(run);
}

/** Only to hosts that the site lists for this plugin; where the name leads, and that redirects are not followed, is seen to by the one door outwards. */
async function call(ctx: ReadCtx, { url, method, body }: Extract<TaskContent, { kind: 'http' }>, run: JobRun): Promise<void> {
  const { origin } = new URL(url);
  const began = performance.now();
  try {
    const { status } = await ctx.outbound.send({
      url,
      method,
      ...(method === 'POST' && { body, headers: { 'content-type': 'application/json; charset=utf-8' } }),
      timeoutMs: CALL_TIMEOUT_MS,
      maxBytes: MAX_ANSWER_BYTES,
      signal: run.signal,
    });
    // Address and answer may hold what is nobody's business: the log keeps where and how alone.
    run.log(`${method} ${origin} ${status}, ${Math.round(performance.now() - began)} ms`);
    if (status < 200 || status > 299) throw new AppError('system.task-call-status', { params: { host: origin, status } });
  } catch (error) {
    if (run.signal.aborted) throw run.signal.reason;
    if (!isOutboundError(error)) throw error;
    throw new AppError(error.failure === 'not-allowed' ? 'system.task-call-not-allowed' : 'system.task-call-failed', {
      params: { host: origin, reason: error.failure },
      cause: error,
    });
  }
}
