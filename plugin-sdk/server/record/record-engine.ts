import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { isEmptyValue, type Page, type PageRequest } from '../../contract/index.ts';
import type { AnyRecord, RecordAct, RecordField, Saved } from '../../contract/record/index.ts';
import type { RequestContext } from '../context.ts';
import { selectPage } from '../paging.ts';
import { matchesKeyword } from '../search.ts';
import type { Columns, NewOf, RowOf, Table } from '../table/table-types.ts';
import type { FieldCode, RecordChange, RecordCode, RecordMessage } from './record-code.ts';
import { assertFits } from './record-fit.ts';
import { completeValues, sameValue } from './record-values.ts';

/** Below the types: one engine for every record, drawn or written. */
type Row = RowOf<Columns> & { readonly id: string; readonly version: number };
type Values = Readonly<Record<string, unknown>>;
type Ctx = RequestContext<unknown>;
type Code = RecordCode<unknown, Columns, AnyRecord>;
export type EngineTable = Table<Columns>;

/** Columns behind members that every row has. */
const FRAME_COLUMNS: Readonly<Record<string, string>> = { creatorTime: 'createdAt', lastModifyTime: 'updatedAt' };
/** Name of the table in the statements of the engine. */
const ALIAS = 'row';

/** Lists, reads and writes rows of one record. */
export class RecordEngine {
  readonly #record: AnyRecord;
  readonly #table: EngineTable;
  readonly #code: Code;
  readonly #sorts: Readonly<Record<string, string>>;

  constructor(record: AnyRecord, table: EngineTable, code: Code) {
    this.#record = record;
    this.#table = table;
    this.#code = code;
    assertFits(record, table, Object.keys(code.fields ?? {}));
    this.#sorts = Object.fromEntries(record.sort.map((name) => [name, this.#column(name)]));
  }

  async list(ctx: Ctx, request: PageRequest & Values): Promise<Page<Values>> {
    let query = this.#table.select(ctx, ALIAS);
    for (const condition of await this.#narrowed(ctx, request)) query = query.where(condition);
    const found = matchesKeyword(`${ALIAS}.searchGrams`, request.keyword);
    if (found) query = query.where(found);
    const [order, direction] = this.#record.order;
    const { list, pagination } = await selectPage(query, {
      db: ctx.db as never, // the door's sub-query is of no table that a handle's type knows
      request,
      sorts: this.#sorts,
      byDefault: [this.#column(order), direction],
      tieBreaker: `${ALIAS}.id`,
    });
    return { list: await this.#shown(ctx, list as unknown as readonly Row[]), pagination };
  }

  async one(ctx: Ctx, id: string): Promise<Values> {
    const [row] = await this.#shown(ctx, [(await this.#table.one(ctx, id)) as Row]);
    return row ?? {};
  }

  async create(ctx: Ctx, body: Values): Promise<Saved> {
    await this.#code.allow?.(ctx, 'create', null);
    const after = await this.#content(ctx, body, null);
    const change = changeOf('create', null, after);
    await this.#code.check?.(ctx, change);
    const row = (await this.#table.insert(ctx, after)) as Row;
    return await this.#done(ctx, change, row);
  }

  async edit(ctx: Ctx, id: string, body: Values & { readonly version?: number }): Promise<Saved> {
    const before = (await this.#table.lock(ctx, id, body.version)) as Row;
    await this.#code.allow?.(ctx, 'edit', before);
    return await this.#write(ctx, 'edit', before, await this.#content(ctx, body, before));
  }

  /** Turns the flag `enabledMark` round. */
  async state(ctx: Ctx, id: string): Promise<Saved> {
    const before = (await this.#table.lock(ctx, id)) as Row;
    await this.#code.allow?.(ctx, 'state', before);
    const turned = this.#wire(before).enabledMark === 1 ? 0 : 1;
    return await this.#write(ctx, 'state', before, await this.#content(ctx, { enabledMark: turned }, before));
  }

  async remove(ctx: Ctx, id: string): Promise<null> {
    const before = (await this.#table.lock(ctx, id)) as Row;
    await this.#code.allow?.(ctx, 'remove', before);
    const change = changeOf('remove', before, null);
    await this.#code.check?.(ctx, change);
    await this.#table.retire(ctx, before);
    await this.#done(ctx, change, before);
    return null;
  }

  async #write(ctx: Ctx, act: RecordAct, before: Row, after: NewOf<Columns>): Promise<Saved> {
    const change = changeOf(act, before, after);
    await this.#code.check?.(ctx, change);
    return await this.#done(ctx, change, (await this.#table.update(ctx, before, after)) as Row);
  }

  async #done(ctx: Ctx, change: RecordChange<Columns>, row: Row): Promise<Saved> {
    await this.#code.after?.(ctx, change, row);
    const { subject, title } = this.#record;
    const facts = (each: RowOf<Columns> | null) => each && this.#table.facts(each);
    ctx.audit({ subject, subjectId: row.id, before: facts(change.before), after: change.after === null ? null : facts(row) });
    const said = this.#messageOf(change);
    ctx.message(this.#code.messages?.[said] ?? `record.${said}`, { title: title[ctx.language], name: this.#nameOf(row) });
    return { id: row.id, version: row.version };
  }

  /** What a caller's body makes of a row, complete; fields of code are asked only where they change. */
  async #content(ctx: Ctx, body: Values, before: Row | null): Promise<NewOf<Columns>> {
    const { fields } = this.#record;
    const stored = before ? this.#wire(before) : undefined;
    const { values, refusal } = completeValues(fields, body, stored, ctx.language);
    // What stays is not read again: one of an older version may look as none may look now.
    const changed = fields.filter(({ name }) => !stored || !sameValue(values[name], stored[name]));
    const own = changed.filter((field) => !this.#codeOf(field));
    const content: Record<string, unknown> = { ...before };
    // What code keeps comes first: a place that is not there is told before how a code should look.
    for (const field of changed) Object.assign(content, await this.#codeOf(field)?.write(ctx, values[field.name] as never));
    if (refusal) throw refusal;
    Object.assign(content, this.#table.read(Object.fromEntries(own.map(({ name, column, of }) => [column, values[name] === of.blank ? null : values[name]]))));
    const { id: _, createdAt, updatedAt, version, ...kept } = content;
    return kept;
  }

  async #narrowed(ctx: Ctx, request: Values): Promise<RawBuilder<SqlBool>[]> {
    const asked = this.#record.fields.filter(({ name }) => this.#record.filter.includes(name) && !isEmptyValue(request[name]));
    return await Promise.all(asked.map((field) => this.#condition(ctx, field, request[field.name])));
  }

  async #condition(ctx: Ctx, field: RecordField, value: unknown): Promise<RawBuilder<SqlBool>> {
    const code = this.#codeOf(field);
    if (code?.narrow) return await code.narrow(ctx, value as never);
    const read = this.#table.read({ [field.column]: value })[field.column];
    const codec = this.#table.codec[field.column];
    return sql<SqlBool>`${sql.ref(this.#column(field.name))} = ${codec?.write(read)}`;
  }

  async #shown(ctx: Ctx, rows: readonly Row[]): Promise<Values[]> {
    const beside = rows.length > 0 ? await this.#code.shown?.(ctx, rows) : [];
    if (beside && beside.length !== rows.length) throw new TypeError(`${this.#record.name}: shown gave ${beside.length} answers for ${rows.length} rows`);
    return rows.map((row, index) => ({ ...this.#wire(row), ...(beside?.[index] as Values | undefined) }));
  }

  #wire(row: Row): Values {
    const wire = this.#table.wire(row) as Values;
    const fields = this.#record.fields.map((field) => [field.name, this.#codeOf(field)?.read(row) ?? wire[field.column] ?? field.of.blank]);
    return { id: row.id, version: row.version, creatorTime: wire.createdAt, lastModifyTime: wire.updatedAt, ...Object.fromEntries(fields) };
  }

  #codeOf = ({ name }: RecordField): FieldCode<unknown, Columns, never> | undefined =>
    (this.#code.fields as Readonly<Record<string, FieldCode<unknown, Columns, never>>> | undefined)?.[name];

  #column(name: string): string {
    return `${ALIAS}.${FRAME_COLUMNS[name] ?? this.#record.fields.find((field) => field.name === name)?.column ?? name}`;
  }

  #messageOf({ act, after }: RecordChange<Columns>): RecordMessage {
    if (act !== 'state') return MESSAGES[act];
    const column = this.#record.fields.find(({ name }) => name === 'enabledMark')?.column ?? '';
    return (after as Values | null)?.[column] === true ? 'enabled' : 'disabled';
  }

  /** How people call a row: by its first line of text. */
  #nameOf(row: Row): string {
    const field = this.#record.fields.find(({ kind }) => kind === 'text') ?? this.#record.fields[0];
    return field ? String(this.#wire(row)[field.name]) : row.id;
  }
}

const changeOf = (act: RecordAct, before: Row | null, after: NewOf<Columns> | null): RecordChange<Columns> => ({
  act,
  before,
  after,
  turnsOn: (column) => (before as Values | null)?.[column] !== true && (after as Values | null)?.[column] === true,
});

const MESSAGES = { create: 'created', edit: 'saved', remove: 'removed' } as const;
