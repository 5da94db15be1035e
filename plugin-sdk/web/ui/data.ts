/** Semi tier `data`: tables and trees. */
export { default as Pagination } from '@douyinfe/semi-ui/lib/es/pagination';
export { default as Table } from '@douyinfe/semi-ui/lib/es/table';
export { default as Tree } from '@douyinfe/semi-ui/lib/es/tree';
