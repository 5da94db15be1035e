import { type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import { DEFAULT_PAGE_SIZE, type Page, PAGE_SIZES, type PageRequest, toPage } from '../contract/index.ts';

const MAX_PAGE_SIZE = Math.max(...PAGE_SIZES);

export interface SelectPageOptions<DB, Sorts extends string> {
  /** Any handle of the database that the query reads; an aliased table gives the query a wider type than the handle. */
  readonly db: Pick<Kysely<DB>, 'getExecutor'>;
  readonly request: PageRequest;
  /** Sort keys that callers may ask for (`sidx`) and the column behind each. Any other key means the default order. */
  readonly sorts: Readonly<Record<Sorts, string>>;
  /** Order when nobody asks for one. */
  readonly byDefault: readonly [column: string, direction: 'asc' | 'desc'];
  /** Unique column that settles equal rows, so that no row shows twice or never while one pages. */
  readonly tieBreaker: string;
  /** Stops counting here; `total` is then at most this. Default: counts everything. */
  readonly countUpTo?: number;
}

/** Page, size and offset of a request within the limits of spec 9. */
export function pageBounds({ currentPage = 1, pageSize = DEFAULT_PAGE_SIZE }: PageRequest): {
  readonly currentPage: number;
  readonly pageSize: number;
  readonly offset: number;
} {
  const size = Math.min(Math.max(1, Math.trunc(pageSize)), MAX_PAGE_SIZE);
  const page = Math.max(1, Math.trunc(currentPage));
  return { currentPage: page, pageSize: size, offset: (page - 1) * size };
}

/**
 * One page of a query with its total. The sort key is looked up in `sorts`; text of the caller never becomes SQL.
 * @param query selected and filtered, without order and limit
 */
export async function selectPage<DB, TB extends keyof DB, Row, Sorts extends string>(
  query: SelectQueryBuilder<DB, TB, Row>,
  { db, request, sorts, byDefault, tieBreaker, countUpTo }: SelectPageOptions<DB, Sorts>,
): Promise<Page<Row>> {
  const { currentPage, pageSize, offset } = pageBounds(request);
  const asked = request.sidx !== undefined && Object.hasOwn(sorts, request.sidx) ? sorts[request.sidx as Sorts] : undefined;
  const [column, direction] = asked === undefined ? byDefault : ([asked, request.sort === 'asc' ? 'asc' : 'desc'] as const);
  const ordered = query.clearOrderBy().orderBy(sql.ref(column), direction);
  const list = await (column === tieBreaker ? ordered : ordered.orderBy(sql.ref(tieBreaker), direction)).limit(pageSize).offset(offset).execute();
  // A short page tells the total by itself and saves the count.
  const total = list.length > 0 && list.length < pageSize ? offset + list.length : await countRows(db, query, countUpTo);
  return toPage(list, countUpTo === undefined ? total : Math.min(total, countUpTo), { currentPage, pageSize });
}

async function countRows<DB, TB extends keyof DB, Row>(
  db: Pick<Kysely<DB>, 'getExecutor'>,
  query: SelectQueryBuilder<DB, TB, Row>,
  upTo: number | undefined,
): Promise<number> {
  const ones = query.clearSelect().clearOrderBy().select(sql<number>`1`.as('one'));
  const counted = await sql<{ total: string }>`select count(*) as total from ${upTo === undefined ? ones : ones.limit(upTo)} as counted`.execute(db);
  return Number(counted.rows[0]?.total ?? 0);
}
