import type { RawBuilder, SqlBool } from 'kysely';
import type { AppError } from '../../contract/index.ts';
import type { AnyRecord, RecordAct, ShownOf, ValuesOf } from '../../contract/record/index.ts';
import type { RequestContext } from '../context.ts';
import type { LineTable } from './lines/line-table.ts';
import type { Columns, NewOf, PatchOf, RowOf } from '../table/table-types.ts';

/** What a write is about to do, as the code beside a record sees it. */
export interface RecordChange<C extends Columns> {
  readonly act: RecordAct;
  /** The row, locked; null for a new one. */
  readonly before: RowOf<C> | null;
  /** What will stand there, complete: defaults are filled in. Null for a row that goes. */
  readonly after: NewOf<C> | null;
  /** Of each field with lines: those that stand there and those that will, in their order, as on the wire; new ones have no id yet. */
  readonly lines: Readonly<Record<string, ChangedLines>>;
  /** What the call sends, as it came; `shown` members that are `accepted` stand in it. Nothing where the state is turned or the row goes. */
  readonly sent: Sent;
  /** True where a flag is off before, or not there, and on afterwards. */
  turnsOn(column: keyof NewOf<C> & string): boolean;
}

export type Sent = Readonly<Record<string, unknown>>;

/** Lines of one field before and after a write; of a write that leaves them out both are the same. */
export interface ChangedLines {
  readonly before: readonly Readonly<Record<string, unknown>>[];
  readonly after: readonly Readonly<Record<string, unknown>>[];
}

/** What a text of a workbook means. */
export interface ParsedText<C extends Columns, Wire> {
  readonly value: Wire;
  /** Columns that the value fills and that stand in a unique index with the key of the import: rows are found within them (the organisation of a place). */
  readonly columns?: Partial<RowOf<C>>;
}

/** A field whose value no single column holds. */
export interface FieldCode<DB, C extends Columns, Wire> {
  read(row: RowOf<C>): Wire;
  /** Asked for a new row, and where the value differs from that of the row. @param sent what the call sends besides @param stored what stands there; undefined: the row is new @throws AppError at the field */
  write(ctx: RequestContext<DB>, value: Wire, sent: Sent, stored?: Wire): Promise<PatchOf<C>>;
  /** Condition on rows (alias `row`) of a list that is narrowed by it. */
  narrow?(ctx: RequestContext<DB>, value: Wire): Promise<RawBuilder<SqlBool>>;
  /** For people, in the order of the rows; asked once for a page. A record with an export or an import needs it. */
  text?(ctx: RequestContext<DB>, rows: readonly RowOf<C>[]): Promise<readonly string[]>;
  /** What texts of a workbook mean, in their order; undefined: nothing that the caller sees; `several`: so many are called so, and none is meant. Asked once for a chunk. An import needs it, and it reads what `text` gives. */
  parse?(ctx: RequestContext<DB>, texts: readonly string[]): Promise<readonly (ParsedText<C, Wire> | { readonly several: number } | undefined)[]>;
  /** Texts that the template of an import offers. */
  choices?(ctx: RequestContext<DB>): Promise<readonly string[]>;
}

export type RecordMessage = 'created' | 'saved' | 'removed' | 'enabled' | 'disabled';

/**
 * The code of a record's server half. The stages of a write, all in the transaction of the call: row locked and version compared → `allow` → values,
 * limits, defaults, conditions and calculations → `check` → written, index refusals told at the field → `after` → audit entry and message.
 */
export interface RecordCode<DB, C extends Columns, R extends AnyRecord> {
  /** Fields that `check`, `after` and the like go by, besides those in `fields`: people must be able to give them, so no overlay of a site hides them. */
  readonly needs?: readonly (keyof ValuesOf<R> & string)[];
  readonly fields?: { readonly [K in keyof ValuesOf<R>]?: FieldCode<DB, C, ValuesOf<R>[K]> };
  /**
   * The table of each field of kind `lines`: `id`, one `column.ref` to the table of the record, `lineNo: column.int(1, max)`, a column for each cell, `kept`; its scope is
   * `ownedBy` that table. Lines are read and written with their row alone, under its lock.
   */
  readonly lines?: { readonly [K in keyof ValuesOf<R>]?: LineTable };
  /** Columns of a new row that no field fills, such as who made it. */
  readonly initial?: (ctx: RequestContext<DB>) => PatchOf<C>;
  /** What rows show beside their fields, or in place of what a field holds (somebody who is gone), in their order. Asked once for a page. */
  readonly shown?: (ctx: RequestContext<DB>, rows: readonly RowOf<C>[]) => Promise<readonly (ShownOf<R> & Partial<ValuesOf<R>>)[]>;
  /** Of a shared list: whether the caller may change it, beyond the codes of buttons. Its list answers it, and whoever may not is refused with `core.record-shared`. */
  readonly keeps?: (ctx: RequestContext<DB>) => Promise<boolean>;
  /** Whether the caller may do this to the row (null: a new one), beyond the code of the button. @throws AppError */
  readonly allow?: (ctx: RequestContext<DB>, act: RecordAct, before: RowOf<C> | null) => Promise<void>;
  /** What values must not be, what is in use. @throws AppError */
  readonly check?: (ctx: RequestContext<DB>, change: RecordChange<C>) => Promise<void>;
  /**
   * A refusal of the plugin's own in place of `core.invalid`, for clients that go by its key. Asked for the first value that is wrong.
   * @param complaint `required`, `enCode` … (a key of the validation texts), `ownBranch` and `tooDeep` of a tree; `''` for a sentence of its own
   */
  readonly refused?: (field: string, complaint: string, before: RowOf<C> | null) => AppError | undefined;
  /** Whether the caller may learn the sum of a field that `list.totals` names; it is left out where not. Default: who sees the list sees its sums. */
  readonly maySeeTotal?: (ctx: RequestContext<DB>, field: keyof ValuesOf<R> & string) => boolean;
  /** Texts of the plugin (keys below `messages`, given `title` and `name`) where those of every record say too little. */
  readonly messages?: Readonly<Partial<Record<RecordMessage, string>>>;
  /** Further rows in the same transaction. */
  readonly after?: (ctx: RequestContext<DB>, change: RecordChange<C>, row: RowOf<C>) => Promise<void>;
}
