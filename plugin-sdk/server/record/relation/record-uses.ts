import { type SqlBool, sql } from 'kysely';
import { defineExtension, type ExtensionToken } from '../../../contract/index.ts';
import { type AnyRecord, nameField, type RecordField } from '../../../contract/record/index.ts';
import type { ServerContext } from '../../context.ts';
import type { Ctx, RecordRows, Row } from '../record-rows.ts';
import { type FoundUses, foundUses, MAX_NAMED_USES } from './found-uses.ts';
import type { Caller } from './related-rows.ts';

/** A relation, as the record that it names knows it. */
export interface RecordUse {
  readonly refusesRemove: boolean;
  readonly refusesDisable: boolean;
  /** Live rows whose relation names this row, whoever may see them; undefined: none. */
  of(caller: Caller, id: string): Promise<FoundUses | undefined>;
}

/** Relations to a record add themselves here. */
export const recordUses = (target: string): ExtensionToken<RecordUse> => defineExtension<RecordUse>(`record-uses.${target}@1`);

export class RelationUse implements RecordUse {
  readonly refusesRemove: boolean;
  readonly refusesDisable: boolean;
  readonly #own: ServerContext<unknown>;
  readonly #rows: RecordRows;
  readonly #field: RecordField;

  constructor(own: ServerContext<unknown>, rows: RecordRows, field: RecordField) {
    this.refusesRemove = field.onRemove !== 'keep';
    this.refusesDisable = field.onDisable === 'refuse';
    this.#own = own;
    this.#rows = rows;
    this.#field = field;
  }

  async of({ log, user, dataScope }: Caller, id: string, most: number = MAX_NAMED_USES): Promise<FoundUses | undefined> {
    const { table, record } = this.#rows;
    const ctx = { ...this.#own, log, user, dataScope } as unknown as Ctx;
    // A row that names itself goes with itself.
    const names = sql<SqlBool>`${sql.ref(`row.${this.#field.column}`)} = ${id} and ${sql.ref('row.id')} <> ${id}`;
    const limit = most + 1;
    const all = await table
      .everywhere(ctx, 'a row that others name stays, whoever may see them; only what the caller sees is told', 'row')
      .where(names)
      .limit(limit)
      .execute();
    if (all.length === 0) return undefined;
    const seen = (await table.select(ctx, 'row').where(names).limit(limit).execute()) as unknown as readonly Row[];
    return foundUses(
      record.title,
      seen.map((row) => nameOf(record, this.#rows, row)),
      all.length,
      most,
    );
  }
}

/** Lines of a record, as far as their relations are asked about. */
export interface NamingLines {
  /** Ids of rows whose lines name a row in this cell, whoever may see them; at most so many. */
  ownersNaming(ctx: Ctx, cell: RecordField, named: string, limit: number): Promise<readonly string[]>;
}

/** The same of a relation that is a cell of lines: the row that they belong to is told. */
export class LineUse implements RecordUse {
  readonly refusesRemove: boolean;
  readonly refusesDisable: boolean;
  readonly #own: ServerContext<unknown>;
  readonly #rows: RecordRows;
  readonly #lines: NamingLines;
  readonly #cell: RecordField;

  constructor(own: ServerContext<unknown>, rows: RecordRows, lines: NamingLines, cell: RecordField) {
    this.refusesRemove = cell.onRemove !== 'keep';
    this.refusesDisable = cell.onDisable === 'refuse';
    this.#own = own;
    this.#rows = rows;
    this.#lines = lines;
    this.#cell = cell;
  }

  async of({ log, user, dataScope }: Caller, id: string): Promise<FoundUses | undefined> {
    const ctx = { ...this.#own, log, user, dataScope } as unknown as Ctx;
    const all = await this.#lines.ownersNaming(ctx, this.#cell, id, MAX_NAMED_USES + 1);
    // Lines that name their own row go with it.
    const others = this.#cell.target === this.#rows.record.name ? all.filter((owner) => owner !== id) : all;
    if (others.length === 0) return undefined;
    const seen = await this.#rows.byColumn(ctx, 'id', others);
    const { record } = this.#rows;
    return foundUses(
      record.title,
      seen.map((row) => nameOf(record, this.#rows, row)),
      others.length,
    );
  }
}

const nameOf = (record: AnyRecord, rows: RecordRows, row: Row): string => String(rows.wire(row)[nameField(record)?.name ?? 'id']);
