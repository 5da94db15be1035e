import type { Row, Values } from '../record-rows.ts';

/**
 * Rows that were found, and everything above them, in the order of the rows.
 * @param parent key of the column that holds the row above; `''`: the rows are no tree
 */
export function withRowsAbove(rows: readonly Row[], parent: string, found: readonly Pick<Row, 'id'>[]): readonly Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const kept = new Set<string>();
  for (const { id } of found) {
    for (let row = byId.get(id); row && !kept.has(row.id); row = byId.get(String((row as Values)[parent] ?? ''))) kept.add(row.id);
  }
  return rows.filter(({ id }) => kept.has(id));
}
