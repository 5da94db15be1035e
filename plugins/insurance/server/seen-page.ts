import { countLimit, MAX_FOUND, type Page, type PageRequest, toPage } from '@nephra/plugin-sdk/contract';
import {
  estimatedRows,
  foundPage,
  foundRows,
  orderedRows,
  pageBounds,
  type Kysely,
  type RawBuilder,
  type SelectQueryBuilder,
  sql,
  type SqlBool,
} from '@nephra/plugin-sdk/server';
import { type Caller, patientRowFilter, seenAmong } from './patient-row-filter.ts';

/** Visible patients that a statement takes along; of more, the rows are asked for one after another. */
const MAX_FEW = 5_000;
/** Keys of a search that are found and sorted at once; more of them lie so densely that walking in order meets a page soon. */
const MAX_SORTED = 12_000;
/** Rows looked at in one go: the first fill a page, the next ones count; each time twice as many, up to the second number. */
const CHUNK = 500;
const MAX_CHUNK = 8_000;

interface Key {
  readonly id: string;
  readonly patientId: string | null;
}
type Query<DB, TB extends keyof DB, Row> = SelectQueryBuilder<DB, TB, Row>;
type Orders = readonly (readonly [column: string, direction: 'asc' | 'desc'])[];

export interface SeenPage<DB, TB extends keyof DB, Row> {
  readonly db: Pick<Kysely<DB>, 'getExecutor'>;
  readonly request: PageRequest;
  readonly sorts: Readonly<Record<string, string>>;
  /** Key of the usual order, newest first. */
  readonly newest: string;
  /** Rows of these facilities, through their door, filtered and selected with `id`, `patientId` and the columns of the order, under the keys of the table. */
  readonly rowsOf: (orgIds: readonly string[], seen: RawBuilder<SqlBool>) => Query<DB, TB, Row>;
  /** The same rows with those columns alone. */
  readonly keysOf: (orgIds: readonly string[], seen: RawBuilder<SqlBool>) => Query<DB, TB, Key>;
  /** Rows about no patient that may be told to whom some patients are hidden; default: all. */
  readonly unnamed?: RawBuilder<SqlBool>;
}

const orderOf = ({ sidx, sort }: PageRequest, sorts: Readonly<Record<string, string>>, newest: string): Orders => {
  const asked = sidx !== undefined && Object.hasOwn(sorts, sidx) ? sorts[sidx] : undefined;
  const direction = asked !== undefined && sort === 'asc' ? 'asc' : 'desc';
  return [
    [asked ?? newest, direction],
    ['id', direction],
  ];
};

/** What a search finds, in order, where that is not much; asked facility by facility, all of it would be found again for each stretch. */
async function foundKeys<DB, TB extends keyof DB>(
  keysOf: (orgIds: readonly string[]) => Query<DB, TB, Key>,
  asked: { readonly db: Pick<Kysely<DB>, 'getExecutor'>; readonly orgIds: readonly string[]; readonly order: Orders },
): Promise<readonly Key[] | undefined> {
  if ((await estimatedRows(asked.db, keysOf(asked.orgIds))) >= MAX_SORTED) return undefined;
  const { rows, total } = await foundRows(keysOf, { ...asked, maxSorted: MAX_SORTED, limit: MAX_SORTED, offset: 0 });
  return total < MAX_SORTED ? rows : undefined;
}

/**
 * A page of records by patient, with a total that tells nothing of hidden patients. Whoever sees all patients gets the plain list; whoever sees few has their ids
 * in the query; in between the records are walked in order, and the
 * patients of each stretch are asked for: that counts to `MAX_FOUND`, as of a search.
 */
export async function seenPage<DB, TB extends keyof DB, Row extends Key>(ctx: Caller, asked: SeenPage<DB, TB, Row>): Promise<Page<Row>> {
  const { db, request, rowsOf, keysOf } = asked;
  const { orgIds } = ctx.user;
  const order = orderOf(request, asked.sorts, asked.newest);
  const searched = (request.keyword?.trim() ?? '') !== '';
  const rowFilter = patientRowFilter(ctx);
  const unnamed = sql<SqlBool>`("patientId" is null and ${asked.unnamed ?? sql<SqlBool>`true`})`;
  const few = await rowFilter?.few(MAX_FEW);
  if (!rowFilter || few) {
    const seen = few ? sql<SqlBool>`(${unnamed} or "patientId" = any(${[...few]}::text[]))` : sql<SqlBool>`true`;
    const { rows, total } = await foundPage((some) => rowsOf(some, seen), {
      db,
      orgIds,
      request,
      order,
      searched: searched || few !== undefined,
      countUpTo: countLimit(request),
    });
    return toPage(rows, total, request);
  }
  const named = sql<SqlBool>`("patientId" is not null or ${unnamed})`;
  const found = searched ? await foundKeys((some) => keysOf(some, named), { db, orgIds, order }) : undefined;
  const ids: string[] = [];
  const known = new Map<string, boolean>();
  for (let offset = 0, limit = CHUNK; ids.length < MAX_FOUND; limit = Math.min(limit * 2, MAX_CHUNK)) {
    const keys = found?.slice(offset, offset + limit) ?? (await orderedRows((some) => keysOf(some, named), orgIds, { order, limit, offset }));
    const seen = await seenAmong(rowFilter, keys, known);
    ids.push(...seen.map(({ id }) => id));
    if (keys.length < limit) break;
    offset += limit;
  }
  const { pageSize, offset } = pageBounds(request);
  const total = Math.min(ids.length, MAX_FOUND);
  const shown = ids.slice(0, total).slice(offset, offset + pageSize);
  if (shown.length === 0) return toPage<Row>([], total, request);
  const rows = await rowsOf(orgIds, sql<SqlBool>`id = any(${shown}::text[])`).execute();
  const byId = new Map(rows.map((row) => [(row as Row).id, row as Row]));
  return toPage(
    shown.flatMap((id) => byId.get(id) ?? []),
    total,
    request,
  );
}
