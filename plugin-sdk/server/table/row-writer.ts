import { AppError, EnvelopeCode } from '../../contract/index.ts';
import { lettersOf, pinyinInitials, searchGrams } from '../paging/search.ts';
import { assertChanged } from '../version.ts';
import { type AnyRow, rowError, rowNameOf, untyped } from './row-reader.ts';
import { columnOf, storedOf } from './sql-rows.ts';
import type { Definition } from './table-definition.ts';
import type { RowsWriter, WriteContext } from './table-types.ts';
import { brokenUniqueIndex } from './unique-violation.ts';

/** Cells that one statement carries, far below the 65,535 of the protocol. */
const CELLS_AT_ONCE = 20_000;

/** Writes rows of a table: values to their form in the database, times, version, search pieces. */
export class RowWriter {
  readonly #definition: Definition;

  constructor(definition: Definition) {
    this.#definition = definition;
  }

  insert = async (ctx: WriteContext, values: AnyRow): Promise<AnyRow> => {
    const { read } = this.#definition;
    const { row, stored } = this.#new(ctx, values);
    await this.#asTaken(ctx, row, () => untyped(ctx.db).insertInto(this.#definition.name).values(stored).execute());
    return Object.fromEntries(read.map((key) => [key, row[key]]));
  };

  insertAll = async (ctx: RowsWriter, all: readonly AnyRow[], { unlessTaken }: { readonly unlessTaken?: readonly string[] } = {}): Promise<void> => {
    const { name, columns } = this.#definition;
    const size = Math.max(1, Math.floor(CELLS_AT_ONCE / Object.keys(columns).length));
    const taken = unlessTaken?.map((key) => columnOf(this.#definition, key).physical);
    const stored = all.map((values) => this.#given(ctx, values));
    for (let start = 0; start < stored.length; start += size) {
      const insert = untyped(ctx.db)
        .insertInto(name)
        .values(stored.slice(start, start + size));
      await (taken ? insert.onConflict((conflict) => conflict.columns(taken).doNothing()) : insert).execute();
    }
  };

  /** What is given of a row, in the form of the database, with what the table fills in; the rest is left to the database. */
  #given({ clock, newId }: RowsWriter, values: AnyRow): AnyRow {
    const { columns } = this.#definition;
    const now = clock?.now();
    const filled = { id: values.id ?? newId?.(), createdAt: now, updatedAt: now, version: 1 };
    const row: AnyRow = { ...filled, ...Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) };
    const keys = Object.keys(columns).filter((key) => row[key] !== undefined);
    const pieces = Array.isArray(row.searchGrams) ? this.#letters(row.searchGrams) : this.#grams(row);
    const made = { ...pieces, ...(row.pinyin === undefined ? this.#initials(row) : {}) };
    return { ...made, ...this.#stored(row, keys) };
  }

  /** A row with what the table fills in, and its form in the database. */
  #new(ctx: WriteContext, values: AnyRow): { readonly row: AnyRow; readonly stored: AnyRow } {
    const now = ctx.clock.now();
    const { read } = this.#definition;
    const filled: AnyRow = { id: values.id ?? ctx.newId(), createdAt: now, updatedAt: now, version: 1 };
    const row: AnyRow = { ...values, ...Object.fromEntries(Object.entries(filled).filter(([key]) => read.includes(key))) };
    const missing = read.find((key) => row[key] === undefined);
    if (missing !== undefined) throw new TypeError(`${this.#definition.name}: no value for ${missing}`);
    return { row, stored: { ...this.#stored(row, read), ...this.#grams(row), ...this.#initials(row) } };
  }

  update = async (ctx: WriteContext, row: AnyRow, patch: AnyRow): Promise<AnyRow> => {
    const changed = Object.keys(patch).filter((key) => patch[key] !== undefined && patch[key] !== row[key]);
    const touched = this.#touched(ctx, row);
    const next: AnyRow = { ...row, ...Object.fromEntries(changed.map((key) => [key, patch[key]])), ...touched };
    const stored = { ...this.#stored(next, [...changed, ...Object.keys(touched)]), ...this.#grams(next, changed), ...this.#initials(next, changed) };
    await this.#asTaken(ctx, next, () => this.#write(ctx, row, stored));
    return next;
  };

  retire = async (ctx: WriteContext, row: AnyRow, patch: AnyRow = {}): Promise<void> => {
    if (!this.#definition.columns.deletedAt) throw new TypeError(`${this.#definition.name}: rows that stay are not deleted`);
    const gone: AnyRow = { ...patch, ...this.#touched(ctx, row), deletedAt: ctx.clock.now() };
    await this.#write(ctx, row, this.#stored(gone, Object.keys(gone)));
  };

  /** What every change changes. */
  #touched({ clock }: WriteContext, { version }: AnyRow): AnyRow {
    if (version === undefined) throw new TypeError(`${this.#definition.name}: rows without a version are not changed`);
    return { version: Number(version) + 1, ...('updatedAt' in this.#definition.columns ? { updatedAt: clock.now() } : {}) };
  }

  async #write(ctx: WriteContext, row: AnyRow, stored: AnyRow): Promise<void> {
    const { columns, key, name } = this.#definition;
    const asRead = untyped(ctx.db)
      .updateTable(name)
      .set(stored)
      .where((eb) => eb.and(this.#stored(row, [...key, 'version'])));
    const { deletedAt } = columns;
    const written = await (deletedAt ? asRead.where(deletedAt.physical, 'is', null) : asRead).executeTakeFirst();
    assertChanged(written, rowError(this.#definition, ctx.pluginId, 'stale'), rowNameOf(this.#definition, row));
  }

  #stored(row: AnyRow, keys: readonly string[]): AnyRow {
    return storedOf(this.#definition, row, keys);
  }

  /** @param changed only when one of their sources is among these; undefined: in any case */
  #grams(row: AnyRow, changed?: readonly string[]): AnyRow {
    const { searchGrams: column } = this.#definition.columns;
    const sources = (column?.sources ?? []).map((source) => source.split('.'));
    if (!column || (changed && !sources.some(([key = '']) => changed.includes(key)))) return {};
    const grams = searchGrams(...sources.map(([key = '', member]) => textAt(row[key], member)));
    return { [column.physical]: grams, ...this.#letters(grams) };
  }

  /** Of search pieces, where the table keeps them. */
  #letters(grams: readonly string[]): AnyRow {
    const { searchLetters: column } = this.#definition.columns;
    return column ? { [column.physical]: lettersOf(grams) } : {};
  }

  /** @param changed as in `#grams` */
  #initials(row: AnyRow, changed?: readonly string[]): AnyRow {
    const { pinyin: column } = this.#definition.columns;
    const [source = ''] = column?.sources ?? [];
    if (!column || (changed && !changed.includes(source))) return {};
    return { [column.physical]: pinyinInitials(textAt(row[source], undefined), column.of) };
  }

  /** The index is the judge of what is taken; this makes the sentence. */
  async #asTaken<T>({ pluginId }: WriteContext, row: AnyRow, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      const field = this.#definition.options.unique?.[brokenUniqueIndex(error) ?? '']?.at(-1);
      if (field === undefined) throw error;
      const [key, parameter, code = EnvelopeCode.Invalid] = this.#definition.options.taken?.[field] ?? [];
      const fields = [{ path: field, msg: '' }];
      if (key === undefined || parameter === undefined) throw new AppError('core.duplicate', { code: EnvelopeCode.Conflict, fields, cause: error });
      throw new AppError(`${pluginId}.${key}`, { code, params: { [parameter]: String(row[field]) }, fields, cause: error });
    }
  }
}

/** A text, or that of a member of a JSON column. */
function textAt(value: unknown, member: string | undefined): string {
  const found = member === undefined ? value : (value as AnyRow | null)?.[member];
  return typeof found === 'string' || typeof found === 'number' ? String(found) : '';
}
