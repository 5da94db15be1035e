import type { TextTable } from '../columns/text-table.ts';

/** Texts of trees with columns; they come with such a page, not with every page. */
export const TREE_TEXTS = {
  open: { zh: '展开', zhtw: '展開', en: 'Open' },
  close: { zh: '收起', zhtw: '收合', en: 'Close' },
  nothingFound: { zh: '没有找到，换个关键词试试', zhtw: '沒有找到，換個關鍵字試試', en: 'Nothing found; try another keyword' },
  chooseNode: { zh: '请在左侧选择', zhtw: '請在左側選擇', en: 'Choose on the left' },
  addBelow: { zh: '新建下级', zhtw: '新增下級', en: 'Add below' },
  moveTo: { zh: '移动到', zhtw: '移動到', en: 'Move to' },
  move: { zh: '移动', zhtw: '移動', en: 'Move' },
  moveOne: { zh: '移动“{{name}}”', zhtw: '移動「{{name}}」', en: 'Move “{{name}}”' },
} as const satisfies TextTable;
