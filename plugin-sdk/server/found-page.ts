import type { Kysely } from 'kysely';
import { MAX_COUNTED, type PageRequest } from '../contract/index.ts';
import { orderedRows, pageBounds, type RowsOfOrgs, totalOf } from './paging.ts';

/** Rows that a search leaves are sorted up to here; more of them lie so densely that walking in order meets a page soon. */
const MAX_SORTED = 1_000;

export interface FoundPageOptions<DB> {
  readonly db: Pick<Kysely<DB>, 'getExecutor'>;
  readonly orgIds: readonly string[];
  readonly request: PageRequest;
  readonly order: readonly (readonly [column: string, direction: 'asc' | 'desc'])[];
  /** The query asks for something that its order knows nothing of, a keyword above all. */
  readonly searched: boolean;
  /** Pages behind this many rows are empty. Default `MAX_COUNTED`; `Infinity` for work that goes through everything. `total` stops at `MAX_COUNTED` anyway. */
  readonly endsAt?: number;
}

/**
 * A page of some facilities and how many rows there are, at most `MAX_COUNTED`. What is searched for is either rare, then its few rows are found
 * by the index of the search, once for all facilities, and sorted; or it is frequent, then each facility is walked in order like a list without a search.
 * @param rowsOf selected (with the columns of the order) and filtered, without order and limit
 */
export async function foundPage<DB, TB extends keyof DB, Row>(
  rowsOf: RowsOfOrgs<DB, TB, Row>,
  { db, orgIds, request, order, searched, endsAt = MAX_COUNTED }: FoundPageOptions<DB>,
): Promise<{ rows: Row[]; total: number }> {
  if (orgIds.length === 0) return { rows: [], total: 0 };
  const { pageSize: limit, offset } = pageBounds(request);
  const counted = async (list: readonly unknown[], countUpTo = MAX_COUNTED) => await totalOf(db, rowsOf(orgIds), { list, pageSize: limit, offset, countUpTo });
  if (searched) {
    const few = await counted([], MAX_SORTED);
    if (few < MAX_SORTED) {
      if (offset >= few) return { rows: [], total: few };
      const sorted = order.reduce((query, [column, direction]) => query.orderBy(column as never, direction), rowsOf(orgIds));
      return { rows: await sorted.limit(limit).offset(offset).execute(), total: few };
    }
  }
  const rows = offset >= endsAt ? [] : await orderedRows(rowsOf, orgIds, { order, limit, offset });
  return { rows, total: await counted(rows) };
}
