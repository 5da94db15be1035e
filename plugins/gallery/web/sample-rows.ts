import { ApiError } from '@nephra/plugin-sdk/web';
import { type Column, ListStore, TreeStore, type TreeNode } from '@nephra/plugin-sdk/widgets';

export type Words = (key: string, params?: Record<string, string | number>) => string;

/** A row of made-up stock. */
export interface SampleRow {
  readonly id: string;
  readonly name: string;
  readonly stock: number;
  readonly state: number;
}

export const sampleRows = (t: Words, count: number, long = false): SampleRow[] =>
  Array.from({ length: count }, (_, at) => ({
    id: `SIM${at + 1}`,
    name: t(long ? 'sample.longName' : 'sample.name', { n: at + 1 }),
    stock: (at * 37) % 500,
    state: at % 3,
  }));

export const sampleColumns = (t: Words): Column<SampleRow>[] => [
  { prop: 'id', label: t('sample.code'), width: 110, fixed: 'left' },
  { prop: 'name', label: t('sample.article'), minWidth: 160, sortable: true },
  { prop: 'stock', label: t('sample.stock'), width: 110, align: 'right', sortable: true, summary: (rows) => rows.reduce((sum, row) => sum + row.stock, 0) },
];

/** A list over made-up rows; without `pageSize` everything comes at once. */
export function sampleList(t: Words, rows: readonly SampleRow[] | 'failed', paged = true): ListStore<SampleRow, { keyword: string }> {
  return new ListStore<SampleRow, { keyword: string }>({
    rowKey: 'id',
    load: async ({ keyword = '', currentPage, pageSize }) => {
      if (rows === 'failed') throw new ApiError({ code: 503, error: 'core.plugin-unavailable', message: t('sample.away') });
      const found = rows.filter((row) => row.name.includes(keyword) || row.id.includes(keyword));
      if (!paged) return { data: { list: found } };
      return { data: { list: found.slice((currentPage - 1) * pageSize, currentPage * pageSize), pagination: { total: found.length } } };
    },
  });
}

const branch = (t: Words, at: number, leaves: number): TreeNode => ({
  id: `B${at}`,
  fullName: t('sample.branch', { n: at + 1 }),
  children: Array.from({ length: leaves }, (_, leaf) => ({ id: `B${at}L${leaf}`, fullName: t('sample.leaf', { n: leaf + 1 }), children: null })),
});

export const sampleTree = (t: Words, branches: number, leaves: number): readonly TreeNode[] =>
  Array.from({ length: branches }, (_, at) => branch(t, at, leaves));

export const treeOf = (t: Words, nodes: readonly TreeNode[] | 'failed') =>
  new TreeStore<TreeNode>({
    load: async () => {
      if (nodes === 'failed') throw new ApiError({ code: 503, error: 'core.plugin-unavailable', message: t('sample.away') });
      return { data: { list: nodes } };
    },
  });
