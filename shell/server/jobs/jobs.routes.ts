import { AppError, EnvelopeCode, type ErrorParams, type Language } from '@nephra/plugin-sdk/contract';
import { type JobRunView, jobsContract } from '../../contract/jobs.contract.ts';
import { type BoundRoute, bindCore, type RouteOwner } from '../http/bound-route.ts';
import { assertSystemAdministrator } from '../http/system-administrator.ts';
import { type TextSource, textFrom } from '../i18n/texts.ts';
import type { JobRunner, KnownJob } from './job-runner.ts';
import type { JobRunRow } from './job-run-store.ts';

const count = (text: string | null): number | null => (text === null ? null : Number(text));

const timesOf = ({ when }: KnownJob): { everySeconds: number | null; cron: string } => {
  if (when === 'demand') return { everySeconds: null, cron: '' };
  return 'cron' in when ? { everySeconds: null, cron: when.cron } : { everySeconds: when.everySeconds, cron: '' };
};

/** Regular work of the installation, for system administrators. @param texts where sentences of refusals are looked up */
export function jobRoutes(owner: RouteOwner, jobs: JobRunner, texts: () => readonly TextSource[]): BoundRoute[] {
  const { store } = jobs;

  function present(row: JobRunRow, language: Language): JobRunView {
    const params = { ...(row.error_params as ErrorParams), reference: row.id };
    return {
      id: row.id,
      job: row.job,
      pluginId: row.owner,
      state: row.state,
      startedAt: row.started_at.getTime(),
      endedAt: row.ended_at?.getTime() ?? null,
      done: count(row.done_count),
      total: count(row.total_count),
      text: row.progress_text,
      requestedBy: row.requested_name,
      cancelling: row.state === 'running' && row.cancel_by !== '',
      // What an exception said has no sentence in any language.
      reason: row.error === '' ? '' : (textFrom(texts(), language, `errors.${row.error}`, params) ?? row.error),
    };
  }

  return bindCore(owner, jobsContract, {
    list: async (_input, ctx) => {
      assertSystemAdministrator(ctx);
      await store.markLost();
      const latest = new Map((await store.latest()).map((row) => [row.job, row]));
      const known = await jobs.known();
      return {
        list: known.map((job) => {
          const lastRun = latest.get(job.name);
          return {
            name: job.name,
            pluginId: job.owner,
            ...timesOf(job),
            nextAt: job.nextAt?.getTime() ?? null,
            lastStartedAt: job.lastStartedAt?.getTime() ?? null,
            lastRun: lastRun ? present(lastRun, ctx.language) : null,
          };
        }),
      };
    },
    runs: async ({ params }, ctx) => {
      assertSystemAdministrator(ctx);
      await store.markLost();
      const rows = await store.ofJob(params.name);
      if (rows.length === 0 && !jobs.has(params.name)) throw new AppError('core.job-unknown', { code: EnvelopeCode.NotFound, params: { job: params.name } });
      return { list: rows.map((row) => present(row, ctx.language)) };
    },
    run: async ({ params }, ctx) => {
      assertSystemAdministrator(ctx);
      await store.markLost();
      const row = await store.find(params.name, params.id);
      const lines = await store.lines(row.id);
      return { ...present(row, ctx.language), lines: lines.map(({ at, line }) => ({ at: at.getTime(), line })), linesDropped: row.lines_dropped };
    },
    start: async ({ params }, ctx) => {
      assertSystemAdministrator(ctx);
      const id = await jobs.request(params.name, ctx.user);
      ctx.audit({ subject: 'job', subjectId: params.name, after: { runId: id } });
      ctx.message('job-started');
      return present(await store.find(params.name, id), ctx.language);
    },
    cancel: async ({ params }, ctx) => {
      assertSystemAdministrator(ctx);
      await store.markLost();
      const before = await store.find(params.name, params.id);
      const underWay = await jobs.cancel(before.id, ctx.user);
      ctx.audit({ subject: 'job', subjectId: params.name, before: { runId: before.id, state: before.state } });
      ctx.message(underWay ? 'job-will-stop' : 'job-run-over');
      return present(await store.find(params.name, params.id), ctx.language);
    },
  });
}
