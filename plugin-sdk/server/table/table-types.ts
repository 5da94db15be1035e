import type { AliasedExpression, ColumnType, Kysely, RawBuilder, SelectQueryBuilder, SqlBool } from 'kysely';
import type { DataFieldType, EnvelopeCode } from '../../contract/index.ts';
import type { AnyRecord } from '../../contract/record/index.ts';
import type { RequestContext, RowsUser } from '../context.ts';
import type { DataModel } from '../data-rights/data-model.ts';
import type { ColumnLimits } from './codec.ts';
import type { Column, ColumnDef } from './column.ts';

export type Columns = Readonly<Record<string, Column<unknown, unknown, unknown>>>;

/** Columns that rows are found by and that nobody reads. */
type Unread = 'searchGrams' | 'searchLetters' | 'pinyin' | 'deletedAt';
/** Columns that the table fills in by itself. */
type Filled = Unread | 'createdAt' | 'updatedAt' | 'version' | 'id';

/** A row as rules know it. Give it a name of its own: `interface PositionStored extends StoredOf<typeof positionTable> {}`. */
export type StoredOf<T extends { readonly columns: Columns }> = RowOf<T['columns']>;
export type RowOf<C extends Columns> = { readonly [K in Exclude<keyof C, Unread>]: C[K]['~value'] };
/** A row as it stands on the wire, under the table's own keys. */
export type WireOf<C extends Columns> = { readonly [K in Exclude<keyof C, Unread>]: C[K]['~wire'] };
/** A row as statements know it: numeric columns are text there. */
export type DbOf<C extends Columns> = { readonly [K in keyof C]: C[K]['~db'] };
/** `orgId` → `org_id`. A column that `named` gives another name is not found under this one. */
type SnakeCase<K extends string> = K extends `${infer Head}${infer Rest}`
  ? `${Head extends Lowercase<Head> ? Head : `_${Lowercase<Head>}`}${SnakeCase<Rest>}`
  : K;
/** What the driver gives: JSON comes as what it holds, choices as they are, numbers with decimals as text. */
type Selected<T extends Column<unknown, unknown, unknown>> = [T['~wire'], T['~value']] extends [T['~value'], T['~wire']] ? T['~value'] : T['~db'];
/**
 * The table for statements that are written by hand over its own name and columns (`org_id`): what is declared once is not typed again for Kysely.
 * `interface BedsTables { 'beds.ward': SqlRow<typeof wardTable> }`
 */
export type SqlRow<T extends { readonly columns: Columns }> = SqlRowOf<T['columns']>;
type SqlRowOf<C extends Columns> = {
  readonly [K in keyof C & string as SnakeCase<K>]: ColumnType<Selected<C[K]>, C[K]['~db'] | undefined, C[K]['~db']>;
};
/** Values in the form of the database, under its names. */
export type SqlValuesOf<C extends Columns> = { readonly [K in keyof C & string as SnakeCase<K>]?: C[K]['~db'] };
/** Columns of a table in a statement, each under its key. */
export type SqlColumns<C extends Columns, K extends keyof C> = readonly {
  readonly [Key in K & string]: AliasedExpression<Selected<C[Key]>, Key>;
}[K & string][];

/** What somebody decides who writes a row. */
export type ContentOf<T extends { readonly columns: Columns }> = NewOf<T['columns']>;
/** Some of it; mapped once, which costs the compiler less than `Partial` over it. */
export type PatchOf<C extends Columns> = { readonly [K in Exclude<keyof C, Filled>]?: C[K]['~value'] };
export type NewOf<C extends Columns> = { readonly [K in Exclude<keyof C, Filled>]: C[K]['~value'] };

/** A handle of a database, whatever tables it knows. */
export type AnyHandle = Pick<Kysely<never>, 'getExecutor'>;

/** Whose rows are read: the context of a call. */
export interface ReadContext extends Pick<RequestContext<never>, 'log' | 'dataScope' | 'pluginId'> {
  readonly user: RowsUser;
  readonly db: AnyHandle;
}
export interface WriteContext extends Pick<RequestContext<never>, 'clock' | 'newId' | 'pluginId'> {
  readonly db: AnyHandle;
}

/** Who writes rows by the hundred. Without a clock and new ids the rows bring theirs. */
export type RowsWriter = Pick<WriteContext, 'db'> & Partial<WriteContext>;
/** A new row of which the database fills in what is left out. */
export type NewRowOf<C extends Columns> = { readonly [K in Exclude<keyof C, Unread>]?: C[K]['~value'] } & WrittenPieces;
/** What the table makes by itself and takes where somebody has made it already. */
interface WrittenPieces {
  readonly searchGrams?: readonly string[];
  readonly pinyin?: string;
}

export interface TableOptions<Key extends string> {
  /**
   * Whose the rows are.
   * - `organisation` (default): those of the organisation in the `column.org()`
   * - `installation`: everybody's
   * - a condition on rows, with the name under which the table stands in the statement
   */
  readonly scope?: 'organisation' | 'installation' | ((ctx: ReadContext, alias: string) => RawBuilder<SqlBool>);
  /** True where administrators see the rows of all organisations, whatever organisation they have signed in to. */
  readonly administratorsSeeAll?: boolean;
  /** enCode of the menu whose data schemes narrow the rows. */
  readonly menu?: string;
  /** Columns behind the `dataFields` of the menu; null where these rows do not have the field, so that no comparison with it is ever true. */
  readonly dataFields?: Readonly<Record<string, { readonly column: Key | null; readonly type: DataFieldType }>>;
  /** What rows without an `id` are found by: the columns of the primary key. `find`, `one` and `lock` take all of them: `lock(ctx, { orgId, itemNo }, version)`. */
  readonly key?: readonly Key[];
  /**
   * Unique indexes over live rows, and their columns; one over `lower(column)` counts as over the column, and so does one that leaves out empty texts.
   * A pair without an order, over `LEAST(a, b)` and `GREATEST(a, b)`, counts as one over `a` and `b`.
   * A row that one refuses is told at the last of its columns.
   */
  readonly unique?: Readonly<Record<string, readonly Key[]>>;
  /** Conditions of unique indexes that count some rows alone, by their name and as PostgreSQL prints them: `(reopened_at IS NULL)`. */
  readonly uniqueWhere?: Readonly<Record<string, string>>;
  /**
   * Sentence for a refused row by the last column of the index: key below `errors.<plugin>`, the parameter that takes the value, and the code of the reply
   * where that is not `Invalid`. Default: `core.duplicate`.
   */
  readonly taken?: Readonly<Partial<Record<Key, readonly [key: string, parameter: string, code?: EnvelopeCode]>>>;
  /** Its rows have sentences of their own, `<plugin>.interaction-not-found` and `<plugin>.interaction-stale`: `interaction`. Default: those of the plugin. */
  readonly errorPrefix?: string;
  /** Column by whose value the sentence `<plugin>.stale` names a row that somebody else changed: it is its parameter `name`. */
  readonly rowName?: Key;
  /** True where no row is ever marked as deleted: records of what was done, catalogues. Of `kept` such a table has what it needs, and never `deletedAt`. */
  readonly rowsStay?: boolean;
  /**
   * Record whose list shows the rows, where they may be many: each order that it offers needs an index, which `npm run migration` writes and `tableDrift` misses.
   */
  readonly list?: AnyRecord;
  /** Columns of the database that are no matter of this table's rows. */
  readonly others?: readonly string[];
}

/** What a row is found by: its id, or the columns of the `key` of its table. */
type IdOf<C extends Columns> = 'id' extends keyof C ? string : Partial<RowOf<C>>;

/** A query over the table alone, its whole row selected. */
export type TableQuery<C extends Columns, A extends string> = SelectQueryBuilder<{ [K in A]: DbOf<C> }, A, RowOf<C>>;

/** How rows are read. Each call keeps to live rows, and to those that its door lets through. */
export interface RowReader<C extends Columns> {
  /**
   * A query over rows of this table, its whole row selected in values. Columns are named as in the table (`p.fullName`), also in `` sql`…` `` (`p."fullName"`).
   * Selected by hand (`clearSelect().select('p.price')`, aggregates, `json_agg`) a column is in the form of the database: read it with `codec`.
   */
  select<A extends string = 'row'>(ctx: ReadContext, alias?: A): TableQuery<C, A>;
  /** The rows for a join or a sub-query, in the form of the database: `.innerJoin(departmentTable.as(ctx, 'd'), 'd.id', 'p.departmentId')`. */
  as<A extends string>(ctx: ReadContext, alias: A): AliasedExpression<DbOf<C>, A>;
  find(ctx: ReadContext, id: IdOf<C>): Promise<RowOf<C> | undefined>;
  /** @throws AppError `<plugin>.not-found`, also for what the door hides */
  one(ctx: ReadContext, id: IdOf<C>): Promise<RowOf<C>>;
  /**
   * The row, kept from other writers until the transaction ends (`for no key update`).
   * @param version that the caller read; callers of older clients send none, nor do those of rows without one
   * @throws AppError `<plugin>.not-found`; `<plugin>.stale` when somebody else changed it since
   */
  lock(ctx: ReadContext, id: IdOf<C>, version?: number): Promise<RowOf<C>>;
}

/** One column's way between its forms. */
export interface ColumnCodec<Db, Value> {
  /** What a statement gives, also through `json_agg`, `sum`, `min`: text, or a number for a number. */
  read(raw: unknown): Value;
  /** @throws AppError `core.bad-value` */
  write(value: Value): Db;
}

export interface Table<C extends Columns, Key extends string = string> extends RowReader<C> {
  /** With its schema, `core.position`. */
  readonly name: string;
  readonly columns: C;
  readonly defs: Readonly<Record<string, ColumnDef & { readonly physical: string }>>;
  readonly options: TableOptions<Key>;
  /** For `dataModels` of the server plugin; undefined where no menu has data fields of it. */
  readonly dataModel: DataModel | undefined;
  /** A query over the live rows of everybody. The reason is printed by the checkers: it says why nobody sees too much. */
  everywhere<A extends string = 'row'>(ctx: Pick<ReadContext, 'db'>, reason: string, alias?: A): TableQuery<C, A>;
  /**
   * Writes a new row. Who may, is decided before.
   * @throws AppError as `taken` says; `core.bad-value`
   */
  insert(ctx: WriteContext, values: NewOf<C> & { readonly id?: string }): Promise<RowOf<C>>;
  /**
   * Writes new rows in the order given, as many in one statement as its cells allow. What a row leaves out of id, times, version, search pieces and
   * initials the table fills in, the rest the database.
   * @param options.unlessTaken columns of a unique index: a row that it refuses is left out; otherwise that is a fault
   * @throws AppError `core.bad-value`
   */
  insertAll(ctx: RowsWriter, rows: readonly NewRowOf<C>[], options?: { readonly unlessTaken?: readonly (keyof C & string)[] }): Promise<void>;
  /**
   * Writes what differs from the row that was read; only rows with a `version` are changed.
   * @throws AppError `<plugin>.stale` when somebody else changed it since; as `taken` says; `core.bad-value`
   */
  update(ctx: WriteContext, row: RowOf<C>, patch: Partial<NewOf<C>>): Promise<RowOf<C>>;
  /**
   * Marks as deleted; rows that stay are not.
   * @param patch what changes with it
   * @throws AppError `<plugin>.stale`
   */
  retire(ctx: WriteContext, row: RowOf<C>, patch?: Partial<NewOf<C>>): Promise<void>;
  wire(row: RowOf<C>): WireOf<C>;
  /** What an audit entry says of a row: what somebody decided, under its names in the database and in their form. */
  facts(row: RowOf<C>): Readonly<Record<string, unknown>>;
  /** Values for a statement that is written by hand: in the form of the database, under its names; those that are left out stay out, and so does what is no column. @throws AppError `core.bad-value` */
  toSql(row: NewRowOf<C>): SqlValuesOf<C>;
  /** Reads what such a statement gives under the table's own keys, a part of a row too; what stands beside it stays as it is. */
  fromSql<R extends object>(row: R): Omit<R, keyof RowOf<C>> & Pick<RowOf<C>, keyof R & keyof RowOf<C>>;
  /** Its columns for such a statement, each under the table's own key: `.select(wardTable.sqlColumns('w'))`. @param keys default: the whole row */
  sqlColumns<K extends keyof RowOf<C> = keyof RowOf<C>>(alias: string, keys?: readonly K[]): SqlColumns<C, K>;
  /** Values of a caller, those that are given. @throws AppError `core.bad-value` that names the fields */
  read(wire: Partial<WireOf<C>>): Partial<RowOf<C>>;
  readonly limits: { readonly [K in keyof C]: ColumnLimits };
  readonly codec: { readonly [K in keyof C]: ColumnCodec<C[K]['~db'], C[K]['~value']> };
  /** Reads without any door, deleted rows too: what `npm run test:guards` puts in the place of a door, to see which test misses it. */
  readonly '~open': RowReader<C>;
}
