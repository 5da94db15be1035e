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
import { isStalePlan } from '../database-error.ts';
import type { OthersLimits } from '../database.ts';
import { measured } from '../pool/answer-meter.ts';
import { heldAtMost } from '../pool/held-statement.ts';
import { streamRows } from './row-stream.ts';
import type { Session, Statement } from '../pool/session.ts';
import type { SessionPool } from '../pool/session-pool.ts';
import type { RunningUnit, UnitOfWork } from '../transactions/unit-of-work.ts';

const writeCommands = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);
const readKinds = new Set(['SelectQueryNode', 'RawNode']);

interface RoutedConnection extends DatabaseConnection {
  release(): void;
}

/** Where the statements of one kysely connection run. */
interface StatementPath {
  run(statement: Statement): Promise<DriverResult>;
  stream<R>(query: CompiledQuery, batchRows: number | undefined): AsyncIterableIterator<R[]>;
  release(): void;
  beforeWrite(): void;
  check(sql: string): void;
}

const connection = (path: StatementPath): RoutedConnection => ({
  release: path.release,
  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    path.check(query.sql);
    if (!readKinds.has(query.query.kind)) path.beforeWrite();
    const { command, rowCount, rows } = await path.run(query);
    const result = { rows: (rows ?? []) as R[] };
    return writeCommands.has(command) ? { ...result, numAffectedRows: BigInt(rowCount ?? 0) } : result;
  },
  async *streamQuery<R>(query: CompiledQuery, batchRows?: number): AsyncIterableIterator<QueryResult<R>> {
    path.check(query.sql);
    for await (const rows of path.stream<R>(query, batchRows)) yield { rows };
  },
});

/** Gives kysely the running transaction's connection, or a pooled one for a single statement. */
class RoutingDriver implements Driver {
  readonly #pool: SessionPool;
  readonly #units: UnitOfWork;
  readonly #beforeWrite: () => void;
  readonly #onStatement: () => void;
  readonly #check: (sql: string) => void;
  readonly #late: boolean;
  readonly #role: string | undefined;
  readonly #limits: OthersLimits;

  constructor({ pool, units, beforeWrite, onStatement, check, late, role, limits }: Routing) {
    this.#role = role;
    this.#limits = limits;
    this.#pool = pool;
    this.#units = units;
    this.#beforeWrite = beforeWrite;
    this.#onStatement = onStatement;
    this.#check = check;
    this.#late = late;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    const unit = this.#units.current();
    const stream: StatementPath['stream'] = (query, batchRows) =>
      streamRows(this.#pool, this.#units, { compile: () => query }, batchRows, { role: this.#role, ...this.#limits });
    if (unit && this.#late) return this.#lateConnection(unit);
    if (unit)
      return connection({
        run: (statement) => this.#counted(unit.run(statement, this.#role, this.#limits.maxAnswerBytes)),
        stream,
        release: nothing,
        beforeWrite: nothing,
        check: this.#check,
      });
    // Taken at the first statement only: a stream takes and gives back one by itself, and must not hold another meanwhile.
    let session: Session | undefined;
    return connection({
      run: async (statement) => {
        session ??= await this.#pool.acquire();
        return await this.#counted(this.#runAlone(session, statement));
      },
      stream,
      release: () => session?.release(),
      beforeWrite: this.#beforeWrite,
      check: this.#check,
    });
  }

  #lateConnection(unit: RunningUnit): RoutedConnection {
    return {
      release: nothing,
      executeQuery: async (query) => {
        this.#check(query.sql);
        if (asksForRows(query.query)) throw new Error(`A write that is sent later cannot answer anything: ${query.sql}`);
        await this.#counted(unit.later(query, this.#role));
        return { rows: [] };
      },
      streamQuery: () => {
        throw new Error('A write that is sent later has no rows.');
      },
    };
  }

  async #runAlone(session: Session, statement: Statement): Promise<DriverResult> {
    const ask = (): Promise<DriverResult> => (this.#role === undefined ? session.run(statement) : session.runAs(this.#role, statement));
    const { maxAnswerBytes, held } = this.#limits;
    const within = (): Promise<DriverResult> => measured(session.client, maxAnswerBytes, ask);
    const run = held ? (): Promise<DriverResult> => heldAtMost(session, held, this.#pool, within) : within;
    try {
      return await run();
    } catch (error) {
      if (!isStalePlan(error)) throw error;
      this.#pool.names.advance();
      return await run();
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

const asksForRows = (node: CompiledQuery['query']): boolean => node.kind === 'SelectQueryNode' || ('returning' in node && node.returning !== undefined);

export interface Routing {
  readonly pool: SessionPool;
  readonly units: UnitOfWork;
  readonly beforeWrite: () => void;
  readonly onStatement: () => void;
  /** Throws for a statement that the holder of this kysely must not run. */
  readonly check: (sql: string) => void;
  /** Writes inside a transaction are not waited for: they travel with its next statement or with its COMMIT, and fail it then. */
  readonly late: boolean;
  /** Role of the database that statements run as; undefined: that of the connection. */
  readonly role?: string | undefined;
  /** None where they are of the product itself. */
  readonly limits: OthersLimits;
}

export const routingDialect = (routing: Routing): Dialect => ({
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new RoutingDriver(routing),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
});
