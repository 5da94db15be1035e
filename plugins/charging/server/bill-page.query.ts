import { countLimit, MAX_FOUND } from '@nephra/plugin-sdk/contract';
import { foundPage, type Kysely, orderedQuery, type OrderedSlice, sql, type SqlBool } from '@nephra/plugin-sdk/server';
import { type BillFilter, type BillScope, billsMatching, daysBetween, linesMatching, MAX_DAYS_READ, narrowsBills, narrowsLines } from './bill-filter.ts';
import { LINE_COLUMNS, type LineHead } from './bill-rows.ts';
import type { ChargingTables } from './charging-tables.ts';

type Db = Kysely<ChargingTables>;

/** Newest first, as the index of each facility stands. */
export const NEWEST_FIRST = [
  ['bill.business_day', 'desc'],
  ['bill.charged_at', 'desc'],
  ['bill.id', 'desc'],
] as const;
const LINES_OF_NEWEST_FIRST = [...NEWEST_FIRST, ['line.line_no', 'asc']] as const;
/** What is found less often than this lies too thinly to be met on a walk. */
const MAX_SORTED = 5_000;
const KEYS = ['bill.id', 'bill.business_day', 'bill.charged_at'] as const;

/** How far bills of a filter are counted: those that somebody looks for, less far than those of some days. */
export const billLimit = (filter: BillFilter): number => (narrowsBills(filter) ? MAX_FOUND : countLimit(filter));

/** Ids of a page of bills, newest first, and how many there are, at most `countUpTo`. */
export async function billPage(db: Db, filter: BillFilter, scope: BillScope, countUpTo = billLimit(filter)): Promise<{ ids: string[]; total: number }> {
  const { rows, total } = await foundPage((orgIds) => billsMatching(db, filter, { ...scope, orgIds }).select(KEYS), {
    ...asked(db, filter, scope),
    order: NEWEST_FIRST,
    countUpTo,
    maxSorted: MAX_SORTED,
    walk: (slice) => newestBills(db, { ...filter, inOrder: true }, scope, slice).execute(),
  });
  return { ids: rows.map(({ id }) => id), total };
}

/** Bills whose lines are looked at for one that is wanted, over more than a month: no index knows what stands on the lines. */
const MAX_BILLS_LOOKED_AT = 20_000;

/** The newest bills of a filter whose lines can be looked at while somebody waits; `backTo`: when the oldest of them was, where older ones were left out. */
export async function lookedAt(db: Db, filter: BillFilter, scope: BillScope): Promise<{ filter: BillFilter; backTo: Date | null }> {
  const { startDate, endDate } = filter;
  const [oldest] =
    !narrowsLines(filter) || narrowsBills(filter) || daysBetween(filter) <= MAX_DAYS_READ || scope.orgIds.length === 0
      ? []
      : await newestBills(db, { startDate, endDate }, scope, { limit: 1, offset: MAX_BILLS_LOOKED_AT - 1 }).execute();
  return oldest ? { filter: { ...filter, startDate: oldest.business_day }, backTo: oldest.charged_at } : { filter, backTo: null };
}

/** A page of lines, those of the newest bill first, and how many there are, at most `billLimit`. */
export async function linePage(db: Db, filter: BillFilter, scope: BillScope): Promise<{ lines: LineHead[]; total: number }> {
  const { rows, total } = await foundPage((orgIds) => linesMatching(db, filter, { ...scope, orgIds }).select([...LINE_COLUMNS, 'bill.business_day']), {
    ...asked(db, filter, scope),
    order: LINES_OF_NEWEST_FIRST,
    countUpTo: billLimit(filter),
    maxSorted: MAX_SORTED,
    walk: (slice) => linesOfNewest(db, { ...filter, inOrder: true }, scope, slice),
  });
  return { lines: rows, total };
}

const asked = (db: Db, filter: BillFilter, { orgIds }: BillScope) => ({ db, orgIds, request: filter, searched: narrowsBills(filter) });

/**
 * Keys of bills in their order. What is looked for may lie in one facility alone, so there all are walked together; otherwise each by itself,
 * as most bills of each are wanted.
 */
function newestBills(db: Db, filter: BillFilter, scope: BillScope, { limit, offset }: Pick<OrderedSlice, 'limit' | 'offset'>) {
  const rowsOf = (orgIds: readonly string[]) => billsMatching(db, filter, { ...scope, orgIds }).select(KEYS);
  if (!narrowsBills(filter) && !narrowsLines(filter)) return orderedQuery(rowsOf, scope.orgIds, { order: NEWEST_FIRST, limit, offset });
  return rowsOf(scope.orgIds).orderBy('bill.business_day', 'desc').orderBy('bill.charged_at', 'desc').orderBy('bill.id', 'desc').limit(limit).offset(offset);
}

/** Each of these bills has a line that is wanted, so the first lines stand on as many first bills. */
async function linesOfNewest(db: Db, filter: BillFilter, scope: BillScope, { offset, limit }: OrderedSlice) {
  const newest = newestBills(db, { ...filter, withLines: true }, scope, { limit: offset + limit, offset: 0 });
  return await linesMatching(db, filter, scope)
    .where(sql<SqlBool>`bill.id in ${db.selectFrom(newest.as('newest')).select('newest.id')}`)
    .select([...LINE_COLUMNS, 'bill.business_day'])
    .orderBy('bill.business_day', 'desc')
    .orderBy('bill.charged_at', 'desc')
    .orderBy('bill.id', 'desc')
    .orderBy('line.line_no')
    .limit(limit)
    .offset(offset)
    .execute();
}

/** What the lines that a filter finds come to. Bills know their sum, so lines are read only when the filter looks at them. */
export async function sumOfLines(db: Db, filter: BillFilter, scope: BillScope): Promise<string> {
  const sum = narrowsLines(filter)
    ? linesMatching(db, filter, scope).select(sql<string>`coalesce(sum(line.sub_total), 0)`.as('sum'))
    : billsMatching(db, filter, scope).select(sql<string>`coalesce(sum(bill.total), 0)`.as('sum'));
  return (await sum.executeTakeFirstOrThrow()).sum;
}
