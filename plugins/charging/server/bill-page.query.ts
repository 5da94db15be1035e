import { countLimit, MAX_FOUND } from '@nephra/plugin-sdk/contract';
import { type Kysely, orderedQuery, pageBounds, sql, type SqlBool, totalOf } from '@nephra/plugin-sdk/server';
import { type BillFilter, type BillScope, billsMatching, linesMatching, narrowsBills, narrowsLines } from './bill-filter.ts';
import { LINE_COLUMNS, type LineHead } from './bill-rows.ts';
import type { ChargingTables } from './charging-tables.ts';

type Db = Kysely<ChargingTables>;

/** Newest first, as the index of each facility stands. */
export const NEWEST_FIRST = [
  ['bill.business_day', 'desc'],
  ['bill.charged_at', 'desc'],
  ['bill.id', 'desc'],
] as const;
/** Hits of a search that are read and sorted at once; more of them lie so densely that a walk meets a page soon. */
const MAX_SORTED = 5_000;
const KEYS = ['bill.id', 'bill.business_day', 'bill.charged_at'] as const;

interface BillKey {
  readonly id: string;
  readonly business_day: string;
  readonly charged_at: Date;
}

const newestFirst = (a: BillKey, b: BillKey): number =>
  b.business_day.localeCompare(a.business_day) || b.charged_at.getTime() - a.charged_at.getTime() || (a.id < b.id ? 1 : -1);

/** How far bills of a filter are counted: those that somebody looks for, less far than those of some days. */
export const billLimit = (filter: BillFilter): number => (narrowsBills(filter) ? MAX_FOUND : countLimit(filter));

/**
 * Ids of a page of bills, newest first, and how many there are, at most `countUpTo`. What is looked for is either rare, then an index of the
 * search finds all of it; or it is frequent, then the bills are walked in order until the page is full.
 */
export async function billPage(db: Db, filter: BillFilter, scope: BillScope, countUpTo = billLimit(filter)): Promise<{ ids: string[]; total: number }> {
  const { offset, pageSize } = pageBounds(filter);
  if (scope.orgIds.length === 0) return { ids: [], total: 0 };
  if (narrowsBills(filter)) {
    const some = await billsMatching(db, filter, scope).select(KEYS).limit(MAX_SORTED).execute();
    if (some.length < MAX_SORTED) {
      const page = offset >= countUpTo ? [] : some.sort(newestFirst).slice(offset, offset + pageSize);
      return { ids: page.map(({ id }) => id), total: Math.min(some.length, countUpTo) };
    }
  }
  const list = offset >= countUpTo ? [] : await newestBills(db, { ...filter, inOrder: true }, scope, { limit: pageSize, offset }).execute();
  const total = await totalOf(db, billsMatching(db, filter, scope).select('bill.id'), { list, pageSize, offset, countUpTo });
  return { ids: list.map(({ id }) => id), total };
}

/**
 * Keys of bills in their order. What is looked for may lie in one facility alone, so there all are walked together; otherwise each by itself,
 * as most bills of each are wanted.
 */
function newestBills(db: Db, filter: BillFilter, scope: BillScope, { limit, offset }: { limit: number; offset: number }) {
  const rowsOf = (orgIds: readonly string[]) => billsMatching(db, filter, { ...scope, orgIds }).select(KEYS);
  if (!narrowsBills(filter) && !narrowsLines(filter)) return orderedQuery(rowsOf, scope.orgIds, { order: NEWEST_FIRST, limit, offset });
  return rowsOf(scope.orgIds).orderBy('bill.business_day', 'desc').orderBy('bill.charged_at', 'desc').orderBy('bill.id', 'desc').limit(limit).offset(offset);
}

/** A page of lines, those of the newest bill first, and how many there are, at most `billLimit`. */
export async function linePage(db: Db, filter: BillFilter, scope: BillScope): Promise<{ lines: LineHead[]; total: number }> {
  const { offset, pageSize } = pageBounds(filter);
  const countUpTo = billLimit(filter);
  if (scope.orgIds.length === 0) return { lines: [], total: 0 };
  const lines = offset >= countUpTo ? [] : await linesOfNewest(db, filter, scope, { offset, limit: pageSize });
  // Of a short page the end is known.
  if (lines.length > 0 && lines.length < pageSize) return { lines, total: offset + lines.length };
  return { lines, total: await totalOf(db, linesMatching(db, filter, scope).select('line.line_no'), { list: lines, pageSize, offset, countUpTo }) };
}

/** Each of these bills has a line that is wanted, so the first lines stand on as many first bills. */
async function linesOfNewest(db: Db, filter: BillFilter, scope: BillScope, { offset, limit }: { offset: number; limit: number }): Promise<LineHead[]> {
  const newest = newestBills(db, { ...filter, withLines: true, inOrder: true }, scope, { limit: offset + limit, offset: 0 });
  const some = narrowsBills(filter)
    ? await billsMatching(db, { ...filter, withLines: true }, scope)
        .select('bill.id')
        .limit(MAX_SORTED)
        .execute()
    : [];
  const rare = narrowsBills(filter) && some.length < MAX_SORTED;
  if (rare && some.length === 0) return [];
  const wanted = rare
    ? sql<SqlBool>`bill.id = any(${some.map(({ id }) => id)})`
    : sql<SqlBool>`bill.id in ${db.selectFrom(newest.as('newest')).select('newest.id')}`;
  return await linesMatching(db, { ...filter, inOrder: true }, scope)
    .where(wanted)
    .select(LINE_COLUMNS)
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
