import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import type { Clock, Log } from '@nephra/plugin-sdk/server';
import type { Kysely } from 'kysely';
import type { CoreTables } from '../../tables/tables.ts';
import type { Database } from '../../db/index.ts';
import type { KeptAnswer } from '../../tables/installation.table.ts';
import type { ActKey } from './idempotency.ts';

/** A claim that nobody renewed for so long belongs to a process that died. */
const LOST_AFTER_MS = 180_000;
/** Three in a row may fail before the claim counts as lost. */
const RENEW_EVERY_MS = 45_000;
const TRIES = 3;

/** The right to do an act; whoever else asks meanwhile is told that it runs. */
export interface LastingClaim {
  /** Inside the transaction that ends the act. @throws AppError `core.still-running` when the claim was taken for lost and somebody else works on it */
  keep(answer: KeptAnswer): Promise<void>;
  /** The key is free again. Never throws. */
  release(): Promise<void>;
  /** Stops holding it fresh. */
  end(): void;
}

export type Claimed = { readonly kind: 'answered'; readonly answer: KeptAnswer } | { readonly kind: 'claimed'; readonly claim: LastingClaim };

type Finding = { readonly kind: 'answered'; readonly answer: KeptAnswer } | { readonly kind: 'free'; readonly since: Date } | { readonly kind: 'vanished' };

const stillRunning = (): AppError => new AppError('core.still-running', { code: EnvelopeCode.Conflict });

/**
 * Claims of acts that do not fit into one transaction because they wait for a foreign system. A claim is a committed row of the idempotency
 * table without an answer; its moment, on the steady line, says who holds it, and moves while
 * the act is at work.
 */
export class LastingClaims {
  readonly #database: Database;
  readonly #db: Kysely<CoreTables>;
  readonly #clock: Clock;
  readonly #log: Log;

  constructor(database: Database, clock: Clock, log: Log) {
    this.#database = database;
    this.#db = database.kyselyFor<CoreTables>();
    this.#clock = clock;
    this.#log = log;
  }

  /** @throws AppError `core.idempotency-mismatch`, `core.still-running` */
  async claim(act: ActKey): Promise<Claimed> {
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      const finding = await this.#database.transaction(() => this.#take(act));
      if (finding.kind === 'answered') return finding;
      // Outside of the transaction: what renews the claim must not be bound to it.
      if (finding.kind === 'free') return { kind: 'claimed', claim: this.#held(act, finding.since) };
    }
    throw stillRunning();
  }

  async #take(act: ActKey): Promise<Finding> {
    const now = this.#clock.steady();
    const made = await this.#db
      .insertInto('core.idempotency')
      .values({ user_id: act.userId, key: act.key, route: act.route, body_hash: act.bodyHash, answer: null, created_at: now })
      .onConflict((conflict) => conflict.columns(['user_id', 'key']).doNothing())
      .returning('key')
      .executeTakeFirst();
    if (made) return { kind: 'free', since: now };
    const row = await this.#db
      .selectFrom('core.idempotency')
      .select(['route', 'body_hash', 'answer', 'created_at'])
      .where('user_id', '=', act.userId)
      .where('key', '=', act.key)
      .forUpdate()
      .executeTakeFirst();
    // Released since it stood in the way.
    if (!row) return { kind: 'vanished' };
    if (row.route !== act.route || row.body_hash !== act.bodyHash) throw new AppError('core.idempotency-mismatch', { code: EnvelopeCode.Conflict });
    // Refusals are kept of named acts alone, which are none of these.
    if (row.answer !== null) return { kind: 'answered', answer: row.answer as KeptAnswer };
    if (now.getTime() - row.created_at.getTime() < LOST_AFTER_MS) throw stillRunning();
    await this.#move(act, row.created_at, now);
    this.#log.warn({ route: act.route, since: row.created_at }, 'an act whose process ended is taken up again');
    return { kind: 'free', since: now };
  }

  #held(act: ActKey, from: Date): LastingClaim {
    let since = from;
    const renew = async (): Promise<void> => {
      const now = this.#clock.steady();
      if (await this.#move(act, since, now)) since = now;
    };
    let renewing: Promise<void> = Promise.resolve();
    const timer = setInterval(() => {
      renewing = renewing.then(renew).catch((error: unknown) => this.#log.warn({ err: error, route: act.route }, 'a running act could not be held fresh'));
    }, RENEW_EVERY_MS);
    timer.unref();
    const end = (): void => clearInterval(timer);
    return {
      end,
      keep: async (answer) => {
        end();
        await renewing;
        const { numUpdatedRows } = await this.#mine(act, since)
          .set({ answer: JSON.stringify(answer) })
          .executeTakeFirst();
        if (numUpdatedRows === 0n) throw stillRunning();
      },
      release: async () => {
        end();
        await renewing;
        await this.#db
          .deleteFrom('core.idempotency')
          .where('user_id', '=', act.userId)
          .where('key', '=', act.key)
          .where('answer', 'is', null)
          .where('created_at', '=', since)
          .execute()
          .catch((error: unknown) => this.#log.warn({ err: error, route: act.route }, 'the key of a failed act stays taken for a while'));
      },
    };
  }

  /** The moment is the mark of its holder: a holder that was taken for dead changes nothing any more. */
  #mine(act: ActKey, since: Date) {
    return this.#db
      .updateTable('core.idempotency')
      .where('user_id', '=', act.userId)
      .where('key', '=', act.key)
      .where('answer', 'is', null)
      .where('created_at', '=', since);
  }

  async #move(act: ActKey, from: Date, to: Date): Promise<boolean> {
    const { numUpdatedRows } = await this.#mine(act, from).set({ created_at: to }).executeTakeFirst();
    return numUpdatedRows > 0n;
  }
}
