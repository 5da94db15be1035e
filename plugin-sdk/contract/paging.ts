import { Type, type TSchema } from 'typebox';

/** Page sizes on offer (spec section 9). */
export const PAGE_SIZES = [20, 50, 100, 500] as const;
export const DEFAULT_PAGE_SIZE = 20;

/**
 * Rows of a list are counted up to here and paged through up to here: a `total` of this means "this many or more". Counting all that ten years
 * have left would cost more than the page itself, and nobody turns five hundred pages; exports have everything.
 */
export const MAX_COUNTED = 10_000;
/** The same where somebody searches by a keyword: who finds more than this types another letter. */
export const MAX_FOUND = 1_000;

/** How far the rows of a request are counted and paged through. */
export const countLimit = ({ keyword = '' }: Pick<PageRequest, 'keyword'>): number => (keyword.trim() === '' ? MAX_COUNTED : MAX_FOUND);
/** A total that says "this many or more". */
export const isCountLimit = (total: number): boolean => total === MAX_COUNTED || total === MAX_FOUND;

/** Query part of every list call (spec 7; wire facts section 1). `sort` is asc or desc, `sidx` a field the route allows. */
export const pageQuery = {
  currentPage: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1 })),
  pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: DEFAULT_PAGE_SIZE })),
  sort: Type.Optional(Type.Union([Type.Literal('asc'), Type.Literal('desc'), Type.Literal('')])),
  sidx: Type.Optional(Type.String({ maxLength: 40 })),
  keyword: Type.Optional(Type.String({ maxLength: 100 })),
};

export const paginationSchema = Type.Object({
  currentPage: Type.Integer(),
  /** Same as currentPage: the platform's two server lines disagree on the name, so both are served. */
  pageIndex: Type.Integer(),
  pageSize: Type.Integer(),
  total: Type.Integer(),
});

export interface Pagination {
  currentPage: number;
  pageIndex: number;
  pageSize: number;
  total: number;
}
export interface Page<Row> {
  list: Row[];
  pagination: Pagination;
}

export const pageOf = <Row extends TSchema>(row: Row) => Type.Object({ list: Type.Array(row), pagination: paginationSchema });
export const listOf = <Row extends TSchema>(row: Row) => Type.Object({ list: Type.Array(row) });

export interface PageRequest {
  currentPage?: number;
  pageSize?: number;
  sort?: 'asc' | 'desc' | '';
  sidx?: string;
  keyword?: string;
}

export function toPage<Row>(list: Row[], total: number, request: PageRequest): Page<Row> {
  const currentPage = request.currentPage ?? 1;
  return { list, pagination: { currentPage, pageIndex: currentPage, pageSize: request.pageSize ?? DEFAULT_PAGE_SIZE, total } };
}
