import { countLimit } from '@nephra/plugin-sdk/contract';
import { type Kysely, orderedRows, pageBounds, sql, totalOf } from '@nephra/plugin-sdk/server';
import { type BillFilter, type BillScope, billsMatching, linesMatching, narrowsLines } from './bill-filter.ts';
import { LINE_COLUMNS, type LineHead } from './bill-rows.ts';
import type { ChargingTables } from './charging-tables.ts';

type Db = Kysely<ChargingTables>;

/** Newest first, as the index of each facility stands. */
export const NEWEST_FIRST = [
  ['bill.business_day', 'desc'],
  ['bill.charged_at', 'desc'],
  ['bill.id', 'desc'],
] as const;

/** Ids of a page of bills, newest first, and how many there are, at most `countUpTo`. */
export async function billPage(db: Db, filter: BillFilter, scope: BillScope, countUpTo = countLimit(filter)): Promise<{ ids: string[]; total: number }> {
  const { offset, pageSize } = pageBounds(filter);
  const rowsOf = (orgIds: readonly string[]) => billsMatching(db, filter, { ...scope, orgIds }).select(['bill.id', 'bill.business_day', 'bill.charged_at']);
  const list = offset >= countUpTo ? [] : await orderedRows(rowsOf, scope.orgIds, { order: NEWEST_FIRST, limit: pageSize, offset });
  return { ids: list.map(({ id }) => id), total: await totalOf(db, rowsOf(scope.orgIds), { list, pageSize, offset, countUpTo }) };
}

/** A page of lines, those of the newest bill first, and how many there are, at most `countLimit`. */
export async function linePage(db: Db, filter: BillFilter, scope: BillScope): Promise<{ lines: LineHead[]; total: number }> {
  const { offset, pageSize } = pageBounds(filter);
  const rowsOf = (orgIds: readonly string[]) =>
    linesMatching(db, filter, { ...scope, orgIds })
      .select(LINE_COLUMNS)
      .select('bill.business_day');
  const order = [...NEWEST_FIRST, ['line.line_no', 'asc']] as const;
  const countUpTo = countLimit(filter);
  const lines = offset >= countUpTo ? [] : await orderedRows(rowsOf, scope.orgIds, { order, limit: pageSize, offset });
  return { lines, total: await totalOf(db, rowsOf(scope.orgIds), { list: lines, pageSize, offset, countUpTo }) };
}

/** What the lines that a filter finds come to. Bills know their sum, so lines are read only when the filter looks at them. */
export async function sumOfLines(db: Db, filter: BillFilter, scope: BillScope): Promise<string> {
  const sum = narrowsLines(filter)
    ? linesMatching(db, filter, scope).select(sql<string>`coalesce(sum(line.sub_total), 0)`.as('sum'))
    : billsMatching(db, filter, scope).select(sql<string>`coalesce(sum(bill.total), 0)`.as('sum'));
  return (await sum.executeTakeFirstOrThrow()).sum;
}
