import pg, { type FieldDef, type PoolClient, type QueryResult } from 'pg';

/** What the driver's connection offers and its types leave out. */
interface Wire {
  readonly parsedStatements: Readonly<Record<string, string>>;
  parse(query: { text: string; name: string; types: number[] }): void;
  bind(config: { portal: string; statement: string; values: unknown[] }): void;
  describe(what: { type: string; name: string }): void;
  execute(config: { portal: string }): void;
}

/** How rows of a statement are read; of one that answers none, nothing. */
interface RowShape {
  fields: FieldDef[];
  _parsers: unknown;
  _prebuiltEmptyResultObject: unknown;
}

type Callback = (error: Error | undefined, result: QueryResult) => void;

/** The driver's own class with the members that its types leave out. */
const DriverQuery = pg.Query as unknown as new (
  text: string,
  values: unknown[],
  callback: (error: Error | undefined, result: QueryResult) => void,
) => {
  name: string | undefined;
  queryMode: string | undefined;
  readonly text: string;
  readonly _result: RowShape;
  _accumulateRows: boolean;
  prepare(connection: Wire): void;
  handleCommandComplete(message: unknown, connection: Wire): void;
};

const wireOf = (client: PoolClient): Wire => (client as unknown as { connection: Wire }).connection;

/** True when the statement of this name can be sent without being prepared first, and so can one that has none. */
export const knows = (client: PoolClient, name: string | undefined): boolean => name === undefined || wireOf(client).parsedStatements[name] !== undefined;

/** Shapes by name of prepared statement: the server refuses one whose columns have changed since it was prepared (0A000), so they hold as long as it. */
const shapesOf = new WeakMap<Wire, Map<string, RowShape>>();

/** The same connection, which asks nothing about the columns of what it executes. */
const quiet = new WeakMap<Wire, Wire>();

function withoutDescribe(wire: Wire): Wire {
  let made = quiet.get(wire);
  if (!made) {
    made = Object.assign(Object.create(wire) as Wire, { describe: () => undefined });
    quiet.set(wire, made);
  }
  return made;
}

export interface StatementText {
  /** Left out: not prepared. */
  readonly name?: string;
  readonly text: string;
  readonly values: unknown[];
}

/**
 * One statement. The driver asks for the columns of each execution anew and works out again how to read them; with a statement of fifty columns that
 * costs both sides as much as its rows. Here they are kept with the prepared statement.
 */
export class StatementQuery extends DriverQuery {
  constructor({ name, text, values }: StatementText, done: Callback) {
    super(text, values, done);
    this.name = name;
  }

  override prepare(connection: Wire): void {
    const { name } = this;
    const shape = name !== undefined && connection.parsedStatements[name] === this.text ? shapesOf.get(connection)?.get(name) : undefined;
    if (shape) {
      Object.assign(this._result, shape);
      this._accumulateRows = true;
    }
    super.prepare(shape ? withoutDescribe(connection) : connection);
  }

  override handleCommandComplete(message: unknown, connection: Wire): void {
    super.handleCommandComplete(message, connection);
    if (this.name === undefined || connection.parsedStatements[this.name] !== this.text) return;
    const shapes = shapesOf.get(connection) ?? new Map<string, RowShape>();
    if (shapes.has(this.name)) return;
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result;
    shapesOf.set(connection, shapes.set(this.name, { fields, _parsers, _prebuiltEmptyResultObject }));
  }
}

/**
 * BEGIN and the first statement of a transaction as one request with one Sync: should BEGIN fail, the server skips the rest up to the Sync.
 * As two requests the statement would then run on its own and be saved at once.
 */
export class OpeningQuery extends StatementQuery {
  readonly #begin: string;
  #begun = false;

  constructor(begin: string, statement: StatementText, done: Callback) {
    super(statement, done);
    this.#begin = begin;
    // Without values and name the driver would send it as a script of its own.
    this.queryMode = 'extended';
  }

  override prepare(connection: Wire): void {
    connection.parse({ text: this.#begin, name: '', types: [] });
    connection.bind({ portal: '', statement: '', values: [] });
    connection.execute({ portal: '' });
    super.prepare(connection);
  }

  /** BEGIN has no result that anybody looks at. */
  override handleCommandComplete(message: unknown, connection: Wire): void {
    if (this.#begun) super.handleCommandComplete(message, connection);
    else this.#begun = true;
  }
}
