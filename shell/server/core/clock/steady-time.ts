import { type Kysely, sql } from 'kysely';
import type { CoreTables } from '../../tables/tables.ts';

/** Milliseconds that only ever grow; where they begin means nothing. */
export type Monotonic = () => number;

/**
 * The line of moments that durations go by. Within a process it follows the monotonic clock of the machine. Over restarts and nodes it is
 * carried on in the database: a process begins where the line stands there, so a clock that was set while nothing ran moves it forward at
 * most, never back. The time since the line was last written down is taken from the clock of the database, which all nodes share.
 */
export class SteadyTime {
  readonly #monotonic: Monotonic;
  /** What is added to the monotonic clock. */
  #ahead: number;

  /** @param start where the line begins until `carryOn`, milliseconds */
  constructor(start: number, monotonic: Monotonic = () => performance.now()) {
    this.#monotonic = monotonic;
    this.#ahead = start - monotonic();
  }

  now(): Date {
    return new Date(Math.floor(this.#ahead + this.#monotonic()));
  }

  /** Takes the line up where it stands in the database. Before anything is compared with it. */
  async carryOn(db: Kysely<CoreTables>): Promise<void> {
    const { at } = await db
      .updateTable('core.steady_time')
      .set({ at: sql<Date>`at + greatest(interval '0', clock_timestamp() - seen)`, seen: sql<Date>`clock_timestamp()` })
      .returning('at')
      .executeTakeFirstOrThrow();
    this.#ahead = at.getTime() - this.#monotonic();
  }

  /** Writes down how far the line has come, and catches up with a node that is ahead. */
  async note(db: Kysely<CoreTables>): Promise<void> {
    const { at } = await db
      .updateTable('core.steady_time')
      .set({ at: sql<Date>`greatest(at, ${this.now()}::timestamptz)`, seen: sql<Date>`clock_timestamp()` })
      .returning('at')
      .executeTakeFirstOrThrow();
    this.#ahead += Math.max(0, at.getTime() - this.now().getTime());
  }
}
