import { type SelectQueryBuilder, sql } from 'kysely';
import { formatScaled } from '../../../contract/index.ts';
import type { ListTotals, RecordField } from '../../../contract/record/index.ts';
import type { EngineTable, Values } from '../record-rows.ts';

/**
 * Sums of fields over all rows of a query, in one statement: exact, with the decimals of their columns.
 * @param found rows (alias `row`) as the list finds them: behind its door, searched and narrowed
 */
export async function totalsOf(table: EngineTable, fields: readonly RecordField[], found: unknown): Promise<ListTotals> {
  if (fields.length === 0) return {};
  // The door's sub-query is of no table that a handle's type knows.
  const query = (found as SelectQueryBuilder<{ row: Values }, 'row', Values>).clearSelect().clearOrderBy();
  const sums = fields.map(({ name, column }) => sql<string | null>`sum(${sql.ref(`row.${column}`)})::text`.as(name));
  const row = (await query.select(sums).executeTakeFirst()) as Readonly<Record<string, string | null>> | undefined;
  return Object.fromEntries(fields.map(({ name, column }) => [name, row?.[name] ?? formatScaled(0, table.limits[column]?.scale ?? 0)]));
}
