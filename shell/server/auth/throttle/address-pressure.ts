import type { Clock } from '@nephra/plugin-sdk/server';
import { type Kysely, sql } from 'kysely';
import type { Config } from '../../config/index.ts';
import type { CoreTables } from '../../tables/tables.ts';

/** Those who did the work of a proof queue apart from those who did not: a program without it cannot take their places. */
export type Lane = 'worked' | 'idle';

const HALF_LIFE_SECONDS = 4 * 3600;
/** The demand grows up to this many times and no further, so that it is over within a day of an attack. */
const MAX_TIMES = 10;
/** So many seconds' worth of tries may come at once. */
const BURST_SECONDS = 60;
/** Seconds between two tries where an address is just over its limit; they grow with it. */
const SECONDS_A_TRY: Readonly<Record<Lane, number>> = { worked: 1, idle: 4 };

/** What one try has taken of an address. */
export interface AddressShare {
  readonly network: string;
  /** So many have failed there lately, this try among them, that pictures are asked for and tries have to queue. */
  readonly strained: boolean;
  readonly pressure: number;
}

/**
 * How much is being guessed from one network address, over all accounts. An address is never shut: a centre sits behind one. It is
 * asked for pictures, and who was never seen there takes places in a queue whose pace falls as failures grow.
 */
export class AddressPressure {
  readonly #db: Kysely<CoreTables>;
  readonly #clock: Clock;
  readonly #allowed: number;

  constructor(db: Kysely<CoreTables>, clock: Clock, { addressFailuresAllowed }: Pick<Config, 'addressFailuresAllowed'>) {
    this.#db = db;
    this.#clock = clock;
    this.#allowed = addressFailuresAllowed;
  }

  /** Counts a try as failed until it proves right. */
  async add(network: string): Promise<AddressShare> {
    const now = this.#clock.steady();
    const { pressure } = await this.#db
      .insertInto('core.login_address')
      .values({ network, pressure: 1, counted_at: now })
      .onConflict((conflict) =>
        conflict.column('network').doUpdateSet({
          pressure: sql<number>`least(${this.#allowed * MAX_TIMES}::float8, ${this.#left(now)} + 1)`,
          counted_at: sql<Date>`greatest(core.login_address.counted_at, ${now}::timestamptz)`,
        }),
      )
      .returning('pressure')
      .executeTakeFirstOrThrow();
    return { network, pressure, strained: pressure > this.#allowed };
  }

  /** Takes a place in the queue. @returns the moment from which there is one, when all are taken now. */
  async takePlace({ network, pressure }: AddressShare, lane: Lane): Promise<Date | undefined> {
    const now = this.#clock.steady();
    const seconds = this.#secondsATry(pressure, lane);
    const column = `${lane}_until` as const;
    const free = sql<Date>`greatest(${sql.ref(column)}, ${now}::timestamptz) + ${seconds}::float8 * interval '1 second'`;
    const latest = new Date(now.getTime() + BURST_SECONDS * 1000);
    const taken = await this.#db
      .updateTable('core.login_address')
      .set({ [column]: free })
      .where('network', '=', network)
      .where(free, '<=', latest)
      .returning('network')
      .executeTakeFirst();
    if (taken) return undefined;
    const row = await this.#db.selectFrom('core.login_address').select(column).where('network', '=', network).executeTakeFirst();
    return new Date((row?.[column]?.getTime() ?? now.getTime()) + (seconds - BURST_SECONDS) * 1000);
  }

  /** The try proved right, or was not made: neither it nor its place counts. */
  async giveBack({ network, pressure }: AddressShare, lane: Lane | undefined): Promise<void> {
    const now = this.#clock.steady();
    const column = `${lane ?? 'idle'}_until` as const;
    const place = lane ? { [column]: sql<Date>`${sql.ref(column)} - ${this.#secondsATry(pressure, lane)}::float8 * interval '1 second'` } : {};
    await this.#db
      .updateTable('core.login_address')
      .set({ pressure: sql<number>`greatest(0, ${this.#left(now)} - 1)`, counted_at: sql<Date>`greatest(counted_at, ${now}::timestamptz)`, ...place })
      .where('network', '=', network)
      .execute();
  }

  /** True when the next try from there has to bring a picture. */
  async isStrained(network: string): Promise<boolean> {
    const row = await this.#db
      .selectFrom('core.login_address')
      .select(this.#left(this.#clock.steady()).as('pressure'))
      .where('network', '=', network)
      .executeTakeFirst();
    return row !== undefined && row.pressure + 1 > this.#allowed;
  }

  async forgetOld(): Promise<void> {
    await this.#db
      .deleteFrom('core.login_address')
      .where('counted_at', '<', new Date(this.#clock.steady().getTime() - MAX_TIMES * HALF_LIFE_SECONDS * 1000))
      .execute();
  }

  #secondsATry(pressure: number, lane: Lane): number {
    return SECONDS_A_TRY[lane] * Math.min(MAX_TIMES, Math.max(1, pressure / this.#allowed));
  }

  /** What is left at this moment of the failures counted so far. */
  #left(now: Date) {
    const age = sql`greatest(0, extract(epoch from (${now}::timestamptz - core.login_address.counted_at)))`;
    return sql<number>`(core.login_address.pressure * power(0.5::float8, (${age} / ${HALF_LIFE_SECONDS}::float8)::float8))`;
  }
}
