import { type SqlBool, sql } from 'kysely';
import { type AdditionShape, defineExtension, type ExtensionToken } from '../../../contract/index.ts';
import { type AnyRecord, nameField, type RecordField } from '../../../contract/record/index.ts';
import type { ServerContext } from '../../context.ts';
import type { Ctx, RecordRows, Row } from '../record-rows.ts';
import type { UsesReader } from '../../dictionary-points.ts';
import { type FoundUses, MAX_NAMED_USES, readUses } from './found-uses.ts';
import { mayList } from '../rights/may-list.ts';

/** A relation, as the record that it names knows it. */
export interface RecordUse {
  readonly refusesRemove: boolean;
  readonly refusesDisable: boolean;
  /** Live rows whose relation names this row, whoever may see them; names are told of those alone that the caller may list. Undefined: none. */
  of(caller: UsesReader, id: string): Promise<FoundUses | undefined>;
}

const USE: AdditionShape<RecordUse> = { refusesRemove: 'boolean', refusesDisable: 'boolean', of: 'function' };

/** Relations to a record add themselves here. */
export const recordUses = (target: string): ExtensionToken<RecordUse> => defineExtension<RecordUse>(`record-uses.${target}@1`, USE);

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

  async of(caller: UsesReader, id: string, most: number = MAX_NAMED_USES): Promise<FoundUses | undefined> {
    const { table } = this.#rows;
    const ctx = contextOf(this.#own, caller);
    // A row that names itself goes with itself.
    const names = sql<SqlBool>`${sql.ref(`row.${this.#field.column}`)} = ${id} and ${sql.ref('row.id')} <> ${id}`;
    const limit = most + 1;
    return await rowUses(this.#rows, ctx, this.#field.name, {
      most,
      held: async () =>
        (
          await table
            .everywhere(ctx, 'a row that others name stays, whoever may see them; only what the caller sees is told', 'row')
            .where(names)
            .limit(limit)
            .execute()
        ).length,
      seen: async () => (await table.select(ctx, 'row').where(names).limit(limit).execute()) as unknown as readonly Row[],
    });
  }
}

/** Lines of a record, as far as their relations are asked about. */
export interface NamingLines {
  /** Of the field that holds them. */
  readonly name: string;
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

  async of(caller: UsesReader, id: string): Promise<FoundUses | undefined> {
    const ctx = contextOf(this.#own, caller);
    const all = await this.#lines.ownersNaming(ctx, this.#cell, id, MAX_NAMED_USES + 1);
    // Lines that name their own row go with it.
    const others = this.#cell.target === this.#rows.record.name ? all.filter((owner) => owner !== id) : all;
    return await rowUses(this.#rows, ctx, this.#lines.name, {
      held: async () => others.length,
      seen: async () => await this.#rows.byColumn(ctx, 'id', others),
    });
  }
}

/** The statements are those of the plugin that the rows belong to, their door and their rights are the caller's. */
const contextOf = (own: ServerContext<unknown>, { log, user, dataScope, can }: UsesReader): Ctx => ({ ...own, log, user, dataScope, can }) as unknown as Ctx;

interface Reading {
  /** How many are named; `MAX_NAMED_USES` where nothing is said. */
  readonly most?: number;
  readonly held: () => Promise<number>;
  readonly seen: () => Promise<readonly Row[]>;
}

/** Names are told to whoever may list such rows and sees the field that holds it; others learn that there are some. */
const rowUses = (rows: RecordRows, ctx: Ctx, field: string, { most, held, seen }: Reading): Promise<FoundUses | undefined> =>
  readUses({
    title: rows.record.title,
    most,
    held,
    may: mayList(rows.record, ctx) && !rows.withheldFrom(ctx).has(field),
    named: async () => (await seen()).map((row) => nameOf(rows.record, rows, row)),
  });

const nameOf = (record: AnyRecord, rows: RecordRows, row: Row): string => String(rows.wire(row)[nameField(record)?.name ?? 'id']);
