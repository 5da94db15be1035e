import { AppError, EnvelopeCode, type Language, type TextByLanguage } from '@nephra/plugin-sdk/contract';
import { requireSystemAdministrator } from '@nephra/plugin-sdk/server';
import { type JobRunView, jobsContract } from '../../contract/jobs.contract.ts';
import { type BoundRoute, bindCore, type RouteOwner } from '../http/pipeline/bound-route.ts';
import { type TextSource, textFrom } from '../i18n/texts.ts';
import type { JobRunner, KnownJob } from '../jobs/job-runner.ts';
import type { JobRunStored } from '../tables/job.table.ts';

const timesOf = ({ when }: KnownJob): { everySeconds: number | null; cron: string } => {
  if (when === 'demand') return { everySeconds: null, cron: '' };
  return 'cron' in when ? { everySeconds: null, cron: when.cron } : { everySeconds: when.everySeconds, cron: '' };
};

const NO_TEXT: TextByLanguage = { zh: '', zhtw: '', en: '' };
const asWritten = (text: string): TextByLanguage => ({ zh: text, zhtw: text, en: text });

/** Starts of a job and of the row of the same run are told by two clocks. */
const SAME_START_MS = 500;

/** The job has run since its latest row was written, and left none: it ended well. */
const quietSince = ({ lastStartedAt, lastError }: KnownJob, row: JobRunStored): boolean =>
  row.state !== 'running' && lastError === '' && lastStartedAt !== undefined && lastStartedAt.getTime() - row.startedAt.getTime() > SAME_START_MS;

export interface JobRouteParts {
  /** Where sentences of refusals are looked up. */
  readonly texts: () => readonly TextSource[];
  /** What people call a plugin, or the shell by `core`; nothing for one that is not known. */
  readonly pluginName: (pluginId: string) => TextByLanguage | undefined;
}

/** Regular work of the installation, for system administrators. */
export function jobRoutes(owner: RouteOwner, jobs: JobRunner, { texts, pluginName }: JobRouteParts): BoundRoute[] {
  const { store } = jobs;

  function present(row: JobRunStored, language: Language): JobRunView {
    const params = { ...row.errorParams, reference: row.id };
    return {
      id: row.id,
      job: row.job,
      pluginId: row.owner,
      state: row.state,
      startedAt: row.startedAt.getTime(),
      endedAt: row.endedAt?.getTime() ?? null,
      done: row.doneCount,
      total: row.totalCount,
      text: row.progressText,
      requestedBy: row.requestedName,
      cancelling: row.state === 'running' && row.cancelBy !== '',
      // What an exception said has no sentence in any language.
      reason: row.error === '' ? '' : (textFrom(texts(), language, `errors.${row.error}`, params) ?? row.error),
    };
  }

  return bindCore(owner, jobsContract, {
    list: async (_input, ctx) => {
      requireSystemAdministrator(ctx);
      await store.markLost();
      const latest = new Map((await store.latest()).map((row) => [row.job, row]));
      const known = await jobs.known();
      return {
        list: known.map((job) => {
          const lastRun = latest.get(job.name);
          return {
            name: job.name,
            title: job.title ?? asWritten(job.name),
            purpose: job.purpose ?? NO_TEXT,
            pluginId: job.owner,
            pluginName: pluginName(job.owner) ?? asWritten(job.owner),
            ...timesOf(job),
            nextAt: job.nextAt?.getTime() ?? null,
            lastStartedAt: job.lastStartedAt?.getTime() ?? null,
            lastRun: lastRun ? present(lastRun, ctx.language) : null,
            quietSince: lastRun !== undefined && quietSince(job, lastRun),
          };
        }),
      };
    },
    runs: async ({ params, query }, ctx) => {
      requireSystemAdministrator(ctx);
      await store.markLost();
      const { list, pagination } = await store.ofJob(params.name, query);
      if (pagination.total === 0 && !jobs.has(params.name))
        throw new AppError('core.job-unknown', { code: EnvelopeCode.NotFound, params: { job: params.name } });
      return { list: list.map((row) => present(row, ctx.language)), pagination };
    },
    run: async ({ params }, ctx) => {
      requireSystemAdministrator(ctx);
      await store.markLost();
      const row = await store.find(params.name, params.id);
      const lines = await store.lines(row.id);
      return { ...present(row, ctx.language), lines: lines.map(({ at, line }) => ({ at: at.getTime(), line })), linesDropped: row.linesDropped };
    },
    start: async ({ params }, ctx) => {
      requireSystemAdministrator(ctx);
      const id = await jobs.request(params.name, ctx.user);
      ctx.audit({ subject: 'job', subjectId: params.name, after: { runId: id } });
      ctx.message('job-started');
      return present(await store.find(params.name, id), ctx.language);
    },
    cancel: async ({ params }, ctx) => {
      requireSystemAdministrator(ctx);
      await store.markLost();
      const before = await store.find(params.name, params.id);
      const underWay = await jobs.cancel(before.id, ctx.user);
      ctx.audit({ subject: 'job', subjectId: params.name, before: { runId: before.id, state: before.state } });
      ctx.message(underWay ? 'job-will-stop' : 'job-run-over');
      return present(await store.find(params.name, params.id), ctx.language);
    },
  });
}
