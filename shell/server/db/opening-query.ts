import pg, { type PoolClient, type QueryResult } from 'pg';

/** What the driver's connection offers and its types leave out. */
interface Wire {
  readonly parsedStatements: Readonly<Record<string, string>>;
  parse(query: { text: string; name: string; types: number[] }): void;
  bind(config: { portal: string; statement: string; values: unknown[] }): void;
  execute(config: { portal: string }): void;
}

type Callback = (error: Error | undefined, result: QueryResult) => void;

/** The driver's own class with the method that its types leave out. */
const DriverQuery = pg.Query as unknown as new (
  config: object,
  callback: (error: Error | undefined, results: QueryResult | QueryResult[]) => void,
) => pg.Query & {
  prepare(connection: Wire): void;
};

/** True when the statement of this name can be sent without being prepared first, and so can one that has none. */
export const knows = (client: PoolClient, name: string | undefined): boolean =>
  name === undefined || (client as unknown as { connection: Wire }).connection.parsedStatements[name] !== undefined;

/**
 * BEGIN and the first statement of a transaction as one request with one Sync: should BEGIN fail, the server skips the rest up to the Sync.
 * As two requests the statement would then run on its own and be saved at once.
 */
export class OpeningQuery extends DriverQuery {
  readonly #begin: string;

  constructor(begin: string, query: { name?: string; text: string; values: unknown[] }, done: Callback) {
    // Without values and name the driver would send it as a script of its own.
    super({ ...query, queryMode: 'extended' }, (error, results) => done(error, Array.isArray(results) ? (results.at(-1) as QueryResult) : results));
    this.#begin = begin;
  }

  override prepare(connection: Wire): void {
    connection.parse({ text: this.#begin, name: '', types: [] });
    connection.bind({ portal: '', statement: '', values: [] });
    connection.execute({ portal: '' });
    super.prepare(connection);
  }
}
