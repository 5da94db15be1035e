import { type Kysely, sql } from 'kysely';
import { MAX_COUNTED, type PageRequest } from '../../contract/index.ts';
import { type OrderedSlice, orderedRows, outputName, pageBounds, type RowsOfOrgs, totalOf } from './paging.ts';

/** Rows that a search leaves are sorted up to here; more of them lie so densely that walking in order meets a page soon. */
const MAX_SORTED = 1_000;

export interface FoundPageOptions<DB, Row> {
  readonly db: Pick<Kysely<DB>, 'getExecutor'>;
  readonly orgIds: readonly string[];
  readonly request: PageRequest;
  readonly order: OrderedSlice['order'];
  /** The query asks for something that its order knows nothing of, a keyword above all. */
  readonly searched: boolean;
  /** Rows are counted to here. Default `MAX_COUNTED`. */
  readonly countUpTo?: number;
  /** Pages behind this many rows are empty. Default `countUpTo`; `Infinity` for work that goes through everything. */
  readonly endsAt?: number;
  /** Found rows that are sorted at most. Default 1,000; narrow rows allow more. */
  readonly maxSorted?: number;
  /** The same rows walked in their order. Default: each facility by itself, see `orderedRows`. */
  readonly walk?: (slice: OrderedSlice) => Promise<Row[]>;
}

/**
 * A page of some facilities and how many rows there are, at most `countUpTo`. What is searched for is either rare, then its few rows are found
 * by the index of the search, once for all facilities, and sorted; or it is frequent, then the rows are walked in order like a list without a search.
 * @param rowsOf selected (with the columns of the order) and filtered, without order and limit
 */
export async function foundPage<DB, TB extends keyof DB, Row>(
  rowsOf: RowsOfOrgs<DB, TB, Row>,
  options: FoundPageOptions<DB, Row>,
): Promise<{ rows: Row[]; total: number }> {
  const { db, orgIds, request, order, searched, countUpTo = MAX_COUNTED, endsAt = countUpTo, maxSorted = MAX_SORTED } = options;
  if (orgIds.length === 0) return { rows: [], total: 0 };
  const { pageSize: limit, offset } = pageBounds(request);
  const shown = { pageSize: limit, offset };
  let counted = 0;
  if (searched) {
    const found = offset < endsAt ? await foundRows(rowsOf, { db, orgIds, maxSorted, order, limit, offset }) : { rows: [], total: 0 };
    const total = found.total > 0 ? found.total : await totalOf(db, rowsOf(orgIds), { ...shown, list: [], countUpTo: maxSorted });
    if (total < maxSorted) return { rows: found.rows, total: Math.min(total, countUpTo) };
    counted = total;
  }
  const walk = options.walk ?? ((slice) => orderedRows(rowsOf, orgIds, slice));
  const rows = offset >= endsAt ? [] : await walk({ order, limit, offset });
  // A first page that is empty tells the total, too.
  const nothing = offset === 0 && rows.length === 0;
  if (nothing) return { rows, total: 0 };
  // The search has found as many as are counted.
  if (counted >= countUpTo) return { rows, total: countUpTo };
  return { rows, total: await totalOf(db, rowsOf(orgIds), { ...shown, list: rows, countUpTo }) };
}

export interface FoundRows<DB> extends OrderedSlice {
  readonly db: Pick<Kysely<DB>, 'getExecutor'>;
  readonly orgIds: readonly string[];
  readonly maxSorted: number;
}

/**
 * A slice of what a search finds, where that is fewer than `maxSorted` rows. The search comes first, whatever the planner thinks of its order.
 * @returns `total`: how many were found, at most `maxSorted`; then the rows are not the first ones. 0 where the slice is empty
 */
export async function foundRows<DB, TB extends keyof DB, Row>(
  rowsOf: RowsOfOrgs<DB, TB, Row>,
  { db, orgIds, maxSorted, order, limit, offset }: FoundRows<DB>,
): Promise<{ rows: Row[]; total: number }> {
  if (orgIds.length === 0) return { rows: [], total: 0 };
  const some = rowsOf(orgIds).limit(maxSorted);
  const columns = sql.join(order.map(([column, direction]) => sql`${sql.ref(outputName(column))} ${sql.raw(direction)}`));
  const { rows } = await sql<Row & { found_rows: string }>`
    select found.*, count(*) over () as found_rows from ${some} as found order by ${columns} limit ${limit} offset ${offset}`.execute(db);
  return { rows: rows.map(({ found_rows: _, ...row }) => row as Row), total: Number(rows[0]?.found_rows ?? 0) };
}
