import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { AppError, countLimit, EnvelopeCode, isEmptyValue, type Page, type PageRequest, toPage } from '../../contract/index.ts';
import { parentField, type AnyRecord, type ListTotals, type RecordField, type RecordPage, withheldFields } from '../../contract/record/index.ts';
import { filterWay } from '../../contract/record/filter/filter-ways.ts';
import type { RequestContext } from '../context.ts';
import { orderAsked, orderedRows, pageBounds, selectPage, totalOf } from '../paging/paging.ts';
import { matchesKeyword } from '../paging/search.ts';
import { streamRows } from '../paging/stream-rows.ts';
import type { Columns, RowOf, Table } from '../table/table-types.ts';
import type { FieldCode, RecordCode } from './record-code.ts';
import { assertFits } from './record-fit.ts';
import { RecordLines } from './lines/record-lines.ts';
import { pluginKindCode } from './kinds/plugin-kind-code.ts';
import { signatureCode } from './kinds/signature-code.ts';
import { filesCode, isFileList } from './files/files-code.ts';
import { FILTERS } from './filter/field-filter.ts';
import { columnOfMember, sortedColumn } from './order/list-orders.ts';
import { enabledRows } from './relation/related-rows.ts';
import { inBranch, treeRows } from './tree/tree-sql.ts';
import { withRowsAbove } from './tree/rows-above.ts';
import { totalsOf } from './totals/list-totals.ts';
import { canSortBy, type ColumnBeside, columnsBeside, MAX_SORTED_BESIDE, sortedBeside, valuesBeside, withColumnsBeside } from './beside/columns-beside.ts';
import type { BesideRow } from './beside/record-column.ts';
import { addressCode } from './relation/address-field.ts';
import { staffCode } from './relation/staff-field.ts';
import { dictionaryCode } from './relation/dictionary-field.ts';
import { relatedCode, relatedTexts } from './relation/related-field.ts';
import { labelsOf, relationCode } from './relation/relation-field.ts';

/** Below the types: one engine for every record, drawn or written. */
export type Row = RowOf<Columns> & { readonly id: string; readonly version: number };
export type Values = Readonly<Record<string, unknown>>;
export type Ctx = RequestContext<unknown>;
export type Code = RecordCode<unknown, Columns, AnyRecord>;
export type EngineTable = Table<Columns>;
export type EngineFieldCode = FieldCode<unknown, Columns, never>;
export type ListRequest = PageRequest & Values;

/** Name of the table in the statements of the engine. */
const ALIAS = 'row';

/** Order of a tree's rows. */
const TREE_ORDER = [['tree.path', 'asc']] as const;
const levelOf = ({ treeLevel }: Values) => (treeLevel === undefined ? {} : { treeLevel: Number(treeLevel) });

/** Rows of one record as callers may see them: list, export and import read through the same door. */
export class RecordRows {
  readonly record: AnyRecord;
  readonly table: EngineTable;
  readonly #code: Code;
  readonly lines: RecordLines;
  readonly #relations: ReadonlyMap<string, EngineFieldCode>;
  /** What search pieces are made of, so that a whole number finds what has it. */
  readonly #texts: readonly string[];
  readonly #order: Parameters<typeof orderAsked<string>>[1];

  constructor(record: AnyRecord, table: EngineTable, code: Code) {
    this.record = record;
    this.table = table;
    this.#code = code;
    assertFits(record, table, (code.fields ?? {}) as Readonly<Record<string, EngineFieldCode>>, code.keeps !== undefined);
    this.lines = new RecordLines(record, table, code);
    this.#relations = new Map(
      record.fields.flatMap((field): readonly (readonly [string, EngineFieldCode])[] => {
        const own = pluginKindCode(field, table);
        if (own) return [[field.name, own]];
        if (field.of.derived) return [[field.name, relatedCode(record, field)]];
        if (field.kind === 'relation') return [[field.name, relationCode(field)]];
        if (field.kind === 'address') return [[field.name, addressCode(field)]];
        if (field.kind === 'staff') return [[field.name, staffCode(field)]];
        if (field.kind === 'signature') return [[field.name, signatureCode(field)]];
        if (isFileList(field)) return [[field.name, filesCode(field, this)]];
        return field.kind === 'dictionary' ? [[field.name, dictionaryCode(field)]] : [];
      }),
    );
    const { sources = [] } = table.defs.searchGrams ?? {};
    // Members of JSON columns stand in no text that a statement could look at.
    this.#texts = sources.some((source) => source.includes('.')) ? [] : sources.map((source) => `${ALIAS}.${source}`);
    const [order, direction] = record.order;
    this.#order = {
      sorts: Object.fromEntries(record.sort.map((name) => [name, this.#sortColumn(name)])),
      byDefault: [this.#sortColumn(order), direction],
      tieBreaker: `${ALIAS}.id`,
    };
  }

  /** Fields that the caller may not see (`withheld`). */
  withheldFrom(ctx: Ctx): ReadonlySet<string> {
    return withheldFields(this.record, (code) => ctx.can(code));
  }

  /** @throws AppError `core.forbidden` for a request or a body that names a field which the caller may not see */
  assertNotWithheld(ctx: Ctx, given: Values): void {
    // Whoever reads for a relation of another record names none, and tells no codes.
    if (!this.record.fields.some(({ name, withheld }) => withheld && given[name] !== undefined)) return;
    const named = [...this.withheldFrom(ctx)].filter((name) => given[name] !== undefined);
    if (named.length > 0) throw new AppError('core.forbidden', { code: EnvelopeCode.Forbidden, fields: named.map((path) => ({ path, msg: '' })) });
  }

  /** Rows as their caller may see them. */
  #seen(ctx: Ctx, row: Values): Values {
    const withheld = this.withheldFrom(ctx);
    if (withheld.size === 0) return row;
    const seen = (members: Values): Values => Object.fromEntries(Object.entries(members).filter(([name]) => !withheld.has(name)));
    return { ...seen(row), ...(row.labels !== undefined && { labels: seen(row.labels as Values) }) };
  }

  /** A page of rows as they are stored. */
  async page(ctx: Ctx, request: ListRequest): Promise<Page<Row>> {
    // The door's sub-query is of no table that a handle's type knows.
    if (this.withheldFrom(ctx).has(request.sidx ?? '')) return await this.page(ctx, { ...request, sidx: '' });
    const conditions = await this.#conditions(ctx, request);
    const found = this.#where(ctx, conditions);
    if (!this.#inTree(request)) return (await selectPage(found, { db: ctx.db as never, request, ...this.#order })) as unknown as Page<Row>;
    const bounds = pageBounds(request);
    const countUpTo = countLimit(request);
    const slice = { order: TREE_ORDER, limit: bounds.pageSize, offset: bounds.offset };
    const list =
      bounds.offset >= countUpTo ? [] : await orderedRows(() => this.#withTree(ctx, found, conditions, bounds.offset + bounds.pageSize), [''], slice);
    // Every row has its place in the tree, so they are counted without it.
    const total = await totalOf(ctx.db as never, found, { list, ...bounds, countUpTo });
    return toPage(list, total, bounds) as unknown as Page<Row>;
  }

  /** A tree comes in its order unless somebody asks for another. */
  #inTree({ sidx }: PageRequest): boolean {
    return this.record.tree !== undefined && !(sidx !== undefined && Object.hasOwn(this.#order.sorts, sidx));
  }

  #withTree(ctx: Ctx, found: unknown, conditions: readonly RawBuilder<SqlBool>[], first?: number) {
    const [column, direction] = this.#order.byDefault;
    const tree = treeRows(ctx, this.table, this.#parent, [column.slice(ALIAS.length + 1), direction], conditions, first).as('tree');
    return (found as SelectQueryBuilder<{ row: Values }, 'row', Values>).innerJoin(tree, 'tree.id', 'row.id' as never).select('tree.level as treeLevel');
  }

  /** Key of the column that holds the row above. */
  get #parent(): string {
    return parentField(this.record)?.column ?? '';
  }

  /**
   * A page of the rows that are enabled, in the order of the list, found by a keyword alone: what relations may name.
   * @param without row of a tree that is left out with what is below it
   */
  async enabled(ctx: Ctx, { currentPage, pageSize, keyword }: PageRequest, without = ''): Promise<Page<Row>> {
    let query = await this.#found(ctx, { keyword });
    if (this.record.tree && without !== '') query = query.where(sql<SqlBool>`not (${inBranch(ctx, this.table, this.#parent, without)})`);
    const enabled = enabledRows(this.record);
    if (enabled) query = query.where(enabled);
    const page = await selectPage(query, { db: ctx.db as never, request: { currentPage, pageSize, keyword }, ...this.#order });
    return page as unknown as Page<Row>;
  }

  /** All rows that the list would show, in its order: one statement, read in constant memory. What the request must not ask is refused at once. */
  async all(ctx: Ctx, request: ListRequest): Promise<AsyncIterable<Row>> {
    if (this.withheldFrom(ctx).has(request.sidx ?? '')) return await this.all(ctx, { ...request, sidx: '' });
    const conditions = await this.#conditions(ctx, request);
    const found = this.#where(ctx, conditions).clearOrderBy();
    if (this.#inTree(request)) return streamRows(this.#withTree(ctx, found, conditions).orderBy('tree.path')) as unknown as AsyncIterable<Row>;
    const ordered = orderAsked(request, this.#order).reduce((query, [column, direction]) => query.orderBy(sql.ref(column), direction), found);
    return streamRows(ordered) as unknown as AsyncIterable<Row>;
  }

  /** Rows in whose column one of these values stands. */
  async byColumn(ctx: Ctx, column: string, values: readonly string[]): Promise<readonly Row[]> {
    if (values.length === 0) return [];
    const query = this.table.select(ctx, ALIAS).where(sql<SqlBool>`${sql.ref(`${ALIAS}.${column}`)} = any(${[...values]})`);
    return (await query.execute()) as unknown as readonly Row[];
  }

  /** All rows of a node in the order of the list, brothers of one rank as they were made; a keyword keeps what matches, with all above it. */
  async whole(ctx: Ctx, { keyword, ...node }: Values & Pick<PageRequest, 'keyword'>): Promise<{ readonly list: Values[] }> {
    const [[order, direction], tie] = [this.#order.byDefault, this.#order.tieBreaker];
    const found = (await this.#found(ctx, node))
      .clearOrderBy()
      .orderBy(sql.ref(order), direction)
      .orderBy(sql.ref(`${ALIAS}.createdAt`))
      .orderBy(sql.ref(tie));
    const rows = (await found.execute()) as unknown as readonly Row[];
    if (isEmptyValue(keyword)) return { list: await this.shown(ctx, rows) };
    const hits = (await (await this.#found(ctx, { ...node, keyword })).execute()) as unknown as readonly Row[];
    return { list: await this.shown(ctx, withRowsAbove(rows, this.#parent, hits)) };
  }

  async list(ctx: Ctx, request: ListRequest): Promise<RecordPage<Values> & { readonly keeps?: boolean }> {
    const others = columnsBeside(ctx, this.record.name);
    const { list, pagination } = (await this.#pageBeside(ctx, others, request)) ?? (await this.page(ctx, request));
    const rows = (await this.shown(ctx, list)) as BesideRow[];
    const page = {
      ...(await withColumnsBeside(ctx, others, rows, pagination.total)),
      pagination,
      ...(this.record.shared && { keeps: await this.keeps(ctx) }),
    };
    if (this.record.totals.length === 0) return page;
    return { ...page, totals: await this.totals(ctx, request) };
  }

  /** A page in the order of a column of another plugin. */
  async #pageBeside(ctx: Ctx, others: readonly ColumnBeside[], request: ListRequest): Promise<Page<Row> | undefined> {
    const sorted = await this.sortedBeside(ctx, others, request);
    if (!sorted) return undefined;
    const bounds = pageBounds(request);
    return toPage(sorted.slice(bounds.offset, bounds.offset + bounds.pageSize), sorted.length, bounds);
  }

  /**
   * All rows that the list finds in the order of a column of another plugin; undefined: the request asks for no such order, the column fails, or they are too many.
   * Three statements at most, whatever the page is: the rows, what stands beside them, and what the column asks.
   */
  async sortedBeside(ctx: Ctx, others: readonly ColumnBeside[], request: ListRequest): Promise<Row[] | undefined> {
    const by = others.find((each) => each.name === request.sidx && canSortBy(each));
    if (!by) return undefined;
    const found = await this.#found(ctx, request);
    const ordered = orderAsked({}, this.#order).reduce((query, [column, direction]) => query.orderBy(sql.ref(column), direction), found.clearOrderBy());
    const stored = (await ordered.limit(MAX_SORTED_BESIDE + 1).execute()) as unknown as Row[];
    if (stored.length > MAX_SORTED_BESIDE) return undefined;
    const answer = await valuesBeside(ctx, by, (await this.shown(ctx, stored)) as BesideRow[]);
    return 'failed' in answer ? undefined : sortedBeside(stored, answer.values, request.sort === 'asc' ? 'asc' : 'desc');
  }

  /** Sums over all rows that the list finds, of the fields whose sum the caller may learn. */
  async totals(ctx: Ctx, request: ListRequest): Promise<ListTotals> {
    const withheld = this.withheldFrom(ctx);
    const fields = this.record.fields.filter(
      ({ name }) => this.record.totals.includes(name) && !withheld.has(name) && (this.#code.maySeeTotal?.(ctx, name) ?? true),
    );
    return await totalsOf(this.table, fields, await this.#found(ctx, request));
  }

  /** Whether the caller may change rows, as far as codes of buttons let them. */
  async keeps(ctx: Ctx): Promise<boolean> {
    return (await this.#code.keeps?.(ctx)) ?? true;
  }

  async one(ctx: Ctx, id: string): Promise<Values> {
    const [row] = await this.shown(ctx, [(await this.table.one(ctx, id)) as Row]);
    // The row comes first: of lines that are newer than it, its version is stale.
    return this.#seen(ctx, { ...row, ...(await this.lines.of(ctx, id)) });
  }

  /** Rows as they stand on the wire, with what is shown beside them. */
  async shown(ctx: Ctx, rows: readonly Row[]): Promise<Values[]> {
    const labels = await labelsOf(ctx, this.record.fields, rows);
    const related = await relatedTexts(ctx, this.record, rows);
    const beside = rows.length > 0 ? await this.#code.shown?.(ctx, rows) : [];
    if (beside && beside.length !== rows.length) throw new TypeError(`${this.record.name}: shown gave ${beside.length} answers for ${rows.length} rows`);
    return rows.map((row, index) =>
      this.#seen(ctx, { ...this.wire(row), ...levelOf(row), ...labels[index], ...related[index], ...(beside?.[index] as Values | undefined) }),
    );
  }

  wire(row: Row): Values {
    const wire = this.table.wire(row) as Values;
    const fields = this.record.fields.filter(({ cells }) => !cells).map((field) => [field.name, this.#valueOf(field, row, wire)]);
    return { id: row.id, version: row.version, creatorTime: wire.createdAt, lastModifyTime: wire.updatedAt, ...Object.fromEntries(fields) };
  }

  #valueOf(field: RecordField, row: Row, wire: Values): unknown {
    const code = this.codeOf(field);
    // An empty value of a kind of a plugin may be null.
    return field.of.plugin && code ? code.read(row) : (code?.read(row) ?? wire[field.column] ?? field.of.blank);
  }

  /** What reads and writes a field that no single column holds, or that must be looked up. */
  codeOf({ name }: RecordField): EngineFieldCode | undefined {
    return (this.#code.fields as Readonly<Record<string, EngineFieldCode>> | undefined)?.[name] ?? this.#relations.get(name);
  }

  async #found(ctx: Ctx, request: ListRequest) {
    return this.#where(ctx, await this.#conditions(ctx, request));
  }

  #where(ctx: Ctx, conditions: readonly RawBuilder<SqlBool>[]) {
    return conditions.reduce((query, condition) => query.where(condition), this.table.select(ctx, ALIAS));
  }

  /** What a request asks of rows, filters first, then the keyword. */
  async #conditions(ctx: Ctx, request: ListRequest): Promise<readonly RawBuilder<SqlBool>[]> {
    this.assertNotWithheld(ctx, request);
    const asked = this.record.fields.filter(({ name }) => this.record.filter.includes(name) && !isEmptyValue(request[name]));
    const narrowed = await Promise.all(asked.map((field) => this.#condition(ctx, field, request[field.name])));
    const found = matchesKeyword(`${ALIAS}.searchGrams`, request.keyword, this.#texts);
    return found ? [...narrowed, found] : narrowed;
  }

  async #condition(ctx: Ctx, field: RecordField, value: unknown): Promise<RawBuilder<SqlBool>> {
    const own = (this.#code.fields as Readonly<Record<string, EngineFieldCode>> | undefined)?.[field.name];
    if (own?.narrow) return await own.narrow(ctx, value as never);
    if (field.name === this.record.tree?.parent) return inBranch(ctx, this.table, field.column, String(value));
    const way = filterWay(field.kind, field.of);
    if (way && way !== 'value') return FILTERS[way](field, value);
    const code = this.codeOf(field);
    if (code?.narrow) return await code.narrow(ctx, value as never);
    const read = this.table.read({ [field.column]: value })[field.column];
    const codec = this.table.codec[field.column];
    return sql<SqlBool>`${sql.ref(this.#column(field.name))} = ${codec?.write(read)}`;
  }

  #sortColumn(name: string): string {
    return `${ALIAS}.${sortedColumn(this.record, this.table.defs, name)}`;
  }

  #column(name: string): string {
    return `${ALIAS}.${columnOfMember(this.record, name)}`;
  }
}
