import type { TextByLanguage } from '@nephra/plugin-sdk/contract';
import type { FigureUnitName } from '../contract/index.ts';

const text = (zh: string, zhtw: string, en: string): TextByLanguage => ({ zh, zhtw, en });

/** Headings and words of the workbooks. */
export const EXPORT_WORDS = {
  page: text('经营概览', '經營概覽', 'Figures'),
  about: text('说明', '說明', 'About'),
  item: text('项目', '項目', 'Item'),
  content: text('内容', '內容', 'Content'),
  period: text('统计期间', '統計期間', 'Period'),
  before: text('对比期间', '對比期間', 'Compared with'),
  facility: text('机构', '機構', 'Organisation'),
  exportedBy: text('导出人', '匯出人', 'Exported by'),
  exportedAt: text('导出时间', '匯出時間', 'Exported at'),
  panel: text('统计面板', '統計面板', 'Panel'),
  ready: text('见同名工作表', '見同名工作表', 'See the sheet of that name'),
  failed: text('未能读取，请稍后重新导出', '未能讀取，請稍後重新匯出', 'Could not be read; export again later'),
  late: text('读取超时，请缩短期间后重新导出', '讀取逾時，請縮短期間後重新匯出', 'Took too long; export a shorter period'),
  section: text('分组', '分組', 'Section'),
  total: text('合计', '合計', 'Totals'),
  current: text('当前（与期间无关）', '目前（與期間無關）', 'As of now, whatever the period'),
  day: text('日期', '日期', 'Day'),
  unit: text('单位', '單位', 'Unit'),
  value: text('本期', '本期', 'This period'),
  valueBefore: text('上期', '上期', 'Period before'),
  change: text('增减', '增減', 'Change'),
  rule: text('统计口径', '統計口徑', 'How it is reckoned'),
} as const;

export const UNIT_WORDS: Readonly<Record<FigureUnitName, TextByLanguage>> = {
  count: text('个', '個', 'count'),
  yuan: text('元', '元', 'yuan'),
  percent: text('%', '%', '%'),
};
