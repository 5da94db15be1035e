import {
  type CompiledQuery,
  type ConnectionProvider,
  type DatabaseConnection,
  DefaultConnectionProvider,
  DefaultQueryExecutor,
  type Dialect,
  type Driver,
  Kysely,
  type KyselyPlugin,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type UnknownRow,
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

const resultOf = <R>({ command, rowCount, rows }: DriverResult): QueryResult<R> => {
  const result = { rows: (rows ?? []) as R[] };
  return writeCommands.has(command) ? { ...result, numAffectedRows: BigInt(rowCount ?? 0) } : result;
};

/** Sends statements to the running transaction's connection, or to a pooled one for a single statement. */
class Routes {
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

  /** One statement. */
  async run<R>(query: CompiledQuery, unit: RunningUnit | undefined = this.#units.current()): Promise<QueryResult<R>> {
    this.#check(query.sql);
    if (!unit) return await this.#alone(query);
    this.#onStatement();
    if (!this.#late) return resultOf(await unit.run(query, this.#role, this.#limits.maxAnswerBytes));
    if (asksForRows(query.query)) throw new Error(`A write that is sent later cannot answer anything: ${query.sql}`);
    await unit.later(query, this.#role);
    return { rows: [] };
  }

  /** For streams, and for whoever asks the builder for a connection. */
  connection(): RoutedConnection {
    const unit = this.#units.current();
    // Taken at the first statement only: a stream takes and gives back one by itself, and must not hold another meanwhile.
    let session: Session | undefined;
    return {
      release: () => session?.release(),
      executeQuery: async <R>(query: CompiledQuery): Promise<QueryResult<R>> => {
        if (unit) return await this.run(query, unit);
        this.#check(query.sql);
        this.#beforeAlone(query);
        session ??= await this.#pool.acquire();
        return resultOf(await this.#ask(session, query));
      },
      streamQuery: <R>(query: CompiledQuery, batchRows?: number) => this.#stream<R>(query, batchRows, unit),
    };
  }

  async *#stream<R>(query: CompiledQuery, batchRows: number | undefined, unit: RunningUnit | undefined): AsyncIterableIterator<QueryResult<R>> {
    if (unit && this.#late) throw new Error('A write that is sent later has no rows.');
    this.#check(query.sql);
    const limits = { role: this.#role, ...this.#limits };
    for await (const rows of streamRows<R>(this.#pool, this.#units, { compile: () => query }, batchRows, limits)) yield { rows };
  }

  async #alone<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    this.#beforeAlone(query);
    const session = await this.#pool.acquire();
    try {
      return resultOf(await this.#ask(session, query));
    } finally {
      session.release();
    }
  }

  #beforeAlone({ query }: CompiledQuery): void {
    if (!readKinds.has(query.kind)) this.#beforeWrite();
  }

  async #ask(session: Session, statement: Statement): Promise<DriverResult> {
    const ask = (): Promise<DriverResult> => (this.#role === undefined ? session.run(statement) : session.runAs(this.#role, statement));
    const { maxAnswerBytes, held } = this.#limits;
    const within = (): Promise<DriverResult> => measured(session.client, maxAnswerBytes, ask);
    const run = held ? (): Promise<DriverResult> => heldAtMost(session, held, this.#pool, within) : within;
    this.#onStatement();
    try {
      return await run();
    } catch (error) {
      if (!isStalePlan(error)) throw error;
      this.#pool.names.advance();
      return await run();
    }
  }
}

/** What the builder asks for connections, which is only where a single statement does not do. */
class RoutingDriver implements Driver {
  readonly #routes: Routes;

  constructor(routes: Routes) {
    this.#routes = routes;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#routes.connection();
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

const compiler = new PostgresQueryCompiler();
const adapter = new PostgresAdapter();

/**
 * Hands each statement over as it is. The builder's own way asks for a connection, runs the statement and gives the connection back, each step a promise
 * or two around the next, and on Node 20 promises are dear: each takes over what is known of its call.
 */
class RoutingExecutor extends DefaultQueryExecutor {
  readonly #routes: Routes;
  readonly #provider: ConnectionProvider;

  constructor(routes: Routes, provider: ConnectionProvider, plugins: readonly KyselyPlugin[] = []) {
    super(compiler, adapter, provider, [...plugins]);
    this.#routes = routes;
    this.#provider = provider;
  }

  override executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const answer = this.#routes.run<R>(query);
    return this.plugins.length === 0 ? answer : this.#transformed(answer, query);
  }

  async #transformed<R>(answer: Promise<QueryResult<R>>, { queryId }: CompiledQuery): Promise<QueryResult<R>> {
    let result: QueryResult<unknown> = await answer;
    for (const plugin of this.plugins) result = (await plugin.transformResult({ result: result as QueryResult<UnknownRow>, queryId })) as QueryResult<unknown>;
    return result as QueryResult<R>;
  }

  override withPlugins(plugins: readonly KyselyPlugin[]): RoutingExecutor {
    return new RoutingExecutor(this.#routes, this.#provider, [...this.plugins, ...plugins]);
  }

  override withPlugin(plugin: KyselyPlugin): RoutingExecutor {
    return this.withPlugins([plugin]);
  }

  override withPluginAtFront(plugin: KyselyPlugin): RoutingExecutor {
    return new RoutingExecutor(this.#routes, this.#provider, [plugin, ...this.plugins]);
  }

  override withoutPlugins(): RoutingExecutor {
    return new RoutingExecutor(this.#routes, this.#provider);
  }
}

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

/** The query builder whose statements go where the running call is. */
export function routedKysely<DB>(routing: Routing): Kysely<DB> {
  const routes = new Routes(routing);
  const driver = new RoutingDriver(routes);
  const dialect: Dialect = {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => driver,
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
  const executor = new RoutingExecutor(routes, new DefaultConnectionProvider(driver));
  return new Kysely<DB>({ config: { dialect }, dialect, driver, executor });
}
