import type { Language } from '@nephra/plugin-sdk/contract';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { type TextTable, textIn } from '../columns/text-table.ts';

/** Texts of imports from workbooks; they come with such a sheet, not with every page. */
export const IMPORT_TEXTS = {
  button: { zh: '导入', zhtw: '匯入', en: 'Import' },
  sheet: { zh: '导入{{title}}', zhtw: '匯入{{title}}', en: 'Import: {{title}}' },
  templateTitle: { zh: '1. 下载模板', zhtw: '1. 下載範本', en: '1. Get the template' },
  templateText: {
    zh: '模板带有下拉列表和填写说明，也可以使用任何标题相同的 .xlsx 工作簿。',
    zhtw: '範本附有下拉清單與填寫說明，也可以使用任何標題相同的 .xlsx 活頁簿。',
    en: 'It brings lists to choose from and explains every column. Any .xlsx with the same headings will do.',
  },
  template: { zh: '下载模板', zhtw: '下載範本', en: 'Download template' },
  fileTitle: { zh: '2. 上传填好的工作簿', zhtw: '2. 上傳填好的活頁簿', en: '2. Upload the filled-in workbook' },
  fileText: {
    zh: '每次最多 {{max}} 行。上传后先检查，确认后才会导入。',
    zhtw: '每次最多 {{max}} 列。上傳後先檢查，確認後才會匯入。',
    en: 'At most {{max}} rows. It is checked first; nothing is imported before you say so.',
  },
  choose: { zh: '选择文件', zhtw: '選擇檔案', en: 'Choose file' },
  reading: { zh: '正在检查…', zhtw: '檢查中…', en: 'Checking…' },
  unreadable: { zh: '文件无法读取', zhtw: '檔案無法讀取', en: 'The file cannot be read' },
  unfinished: { zh: '“{{name}}”尚未导入完。', zhtw: '「{{name}}」尚未匯入完成。', en: '{{name}} was not imported to its end.' },
  resume: { zh: '继续导入', zhtw: '繼續匯入', en: 'Go on with it' },
  rows: { zh: '共', zhtw: '共', en: 'Rows' },
  ready: { zh: '可导入', zhtw: '可匯入', en: 'Ready' },
  there: { zh: '已导入', zhtw: '已匯入', en: 'Imported' },
  create: { zh: '将新建', zhtw: '將新增', en: 'New' },
  edit: { zh: '将更新', zhtw: '將更新', en: 'Changes' },
  keep: { zh: '无变化', zhtw: '無變更', en: 'Unchanged' },
  unknown: {
    zh: '以下标题无法识别，其内容不会导入：{{names}}',
    zhtw: '以下標題無法識別，其內容不會匯入：{{names}}',
    en: 'These headings mean nothing here, so their columns are left out: {{names}}',
  },
  wrong: { zh: '有误', zhtw: '有誤', en: 'Wrong' },
  show: { zh: '显示', zhtw: '顯示', en: 'Show' },
  all: { zh: '全部', zhtw: '全部', en: 'All' },
  right: { zh: '无误', zhtw: '無誤', en: 'Right' },
  rowNumber: { zh: '行号', zhtw: '列號', en: 'Row' },
  result: { zh: '检查结果', zhtw: '檢查結果', en: 'Result' },
  empty: { zh: '（空）', zhtw: '（空）', en: '(empty)' },
  noWrong: { zh: '没有错误', zhtw: '沒有錯誤', en: 'Nothing is wrong' },
  none: { zh: '没有数据', zhtw: '沒有資料', en: 'No rows' },
  start: { zh: '导入 {{n}} 行', zhtw: '匯入 {{n}} 列', en: 'Import ({{n}})' },
  goOn: { zh: '继续导入 {{n}} 行', zhtw: '繼續匯入 {{n}} 列', en: 'Import the rest ({{n}})' },
  stop: { zh: '停止', zhtw: '停止', en: 'Stop' },
  close: { zh: '关闭', zhtw: '關閉', en: 'Close' },
  otherFile: { zh: '换一个文件', zhtw: '換一個檔案', en: 'Another file' },
  errorFile: { zh: '下载错误数据（{{n}}）', zhtw: '下載錯誤資料（{{n}}）', en: 'Download wrong rows ({{n}})' },
  progress: { zh: '已处理 {{n}} / {{total}} 行', zhtw: '已處理 {{n}} / {{total}} 列', en: '{{n}} of {{total}} rows' },
  calledOff: { zh: '已停止', zhtw: '已停止', en: 'stopped' },
  paused: {
    zh: '导入中断：{{reason}}。已导入 {{n}} 行，可继续导入其余数据，不会重复。',
    zhtw: '匯入中斷：{{reason}}。已匯入 {{n}} 列，可繼續匯入其餘資料，不會重複。',
    en: 'Interrupted: {{reason}}. Rows imported so far: {{n}}. You may go on; nothing is added twice.',
  },
  allDone: { zh: '已导入全部 {{n}} 行', zhtw: '已匯入全部 {{n}} 列', en: 'All rows were imported: {{n}}' },
  someDone: {
    zh: '已导入 {{n}} 行，{{failed}} 行未导入：下载错误数据，修正后再上传。',
    zhtw: '已匯入 {{n}} 列，{{failed}} 列未匯入：下載錯誤資料，修正後再上傳。',
    en: 'Rows imported: {{n}}; not imported: {{failed}}. Download those, mend them and upload them again.',
  },
  leaveTitle: { zh: '正在导入', zhtw: '匯入中', en: 'Import is running' },
  leaveAsk: {
    zh: '关闭后导入会停止，已导入的数据会保留，之后可以继续。',
    zhtw: '關閉後匯入會停止，已匯入的資料會保留，之後可以繼續。',
    en: 'Closing stops the import. Rows that were imported stay; you may go on later.',
  },
  leaveOk: { zh: '停止并关闭', zhtw: '停止並關閉', en: 'Stop and close' },
} as const satisfies TextTable;

export type ImportText = (key: keyof typeof IMPORT_TEXTS, params?: Readonly<Record<string, string | number>>) => string;

export const importTextIn =
  (language: Language): ImportText =>
  (key, params) =>
    textIn(IMPORT_TEXTS[key], language, params);

export const useImportText = (): ImportText => importTextIn(usePlugin().language);
