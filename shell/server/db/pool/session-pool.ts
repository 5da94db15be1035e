import pg, { type PoolConfig } from 'pg';
import { ConnectionGate, type ConnectionLoad, type Lane } from './connection-gate.ts';
import { readableError } from '../database-error.ts';
import type { Log } from '../database.ts';
import { Session } from './session.ts';
import type { StatementNames } from './statement-names.ts';
import type { Patience } from '../waiting.ts';

export interface PoolShares {
  readonly size: number;
  /** Connections that transactions and streams leave to statements outside of transactions. */
  readonly readShare: number | undefined;
  readonly acquireMs: number;
}

/** Checked-out connections as sessions. Whoever waits, waits at the gate: the driver's own queue is always empty. */
export class SessionPool {
  readonly names: StatementNames;
  readonly #pool: pg.Pool;
  readonly #gate: ConnectionGate;
  readonly #acquireMs: number;
  #answeredAt = 0;

  /** @throws RangeError when the share of reads leaves nothing, or is nothing */
  constructor(config: PoolConfig, { size, readShare, acquireMs }: PoolShares, names: StatementNames, log: Log) {
    this.names = names;
    this.#gate = new ConnectionGate(size, readShare);
    this.#acquireMs = acquireMs;
    this.#pool = new pg.Pool({ ...config, max: size, connectionTimeoutMillis: acquireMs });
    // A lost idle connection is not a fault of any request; the next statement opens a new one.
    this.#pool.on('error', (error) => log.warn({ err: error }, 'an idle database connection was lost'));
    // Without a listener of its own, a connection lost while checked out would end the process; its statements reject anyway.
    this.#pool.on('connect', (client) => client.on('error', (error) => log.debug({ err: error }, 'a database connection was lost')));
  }

  /** As long as anybody waits for a turn, from now on. */
  patience(signal?: AbortSignal): Patience {
    return { until: performance.now() + this.#acquireMs, ...(signal && { signal }) };
  }

  async acquire(lane: Lane = 'single', patience: Patience = this.patience()): Promise<Session> {
    const leave = await this.#gate.enter(lane, patience);
    const onAnswer = (): void => {
      this.#answeredAt = performance.now();
    };
    try {
      return new Session(await this.#pool.connect(), this.names, onAnswer, leave);
    } catch (error) {
      leave();
      throw readableError(error);
    }
  }

  async use<T>(work: (session: Session) => Promise<T>, lane?: Lane, signal?: AbortSignal): Promise<T> {
    const session = await this.acquire(lane, this.patience(signal));
    try {
      return await work(session);
    } finally {
      session.release();
    }
  }

  /** There is more than one connection. */
  get isShared(): boolean {
    return this.#gate.load.size > 1;
  }

  /** Every connection there may be is at work; whoever comes now waits. */
  get isBusy(): boolean {
    return this.#gate.isBusy;
  }

  /** Somebody waits for a connection. */
  get isWaitedFor(): boolean {
    const { statements, transactions, streams } = this.#gate.load.waiting;
    return statements + transactions + streams > 0;
  }

  /** The database has answered something not longer ago than this. */
  hasAnsweredWithin(ms: number): boolean {
    return this.#answeredAt > 0 && performance.now() - this.#answeredAt <= ms;
  }

  get load(): ConnectionLoad {
    return this.#gate.load;
  }

  get connections(): { total: number; idle: number; waiting: number } {
    const { statements, transactions, streams } = this.#gate.load.waiting;
    return { total: this.#pool.totalCount, idle: this.#pool.idleCount, waiting: statements + transactions + streams };
  }

  async close(): Promise<void> {
    this.#gate.close();
    await this.#pool.end();
  }
}
