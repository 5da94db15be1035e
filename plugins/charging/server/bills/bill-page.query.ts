import { countLimit, MAX_FOUND } from '@nephra/plugin-sdk/contract';
import { estimatedRows, foundPage, type Kysely, orderedQuery, type OrderedSlice, sql, type SqlBool, totalOf } from '@nephra/plugin-sdk/server';
import {
  type BillFilter,
  type BillScope,
  billsMatching,
  daysBetween,
  linesMatching,
  MAX_DAYS_READ,
  narrowsBills,
  narrowsLines,
  narrowsTotal,
} from './bill-filter.ts';
import { LINE_COLUMNS, type LineHead } from './bill-rows.ts';
import type { ChargingTables } from '../charging-tables.ts';
import { billLineTable } from '../tables/bill-parts.table.ts';
import { billTable } from '../tables/bill.table.ts';

type Db = Kysely<ChargingTables>;

/** Newest first, as the index of each facility stands. */
export const NEWEST_FIRST = [
  ['bill.businessDay', 'desc'],
  ['bill.chargedAt', 'desc'],
  ['bill.id', 'desc'],
] as const;
const LINES_OF_NEWEST_FIRST = [...NEWEST_FIRST, ['line.line_no', 'asc']] as const;
/** What is found less often than this is read and sorted at once. */
const MAX_SORTED = 5_000;
/** Where the database expects as many bills of a keyword, they are not counted to `MAX_SORTED` first: that alone would read a hundred thousand bills. */
const SURELY_MANY = 2 * MAX_SORTED;
/** The same where a walk looks at the index of the order alone. */
const MAX_SORTED_OFF_INDEX = 500;
const LINE_KEYS = ['bill.businessDay', 'line.line_no'] as const;
const KEYS = ['bill.id', 'bill.businessDay', 'bill.chargedAt', 'bill.lineCount'] as const;

/** How far bills and lines of a filter are counted: those that somebody looks for, less far than those of some days. */
export const billLimit = (filter: BillFilter): number => (narrowsBills(filter) || narrowsLines(filter) ? MAX_FOUND : countLimit(filter));

/** Ids of a page of bills, newest first, and how many there are, at most `countUpTo`. */
export async function billPage(db: Db, filter: BillFilter, scope: BillScope, countUpTo = billLimit(filter)): Promise<{ ids: string[]; total: number }> {
  const { rows, total } = await foundPage((orgIds) => billsMatching(db, filter, { ...scope, orgIds }).select(KEYS), {
    ...asked(db, filter, scope),
    order: NEWEST_FIRST,
    countUpTo,
    maxSorted: filter.keyword?.trim() || filter.payWay ? (filter.often ? MAX_FOUND : MAX_SORTED) : MAX_SORTED_OFF_INDEX,
    walk: (slice) => newestBills(db, { ...filter, inOrder: true }, scope, slice).execute(),
  });
  return { ids: rows.map(({ id }) => id), total };
}

/**
 * Bills that are looked at over more than a month: whose lines are read for one that is wanted; that make a list of patients; that are walked
 * for what is found often, perhaps only among the oldest; whose amount is read.
 */
const MAX_LOOKED_AT = { lines: 5_000, patients: 10_000, hits: 20_000 } as const;

/** How many of the newest bills a filter looks at; undefined: its index finds all of them. */
async function mostLookedAt(db: Db, filter: BillFilter, scope: BillScope, of: 'bills' | 'patients'): Promise<number | undefined> {
  if (daysBetween(filter) <= MAX_DAYS_READ || scope.orgIds.length === 0 || scope.patientIds || filter.chargeId) return undefined;
  if (filter.keyword?.trim()) {
    const asked = billsMatching(db, filter, scope).select('bill.id');
    if ((await estimatedRows(db, asked)) >= SURELY_MANY) return MAX_LOOKED_AT.hits;
    const shown = { list: [], pageSize: 1, offset: 0, countUpTo: MAX_SORTED };
    const found = await totalOf(db, asked, shown);
    return found === MAX_SORTED ? MAX_LOOKED_AT.hits : undefined;
  }
  if (of === 'patients') return MAX_LOOKED_AT.patients;
  if (narrowsLines(filter)) return MAX_LOOKED_AT.lines;
  return narrowsTotal(filter) ? MAX_LOOKED_AT.hits : undefined;
}

/** The part of a filter that can be looked at while somebody waits; `backTo`: when its oldest bill was, where older ones are left out. */
export async function lookedAt(
  db: Db,
  filter: BillFilter,
  scope: BillScope,
  of: 'bills' | 'patients' = 'bills',
): Promise<{ filter: BillFilter; backTo: Date | null }> {
  const most = await mostLookedAt(db, filter, scope, of);
  if (most === undefined) return { filter, backTo: null };
  const { startDate, endDate } = filter;
  const [oldest] = await newestBills(db, { startDate, endDate }, scope, { limit: 1, offset: most - 1 }).execute();
  return oldest
    ? { filter: { ...filter, startDate: oldest.businessDay, often: most === MAX_LOOKED_AT.hits }, backTo: oldest.chargedAt }
    : { filter, backTo: null };
}

/** A page of lines, those of the newest bill first, and how many there are, at most `billLimit`. */
export async function linePage(db: Db, filter: BillFilter, scope: BillScope): Promise<{ lines: LineHead[]; total: number }> {
  const { rows, total } = await foundPage((orgIds) => linesMatching(db, filter, { ...scope, orgIds }).select([...LINE_COLUMNS, ...LINE_KEYS]), {
    ...asked(db, filter, scope),
    order: LINES_OF_NEWEST_FIRST,
    countUpTo: billLimit(filter),
    maxSorted: MAX_SORTED,
    walk: (slice) => linesOfNewest(db, { ...filter, inOrder: true }, scope, slice),
  });
  return { lines: rows.map((row) => billLineTable.fromSql({ ...row, kind: billTable.codec.kind.read(row.kind) })), total };
}

const asked = (db: Db, filter: BillFilter, { orgIds }: BillScope) => ({ db, orgIds, request: filter, searched: narrowsBills(filter) });

/**
 * Keys of bills in their order. What is looked for may lie in one facility alone, so there all are walked together; otherwise each by itself,
 * as most bills of each are wanted.
 */
function newestBills(db: Db, filter: BillFilter, scope: BillScope, { limit, offset }: Pick<OrderedSlice, 'limit' | 'offset'>) {
  const rowsOf = (orgIds: readonly string[]) => billsMatching(db, filter, { ...scope, orgIds }).select(KEYS);
  if (!narrowsBills(filter) && !narrowsLines(filter)) return orderedQuery(rowsOf, scope.orgIds, { order: NEWEST_FIRST, limit, offset });
  return rowsOf(scope.orgIds).orderBy('bill.businessDay', 'desc').orderBy('bill.chargedAt', 'desc').orderBy('bill.id', 'desc').limit(limit).offset(offset);
}

/** The bills on which the lines of a page stand, and how many of their lines come before it. */
async function billsOfLines(db: Db, filter: BillFilter, scope: BillScope, { offset, limit }: OrderedSlice): Promise<{ ids: string[]; skip: number }> {
  // Each of these bills has a line that is wanted, so the first lines stand on as many first bills.
  const newest = newestBills(db, { ...filter, withLines: true }, scope, { limit: offset + limit, offset: 0 });
  if (narrowsLines(filter)) return { ids: (await newest.execute()).map(({ id }) => id), skip: offset };
  // Where every line is wanted the bills know how many each has: those before the page are passed without reading their lines.
  const before = sql<string>`sum(newest."lineCount") over (order by newest."businessDay" desc, newest."chargedAt" desc, newest.id desc) - newest."lineCount"`;
  const counted = db.selectFrom(newest.as('newest')).select(['newest.id', 'newest.lineCount', before.as('before')]);
  const holding = await db
    .selectFrom(counted.as('counted'))
    .select(['counted.id', 'counted.before'])
    .where(sql<SqlBool>`counted.before < ${offset + limit} and counted.before + counted."lineCount" > ${offset}`)
    .orderBy('counted.before')
    .execute();
  return { ids: holding.map(({ id }) => id), skip: offset - Number(holding[0]?.before ?? offset) };
}

async function linesOfNewest(db: Db, filter: BillFilter, scope: BillScope, slice: OrderedSlice) {
  const { ids, skip } = await billsOfLines(db, filter, scope, slice);
  if (ids.length === 0) return [];
  return await linesMatching(db, filter, scope)
    .where(sql<SqlBool>`bill.id = any(${ids}::text[])`)
    .select([...LINE_COLUMNS, ...LINE_KEYS])
    .orderBy('bill.businessDay', 'desc')
    .orderBy('bill.chargedAt', 'desc')
    .orderBy('bill.id', 'desc')
    .orderBy('line.line_no')
    .limit(slice.limit)
    .offset(skip)
    .execute();
}

/** What the lines that a filter finds come to. Bills know their sum, so lines are read only when the filter looks at them. */
export async function sumOfLines(db: Db, filter: BillFilter, scope: BillScope): Promise<string> {
  const sum = narrowsLines(filter)
    ? linesMatching(db, filter, scope).select(sql<string>`coalesce(sum(line.sub_total), 0)`.as('sum'))
    : billsMatching(db, filter, scope).select(sql<string>`coalesce(sum(bill.total), 0)`.as('sum'));
  return (await sum.executeTakeFirstOrThrow()).sum;
}
