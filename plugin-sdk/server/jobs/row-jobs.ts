import { defineExtension, defineService, type Page, type PageRequest, type TextByLanguage } from '../../contract/index.ts';
import type { JobRun, JobWhen } from './job.ts';

/** A job that people have made: it stands in a row of the plugin, and the plugin says how it is run. */
export interface RowJob {
  /** Unique among the jobs of the plugin, `task-01J…`; at most 100 characters. */
  readonly name: string;
  readonly title: TextByLanguage;
  readonly purpose?: TextByLanguage;
  readonly when: JobWhen;
  /** Moments of a cron text up to this one are not made up, a moment of the steady line: when the row was made, or turned on again. */
  readonly since?: Date;
  /** Names what of the row matters to the timetable. While it is the same the job stays as it is. */
  readonly revision: string;
  readonly run: (run: JobRun) => Promise<void>;
}

/** Jobs that stand in rows of a plugin. */
export interface RowJobs {
  /** All of them, read again on each server some seconds apart. Rows that are off may be `demand`. */
  read(): Promise<readonly RowJob[]>;
}

/** Who has jobs in rows adds itself here. They are run by the one scheduler, beside those in code: one server at a time runs each, the page of jobs shows them. */
export const rowJobs = defineExtension<RowJobs>('core.row-jobs@1', { read: 'function' });

/** When a job comes next and last began, by the clock on the wall. */
export interface RowJobTimes {
  readonly nextAt: Date | undefined;
  readonly lastStartedAt: Date | undefined;
}

/** One run, as it was kept. */
export interface RowJobRun {
  readonly id: string;
  readonly state: 'running' | 'done' | 'failed' | 'cancelled' | 'lost';
  readonly startedAt: Date;
  readonly endedAt: Date | null;
  /** Key of a refusal with its parameters, or what an exception said; empty when there is nothing to say. */
  readonly error: string;
  readonly errorParams: Readonly<Record<string, unknown>>;
  /** Who asked for it; empty when its time had come. */
  readonly requestedName: string;
  /** What it told last of how far it is. */
  readonly done: number | null;
  readonly total: number | null;
  readonly text: string;
}

/** Which runs are wanted. */
export interface RowJobRuns extends PageRequest {
  readonly ended?: 'well' | 'badly';
  /** Begun at this moment or later, and before that one. */
  readonly from?: Date;
  readonly until?: Date;
}

/** The scheduler, for plugins whose jobs stand in rows; offered by the shell. Jobs are named `plugin.name`. */
export interface JobBoard {
  /** Why a cron text cannot be taken: it cannot be read, or names no moment that ever comes. Undefined: it can. */
  cronProblem(cron: string): 'unreadable' | 'never' | undefined;
  /** First moment of a cron text after another moment, both by the clock on the wall. @throws Error for a text that has a problem */
  momentAfter(cron: string, moment: Date): Date;
  /** Rows were changed: read them once the running transaction is committed. Other servers notice within `ROW_JOBS_SECONDS`. */
  changed(): void;
  /** Of the jobs in rows that are on this server's timetable. */
  times(): Promise<ReadonlyMap<string, RowJobTimes>>;
  /** Runs of a job, newest first; the latest fifty are kept. */
  runs(job: string, request: RowJobRuns): Promise<Page<RowJobRun>>;
  /**
   * Starts a run for a person, with the running transaction. Jobs in rows alone.
   * @returns its id
   * @throws AppError `core.job-unknown` (404), `core.job-running` (409)
   */
  start(job: string, by: { readonly userId: string; readonly userName: string }): Promise<string>;
  /**
   * Asks a run of such a job to end at its next safe place, on whichever server it is at work. @returns whether it was still under way
   * @throws AppError `core.job-unknown` (404)
   */
  cancel(job: string, runId: string, by: { readonly userId: string; readonly userName: string }): Promise<boolean>;
}
export const jobBoard = defineService<JobBoard>('core.job-board@1');

/** Seconds after which a change of rows is noticed by every server. */
export const ROW_JOBS_SECONDS = 15;
