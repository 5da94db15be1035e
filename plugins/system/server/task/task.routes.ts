import { AppError, EnvelopeCode, type Static, toPage } from '@nephra/plugin-sdk/contract';
import {
  jobBoard,
  type RecordChange,
  requireSystemAdministrator,
  type RowJobRun,
  type ServedRecord,
  serveRecord,
  taskMethods,
} from '@nephra/plugin-sdk/server';
import { type taskRun, taskContract } from '../../contract/task/task.contract.ts';
import { readTaskContent, type TaskContent } from '../../domain/task/task-content.ts';
import type { Ctx, SystemDb } from '../tables/tables.ts';
import { boardNameOf } from './run-task.ts';
import { type TaskStored, taskTable } from '../tables/task.table.ts';

type Change = RecordChange<(typeof taskTable)['columns']>;
const AT = 'executeContent';

const refused = (key: string, params: Record<string, string | number> = {}) =>
  new AppError(`system.${key}`, { code: EnvelopeCode.Invalid, params, fields: [{ path: AT, msg: '' }] });

const methodsOf = (ctx: Pick<Ctx, 'extensions' | 'language'>) =>
  ctx.extensions(taskMethods).map(({ pluginId, value: { id, title, cron } }) => ({ id: `${pluginId}.${id}`, fullName: title[ctx.language], cron }));

function contentOf({ executeType, executeContent }: Pick<TaskStored, 'executeType' | 'executeContent'>): TaskContent {
  const content = readTaskContent(executeType, executeContent);
  if ('flaw' in content) throw refused(content.flaw);
  return content;
}

/** @throws AppError what a task must not be: without a moment that comes, without a method, to a host that is not listed */
async function assertMay(ctx: Ctx, { before, after }: Change): Promise<void> {
  if (!after) return;
  const { executeType, executeContent } = after;
  // What stood there before stays allowed, so that a task whose plugin is off can be renamed and stopped.
  const changed = before?.executeContent !== executeContent || before.executeType !== executeType;
  if (!changed && !(after.enabled && !before.enabled)) return;
  const content = contentOf({ executeType, executeContent });
  const problem = ctx.service(jobBoard).cronProblem(content.cron);
  if (problem) throw refused(problem === 'never' ? 'task-cron-never' : 'task-cron', { cron: content.cron.slice(0, 100) });
  if (content.kind === 'http' && !ctx.outbound.allows(content.url)) throw refused('task-host', { host: new URL(content.url).origin });
  if (content.kind === 'method' && !methodsOf(ctx).some(({ id }) => id === content.method)) throw refused('task-method-missing', { method: content.method });
}

/** A timetable that is new, or on again, counts from now: what passed before is not made up. */
async function count(ctx: Ctx, { before, after, turnsOn }: Change, row: TaskStored): Promise<void> {
  const cronOf = (one: { readonly executeType: string; readonly executeContent: string }): string => {
    const content = readTaskContent(one.executeType, one.executeContent);
    return 'flaw' in content ? '' : content.cron;
  };
  if (before && after && (turnsOn('enabled') || cronOf(before) !== cronOf(row)))
    // rows: the row that was just written, under its lock
    await ctx.db.updateTable('system.schedule_task').set({ counts_from: ctx.clock.steady() }).where('id', '=', row.id).execute();
  ctx.service(jobBoard).changed();
}

async function turn(ctx: Ctx, id: string, on: boolean): Promise<{ readonly id: string; readonly version: number }> {
  const { enabled, version } = await taskTable.lock(ctx, id);
  return enabled === on ? { id, version } : await served.engine.in(ctx).state(ctx as never, id);
}

type TaskRun = Static<typeof taskRun>;

function presentRun(ctx: Ctx, { id, state, startedAt, endedAt, error, errorParams, requestedName }: RowJobRun): TaskRun {
  const params = { ...errorParams, reference: id } as Readonly<Record<string, string | number>>;
  return {
    id,
    runTime: startedAt.getTime(),
    runResult: state === 'running' ? 2 : state === 'done' ? 0 : 1,
    // text: the key of a refusal that the run ended with; what an exception said has no sentence
    description: error === '' ? '' : ctx.text(`errors.${error}`, params).replace(/^errors\./, ''),
    duration: endedAt ? endedAt.getTime() - startedAt.getTime() : null,
    runBy: requestedName,
  };
}

const momentOf = (text: string | undefined): Date | undefined => (text ? new Date(Number(text)) : undefined);

const served: ServedRecord = serveRecord<SystemDb>()(taskContract, taskTable, {
  needs: ['executeType', 'executeContent'],
  async shown(ctx, rows) {
    const times = await ctx.service(jobBoard).times();
    const titles = new Map(methodsOf(ctx).map(({ id, fullName }) => [id, fullName]));
    return rows.map((row) => {
      const content = readTaskContent(row.executeType, row.executeContent);
      const known = times.get(boardNameOf(row.id));
      const does = 'flaw' in content ? '' : content.kind === 'http' ? `${content.method} ${content.url}` : (titles.get(content.method) ?? content.method);
      return {
        cron: 'flaw' in content ? '' : content.cron,
        does,
        runCount: row.runCount,
        lastRunTime: known?.lastStartedAt?.getTime() ?? 0,
        nextRunTime: row.enabled ? (known?.nextAt?.getTime() ?? 0) : 0,
      };
    });
  },
  // What runs for the whole installation is for system administrators, whatever else was granted.
  keeps: async (ctx) => ctx.user.isAdministrator,
  initial: (ctx) => ({ runCount: 0, countsFrom: ctx.clock.steady() }),
  check: assertMay,
  after: count,
  more: {
    methods: (_input, ctx) => methodsOf(ctx),
    enable: ({ params }, ctx) => turn(ctx, params.id, true),
    stop: ({ params }, ctx) => turn(ctx, params.id, false),
    async run({ params }, ctx) {
      requireSystemAdministrator(ctx);
      const { id, fullName } = await taskTable.one(ctx, params.id);
      const runId = await ctx.service(jobBoard).start(boardNameOf(id), ctx.user);
      ctx.audit({ subject: 'schedule-task', subjectId: id, after: { runId } });
      ctx.message('task.started', { name: fullName });
      return { runId };
    },
    async log({ params, query: { runResult, startTime, endTime, ...request } }, ctx) {
      const { id } = await taskTable.one(ctx, params.id);
      const from = momentOf(startTime);
      const until = momentOf(endTime);
      const { list, pagination } = await ctx.service(jobBoard).runs(boardNameOf(id), {
        ...request,
        ...(runResult === '0' && { ended: 'well' }),
        ...(runResult === '1' && { ended: 'badly' }),
        ...(from && { from }),
        ...(until && { until }),
      });
      return toPage(
        list.map((run) => presentRun(ctx, run)),
        pagination.total,
        request,
      );
    },
  },
});

export const taskRoutes: ServedRecord = served;
