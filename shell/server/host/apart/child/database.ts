import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely';

interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
  readonly kind: string;
  readonly returning: boolean;
}

/** What runs statements: the server, in the course of whatever is at work here. */
export interface StatementDoor {
  run(op: 'sql' | 'late', statement: Statement): Promise<unknown>;
  /** @returns a function that hands out batches of rows, and null at the end */
  rows(statement: Statement, batchRows: number): Promise<(stop?: boolean) => Promise<readonly unknown[] | null>>;
}

const DEFAULT_BATCH_ROWS = 1_000;

const statementOf = ({ sql, parameters, query }: CompiledQuery): Statement => ({
  sql,
  parameters,
  kind: query.kind,
  returning: query.kind === 'SelectQueryNode' || ('returning' in query && query.returning !== undefined),
});

function connectionTo(door: StatementDoor, op: 'sql' | 'late'): DatabaseConnection {
  return {
    async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
      const answer = (await door.run(op, statementOf(query))) as QueryResult<R> | undefined;
      return answer ?? { rows: [] };
    },
    async *streamQuery<R>(query: CompiledQuery, batchRows = DEFAULT_BATCH_ROWS): AsyncIterableIterator<QueryResult<R>> {
      if (op === 'late') throw new Error('A write that is sent later has no rows.');
      const next = await door.rows(statementOf(query), batchRows);
      let ended = false;
      try {
        for (;;) {
          const rows = await next();
          ended = rows === null;
          if (rows === null) return;
          yield { rows: rows as R[] };
        }
      } finally {
        if (!ended) await next(true);
      }
    },
  };
}

class DoorDriver implements Driver {
  readonly #connection: DatabaseConnection;

  constructor(connection: DatabaseConnection) {
    this.#connection = connection;
  }

  async init(): Promise<void> {}

  acquireConnection(): Promise<DatabaseConnection> {
    return Promise.resolve(this.#connection);
  }

  async releaseConnection(): Promise<void> {}

  beginTransaction(): Promise<void> {
    throw new Error('Use ctx.transaction(...): kysely.transaction() would not be seen by the code it calls.');
  }

  async commitTransaction(): Promise<void> {}

  async rollbackTransaction(): Promise<void> {}

  async destroy(): Promise<void> {}
}

/** The query builder of a package: it compiles here, and the server runs it where the call runs that asks. */
export const kyselyThrough = (door: StatementDoor, op: 'sql' | 'late'): Kysely<never> =>
  new Kysely({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DoorDriver(connectionTo(door, op)),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
