import { type ForeignReader, quoteName } from '@nephra/plugin-sdk/server';
import { BATCH_ROWS } from '../../contract/sync/sync-limits.ts';
import { type ForeignColumn, selectedAs } from '../../domain/sync/map-type.ts';
import { columnsOf, tableIn, tablesIn } from '../model/catalogue.ts';

/** A foreign table that can be copied: what it is made of, and its key. */
export interface ForeignTable {
  readonly columns: readonly ForeignColumn[];
  /** Columns of the primary key in its order; none: it has none. */
  readonly key: readonly ForeignColumn[];
  /** -1: the source does not know. */
  readonly rows: number;
}

/** @returns undefined where there is no such table */
export async function describeForeign({ rows }: ForeignReader, schema: string, table: string): Promise<ForeignTable | undefined> {
  const place = { schema, ask: rows };
  const columns = await columnsOf(place, table);
  if (columns.length === 0) return undefined;
  const known = (await tablesIn(place, table, 1_000)).find((one) => one.table === table);
  const key = columns.filter(({ keyPlace }) => keyPlace > 0).sort((a, b) => a.keyPlace - b.keyPlace);
  return { columns, key, rows: known?.rows ?? -1 };
}

/** A row in the order of its columns, and its key. */
export interface CopiedRow {
  readonly values: readonly (string | null)[];
  readonly key: readonly string[];
}

/** The rows behind a key, in the order of the key: what was written at the source meanwhile moves none of them. */
export async function batchBehind(
  { rows }: ForeignReader,
  {
    schema,
    table,
    columns,
    key,
    behind,
  }: Pick<ForeignTable, 'columns' | 'key'> & { readonly schema: string; readonly table: string; readonly behind: readonly string[] },
): Promise<readonly CopiedRow[]> {
  // With their table: a column may be called like what is answered beside it.
  const names = key.map(({ name }) => `t.${quoteName(name)}`);
  const where = behind.length === 0 ? '' : ` where (${names.join(', ')}) > (${names.map((_, at) => `$${at + 1}`).join(', ')})`;
  const selected = [
    ...columns.map((column, at) => `${selectedAs(column, `t.${quoteName(column.name)}`)} as c${at}`),
    ...names.map((name, at) => `${name} as k${at}`),
  ];
  const found = await rows(
    `select ${selected.join(', ')} from ${tableIn({ schema }, table)} as t${where} order by ${names.join(', ')} limit ${BATCH_ROWS}`,
    behind,
  );
  return found.map((row) => ({ values: columns.map((_, at) => row[`c${at}`] ?? null), key: key.map((_, at) => row[`k${at}`] ?? '') }));
}
