import type { Columns, Kysely, StoredOf, Table } from '@nephra/plugin-sdk/server';
import type { PharmacyTables } from './pharmacy-tables.ts';

const ROWS_AT_ONCE = 500;

/** Cuts rows into portions that one statement can carry. */
export function* portions<Row>(rows: readonly Row[], size = ROWS_AT_ONCE): Generator<readonly Row[]> {
  for (let start = 0; start < rows.length; start += size) yield rows.slice(start, start + size);
}

/** A row that is to be written: `Filled` are columns that the database fills in where nothing is given. */
export type NewRow<Stored, Filled extends keyof Stored = never> = Omit<Stored, Filled | 'seq'> & Partial<Omit<Pick<Stored, Filled>, 'seq'>>;

/** What stands in columns of a table, in the form of the database. */
type StoredValues = Readonly<Record<string, unknown>>;

/** @throws AppError `core.bad-value` for what a column cannot keep */
function storedValues({ defs, codec }: Table<Columns>, row: StoredValues): StoredValues {
  const given = Object.entries(defs).filter(([key]) => row[key] !== undefined);
  return Object.fromEntries(given.map(([key, { physical }]) => [physical, codec[key]?.write(row[key])]));
}

/**
 * New rows in the order given, hundreds in one statement, where a table's own `insert` writes them one by one.
 * @param unlessTaken columns of a unique index: a row that it refuses is left out
 */
export async function insertRows<C extends Columns>(
  db: Kysely<PharmacyTables>,
  table: Table<C>,
  rows: readonly (Partial<StoredOf<{ readonly columns: C }>> & { readonly searchGrams?: readonly string[] })[],
  unlessTaken?: readonly (keyof C & string)[],
): Promise<void> {
  const open = db as unknown as Kysely<Record<string, StoredValues>>;
  for (const portion of portions(rows)) {
    const insert = open.insertInto(table.name).values(portion.map((row) => storedValues(table as unknown as Table<Columns>, row)));
    const taken = unlessTaken?.map((key) => table.defs[key]?.physical ?? key);
    await (taken ? insert.onConflict((conflict) => conflict.columns(taken).doNothing()) : insert).execute();
  }
}
