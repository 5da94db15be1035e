import type { TextTable } from '../../columns/text-table.ts';

/** Texts of the grid of lines; they come with it. */
export const LINES_TEXTS = {
  line: { zh: '第 {{n}} 行', zhtw: '第 {{n}} 列', en: 'Line {{n}}' },
  up: { zh: '上移第 {{n}} 行', zhtw: '上移第 {{n}} 列', en: 'Move line {{n}} up' },
  down: { zh: '下移第 {{n}} 行', zhtw: '下移第 {{n}} 列', en: 'Move line {{n}} down' },
  remove: { zh: '删除第 {{n}} 行', zhtw: '刪除第 {{n}} 列', en: 'Delete line {{n}}' },
  moved: { zh: '第 {{n}} 行已移到第 {{to}} 行', zhtw: '第 {{n}} 列已移到第 {{to}} 列', en: 'Line {{n}} is line {{to}} now' },
  removed: { zh: '第 {{n}} 行已删除', zhtw: '第 {{n}} 列已刪除', en: 'Line {{n}} is gone' },
  none: { zh: '还没有明细', zhtw: '還沒有明細', en: 'There are no lines yet' },
  add: { zh: '添加一行', zhtw: '新增一列', en: 'Add a line' },
  counted: { zh: '{{n}} / {{max}} 行', zhtw: '{{n}} / {{max}} 列', en: '{{n}} of {{max}} lines' },
  keys: {
    zh: '回车到下一行，Alt + ↑ ↓ 移动',
    zhtw: '按 Enter 到下一列，Alt + ↑ ↓ 移動',
    en: 'Enter leads to the next line, Alt + ↑ ↓ moves it',
  },
} as const satisfies TextTable;
