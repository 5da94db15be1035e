import type { Columns, Kysely, StoredOf, Table } from '@nephra/plugin-sdk/server';
import type { PrescriptionDb } from '../tables.ts';

/** Cells that one statement carries, far below the 65,535 of the protocol. */
const CELLS_AT_ONCE = 20_000;

type Cells = Readonly<Record<string, unknown>>;

/**
 * New rows in the order given, hundreds in one statement, where a table's own `insert` writes them one by one.
 * @throws AppError `core.bad-value` for what a column cannot keep
 */
export async function insertRows<C extends Columns>(
  db: Kysely<PrescriptionDb>,
  table: Table<C>,
  rows: readonly (Partial<StoredOf<{ readonly columns: C }>> & { readonly searchGrams?: readonly string[] })[],
): Promise<void> {
  const { name, defs, codec } = table as unknown as Table<Columns>;
  const all = Object.entries(defs);
  const stored = rows.map((row: Cells) =>
    Object.fromEntries(all.filter(([key]) => row[key] !== undefined).map(([key, { physical }]) => [physical, codec[key]?.write(row[key])])),
  );
  const size = Math.floor(CELLS_AT_ONCE / all.length);
  const open = db as unknown as Kysely<Record<string, Cells>>;
  for (let start = 0; start < stored.length; start += size) {
    await open
      .insertInto(name)
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
