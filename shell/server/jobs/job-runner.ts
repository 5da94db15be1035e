import { AsyncResource } from 'node:async_hooks';
import type { Clock, Log } from '@nephra/plugin-sdk/server';
import { type Kysely, sql } from 'kysely';
import type { CoreTables } from '../core/tables.ts';

export interface JobDefinition {
  /** `plugin.name`, unique. */
  readonly name: string;
  /** `core` or a plugin's id. */
  readonly owner: string;
  readonly everySeconds: number;
  readonly run: (signal: AbortSignal) => Promise<void>;
}

interface Scheduled {
  readonly job: JobDefinition;
  readonly stop: AbortController;
  timer: NodeJS.Timeout | undefined;
  running: Promise<void> | undefined;
}

const SHORTEST_SECONDS = 1;
const LEASE_FACTOR = 3;
const SHORTEST_LEASE_SECONDS = 60;

/**
 * Runs work at intervals, by moments of the steady line: a clock that is set back stops no job and frees no lease early. A lease in the database lets one node at a time run a job; a node that dies loses its lease
 * after a while.
 */
export class JobRunner {
  readonly #db: Kysely<CoreTables>;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #node: string;
  readonly #failed: (job: JobDefinition, error: unknown) => void;
  readonly #scheduled = new Map<string, Scheduled>();
  readonly #detached = new AsyncResource('nephra-jobs');
  #started = false;

  constructor(db: Kysely<CoreTables>, clock: Clock, log: Log, node: string, failed: (job: JobDefinition, error: unknown) => void) {
    this.#db = db;
    this.#clock = clock;
    this.#log = log;
    this.#node = node;
    this.#failed = failed;
  }

  add(job: JobDefinition): void {
    const scheduled: Scheduled = { job, stop: new AbortController(), timer: undefined, running: undefined };
    this.#scheduled.set(job.name, scheduled);
    if (this.#started) this.#plan(scheduled);
  }

  /** Ends the jobs of an owner and waits for those that run. */
  async remove(owner: string): Promise<void> {
    const mine = [...this.#scheduled.values()].filter((scheduled) => scheduled.job.owner === owner);
    await Promise.all(mine.map((scheduled) => this.#end(scheduled)));
  }

  start(): void {
    this.#started = true;
    for (const scheduled of this.#scheduled.values()) this.#plan(scheduled);
  }

  async stop(): Promise<void> {
    this.#started = false;
    await Promise.all([...this.#scheduled.values()].map((scheduled) => this.#end(scheduled)));
  }

  /** Runs a job now, whatever its interval; a test or an administrator waits for it. @returns false when another node holds it. */
  async runNow(name: string): Promise<boolean> {
    const scheduled = this.#scheduled.get(name);
    if (!scheduled) throw new Error(`There is no job ${name}.`);
    return await this.#runOnce(scheduled, true);
  }

  #plan(scheduled: Scheduled): void {
    const seconds = Math.max(SHORTEST_SECONDS, scheduled.job.everySeconds);
    this.#detached.runInAsyncScope(() => {
      scheduled.timer = setTimeout(() => {
        scheduled.running = this.#runOnce(scheduled, false)
          .then(() => undefined)
          .finally(() => {
            scheduled.running = undefined;
            if (this.#started && !scheduled.stop.signal.aborted) this.#plan(scheduled);
          });
      }, seconds * 1000);
      scheduled.timer.unref();
    });
  }

  async #end(scheduled: Scheduled): Promise<void> {
    this.#scheduled.delete(scheduled.job.name);
    clearTimeout(scheduled.timer);
    scheduled.stop.abort();
    await scheduled.running;
  }

  async #runOnce(scheduled: Scheduled, forced: boolean): Promise<boolean> {
    const { job, stop } = scheduled;
    let taken = false;
    try {
      taken = await this.#take(job, forced);
      if (!taken) return false;
      await job.run(stop.signal);
      await this.#release(job, '');
    } catch (error) {
      this.#log.error({ err: error, job: job.name }, 'a job failed');
      this.#failed(job, error);
      if (taken) await this.#release(job, error instanceof Error ? error.message : String(error)).catch(() => undefined);
    }
    return taken;
  }

  /** Takes the lease when it is free and the interval since the last start has passed. */
  async #take(job: JobDefinition, forced: boolean): Promise<boolean> {
    const now = this.#clock.steady();
    const lease = Math.max(SHORTEST_LEASE_SECONDS, job.everySeconds * LEASE_FACTOR);
    const held_until = new Date(now.getTime() + lease * 1000);
    // A tenth of slack: two timers never agree to the millisecond.
    const due = forced ? now : new Date(now.getTime() - job.everySeconds * 900);
    const row = await this.#db
      .insertInto('core.job_lease')
      .values({ name: job.name, owner: this.#node, held_until, last_started_at: now })
      .onConflict((conflict) =>
        conflict
          .column('name')
          .doUpdateSet({ owner: this.#node, held_until, last_started_at: now })
          .where('core.job_lease.held_until', '<=', now)
          .where(({ eb, or }) => or([eb('core.job_lease.last_started_at', 'is', null), eb('core.job_lease.last_started_at', '<=', due)])),
      )
      .returning('name')
      .executeTakeFirst();
    return row !== undefined;
  }

  async #release(job: JobDefinition, last_error: string): Promise<void> {
    await this.#db
      .updateTable('core.job_lease')
      .set({ held_until: sql<Date>`last_started_at`, last_error: last_error.slice(0, 500) })
      .where('name', '=', job.name)
      .where('owner', '=', this.#node)
      .execute();
  }
}
