import type { SiteTable } from './table-shape.ts';

/** Code of a row in a bundle: its table and its key, each part as in an address, so that no value ends a part early; as JSON before, since an address takes no half of a sign. */
export const rowCode = (table: string, key: readonly string[]): string =>
  [table, ...key.map((part) => encodeURIComponent(JSON.stringify(part).slice(1, -1)))].join('/');

/** Columns of the key in their order; none: rows of this table cannot be told apart. */
export const keyColumns = ({ columns }: SiteTable): readonly string[] => columns.filter(({ primaryKey }) => primaryKey).map(({ field }) => field);

/** Table that a code of a row names. */
export const tableOfCode = (code: string): string => code.split('/', 1)[0] ?? '';

/** Limits of the rows of one bundle: that has 6,000 entries and 8 MB for everything. */
export const MAX_BUNDLED_ROWS = 2_000;
export const MAX_BUNDLED_ROW_BYTES = 2_000_000;
