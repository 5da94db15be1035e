import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { defineService, type Page, type PageRequest, type ServiceToken } from '../../../contract/index.ts';
import { type AnyRecord, codeField, nameField, type RecordField, type RelatedRow } from '../../../contract/record/index.ts';
import type { RequestContext, ServerContext } from '../../context.ts';
import type { Ctx, RecordRows, Row, Values } from '../record-rows.ts';
import { fieldTexts } from './field-texts.ts';
import { mayList } from '../rights/may-list.ts';

/** On whose behalf another plugin's rows are read. */
export type Caller = Pick<RequestContext<unknown>, 'log' | 'user' | 'dataScope'>;
/** The same, for what only some may see. */
export type Reader = Caller & Pick<RequestContext<unknown>, 'can' | 'language'>;

/** Rows of a record for relations of other records: always those that the caller sees, read by the plugin that they belong to. */
export interface RelatedRows {
  /** Rows by id, disabled ones too; what the caller does not see is left out. One statement, however many ids. */
  byIds(caller: Caller, ids: readonly string[]): Promise<readonly RelatedRow[]>;
  /**
   * A page of the enabled rows, found by a keyword.
   * @param without row of a tree that is left out with what is below it
   */
  page(caller: Caller, request: PageRequest, without?: string): Promise<Page<RelatedRow>>;
  /** Enabled rows whose code or name is among the texts. One statement. */
  byTexts(caller: Caller, texts: readonly string[]): Promise<readonly RelatedRow[]>;
  /**
   * What stands in fields of rows, as text: by id of the row, then by name of the field, or behind the name of a relation: `wardId.phone` of what the row names. Left
   * out is what the reader does not see: all of it without the right to the list of the record. One statement for the rows, and one for what each of the fields must
   * look up.
   */
  texts(reader: Reader, ids: readonly string[], fields: readonly string[]): Promise<ReadonlyMap<string, Readonly<Record<string, string>>>>;
  /**
   * Keeps an enabled row from being deleted, disabled or changed until the transaction ends; writers of other rows may hold it at the same time.
   * @returns false where there is none: no such id, deleted, disabled, or hidden from the caller
   */
  hold(caller: Caller, id: string): Promise<boolean>;
}

/** Offered by every plugin for each of its records. */
export const relatedRows = (record: string): ServiceToken<RelatedRows> => defineService<RelatedRows>(`record-rows.${record}@1`);

export class RelatedRowsOf implements RelatedRows {
  readonly #own: ServerContext<unknown>;
  readonly #rows: RecordRows;
  readonly #name: RecordField;
  readonly #code: RecordField | undefined;

  constructor(own: ServerContext<unknown>, rows: RecordRows) {
    const name = nameField(rows.record);
    if (!name || rows.codeOf(name)) throw new TypeError(`${rows.record.name}: its rows have no line of text that they could be called by`);
    this.#own = own;
    this.#rows = rows;
    this.#name = name;
    const code = codeField(rows.record);
    this.#code = code && !rows.codeOf(code) ? code : undefined;
  }

  async byIds(caller: Caller, ids: readonly string[]): Promise<readonly RelatedRow[]> {
    return this.#presented(await this.#rows.byColumn(this.#as(caller), 'id', ids));
  }

  async page(caller: Caller, request: PageRequest, without?: string): Promise<Page<RelatedRow>> {
    const { list, pagination } = await this.#rows.enabled(this.#as(caller), request, without);
    return { list: this.#presented(list), pagination };
  }

  async byTexts(caller: Caller, texts: readonly string[]): Promise<readonly RelatedRow[]> {
    if (texts.length === 0) return [];
    const columns = [this.#name, ...(this.#code ? [this.#code] : [])].map(({ column }) => sql<SqlBool>`${sql.ref(`row.${column}`)} = any(${[...texts]})`);
    const found = await this.#select(caller)
      .where(sql<SqlBool>`(${sql.join(columns, sql` or `)})`)
      .execute();
    return this.#presented(found as unknown as readonly Row[]);
  }

  async texts(reader: Reader, ids: readonly string[], names: readonly string[]): Promise<ReadonlyMap<string, Readonly<Record<string, string>>>> {
    const { record } = this.#rows;
    const ctx: Ctx = { ...this.#as(reader), can: (code) => reader.can(code), language: reader.language };
    const withheld = this.#rows.withheldFrom(ctx);
    const seen = record.fields.filter(({ name }) => !withheld.has(name));
    const fields = seen.filter(({ name, cells, of }) => names.includes(name) && !cells && !of.derived);
    const relations = seen.filter(({ name, kind }) => kind === 'relation' && names.some((each) => each.startsWith(`${name}.`)));
    if ((fields.length === 0 && relations.length === 0) || !mayList(record, ctx)) return new Map();
    const rows = await this.#rows.byColumn(ctx, 'id', ids);
    const here = await Promise.all(fields.map(async (field) => [field.name, await fieldTexts(ctx, this.#rows, field, rows)] as const));
    const columns = [...here, ...(await Promise.all(relations.map((relation) => this.#beyond(ctx, relation, names, rows)))).flat()];
    return new Map(rows.map(({ id }, at) => [id, Object.fromEntries(columns.map(([name, texts]) => [name, texts[at] ?? '']))]));
  }

  /** Texts of what rows name by a relation, in their order, each with its path: that record decides what the reader sees of it. */
  async #beyond(
    ctx: Ctx,
    { name, column, target = '' }: RecordField,
    paths: readonly string[],
    rows: readonly Row[],
  ): Promise<(readonly [string, string[]])[]> {
    const namedBy = (row: Row): string => String((row as Values)[column] ?? '');
    const wanted = paths.filter((path) => path.startsWith(`${name}.`)).map((path) => path.slice(name.length + 1));
    const ids = [...new Set(rows.map(namedBy))].filter((id) => id !== '');
    const texts = ids.length === 0 ? undefined : await ctx.service(relatedRows(target)).texts(ctx, ids, wanted);
    return wanted.map((shown) => [`${name}.${shown}`, rows.map((row) => texts?.get(namedBy(row))?.[shown] ?? '')] as const);
  }

  async hold(caller: Caller, id: string): Promise<boolean> {
    const row = await this.#select(caller)
      .where(sql<SqlBool>`${sql.ref('row.id')} = ${id}`)
      .forShare()
      .executeTakeFirst();
    return row !== undefined;
  }

  /** Enabled rows that the caller sees. */
  #select(caller: Caller) {
    const query = this.#rows.table.select(this.#as(caller), 'row');
    const enabled = enabledRows(this.#rows.record);
    return enabled ? query.where(enabled) : query;
  }

  /** The statements are those of the plugin that the rows belong to, their door is the caller's. */
  #as({ log, user, dataScope }: Caller): Ctx {
    return { ...this.#own, log, user, dataScope } as unknown as Ctx;
  }

  #presented(rows: readonly Row[]): RelatedRow[] {
    return rows.map((row) => {
      const wire = this.#rows.wire(row);
      const enabledMark = hasState(this.#rows.record) && wire.enabledMark === 0 ? 0 : 1;
      return { id: row.id, fullName: String(wire[this.#name.name]), enCode: this.#code ? String(wire[this.#code.name] ?? '') : '', enabledMark };
    });
  }
}

const stateField = ({ fields }: AnyRecord): RecordField | undefined => fields.find(({ name, kind }) => name === 'enabledMark' && kind === 'flag');
const hasState = (record: AnyRecord): boolean => stateField(record) !== undefined;

/** Condition on rows (alias `row`) that are enabled; undefined: rows of the record have no such state. */
export function enabledRows(record: AnyRecord): RawBuilder<SqlBool> | undefined {
  const field = stateField(record);
  return field && sql<SqlBool>`${sql.ref(`row.${field.column}`)}`;
}
