import { answerWithin } from '@nephra/plugin-sdk/server';
import { type Kysely, sql } from 'kysely';
import type { PoolConfig } from 'pg';
import { columnTypes } from './column-types.ts';
import type {
  Database,
  DatabaseHealth,
  DatabaseLimits,
  DatabaseLoad,
  DatabaseStats,
  Log,
  OthersLimits,
  StreamableQuery,
  TransactionOptions,
} from './database.ts';
import { routedKysely } from './queries/kysely-dialect.ts';
import { streamRows } from './queries/row-stream.ts';
import type { Session } from './pool/session.ts';
import { type PoolShares, SessionPool } from './pool/session-pool.ts';
import { StatementNames } from './pool/statement-names.ts';
import { UnitOfWork } from './transactions/unit-of-work.ts';

type AnyTables = Record<string, Record<string, unknown>>;

/** What differs between the engines. */
export interface EngineHooks {
  readonly engine: 'embedded' | 'postgres';
  serverVersion(): string;
  /** Why the database cannot be used, empty when it can. */
  trouble(): string;
  /** @throws when writing must be refused (disk nearly full). */
  beforeWrite(): void;
  restarts(): number;
  counters(): { checkpoints: number; vacuums: number };
  snapshot(): Promise<Uint8Array>;
  /** Runs `work` with another statement limit; 0: none. */
  patiently<T>(work: () => Promise<T>, limitMs: number): Promise<T>;
  /** Hears notices of other servers; undefined where there can be none. */
  readonly listen?: (channel: string, heard: () => void) => () => Promise<void>;
  close(): Promise<void>;
}

export const limitsWithDefaults = (limits: DatabaseLimits | undefined): Required<DatabaseLimits> => ({
  statementMs: limits?.statementMs ?? 30_000,
  transactionMs: limits?.transactionMs ?? 60_000,
  acquireMs: limits?.acquireMs ?? 30_000,
});

const HEALTH_WAIT_MS = 5_000;

/** Both engines behind one interface: same driver, same types, same unit of work. */
export class PooledDatabase implements Database {
  readonly engine: 'embedded' | 'postgres';
  readonly kysely: Kysely<AnyTables>;
  readonly pool: SessionPool;
  readonly units: UnitOfWork;
  readonly hooks: EngineHooks;
  readonly #statementMs: number;
  readonly #late: Kysely<AnyTables>;
  #statements = 0;
  #closed: Promise<void> | undefined;

  /** @throws RangeError when the share of reads leaves nothing, or is nothing */
  constructor(
    config: PoolConfig,
    shares: Pick<PoolShares, 'size' | 'readShare'>,
    limits: Required<DatabaseLimits>,
    namedStatements: boolean,
    hooks: EngineHooks,
    log: Log,
  ) {
    this.engine = hooks.engine;
    this.hooks = hooks;
    this.#statementMs = limits.statementMs;
    this.pool = new SessionPool(
      { ...config, types: columnTypes, pipeline: true },
      { ...shares, acquireMs: limits.acquireMs },
      new StatementNames(namedStatements),
      log,
    );
    this.units = new UnitOfWork(this.pool, log, limits.transactionMs, hooks.beforeWrite);
    this.kysely = this.#kyselyWith(() => undefined, false);
    this.#late = this.#kyselyWith(() => undefined, true);
  }

  kyselyFor<DB>(check?: (sql: string) => void, role?: string, limits?: OthersLimits): Kysely<DB> {
    // The table types exist at compile time only; the caller names its own.
    return (check ? this.#kyselyWith(check, false, role, limits) : this.kysely) as unknown as Kysely<DB>;
  }

  lateKyselyFor<DB>(check?: (sql: string) => void, role?: string, limits?: OthersLimits): Kysely<DB> {
    return (check ? this.#kyselyWith(check, true, role, limits) : this.#late) as unknown as Kysely<DB>;
  }

  #kyselyWith(check: (sql: string) => void, late: boolean, role?: string, limits: OthersLimits = {}): Kysely<AnyTables> {
    const onStatement = (): void => {
      this.#statements += 1;
    };
    const { pool, units } = this;
    return routedKysely<AnyTables>({ pool, units, beforeWrite: this.hooks.beforeWrite, onStatement, check, late, role, limits });
  }

  async transaction<T>(work: () => Promise<T>, options?: TransactionOptions): Promise<T> {
    return await this.units.transaction(work, options);
  }

  inTransaction(): boolean {
    return this.units.current() !== undefined;
  }

  afterCommit(hook: () => void | Promise<void>): void {
    this.units.afterCommit(hook);
  }

  async notify(channel: string): Promise<void> {
    if (this.hooks.listen) await sql`select pg_notify(${channel}, '')`.execute(this.kysely);
  }

  listen(channel: string, heard: () => void): () => Promise<void> {
    return this.hooks.listen?.(channel, heard) ?? (async () => undefined);
  }

  async script(statements: string): Promise<void> {
    const unit = this.units.current();
    if (unit) return await unit.script(statements);
    this.hooks.beforeWrite();
    await this.pool.use(async (session) => {
      await session.script(statements);
    });
  }

  stream<Row>(query: StreamableQuery<Row>, batchRows?: number): AsyncIterableIterator<Row[]> {
    return streamRows<Row>(this.pool, this.units, query, batchRows);
  }

  async patiently<T>(work: () => Promise<T>, limitMs = 0): Promise<T> {
    return await this.hooks.patiently(work, limitMs);
  }

  schemaChanged(): void {
    this.pool.names.advance();
  }

  async health(): Promise<DatabaseHealth> {
    const { engine } = this;
    const trouble = this.hooks.trouble();
    if (trouble !== '') return { ok: false, engine, reason: trouble };
    // All connections at work is no illness: each statement has its limit, so within it there must be answers.
    if (this.pool.isBusy && this.pool.hasAnsweredWithin(this.#statementMs)) return { ok: true, engine, reason: '' };
    const answered = sql`select 1`.execute(this.kysely);
    answered.catch(() => undefined);
    try {
      await answerWithin(answered, HEALTH_WAIT_MS);
      return { ok: true, engine, reason: '' };
    } catch (error) {
      return { ok: false, engine, reason: error instanceof Error ? String(error.cause ?? error.message) : String(error) };
    }
  }

  get load(): DatabaseLoad {
    return { ...this.pool.load, queued: this.units.queues.waiting };
  }

  async stats(): Promise<DatabaseStats> {
    const { load } = this;
    const { rows } = await sql<{ size: string; locked: string }>`select pg_database_size(current_database()) as size,
      (select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock') as locked`.execute(this.kysely);
    return {
      engine: this.engine,
      serverVersion: this.hooks.serverVersion(),
      sizeBytes: Number(rows[0]?.size ?? 0),
      statements: this.#statements,
      transactions: this.units.transactions,
      retriedTransactions: this.units.retried,
      connections: this.pool.connections,
      load,
      waitingForLocks: Number(rows[0]?.locked ?? 0),
      engineRestarts: this.hooks.restarts(),
      ...this.hooks.counters(),
    };
  }

  async snapshot(): Promise<Uint8Array> {
    return await this.hooks.snapshot();
  }

  async close(): Promise<void> {
    this.#closed ??= (async () => {
      await this.pool.close();
      await this.hooks.close();
    })();
    await this.#closed;
  }
}

/** The running transaction's own connection, for what only a connection can do (COPY). @throws Error outside of a transaction. */
export async function sessionOf(db: Database): Promise<Session> {
  const unit = db instanceof PooledDatabase ? db.units.current() : undefined;
  if (!unit) throw new Error('this needs a running transaction');
  return await unit.ready();
}
