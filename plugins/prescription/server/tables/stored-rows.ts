import type { Columns, Kysely, StoredOf, Table } from '@nephra/plugin-sdk/server';
import type { PrescriptionDb } from '../tables.ts';

/** Cells that one statement carries, far below the 65,535 of the protocol. */
const CELLS_AT_ONCE = 20_000;

type Cells = Readonly<Record<string, unknown>>;

/**
 * What stands in columns of a table, under their names in the database and in their form.
 * @throws AppError `core.bad-value` for what a column cannot keep
 */
export function storedValues<C extends Columns>(
  table: Table<C>,
  row: Partial<StoredOf<{ readonly columns: C }>> & { readonly searchGrams?: readonly string[]; readonly pinyin?: string },
): Cells {
  const { defs, codec } = table as unknown as Table<Columns>;
  const given = row as Cells;
  const columns = Object.entries(defs).filter(([key]) => given[key] !== undefined);
  return Object.fromEntries(columns.map(([key, { physical }]) => [physical, codec[key]?.write(given[key])]));
}

/**
 * New rows in the order given, hundreds in one statement, where a table's own `insert` writes them one by one.
 * @throws AppError `core.bad-value` for what a column cannot keep
 */
export async function insertRows<C extends Columns>(
  db: Kysely<PrescriptionDb>,
  table: Table<C>,
  rows: readonly (Partial<StoredOf<{ readonly columns: C }>> & { readonly searchGrams?: readonly string[]; readonly pinyin?: string })[],
): Promise<void> {
  const stored = rows.map((row) => storedValues(table, row));
  const size = Math.floor(CELLS_AT_ONCE / Object.keys(table.defs).length);
  const open = db as unknown as Kysely<Record<string, Cells>>;
  for (let start = 0; start < stored.length; start += size) {
    await open
      .insertInto(table.name)
      .values(stored.slice(start, start + size))
      .execute();
  }
}

/** Rows of a prepared statement over the table: it answers them in the form of the database. */
export function readRows<C extends Columns>(table: Table<C>, rows: readonly object[]): StoredOf<{ readonly columns: C }>[] {
  const { defs, codec } = table as unknown as Table<Columns>;
  const keys = Object.keys(defs).filter((key) => key in (rows[0] ?? {}));
  return (rows as readonly Cells[]).map((row) => Object.fromEntries(keys.map((key) => [key, codec[key]?.read(row[key])])) as StoredOf<{ readonly columns: C }>);
}
