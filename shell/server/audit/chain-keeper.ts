import { AsyncResource } from 'node:async_hooks';
import type { Clock, Log } from '@nephra/plugin-sdk/server';
import type { Kysely } from 'kysely';
import type { ChainState } from '../../contract/index.ts';
import type { CoreTables } from '../tables/tables.ts';
import { verifyChain } from './verify-chain.ts';

/** Checks the audit chain when asked, one check at a time, and remembers how the last one ended. */
export class ChainKeeper {
  readonly #db: Kysely<CoreTables>;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #stop = new AbortController();
  /** The check outlives the call that asks for it, so it must not read through that call's transaction. */
  readonly #detached = new AsyncResource('nephra-audit-chain');
  #running: Promise<void> | undefined;
  #told: ((checked: number, total: number) => void) | undefined;
  #state: ChainState = { running: false, checked: 0, total: 0, finishedAt: null, broken: null };

  constructor(db: Kysely<CoreTables>, clock: Clock, log: Log) {
    this.#db = db;
    this.#clock = clock;
    this.#log = log;
  }

  get state(): ChainState {
    return this.#state;
  }

  /** Starts a check unless one is running. */
  async start(): Promise<ChainState> {
    if (this.#running) return this.#state;
    const head = await this.#db.selectFrom('core.audit_head').select('seq').where('id', '=', 1).executeTakeFirstOrThrow();
    this.#state = { ...this.#state, running: true, checked: 0, total: Number(head.seq) };
    this.#running = this.#detached
      .runInAsyncScope(() => this.#check())
      .finally(() => {
        this.#running = undefined;
      });
    return this.#state;
  }

  /** Checks and resolves when done; joins a running check. @param told hears how many entries of how many are checked */
  async check(told?: (checked: number, total: number) => void): Promise<ChainState> {
    this.#told = told;
    await this.start();
    await this.#running;
    this.#told = undefined;
    return this.#state;
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  async #check(): Promise<void> {
    try {
      const { entries, broken } = await verifyChain(this.#db, {
        signal: this.#stop.signal,
        onProgress: (checked) => {
          this.#state = { ...this.#state, checked };
          this.#told?.(checked, this.#state.total);
        },
      });
      if (broken) this.#log.error({ broken }, 'the audit log was tampered with');
      else this.#log.info({ entries }, 'the audit log is whole');
      this.#state = {
        running: false,
        checked: entries,
        total: Math.max(entries, this.#state.total),
        finishedAt: this.#clock.now().getTime(),
        broken: broken ?? null,
      };
    } catch (error) {
      this.#state = { ...this.#state, running: false };
      if (!this.#stop.signal.aborted) this.#log.error({ err: error }, 'the audit log could not be checked');
    }
  }
}
