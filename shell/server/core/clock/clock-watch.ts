import type { Clock, Log } from '@nephra/plugin-sdk/server';
import type { Kysely } from 'kysely';
import { type ClockStepStored, clockStepTable } from '../../tables/clock.table.ts';
import type { CoreTables } from '../../tables/tables.ts';

const LOOK_EVERY_MS = 5_000;
/** The steady line is written down with every sixth look: so much of it may be lost when a process is killed. */
const LOOKS_A_NOTE = 6;
/** Clocks that are steered towards the right time move by milliseconds between two looks. A jump of more was made by somebody. */
const STEP_MS = 2_000;
const KEPT_DAYS = 90;
const DAY_MS = 86_400_000;
const SHOWN = 20;

/** Notices that the clock on the wall was set, writes it down and says so in the log. */
export class ClockWatch {
  readonly #db: Kysely<CoreTables>;
  readonly #clock: Clock;
  readonly #newId: () => string;
  readonly #log: Log;
  readonly #node: string;
  readonly #note: () => Promise<void>;
  #apart: number;
  #timer: NodeJS.Timeout | undefined;
  #looks = 0;
  #working: Promise<void> = Promise.resolve();

  /** @param note writes the steady line down */
  constructor(parts: { db: Kysely<CoreTables>; clock: Clock; newId: () => string; log: Log; node: string; note: () => Promise<void> }) {
    this.#db = parts.db;
    this.#clock = parts.clock;
    this.#newId = parts.newId;
    this.#log = parts.log;
    this.#node = parts.node;
    this.#note = parts.note;
    this.#apart = this.#difference();
  }

  start(): void {
    this.#timer = setInterval(() => {
      this.#looks += 1;
      const notes = this.#looks % LOOKS_A_NOTE === 0;
      this.#working = this.#working
        .then(async () => {
          await this.look();
          if (notes) await this.#note();
        })
        .catch((error: unknown) => this.#log.warn({ err: error }, 'the clock could not be watched; it is tried again'));
    }, LOOK_EVERY_MS).unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#timer = undefined;
    await this.#working;
  }

  /** Compares both clocks with the look before. */
  async look(): Promise<void> {
    const apart = this.#difference();
    const byMs = apart - this.#apart;
    this.#apart = apart;
    if (Math.abs(byMs) < STEP_MS) return;
    const at = this.#clock.now();
    this.#log.warn({ byMs, now: at }, byMs < 0 ? 'the clock of this computer was set back' : 'the clock of this computer was set forward');
    await clockStepTable.insertAll({ db: this.#db }, [{ id: this.#newId(), at, byMs, node: this.#node }]);
  }

  /** The latest steps on any node, newest first. */
  async steps(): Promise<ClockStepStored[]> {
    return await clockStepTable.everywhere({ db: this.#db }, 'clocks belong to no facility').orderBy('row.seq', 'desc').limit(SHOWN).execute();
  }

  async forgetOld(): Promise<void> {
    const limit = new Date(this.#clock.now().getTime() - KEPT_DAYS * DAY_MS);
    await this.#db.deleteFrom('core.clock_step').where('at', '<', limit).execute();
  }

  #difference(): number {
    return this.#clock.now().getTime() - this.#clock.steady().getTime();
  }
}
