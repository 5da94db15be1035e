import type { Clock } from '@nephra/plugin-sdk/server';
import { type Kysely, sql } from 'kysely';
import type { CoreTables } from '../tables/tables.ts';
import type { Schedule } from './schedule.ts';

/** A node that has not renewed its lease for so long is taken for dead. */
export const LEASE_MS = 90_000;

/** From where the next moment of a cron text is counted, a moment of the steady line: the last start, or when the job was first seen. */
export interface CountedFrom {
  readonly moment: Date;
  readonly lastStart: Date | null;
}

/** What must be so for a lease to be given: nothing when a person wants the run, the interval is over, or nobody has started it since one looked. */
export type Due = { readonly kind: 'now' } | { readonly kind: 'interval'; readonly seconds: number } | { readonly kind: 'cron'; readonly from: CountedFrom };

/** One row a job: which run holds it and until when, by moments of the steady line. */
export class JobLeases {
  readonly #db: Kysely<CoreTables>;
  readonly #clock: Clock;
  readonly #node: string;

  constructor(db: Kysely<CoreTables>, clock: Clock, node: string) {
    this.#db = db;
    this.#clock = clock;
    this.#node = node;
  }

  /** Gives the job to a run when nobody holds it and it is due. @returns when it starts; nothing when somebody holds it or it is not due */
  async take(name: string, runId: string, due: Due): Promise<Date | undefined> {
    const now = this.#clock.steady();
    const held = { owner: this.#node, run_id: runId, held_until: new Date(now.getTime() + LEASE_MS), last_started_at: now };
    const row = await this.#db
      .insertInto('core.job_lease')
      .values({ name, ...held, known_at: now })
      .onConflict((conflict) => {
        const free = conflict.column('name').doUpdateSet(held).where('core.job_lease.held_until', '<=', now);
        if (due.kind === 'now') return free;
        if (due.kind === 'cron') return free.where('core.job_lease.last_started_at', 'is not distinct from', due.from.lastStart);
        // A tenth of slack: two timers never agree to the millisecond.
        const latest = new Date(now.getTime() - due.seconds * 900);
        return free.where(({ eb, or }) => or([eb('core.job_lease.last_started_at', 'is', null), eb('core.job_lease.last_started_at', '<=', latest)]));
      })
      .returning('name')
      .executeTakeFirst();
    return row && now;
  }

  /** @returns false when another run has it */
  async renew(name: string, runId: string): Promise<boolean> {
    const held_until = new Date(this.#clock.steady().getTime() + LEASE_MS);
    const { numUpdatedRows } = await this.#db
      .updateTable('core.job_lease')
      .set({ held_until })
      .where('name', '=', name)
      .where('run_id', '=', runId)
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
  }

  /** Gives it back, unless another run has it. */
  async release(name: string, runId: string, lastError: string): Promise<void> {
    await this.#db
      .updateTable('core.job_lease')
      .set({ held_until: sql<Date>`last_started_at`, run_id: '', last_error: lastError.slice(0, 500) })
      .where('name', '=', name)
      .where('run_id', '=', runId)
      .execute();
  }

  /** Makes the job known and tells from where its next moment is counted. */
  async countedFrom(name: string): Promise<CountedFrom> {
    const now = this.#clock.steady();
    const row = await this.#db
      .insertInto('core.job_lease')
      .values({ name, owner: '', held_until: now, last_started_at: null, known_at: now })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ known_at: sql<Date>`coalesce(core.job_lease.known_at, ${now}::timestamptz)` }))
      .returning(['last_started_at', 'known_at'])
      .executeTakeFirstOrThrow();
    return { moment: row.last_started_at ?? row.known_at ?? now, lastStart: row.last_started_at };
  }

  /** The same of all jobs that are known, by name. */
  async all(): Promise<ReadonlyMap<string, CountedFrom & { readonly lastError: string }>> {
    const rows = await this.#db.selectFrom('core.job_lease').select(['name', 'last_started_at', 'known_at', 'last_error']).execute();
    const now = this.#clock.steady();
    return new Map(
      rows.map((row) => [row.name, { moment: row.last_started_at ?? row.known_at ?? now, lastStart: row.last_started_at, lastError: row.last_error }]),
    );
  }
}

/**
 * A run that began so shortly before a moment has served it: clocks of two nodes differ, and what the clock on the wall showed at a moment of the
 * steady line is known to some milliseconds only.
 */
const SERVED_BEFORE_MS = 30_000;

/**
 * When a cron text comes next, by the clock on the wall; in the past when it was missed.
 * @param since moments up to this one of the steady line are not made up, those right behind it are no early starts
 */
export function nextMoment({ nextAfter }: Extract<Schedule, { kind: 'cron' }>, { moment }: CountedFrom, clock: Clock, since?: Date): Date {
  if (since && since.getTime() > moment.getTime()) return nextAfter(clock.shown(since));
  return nextAfter(new Date(clock.shown(moment).getTime() + SERVED_BEFORE_MS));
}
