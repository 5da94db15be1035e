import pg, { type PoolConfig } from 'pg';
import { readableError } from './database-error.ts';
import type { Log } from './database.ts';
import { Session } from './session.ts';
import type { StatementNames } from './statement-names.ts';

/** Checked-out connections as sessions. */
export class SessionPool {
  readonly names: StatementNames;
  readonly #pool: pg.Pool;
  #answeredAt = 0;

  constructor(config: PoolConfig, names: StatementNames, log: Log) {
    this.names = names;
    this.#pool = new pg.Pool(config);
    // A lost idle connection is not a fault of any request; the next statement opens a new one.
    this.#pool.on('error', (error) => log.warn({ err: error }, 'an idle database connection was lost'));
    // Without a listener of its own, a connection lost while checked out would end the process; its statements reject anyway.
    this.#pool.on('connect', (client) => client.on('error', (error) => log.debug({ err: error }, 'a database connection was lost')));
  }

  async acquire(): Promise<Session> {
    try {
      return new Session(await this.#pool.connect(), this.names, () => {
        this.#answeredAt = performance.now();
      });
    } catch (error) {
      throw readableError(error);
    }
  }

  async use<T>(work: (session: Session) => Promise<T>): Promise<T> {
    const session = await this.acquire();
    try {
      return await work(session);
    } finally {
      session.release();
    }
  }

  /** Every connection there may be is at work; whoever comes now waits. */
  get isBusy(): boolean {
    return this.#pool.waitingCount > 0 || (this.#pool.totalCount >= this.#pool.options.max && this.#pool.idleCount === 0);
  }

  /** The database has answered something not longer ago than this. */
  hasAnsweredWithin(ms: number): boolean {
    return this.#answeredAt > 0 && performance.now() - this.#answeredAt <= ms;
  }

  get connections(): { total: number; idle: number; waiting: number } {
    return { total: this.#pool.totalCount, idle: this.#pool.idleCount, waiting: this.#pool.waitingCount };
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }
}
