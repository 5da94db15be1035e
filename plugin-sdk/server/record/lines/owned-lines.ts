import { type SqlBool, sql } from 'kysely';
import { AppError, EnvelopeCode, isAppError, type TextByLanguage } from '../../../contract/index.ts';
import { atLine, complaintText, type RecordField } from '../../../contract/record/index.ts';
import type { NewRowOf, Columns } from '../../table/table-types.ts';
import type { Ctx, EngineTable, Row, Values } from '../record-rows.ts';
import { complaintAbout } from '../record-values.ts';
import type { LineDifference, SentLine, StoredLine } from './line-difference.ts';
import { LINE_ORDER, ownerColumn } from './line-table.ts';
import { type PluginCell, pluginCell } from '../kinds/plugin-kind-code.ts';
import { labelsOf, missingText, targetOf } from '../relation/relation-field.ts';
import { completeLine, type LineProblem } from './line-values.ts';

const TWICE: TextByLanguage = { zh: '与前面的一行是同一行', zhtw: '與前面的一列是同一列', en: 'it stands there twice' };

/** A line with the row of the table that holds it. */
export interface KeptLine extends StoredLine {
  readonly row: Row;
}

/** Lines that a caller asks for, complete, and what is wrong with them. */
export interface AskedLines {
  readonly sent: readonly SentLine[];
  readonly problems: readonly LineProblem[];
}

export const onWire = ({ id, values }: SentLine): Values => ({ id, ...values });

/** The lines of one field, in their table. */
export class OwnedLines {
  readonly name: string;
  readonly #field: RecordField;
  readonly #cells: readonly RecordField[];
  readonly #table: EngineTable;
  /** What reads and writes cells of kinds that plugins add, by cell. */
  readonly #kinds: ReadonlyMap<string, PluginCell>;
  /** Key of the column that names the row which a line belongs to. */
  readonly #owner: string;

  /** @param owner name of the table of the rows */
  constructor(field: RecordField, table: EngineTable, owner: string) {
    this.name = field.name;
    this.#field = field;
    this.#cells = field.cells ?? [];
    this.#table = table;
    this.#owner = ownerColumn(table, owner) ?? '';
    this.#kinds = new Map(this.#cells.flatMap((cell) => pluginCell(cell, table).map((code) => [cell.name, code] as const)));
  }

  /** Lines of a row in their order. The caller has read the row through its door: lines have no rights of their own. */
  async of(ctx: Ctx, id: string): Promise<readonly KeptLine[]> {
    const rows = await this.#table
      .everywhere(ctx, 'lines of one row, which was found through its own door', 'row')
      .where(sql<SqlBool>`${sql.ref(`row.${this.#owner}`)} = ${id}`)
      .orderBy(sql.ref(`row.${LINE_ORDER}`))
      .orderBy(sql.ref('row.id'))
      .execute();
    return (rows as unknown as readonly Row[]).map((row) => ({ id: row.id, order: Number((row as Values)[LINE_ORDER]), values: this.#values(row), row }));
  }

  /** The same as they stand on the wire, with the names of what they name: a statement for each relation, however many lines. */
  async shown(ctx: Ctx, id: string): Promise<readonly Values[]> {
    const lines = await this.of(ctx, id);
    const labels = await labelsOf(
      ctx,
      this.#cells,
      lines.map(({ row }) => row),
    );
    return lines.map((line, at) => ({ ...onWire(line), ...labels[at] }));
  }

  get relations(): readonly RecordField[] {
    return this.#cells.filter(({ kind }) => kind === 'relation');
  }

  /** Keeps what lines name from now on, as a relation of a row does; each row of another record once. What is not there is told at its line. */
  async hold(ctx: Ctx, sent: readonly SentLine[], stored: readonly KeptLine[]): Promise<readonly LineProblem[]> {
    const before = new Map(stored.map(({ id, values }) => [id, values]));
    const problems: LineProblem[] = [];
    for (const cell of this.relations) {
      const held = new Map<string, boolean>();
      for (const [at, { id, values }] of sent.entries()) {
        const named = String(values[cell.name] ?? '');
        if (named === '' || before.get(id)?.[cell.name] === named) continue;
        if (!held.has(named)) held.set(named, await targetOf(ctx, cell).hold(ctx, named));
        if (!held.get(named)) problems.push({ path: `${this.name}.${at}.${cell.name}`, msg: atLine(at + 1, missingText(cell, ctx.language), ctx.language) });
      }
    }
    return problems;
  }

  /** Rows whose lines name a row, whoever may see them; at most so many. */
  async ownersNaming(ctx: Ctx, { column }: RecordField, named: string, limit: number): Promise<readonly string[]> {
    const query = this.#table
      .everywhere(ctx, 'a row that lines name stays, whoever may see them; only what the caller sees is told', 'row')
      .where(sql<SqlBool>`${sql.ref(`row.${column}`)} = ${named}`)
      .clearSelect()
      .select(sql<string>`${sql.ref(`row.${this.#owner}`)}`.as('owner'))
      .distinct()
      .limit(limit);
    return (await query.execute()).map(({ owner }) => owner);
  }

  /** What an audit entry says of lines. */
  facts(lines: readonly KeptLine[]): readonly Values[] {
    const owner = this.#table.defs[this.#owner]?.physical ?? '';
    return lines.map(({ id, row }) => {
      const { [owner]: _, ...facts } = this.#table.facts(row);
      return { id, ...facts };
    });
  }

  /**
   * @param given lines of a body; undefined: it leaves them out
   * @param stored null: the row is new
   * @throws AppError `<plugin>.not-found` for an id that is of none of the stored lines
   */
  asked({ pluginId, language }: Ctx, given: unknown, stored: readonly KeptLine[] | null): AskedLines {
    if (given === undefined && stored) return { sent: stored, problems: [] };
    const lines = (given ?? []) as readonly Values[];
    const byId = new Map((stored ?? []).map((line) => [line.id, line]));
    const ids = lines.map(({ id }) => (typeof id === 'string' ? id : ''));
    // Whether it is another row's or never was, nobody learns.
    if (ids.some((id) => id !== '' && !byId.has(id))) throw new AppError(`${pluginId}.not-found`, { code: EnvelopeCode.NotFound });
    const whole =
      lines.length === stored?.length ? undefined : complaintAbout(this.#field, lines, { stored: undefined, required: this.#field.required, language });
    if (whole) return { sent: [], problems: [{ path: this.name, msg: complaintText(whole, language) }] };
    const complete = lines.map((line, at) => completeLine(this.#field, this.#table, at, line, byId.get(ids[at] ?? '')?.values, language));
    const twice = ids.flatMap((id, at) =>
      id !== '' && ids.indexOf(id) < at ? [{ path: `${this.name}.${at}`, msg: atLine(at + 1, TWICE[language], language) }] : [],
    );
    return { sent: complete, problems: [...twice, ...complete.flatMap(({ problems }) => problems)] };
  }

  /**
   * Removals come first, so that what was removed is free again.
   * @returns whether anything was written
   * @throws AppError with the line and the cell that an index refuses
   */
  async write(ctx: Ctx, ownerId: string, stored: readonly KeptLine[], { removals, updates, inserts }: LineDifference): Promise<boolean> {
    const rows = new Map(stored.map(({ id, row }) => [id, row]));
    const rowOf = (id: string): Row => rows.get(id) ?? { id, version: 0 };
    for (const id of removals) await this.#table.retire(ctx, rowOf(id));
    for (const { id, at, order, values } of updates) {
      const patch = () => ({ ...this.#columns(values), ...(order !== undefined && { [LINE_ORDER]: order }) });
      await this.#at(at, async () => await this.#table.update(ctx, rowOf(id), patch()));
    }
    const fresh = inserts.map(({ at, order, values }) => ({ at, row: () => ({ [this.#owner]: ownerId, [LINE_ORDER]: order, ...this.#columns(values) }) }));
    // An index tells which row it refuses only where rows are written one by one.
    if (this.#table.options.unique)
      for (const { at, row } of fresh) await this.#at(at, async () => await this.#table.insert(ctx, { ...this.#nulls(), ...row() }));
    else if (fresh.length > 0) {
      const made: NewRowOf<Columns>[] = [];
      for (const { at, row } of fresh) await this.#at(at, async () => made.push(row()));
      await this.#table.insertAll(ctx, made);
    }
    return removals.length + updates.length + inserts.length > 0;
  }

  #values(row: Row): Values {
    const wire = this.#table.wire(row) as Values;
    const valueIn = ({ name, column, of }: RecordField): unknown => {
      const kind = this.#kinds.get(name);
      return kind ? kind.read(row) : (wire[column] ?? of.blank);
    };
    return Object.fromEntries(this.#cells.map((cell) => [cell.name, valueIn(cell)]));
  }

  /** Values of cells in the form of the table. */
  #columns(values: Values): Values {
    const given = this.#cells.filter(({ name }) => name in values);
    const plain = given.filter(({ name }) => !this.#kinds.has(name));
    const columns = Object.fromEntries(plain.map(({ name, column, of }) => [column, values[name] === of.blank ? null : values[name]]));
    return Object.assign({}, this.#table.read(columns), ...given.map(({ name }) => this.#kinds.get(name)?.columns(values[name]))) as Values;
  }

  /** Columns of the table that are no cells. */
  #nulls(): Values {
    return Object.fromEntries(Object.entries(this.#table.defs).flatMap(([key, { nullable }]) => (nullable && key !== 'deletedAt' ? [[key, null]] : [])));
  }

  /** A refusal of the table is told at the line and the cell. */
  async #at(at: number, work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!isAppError(error) || error.fields.length === 0) throw error;
      const { key, code, params } = error;
      const cellOf = (path: string): string => this.#cells.find(({ column }) => column === path)?.name ?? path;
      const fields = error.fields.map(({ path, msg }) => ({ path: `${this.name}.${at}.${cellOf(path)}`, msg }));
      throw new AppError(key, { code, params, fields, cause: error });
    }
  }
}
