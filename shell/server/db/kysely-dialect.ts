import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely';
import type { QueryResult as DriverResult } from 'pg';
import { isStalePlan } from './database-error.ts';
import type { Session, Statement } from './session.ts';
import type { SessionPool } from './session-pool.ts';
import type { UnitOfWork } from './unit-of-work.ts';

const writeCommands = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);
const readKinds = new Set(['SelectQueryNode', 'RawNode']);

interface RoutedConnection extends DatabaseConnection {
  release(): void;
}

const connection = (run: (statement: Statement) => Promise<DriverResult>, release: () => void, beforeWrite: () => void): RoutedConnection => ({
  release,
  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (!readKinds.has(query.query.kind)) beforeWrite();
    const { command, rowCount, rows } = await run(query);
    const result = { rows: (rows ?? []) as R[] };
    return writeCommands.has(command) ? { ...result, numAffectedRows: BigInt(rowCount ?? 0) } : result;
  },
  streamQuery(): never {
    throw new Error('Use database.stream(query): it keeps no connection waiting for a slow reader.');
  },
});

/** Gives kysely the running transaction's connection, or a pooled one for a single statement. */
class RoutingDriver implements Driver {
  readonly #pool: SessionPool;
  readonly #units: UnitOfWork;
  readonly #beforeWrite: () => void;
  readonly #onStatement: () => void;

  constructor(pool: SessionPool, units: UnitOfWork, beforeWrite: () => void, onStatement: () => void) {
    this.#pool = pool;
    this.#units = units;
    this.#beforeWrite = beforeWrite;
    this.#onStatement = onStatement;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    const unit = this.#units.current();
    if (unit) return connection((statement) => this.#counted(unit.run(statement)), nothing, nothing);
    const session: Session = await this.#pool.acquire();
    return connection(
      (statement) => this.#counted(this.#runAlone(session, statement)),
      () => session.release(),
      this.#beforeWrite,
    );
  }

  async #runAlone(session: Session, statement: Statement): Promise<DriverResult> {
    try {
      return await session.run(statement);
    } catch (error) {
      if (!isStalePlan(error)) throw error;
      this.#pool.names.advance();
      return await session.run(statement);
    }
  }

  #counted<T>(result: T): T {
    this.#onStatement();
    return result;
  }

  async releaseConnection(used: DatabaseConnection): Promise<void> {
    (used as RoutedConnection).release();
  }

  beginTransaction(): Promise<void> {
    throw new Error('Use database.transaction(...): kysely.transaction() would not be seen by the code it calls.');
  }

  commitTransaction(): Promise<void> {
    throw new Error('unreachable: kysely never begins a transaction here');
  }

  rollbackTransaction(): Promise<void> {
    throw new Error('unreachable: kysely never begins a transaction here');
  }

  async destroy(): Promise<void> {}
}

const nothing = (): void => {};

export const routingDialect = (pool: SessionPool, units: UnitOfWork, beforeWrite: () => void, onStatement: () => void): Dialect => ({
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new RoutingDriver(pool, units, beforeWrite, onStatement),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
});
