import { AsyncResource } from 'node:async_hooks';
import { AppError, EnvelopeCode, type TextByLanguage } from '@nephra/plugin-sdk/contract';
import type { Clock, JobRun, JobWhen, Log } from '@nephra/plugin-sdk/server';
import type { Kysely } from 'kysely';
import { BUSINESS_ZONE } from '../core/clock/clock.ts';
import type { CoreTables } from '../tables/tables.ts';
import type { Database } from '../db/index.ts';
import { type CountedFrom, type Due, JobLeases, nextMoment } from './job-leases.ts';
import { JobRunStore, type NewRun, TIMER } from './job-run-store.ts';
import { BEAT_MS, cancelledBy, RunningJob } from './running-job.ts';
import { type Schedule, scheduleOf } from './schedule.ts';

export interface JobDefinition {
  /** `plugin.name`, unique. */
  readonly name: string;
  /** `core` or a plugin's id. */
  readonly owner: string;
  /** What administrators call it. Default: its name. */
  readonly title?: TextByLanguage | undefined;
  /** One sentence: what it does. */
  readonly purpose?: TextByLanguage | undefined;
  readonly when: JobWhen;
  /** Moments of a cron text up to this one, of the steady line, count as served. */
  readonly since?: Date | undefined;
  readonly run: (run: JobRun) => Promise<void>;
}

export interface JobRunnerParts {
  readonly database: Database;
  readonly db: Kysely<CoreTables>;
  readonly clock: Clock;
  readonly log: Log;
  readonly newId: () => string;
  /** Name of this process. */
  readonly node: string;
  /** Hears of every run that failed. */
  readonly failed: (job: JobDefinition, error: unknown) => void;
  /** Time zone of cron texts, by its IANA name. Default: that of the installation. */
  readonly zone?: string;
  /** Calls `beat` at this interval until what it returns is called. Default: a timer. */
  readonly every?: (ms: number, beat: () => Promise<void>) => () => void;
}

/** A job as an administrator sees it. */
export interface KnownJob extends Pick<JobDefinition, 'title' | 'purpose'> {
  readonly name: string;
  readonly owner: string;
  readonly when: JobWhen;
  /** What the clock on the wall will show then, or showed when it was missed; nothing on demand. */
  readonly nextAt: Date | undefined;
  readonly lastStartedAt: Date | undefined;
  /** Its last run that ended had failed, and with what; empty when it had not. */
  readonly lastError: string;
}

interface Scheduled {
  readonly job: JobDefinition;
  readonly schedule: Schedule;
  readonly runs: Map<RunningJob, Promise<unknown>>;
  timer: NodeJS.Timeout | undefined;
  looking: Promise<unknown> | undefined;
  /** What this node knows of it. Others may have started the job since, which moves the next moment later, never earlier. */
  countedFrom: CountedFrom | undefined;
  ended: boolean;
  /** It is off the timetable; a run that is under way goes on to its end. */
  left: boolean;
}

/** A clock that is set is noticed so soon. */
const MAX_WAIT_MS = 60_000;
/** Jobs that run more often leave a row only when there is something to tell. */
const QUIET_BELOW_SECONDS = 3_600;

const timer: NonNullable<JobRunnerParts['every']> = (ms, beat) => {
  const handle = setInterval(() => void beat(), ms).unref();
  return () => clearInterval(handle);
};

const stopped = (): AppError => new AppError('core.job-stopped');

/**
 * Runs work at intervals, at moments of the calendar, or when asked. Intervals and leases go by moments of the steady line: a clock that is set back stops
 * no job and frees no lease early. A lease in the database lets one node at a time run a job; a node that dies loses its lease after a while.
 */
export class JobRunner {
  readonly store: JobRunStore;
  readonly #parts: JobRunnerParts;
  readonly #leases: JobLeases;
  readonly #scheduled = new Map<string, Scheduled>();
  /** Off the timetable, and yet at work. */
  readonly #leaving = new Set<Scheduled>();
  readonly #detached = new AsyncResource('nephra-jobs');
  #started = false;
  #failures = 0;

  constructor(parts: JobRunnerParts) {
    this.#parts = parts;
    this.#leases = new JobLeases(parts.db, parts.clock, parts.node);
    this.store = new JobRunStore(parts.db, parts.clock);
  }

  /** @throws Error when the job names no time that ever comes */
  add(job: JobDefinition): void {
    const schedule = scheduleOf(job.when, this.#parts.zone ?? BUSINESS_ZONE);
    const scheduled: Scheduled = { job, schedule, runs: new Map(), timer: undefined, looking: undefined, countedFrom: undefined, ended: false, left: false };
    this.#scheduled.set(job.name, scheduled);
    if (this.#started) this.#plan(scheduled, 0);
  }

  /** Takes a job off the timetable. A run that is under way goes on, and keeps its lease: whatever is added under this name waits for it. */
  drop(name: string): void {
    const scheduled = this.#scheduled.get(name);
    if (!scheduled) return;
    scheduled.left = true;
    this.#scheduled.delete(name);
    clearTimeout(scheduled.timer);
    this.#see(scheduled);
  }

  /** Ends the jobs of an owner and waits for those that run. */
  async remove(owner: string): Promise<void> {
    const mine = [...this.#scheduled.values(), ...this.#leaving].filter((scheduled) => scheduled.job.owner === owner);
    await Promise.all(mine.map((scheduled) => this.#end(scheduled)));
  }

  start(): void {
    this.#started = true;
    for (const scheduled of this.#scheduled.values()) this.#plan(scheduled, 0);
  }

  async stop(): Promise<void> {
    this.#started = false;
    await Promise.all([...this.#scheduled.values(), ...this.#leaving].map((scheduled) => this.#end(scheduled)));
  }

  /** Runs a job now, whatever its time, and waits for its end. @returns false when another run holds it */
  async runNow(name: string): Promise<boolean> {
    const scheduled = this.#scheduled.get(name);
    if (!scheduled) throw new Error(`There is no job ${name}.`);
    return await this.#runOnce(scheduled, { kind: 'now' });
  }

  /** Runs a job when its moment has come; what its timer does. @returns whether it has run here */
  async runIfDue(name: string): Promise<boolean> {
    const scheduled = this.#scheduled.get(name);
    if (!scheduled) throw new Error(`There is no job ${name}.`);
    const due = await this.#dueOf(scheduled);
    return due !== undefined && (await this.#runOnce(scheduled, due));
  }

  /**
   * Starts a run for a person. Its row stands or falls with the running transaction, and the work begins when that is committed.
   * @returns the run's id
   * @throws AppError `core.job-unknown` (404) when no running plugin has it, `core.job-running` (409) while it runs, here or on another node
   */
  async request(name: string, by: { readonly userId: string; readonly userName: string }): Promise<string> {
    const { database, newId } = this.#parts;
    const scheduled = this.#scheduled.get(name);
    if (!scheduled) throw new AppError('core.job-unknown', { code: EnvelopeCode.NotFound, params: { job: name } });
    const run = this.#newRun(scheduled, newId(), { requestedBy: by.userId, requestedName: by.userName });
    await database.transaction(async () => {
      const startedAt = await this.#leases.take(name, run.id, { kind: 'now' });
      if (!startedAt) throw new AppError('core.job-running', { code: EnvelopeCode.Conflict, params: { job: name } });
      await this.store.begin(run);
      database.afterCommit(() => {
        scheduled.countedFrom = { moment: startedAt, lastStart: startedAt };
        this.#detached.runInAsyncScope(() => void this.#work(scheduled, run, true));
      });
    });
    return run.id;
  }

  /**
   * Asks a run to end at its next safe place, wherever it is at work: another node reads it in the run's row within two seconds.
   * @returns whether it was still under way
   */
  async cancel(runId: string, by: { readonly userId: string; readonly userName: string }): Promise<boolean> {
    const underWay = await this.store.askToCancel(runId, { by: by.userId, name: by.userName });
    if (underWay) this.#parts.database.afterCommit(() => this.#stopHere(runId, cancelledBy(by.userName)));
    return underWay;
  }

  /** Jobs that are known and those that run here; runs that failed here since this server started. */
  get load(): { readonly known: number; readonly running: number; readonly failures: number } {
    const running = [...this.#scheduled.values()].reduce((sum, { runs }) => sum + runs.size, 0);
    return { known: this.#scheduled.size, running, failures: this.#failures };
  }

  has(name: string): boolean {
    return this.#scheduled.has(name);
  }

  /** Jobs of the shell and of running plugins, by name. */
  async known(): Promise<KnownJob[]> {
    const { clock } = this.#parts;
    const froms = await this.#leases.all();
    return [...this.#scheduled.values()]
      .map(({ job, schedule }) => {
        const from = froms.get(job.name);
        return {
          name: job.name,
          owner: job.owner,
          title: job.title,
          purpose: job.purpose,
          when: job.when,
          nextAt: this.#nextAt(job, schedule, from),
          lastStartedAt: from?.lastStart ? clock.shown(from.lastStart) : undefined,
          lastError: from?.lastError ?? '',
        };
      })
      .sort((one, other) => (one.name < other.name ? -1 : 1));
  }

  #stopHere(runId: string, reason: AppError): void {
    for (const { runs } of [...this.#scheduled.values(), ...this.#leaving])
      for (const running of runs.keys()) if (running.run.id === runId) running.stop(reason);
  }

  /** Keeps one that left in mind until nothing of it is at work. */
  #see(scheduled: Scheduled): void {
    this.#leaving.add(scheduled);
    void Promise.allSettled([scheduled.looking, ...scheduled.runs.values()]).then(() => {
      if (scheduled.runs.size === 0) this.#leaving.delete(scheduled);
    });
  }

  #nextAt(job: JobDefinition, schedule: Schedule, from: CountedFrom | undefined): Date | undefined {
    const { clock } = this.#parts;
    if (schedule.kind === 'demand') return undefined;
    if (schedule.kind === 'cron') return nextMoment(schedule, from ?? { moment: clock.steady(), lastStart: null }, clock, job.since);
    return from?.lastStart ? new Date(clock.shown(from.lastStart).getTime() + schedule.seconds * 1000) : undefined;
  }

  #plan(scheduled: Scheduled, failures: number): void {
    const { schedule } = scheduled;
    if (schedule.kind === 'demand') return;
    this.#detached.runInAsyncScope(() => {
      scheduled.timer = setTimeout(
        () => {
          scheduled.looking = this.runIfDue(scheduled.job.name)
            .then(
              () => 0,
              (error: unknown) => {
                this.#parts.log.error({ err: error, job: scheduled.job.name }, 'a job could not be looked at');
                return failures + 1;
              },
            )
            .then((failed) => {
              scheduled.looking = undefined;
              if (this.#started && !scheduled.ended && !scheduled.left) this.#plan(scheduled, failed);
            });
        },
        this.#waitOf(scheduled, failures),
      );
      scheduled.timer.unref();
    });
  }

  /** Until the next look, milliseconds. */
  #waitOf({ job, schedule, countedFrom }: Scheduled, failures: number): number {
    if (schedule.kind === 'interval') return schedule.seconds * 1000;
    if (schedule.kind !== 'cron' || !countedFrom) return failures === 0 ? 0 : MAX_WAIT_MS;
    const { clock } = this.#parts;
    const ahead = nextMoment(schedule, countedFrom, clock, job.since).getTime() - clock.now().getTime();
    // One that is due and yet not run is held elsewhere, or its start failed.
    return ahead <= 0 ? MAX_WAIT_MS / 2 : Math.min(ahead, MAX_WAIT_MS);
  }

  async #dueOf(scheduled: Scheduled): Promise<Due | undefined> {
    const { job, schedule } = scheduled;
    if (schedule.kind === 'demand') return undefined;
    if (schedule.kind === 'interval') return schedule;
    const { clock } = this.#parts;
    const isDue = (from: CountedFrom): boolean => nextMoment(schedule, from, clock, job.since).getTime() <= clock.now().getTime();
    if (scheduled.countedFrom && !isDue(scheduled.countedFrom)) return undefined;
    scheduled.countedFrom = await this.#leases.countedFrom(job.name);
    return isDue(scheduled.countedFrom) ? { kind: 'cron', from: scheduled.countedFrom } : undefined;
  }

  async #end(scheduled: Scheduled): Promise<void> {
    scheduled.ended = true;
    if (this.#scheduled.get(scheduled.job.name) === scheduled) this.#scheduled.delete(scheduled.job.name);
    clearTimeout(scheduled.timer);
    for (const running of scheduled.runs.keys()) running.stop(stopped());
    await scheduled.looking;
    await Promise.all(scheduled.runs.values());
  }

  #newRun({ job }: Scheduled, id: string, by: Pick<NewRun, 'requestedBy' | 'requestedName'>): NewRun {
    const { clock, node } = this.#parts;
    return { id, job: job.name, owner: job.owner, node, startedAt: clock.now(), ...by };
  }

  /** Takes the lease when the job is free and due, and works. A refusal of the database is the job's failure. */
  async #runOnce(scheduled: Scheduled, due: Due): Promise<boolean> {
    const { job, schedule } = scheduled;
    const { database, newId } = this.#parts;
    const run = this.#newRun(scheduled, newId(), { requestedBy: TIMER, requestedName: '' });
    const kept = schedule.kind !== 'interval' || schedule.seconds >= QUIET_BELOW_SECONDS;
    try {
      const startedAt = await (kept
        ? database.transaction(async () => {
            const taken = await this.#leases.take(job.name, run.id, due);
            if (taken) await this.store.begin(run);
            return taken;
          })
        : this.#leases.take(job.name, run.id, due));
      if (!startedAt) return false;
      scheduled.countedFrom = { moment: startedAt, lastStart: startedAt };
    } catch (error) {
      this.#tellFailure(job, error);
      return false;
    }
    await this.#work(scheduled, run, kept);
    return true;
  }

  /** Never throws. */
  #work(scheduled: Scheduled, run: NewRun, kept: boolean): Promise<void> {
    const { database, clock, log, every = timer } = this.#parts;
    const running = new RunningJob({ database, clock, log, leases: this.#leases, store: this.store }, run, kept);
    // Whoever ended the job while its lease was taken did not see this run.
    if (scheduled.ended) running.stop(stopped());
    const stopBeats = every(BEAT_MS, () => running.beat());
    const worked = this.#workOut(scheduled.job, running).finally(() => {
      stopBeats();
      scheduled.runs.delete(running);
    });
    scheduled.runs.set(running, worked);
    if (scheduled.left) this.#see(scheduled);
    return worked;
  }

  async #workOut(job: JobDefinition, running: RunningJob): Promise<void> {
    let thrown: { readonly error: unknown } | undefined;
    try {
      await job.run(running.handle);
    } catch (error) {
      thrown = { error };
    }
    try {
      const state = await running.end(thrown);
      if (state === 'failed' || (thrown && state === undefined)) this.#tellFailure(job, thrown?.error);
    } catch (error) {
      // Its lease ends by itself, and the run counts as lost then.
      this.#tellFailure(job, thrown?.error ?? error);
    }
  }

  #tellFailure(job: JobDefinition, error: unknown): void {
    this.#parts.log.error({ err: error, job: job.name }, 'a job failed');
    this.#failures += 1;
    this.#parts.failed(job, error);
  }
}
