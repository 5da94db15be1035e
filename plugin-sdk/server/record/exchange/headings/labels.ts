import { inLanguages as text, type TextByLanguage } from '../../../../contract/index.ts';

/** Members that every row has and that an export may show. */
export const FRAME_LABELS: Readonly<Record<string, TextByLanguage>> = {
  creatorTime: text('创建时间', '建立時間', 'Created'),
  lastModifyTime: text('修改时间', '修改時間', 'Changed'),
};

/** Sheet of the sums of a list. */
export const TOTALS = text('合计', '合計', 'Totals');

/** Column of an error workbook. */
export const REASON = text('错误原因', '錯誤原因', 'Reason');
