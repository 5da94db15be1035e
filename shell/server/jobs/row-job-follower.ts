import { AsyncResource } from 'node:async_hooks';
import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { type JobBoard, type Log, ROW_JOBS_SECONDS, type RowJob, type RowJobs } from '@nephra/plugin-sdk/server';
import { BUSINESS_ZONE } from '../core/clock/clock.ts';
import type { Database } from '../db/index.ts';
import type { JobRunner } from './job-runner.ts';
import { scheduleOf, scheduleProblem } from './schedule.ts';

/** Jobs in rows of one plugin, and characters of a text of one. */
const MAX_ROWS = 2_000;
const MAX_ROW_TEXT = 10_000;

export interface RowJobParts {
  readonly jobs: JobRunner;
  readonly database: Pick<Database, 'afterCommit'>;
  readonly log: Log;
  /** Jobs in rows of running plugins. */
  readonly sources: () => readonly { readonly pluginId: string; readonly value: RowJobs }[];
}

/** Keeps the timetable of this server like the rows of plugins say: what is new is added, what is gone leaves, what was changed is taken anew. */
export class RowJobFollower {
  readonly #parts: RowJobParts;
  /** Revision of each job that stands on the timetable because of a row, by `plugin.name`. */
  readonly #known = new Map<string, { readonly pluginId: string; readonly revision: string }>();
  #timer: NodeJS.Timeout | undefined;
  #following: Promise<void> | undefined;
  #again = false;
  /** Whoever asks may be in a transaction; what reads by itself is in none. */
  readonly #detached = new AsyncResource('nephra-row-jobs');

  constructor(parts: RowJobParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#timer = setInterval(() => void this.follow(), ROW_JOBS_SECONDS * 1000).unref();
    void this.follow();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#following;
  }

  /** Reads all rows; never throws. Asked while it reads, it reads once more. */
  async follow(): Promise<void> {
    this.#again = true;
    this.#following ??= this.#detached
      .runInAsyncScope(() => this.#untilRead())
      .finally(() => {
        this.#following = undefined;
      });
    await this.#following;
  }

  readonly board: JobBoard = {
    cronProblem: (cron) => {
      const problem = scheduleProblem({ cron }, BUSINESS_ZONE);
      return problem && (problem.key === 'job-cron-never' ? 'never' : 'unreadable');
    },
    momentAfter: (cron, moment) => {
      const schedule = scheduleOf({ cron }, BUSINESS_ZONE);
      if (schedule.kind !== 'cron') throw new Error(`${cron} is no cron text`);
      return schedule.nextAfter(moment);
    },
    changed: () => this.#parts.database.afterCommit(() => void this.follow()),
    times: async () => {
      const known = await this.#parts.jobs.known();
      return new Map(known.filter(({ name }) => this.#known.has(name)).map(({ name, nextAt, lastStartedAt }) => [name, { nextAt, lastStartedAt }]));
    },
    runs: async (job, { ended, from, until, ...request }) => {
      const { store } = this.#parts.jobs;
      await store.markLost();
      const states = ended === 'well' ? (['done'] as const) : ended === 'badly' ? (['failed', 'cancelled', 'lost'] as const) : undefined;
      const { list, pagination } = await store.ofJob(job, request, { ...(states && { states }), ...(from && { from }), ...(until && { until }) });
      return { list: list.map((run) => ({ ...run, done: run.doneCount, total: run.totalCount, text: run.progressText })), pagination };
    },
    start: async (job, by) => {
      // It may have been made on another server some seconds ago. Read where the caller stands: a reading of its own might wait for the caller's transaction.
      if (!this.#known.has(job)) await this.#readAll();
      if (!this.#known.has(job)) throw new AppError('core.job-unknown', { code: EnvelopeCode.NotFound, params: { job } });
      return await this.#parts.jobs.request(job, by);
    },
    cancel: async (job, runId, by) => {
      if (!this.#known.has(job)) throw new AppError('core.job-unknown', { code: EnvelopeCode.NotFound, params: { job } });
      const { id } = await this.#parts.jobs.store.find(job, runId);
      return await this.#parts.jobs.cancel(id, by);
    },
  };

  async #untilRead(): Promise<void> {
    while (this.#again) {
      this.#again = false;
      await this.#readAll();
    }
  }

  async #readAll(): Promise<void> {
    const sources = this.#parts.sources();
    for (const { pluginId, value } of sources) {
      try {
        this.#take(pluginId, await value.read());
      } catch (error) {
        // Its jobs go on as they are known; the next reading tries again.
        this.#parts.log.error({ err: error, plugin: pluginId }, 'jobs in rows could not be read');
      }
    }
    const running = new Set(sources.map(({ pluginId }) => pluginId));
    for (const [name, { pluginId }] of this.#known) if (!running.has(pluginId)) this.#leave(name);
  }

  #take(pluginId: string, rows: readonly RowJob[]): void {
    const { jobs, log } = this.#parts;
    assertRows(rows);
    const named = new Map(rows.map((row) => [`${pluginId}.${row.name}`, row]));
    for (const [name, known] of this.#known) if (known.pluginId === pluginId && !named.has(name)) this.#leave(name);
    for (const [name, { title, purpose, when, since, revision, run }] of named) {
      const before = this.#known.get(name);
      // A plugin that started anew has taken its jobs off the timetable.
      if (before?.revision === revision && jobs.has(name)) continue;
      if (before) this.#leave(name);
      // A job in code has this name: it stays.
      if (jobs.has(name)) continue;
      try {
        jobs.add({ name, owner: pluginId, title, purpose, when, since, run });
        this.#known.set(name, { pluginId, revision });
      } catch (error) {
        log.error({ err: error, job: name }, 'a job in a row cannot be put on the timetable');
      }
    }
  }

  #leave(name: string): void {
    this.#parts.jobs.drop(name);
    this.#known.delete(name);
  }
}

/** What the plugins of others give may be anything, and each stands on the timetable of every server. @throws TypeError for what is no list of jobs, or too long a one */
function assertRows(rows: readonly RowJob[]): void {
  if (!Array.isArray(rows) || rows.length > MAX_ROWS) throw new TypeError(`Jobs in rows are a list of at most ${MAX_ROWS}.`);
  for (const row of rows as readonly Partial<RowJob>[]) {
    const texts = [row?.name, row?.revision, row?.title?.zh, row?.title?.zhtw, row?.title?.en];
    if (!texts.every((text) => typeof text === 'string' && text.length <= MAX_ROW_TEXT) || typeof row.run !== 'function')
      throw new TypeError(`The job in a row ${String(row?.name).slice(0, 100)} has no name, title, revision or run that can be one.`);
  }
}
