import { AppError, EnvelopeCode } from '../../contract/index.ts';
import type { AnyRecord, RecordAct, Saved } from '../../contract/record/index.ts';
import type { Columns, NewOf, RowOf } from '../table/table-types.ts';
import type { ServerContext } from '../context.ts';
import { readRecordOverlay } from './document/read-record-overlay.ts';
import type { RecordChange, RecordMessage } from './record-code.ts';
import { type Code, type Ctx, type EngineTable, RecordRows, type Row, type Values } from './record-rows.ts';
import { assertUnused } from './relation/assert-unused.ts';
import { withNumbers } from './record-numbers.ts';
import type { LinePlan } from './lines/record-lines.ts';
import { hangingRefusal, lockTree } from './tree/tree-writes.ts';
import { completeValues, sameValue } from './record-values.ts';

/** Writes rows of one record. */
export class RecordEngine {
  readonly #record: AnyRecord;
  readonly #table: EngineTable;
  readonly #code: Code;
  readonly rows: RecordRows;
  /** Engines of the record as sites have it, each compiled once; undefined: this is one of them. */
  readonly #overlaid: WeakMap<object, RecordEngine> | undefined;

  constructor(record: AnyRecord, table: EngineTable, code: Code, overlaid?: 'overlaid') {
    this.#record = record;
    this.#table = table;
    this.#code = code;
    this.rows = new RecordRows(record, table, code);
    this.#overlaid = overlaid ? undefined : new WeakMap();
  }

  /** The engine of the record as the site has it, for code that writes rows without a route. */
  in({ recordOverlays }: Pick<ServerContext<never>, 'recordOverlays'>): RecordEngine {
    const overlay = recordOverlays?.get(this.#record.name);
    return overlay === undefined ? this : this.with(overlay);
  }

  /**
   * The engine of the record under an overlay.
   * @throws TypeError with a line `REC-…` for each thing that is wrong with it
   */
  with(overlay: object): RecordEngine {
    if (!this.#overlaid) return this;
    const needs = [...Object.keys(this.#code.fields ?? {}), ...((this.#code.needs ?? []) as readonly string[])];
    const found = this.#overlaid.get(overlay) ?? new RecordEngine(readRecordOverlay(this.#record, overlay, needs), this.#table, this.#code, 'overlaid');
    this.#overlaid.set(overlay, found);
    return found;
  }

  async create(ctx: Ctx, body: Values): Promise<Saved> {
    this.rows.assertNotWithheld(ctx, body);
    await lockTree(ctx, this.rows, body);
    await this.#allow(ctx, 'create', null);
    const lines = await this.rows.lines.planned(ctx, body, null);
    const content = await this.#content(ctx, body, null, lines);
    await this.#assertHangs(ctx, null, content);
    const after = await withNumbers(ctx, this.rows, { ...this.#code.initial?.(ctx), ...content });
    const change = changeOf('create', null, after, lines, body);
    await this.#code.check?.(ctx, change);
    const row = (await this.#table.insert(ctx, after)) as Row;
    return await this.#done(ctx, change, row, lines);
  }

  async edit(ctx: Ctx, id: string, body: Values & { readonly version?: number }): Promise<Saved> {
    this.rows.assertNotWithheld(ctx, body);
    await lockTree(ctx, this.rows, body);
    const before = (await this.#table.lock(ctx, id, body.version)) as Row;
    await this.#allow(ctx, 'edit', before);
    const lines = await this.rows.lines.planned(ctx, body, before);
    const after = await this.#content(ctx, body, before, lines);
    await this.#assertHangs(ctx, before, after);
    return await this.#write(ctx, 'edit', before, after, lines, body);
  }

  /** Turns the flag `enabledMark` round. */
  async state(ctx: Ctx, id: string): Promise<Saved> {
    const before = (await this.#table.lock(ctx, id)) as Row;
    await this.#allow(ctx, 'state', before);
    const turned = this.rows.wire(before).enabledMark === 1 ? 0 : 1;
    const lines = await this.rows.lines.planned(ctx, {}, before);
    return await this.#write(ctx, 'state', before, await this.#content(ctx, { enabledMark: turned }, before, lines), lines);
  }

  async remove(ctx: Ctx, id: string): Promise<null> {
    const before = (await this.#table.lock(ctx, id)) as Row;
    await this.#allow(ctx, 'remove', before);
    await assertUnused(ctx, this.rows, before, 'remove');
    const lines = await this.rows.lines.planned(ctx, null, before);
    const change = changeOf('remove', before, null, lines);
    await this.#code.check?.(ctx, change);
    await this.#table.retire(ctx, before);
    await this.#done(ctx, change, before, lines);
    return null;
  }

  async #assertHangs(ctx: Ctx, before: Row | null, after: NewOf<Columns>): Promise<void> {
    const refusal = await hangingRefusal(ctx, this.rows, before, after);
    if (refusal) throw this.#code.refused?.(refusal.field, refusal.complaint, before) ?? refusal.error;
  }

  /** Rights come before what is wrong with values. */
  async #allow(ctx: Ctx, act: RecordAct, before: Row | null): Promise<void> {
    await this.assertKeeps(ctx);
    await this.#code.allow?.(ctx, act, before);
  }

  /** @throws AppError `core.record-shared` */
  async assertKeeps(ctx: Ctx): Promise<void> {
    if (await this.rows.keeps(ctx)) return;
    throw new AppError('core.record-shared', { code: EnvelopeCode.Forbidden, params: { title: this.#record.title[ctx.language] } });
  }

  async #write(ctx: Ctx, act: RecordAct, before: Row, after: NewOf<Columns>, lines: LinePlan, sent: Values = {}): Promise<Saved> {
    const change = changeOf(act, before, after, lines, sent);
    const state = this.#record.fields.find(({ name }) => name === 'enabledMark')?.column ?? '';
    if ((before as Values)[state] === true && (after as Values)[state] === false) await assertUnused(ctx, this.rows, before, 'disable');
    await this.#code.check?.(ctx, change);
    return await this.#done(ctx, change, (await this.#table.update(ctx, before, after)) as Row, lines);
  }

  async #done(ctx: Ctx, change: RecordChange<Columns>, row: Row, lines: LinePlan): Promise<Saved> {
    const written = await this.rows.lines.write(ctx, lines, row.id);
    await this.#code.after?.(ctx, change, row);
    const { subject, title } = this.#record;
    const facts = (each: RowOf<Columns> | null, itsLines: Values) => each && { ...this.#table.facts(each), ...itsLines };
    ctx.audit({ subject, subjectId: row.id, before: facts(change.before, lines.facts), after: change.after === null ? null : facts(row, written) });
    const said = this.#messageOf(change);
    ctx.message(this.#code.messages?.[said] ?? `record.${said}`, { title: title[ctx.language], name: this.#nameOf(row) });
    return { id: row.id, version: row.version };
  }

  /** What a caller's body makes of a row, complete; fields of code are asked only where they change. */
  async #content(ctx: Ctx, body: Values, before: Row | null, lines: LinePlan): Promise<NewOf<Columns>> {
    const fields = this.#record.fields.filter(({ cells }) => !cells);
    const stored = before ? this.rows.wire(before) : undefined;
    const { values, refusal, complaint } = completeValues(fields, body, stored, ctx.language);
    // What stays is not read again: one of an older version may look as none may look now.
    const changed = fields.filter(({ name }) => !stored || !sameValue(values[name], stored[name]));
    // A number that is still to be given is no code yet.
    const held = changed.filter((field) => !this.rows.codeOf(field) && !(field.numbered && values[field.name] === ''));
    const content: Record<string, unknown> = { ...(before ?? this.#whereCallerWorks(ctx)) };
    // What code keeps comes first: a place that is not there is told before how a code should look.
    for (const field of changed)
      Object.assign(content, await this.rows.codeOf(field)?.write(ctx, values[field.name] as never, body, stored?.[field.name] as never));
    const refused = [...(refusal?.fields ?? []), ...lines.refused];
    const own = complaint && this.#code.refused?.(...complaint, before);
    if (own) throw own;
    if (refused.length > 0) throw new AppError('core.invalid', { code: EnvelopeCode.Invalid, fields: refused });
    Object.assign(content, this.#table.read(Object.fromEntries(held.map(({ name, column, of }) => [column, values[name] === of.blank ? null : values[name]]))));
    const { id: _, createdAt, updatedAt, version, ...kept } = content;
    return kept;
  }

  /** A new row is of the organisation in which its writer works, unless a field says another. */
  #whereCallerWorks({ user }: Ctx): Values {
    const organisation = Object.entries(this.#table.defs).find(([, { kind }]) => kind === 'org');
    return organisation ? { [organisation[0]]: user.orgId } : {};
  }

  #messageOf({ act, after }: RecordChange<Columns>): RecordMessage {
    if (act !== 'state') return MESSAGES[act];
    const column = this.#record.fields.find(({ name }) => name === 'enabledMark')?.column ?? '';
    return (after as Values | null)?.[column] === true ? 'enabled' : 'disabled';
  }

  /** How people call a row: by its first line of text. */
  #nameOf(row: Row): string {
    const field = this.#record.fields.find(({ kind }) => kind === 'text') ?? this.#record.fields[0];
    return field ? String(this.rows.wire(row)[field.name]) : row.id;
  }
}

const changeOf = (act: RecordAct, before: Row | null, after: NewOf<Columns> | null, { lines }: LinePlan, sent: Values = {}): RecordChange<Columns> => ({
  act,
  lines,
  sent,
  before,
  after,
  turnsOn: (column) => (before as Values | null)?.[column] !== true && (after as Values | null)?.[column] === true,
});

const MESSAGES = { create: 'created', edit: 'saved', remove: 'removed' } as const;
