import type { Columns, Kysely, StoredOf, Table } from '@nephra/plugin-sdk/server';
import type { PharmacyTables } from './pharmacy-tables.ts';

const ROWS_AT_ONCE = 500;

/** Cuts rows into portions that one statement can carry. */
export function* portions<Row>(rows: readonly Row[], size = ROWS_AT_ONCE): Generator<readonly Row[]> {
  for (let start = 0; start < rows.length; start += size) yield rows.slice(start, start + size);
}

/** A row that is to be written: `Filled` are columns that the database fills in where nothing is given. */
export type NewRow<Stored, Filled extends keyof Stored = never> = Omit<Stored, Filled | 'seq'> & Partial<Omit<Pick<Stored, Filled>, 'seq'>>;

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
  const open = db as unknown as Kysely<Record<string, Readonly<Record<string, unknown>>>>;
  for (const portion of portions(rows)) {
    const insert = open.insertInto(table.name).values(portion.map((row) => table.toSql(row)));
    const taken = unlessTaken?.map((key) => table.defs[key]?.physical ?? key);
    await (taken ? insert.onConflict((conflict) => conflict.columns(taken).doNothing()) : insert).execute();
  }
}
