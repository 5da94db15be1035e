import { type AliasedRawBuilder, type Kysely, type RawBuilder, sql } from 'kysely';
import { AppError, EnvelopeCode } from '../../contract/index.ts';
import { assertVersion } from '../version.ts';
import { type Door, STORED } from './row-door.ts';
import type { Definition } from './table-definition.ts';
import type { AnyHandle, ReadContext } from './table-types.ts';
import { WholeRows } from './whole-rows.ts';

/** A row below the types. */
export type AnyRow = Readonly<Record<string, unknown>>;
type AnyDb = Kysely<Record<string, Record<string, unknown>>>;

/** Which tables a handle knows is its owner's matter: the schema fence looks at what is asked. */
export const untyped = (db: AnyHandle): AnyDb => db as unknown as AnyDb;

/** Key of a sentence about rows of the table. */
export const rowError = ({ options: { errorPrefix } }: Definition, pluginId: string, key: 'not-found' | 'stale'): string =>
  `${pluginId}.${errorPrefix === undefined ? '' : `${errorPrefix}-`}${key}`;

/** Parameters of the sentence that somebody else changed a row. */
export const rowNameOf = ({ options: { rowName } }: Definition, row: AnyRow): Record<string, string> | undefined =>
  rowName === undefined ? undefined : { name: String(row[rowName]) };

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Rows of a table that a door lets through, under the names of the table. PostgreSQL takes the sub-query apart, so indexes serve as if it were none. */
export class Rows<Ctx extends { readonly db: AnyHandle }> {
  readonly #rows: RawBuilder<unknown>;
  readonly #wholeRows: WholeRows;
  readonly #read: readonly string[];
  readonly #door: Door<Ctx>;
  /** What is selected, by alias. */
  readonly #selected = new Map<string, RawBuilder<unknown>>();

  constructor({ name, columns, read }: Definition, door: Door<Ctx>) {
    this.#door = door;
    this.#read = read;
    this.#wholeRows = new WholeRows(columns, read);
    // One text, made once: names were looked at when the table was declared, and building it anew takes longer than the rest of a statement.
    const [schema, table] = name.split('.');
    const list = Object.entries(columns).map(([key, { physical }]) => `"${STORED}"."${physical}" as "${key}"`);
    this.#rows = sql.raw(`select ${list.join(', ')} from "${schema}"."${table}" as "${STORED}"`);
  }

  as(ctx: Ctx, alias: string) {
    const door = this.#door(ctx);
    return sql<Record<string, unknown>>`(${this.#rows}${door ? sql` where ${door}` : sql``})`.as(alias);
  }

  select(ctx: Ctx, alias = 'row') {
    const { marks } = this.#wholeRows;
    // No alias, as it is several columns: the builder asks for one in its types alone. The columns are those of the table.
    const rows = untyped(ctx.db)
      .selectFrom(this.as(ctx, alias))
      .select([this.#columnsOf(alias) as unknown as AliasedRawBuilder<unknown, string>, ...marks]);
    return marks.length === 0 ? rows : rows.withPlugin(this.#wholeRows);
  }

  /** One text, made once: fifty columns one by one are three hundred nodes, which took longer to build and to write down than all else of a statement. */
  #columnsOf(alias: string): RawBuilder<unknown> {
    let columns = this.#selected.get(alias);
    if (!columns) {
      columns = sql.raw(this.#read.map((key) => [alias, key].map(quoted).join('.')).join(', '));
      this.#selected.set(alias, columns);
    }
    return columns;
  }
}

/** Its id, or the columns of its key. */
type RowKey = string | AnyRow;

/** The calls on one row. */
export class RowCalls {
  readonly #rows: Rows<ReadContext>;
  readonly #definition: Definition;

  constructor(definition: Definition, door: Door<ReadContext>) {
    this.#definition = definition;
    this.#rows = new Rows(definition, door);
  }

  select = (ctx: ReadContext, alias?: string) => this.#rows.select(ctx, alias);
  as = (ctx: ReadContext, alias: string) => this.#rows.as(ctx, alias);
  find = (ctx: ReadContext, id: RowKey): Promise<AnyRow | undefined> => this.#byKey(ctx, id).executeTakeFirst();
  one = async (ctx: ReadContext, id: RowKey): Promise<AnyRow> => (await this.find(ctx, id)) ?? Promise.reject(this.#notFound(ctx));
  lock = async (ctx: ReadContext, id: RowKey, version?: number): Promise<AnyRow> => {
    const row = await this.#byKey(ctx, id).forNoKeyUpdate().executeTakeFirst();
    if (!row) throw this.#notFound(ctx);
    if ('version' in row) assertVersion(Number(row.version), version, rowError(this.#definition, ctx.pluginId, 'stale'), rowNameOf(this.#definition, row));
    return row;
  };

  #notFound({ pluginId }: ReadContext): AppError {
    return new AppError(rowError(this.#definition, pluginId, 'not-found'), { code: EnvelopeCode.NotFound });
  }

  #byKey(ctx: ReadContext, id: RowKey) {
    const rows = this.#rows.select(ctx);
    if (typeof id === 'string') return rows.where('row.id', '=', id);
    const { name, key } = this.#definition;
    const missing = key.find((column) => id[column] === undefined);
    // Found by a part of its key, it would be the first of many.
    if (missing !== undefined || Object.keys(id).length !== key.length) throw new TypeError(`${name}: a row is found by ${key.join(', ')}`);
    return rows.where((eb) => eb.and(Object.fromEntries(key.map((column) => [`row.${column}`, id[column]]))));
  }
}
