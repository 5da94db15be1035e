import { type Kysely, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { countLimit, DEFAULT_PAGE_SIZE, MAX_COUNTED, type Page, PAGE_SIZES, type PageRequest, toPage } from '../../contract/index.ts';

const MAX_PAGE_SIZE = Math.max(...PAGE_SIZES);

type Handle<DB> = Pick<Kysely<DB>, 'getExecutor'>;
/** A query over some facilities: its rows must be those of each of them put together. */
export type RowsOfOrgs<DB, TB extends keyof DB, Row> = (orgIds: readonly string[]) => SelectQueryBuilder<DB, TB, Row>;

export interface SelectPageOptions<DB, Sorts extends string> {
  /** Any handle of the database that the query reads; an aliased table gives the query a wider type than the handle. */
  readonly db: Handle<DB>;
  readonly request: PageRequest;
  /** Sort keys that callers may ask for (`sidx`) and the column behind each. Any other key means the default order. */
  readonly sorts: Readonly<Record<Sorts, string>>;
  /** Order when nobody asks for one. */
  readonly byDefault: readonly [column: string, direction: 'asc' | 'desc'];
  /** Unique column that settles equal rows, so that no row shows twice or never while one pages. */
  readonly tieBreaker: string;
  /** Stops counting here; `total` is then at most this. Default: `countLimit` of the request. */
  readonly countUpTo?: number;
  /** Facilities to read, when the query is a function of them: an index that begins with the facility is then walked in order, see `orderedRows`. */
  readonly orgIds?: readonly string[];
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

/** The order that a request asks for, or the usual one; text of the caller never becomes SQL. */
export function orderAsked<Sorts extends string>(
  { sidx, sort }: PageRequest,
  { sorts, byDefault, tieBreaker }: Pick<SelectPageOptions<never, Sorts>, 'sorts' | 'byDefault' | 'tieBreaker'>,
): OrderedSlice['order'] {
  const asked = sidx !== undefined && Object.hasOwn(sorts, sidx) ? sorts[sidx as Sorts] : undefined;
  const [column, direction] = asked === undefined ? byDefault : ([asked, sort === 'asc' ? 'asc' : 'desc'] as const);
  return [[column, direction], ...(column === tieBreaker ? [] : [[tieBreaker, direction] as const])];
}

/**
 * One page of a query with its total. The sort key is looked up in `sorts`; text of the caller never becomes SQL.
 * @param query selected and filtered, without order and limit; or a function of the facilities in `orgIds`
 */
export async function selectPage<DB, TB extends keyof DB, Row, Sorts extends string>(
  query: SelectQueryBuilder<DB, TB, Row> | RowsOfOrgs<DB, TB, Row>,
  { db, request, sorts, byDefault, tieBreaker, countUpTo = countLimit(request), orgIds = [] }: SelectPageOptions<DB, Sorts>,
): Promise<Page<Row>> {
  const { currentPage, pageSize, offset } = pageBounds(request);
  const order = orderAsked(request, { sorts, byDefault, tieBreaker });
  const rowsOf = typeof query === 'function' ? query : () => query.clearOrderBy();
  const list = offset >= countUpTo ? [] : await orderedRows(rowsOf, typeof query === 'function' ? orgIds : [''], { order, limit: pageSize, offset });
  const total = typeof query === 'function' && orgIds.length === 0 ? 0 : await totalOf(db, rowsOf(orgIds), { list, pageSize, offset, countUpTo });
  return toPage(list, total, { currentPage, pageSize });
}

export interface ShownPage {
  readonly list: readonly unknown[];
  readonly pageSize: number;
  readonly offset: number;
  readonly countUpTo?: number;
}

/** How many rows a query has, at most `countUpTo`. A short page tells it by itself and saves the count. */
export async function totalOf<DB, TB extends keyof DB, Row>(
  db: Handle<DB>,
  query: SelectQueryBuilder<DB, TB, Row>,
  { list, pageSize, offset, countUpTo = MAX_COUNTED }: ShownPage,
): Promise<number> {
  if (list.length > 0 && list.length < pageSize) return Math.min(offset + list.length, countUpTo);
  const ones = query.clearSelect().clearOrderBy().select(sql<number>`1`.as('one')).limit(countUpTo);
  const counted = await sql<{ total: string }>`select count(*) as total from ${ones} as counted`.execute(db);
  return Number(counted.rows[0]?.total ?? 0);
}

/** Name under which a column stands in a result: `bill.charged_at` → `charged_at`. */
export const outputName = (column: string): string => column.slice(column.lastIndexOf('.') + 1);

/** Part of an order. */
export interface OrderedSlice {
  readonly order: readonly (readonly [column: string, direction: 'asc' | 'desc'])[];
  readonly limit: number;
  readonly offset: number;
}

/**
 * Rows of several facilities in one order: the ordered index of each facility is walked only as far as the page reaches, and the walks are
 * merged. Asked as `org_id in (…)` all rows of all facilities would be sorted for twenty of them.
 * @param rowsOf selected (with the columns of the order) and filtered, without order and limit
 * @param orgIds one at least
 */
export function orderedQuery<DB, TB extends keyof DB, Row>(
  rowsOf: RowsOfOrgs<DB, TB, Row>,
  [first = '', ...others]: readonly string[],
  { order, limit, offset }: OrderedSlice,
): SelectQueryBuilder<DB, TB, Row> {
  const ordered = (query: SelectQueryBuilder<DB, TB, Row>, nameOf: (column: string) => string) =>
    order.reduce((all, [column, direction]) => all.orderBy(sql.ref(nameOf(column)), direction), query);
  if (others.length === 0)
    return ordered(rowsOf([first]), (column) => column)
      .limit(limit)
      .offset(offset);
  // Each facility's part has a limit of its own: without it the database reads all of all facilities and sorts them.
  const parts = [first, ...others].map((orgId) => ordered(rowsOf([orgId]), (column) => column).limit(offset + limit));
  // Only what follows a UNION can stand in brackets, so the first part is an empty one.
  const none = rowsOf([first]).where(sql<SqlBool>`false`);
  const merged = parts.reduce((all, part) => all.unionAll((eb) => eb.parens(part)), none);
  return ordered(merged, outputName).limit(limit).offset(offset);
}

/** What `orderedQuery` finds; nothing without a facility. */
export async function orderedRows<DB, TB extends keyof DB, Row>(
  rowsOf: RowsOfOrgs<DB, TB, Row>,
  orgIds: readonly string[],
  slice: OrderedSlice,
): Promise<Row[]> {
  return orgIds.length === 0 ? [] : await orderedQuery(rowsOf, orgIds, slice).execute();
}
