import type { Language } from '@nephra/plugin-sdk/contract';
import { type TextTable, textIn } from '../columns/text-table.ts';

/** Texts of every page of a record; they come with such a page, not with every page. */
export const RECORD_TEXTS = {
  add: { zh: '新建{{title}}', zhtw: '新增{{title}}', en: 'Add {{title}}' },
  editOne: { zh: '编辑{{title}}：{{name}}', zhtw: '編輯{{title}}：{{name}}', en: 'Edit {{name}}' },
  copyOne: { zh: '复制{{title}}：{{name}}', zhtw: '複製{{title}}：{{name}}', en: 'Copy of {{name}}' },
  import: { zh: '导入', zhtw: '匯入', en: 'Import' },
  print: { zh: '打印', zhtw: '列印', en: 'Print' },
  printed: { zh: '打印时间：{{time}}', zhtw: '列印時間：{{time}}', en: 'Printed {{time}}' },
  counted: { zh: '共 {{n}} 条', zhtw: '共 {{n}} 筆', en: 'Rows: {{n}}' },
  firstRows: { zh: '共 {{total}} 条，只打印前 {{n}} 条', zhtw: '共 {{total}} 筆，僅列印前 {{n}} 筆', en: 'The first {{n}} of {{total}} rows' },
  edit: { zh: '编辑', zhtw: '編輯', en: 'Edit' },
  copy: { zh: '复制', zhtw: '複製', en: 'Copy' },
  enable: { zh: '启用', zhtw: '啟用', en: 'Enable' },
  disable: { zh: '停用', zhtw: '停用', en: 'Disable' },
  remove: { zh: '删除', zhtw: '刪除', en: 'Delete' },
  disableAsk: {
    zh: '停用“{{name}}”后，新建和选择时不再出现它。是否继续？',
    zhtw: '停用「{{name}}」後，新增和選擇時不再出現它。是否繼續？',
    en: 'Once disabled, “{{name}}” is no longer offered anywhere. Go on?',
  },
  removeAsk: { zh: '删除“{{name}}”？此操作不能撤销。', zhtw: '刪除「{{name}}」？此操作無法復原。', en: 'Delete “{{name}}”? This cannot be undone.' },
  none: { zh: '还没有{{title}}', zhtw: '還沒有{{title}}', en: 'There is no {{title}} yet' },
  besideFailed: {
    zh: '“{{label}}”列没有显示：{{reason}}。',
    zhtw: '「{{label}}」欄未顯示：{{reason}}。',
    en: 'The column “{{label}}” is not shown: {{reason}}.',
  },
  shared: {
    zh: '本清单由全部机构共用，只能由系统管理员或管辖全部机构的人员维护。',
    zhtw: '本清單由全部機構共用，只能由系統管理員或管轄全部機構的人員維護。',
    en: 'All facilities share this list: it is kept by system administrators and by whoever answers for all of them.',
  },
  find: { zh: '查找', zhtw: '搜尋', en: 'Find' },
  keyword: { zh: '{{fields}}或拼音', zhtw: '{{fields}}或拼音', en: '{{fields}} or pinyin' },
  creatorTime: { zh: '创建时间', zhtw: '建立時間', en: 'Created' },
  lastModifyTime: { zh: '修改时间', zhtw: '修改時間', en: 'Changed' },
  numberLater: { zh: '保存时自动编号', zhtw: '儲存時自動編號', en: 'Given when saved' },
  numberOrType: { zh: '留空则保存时自动编号', zhtw: '留空則儲存時自動編號', en: 'Left empty, it is given when saved' },
  fixedLater: { zh: '保存后不能修改', zhtw: '儲存後不能修改', en: 'Cannot be changed later' },
  signatureOpen: { zh: '请先采用或清除签名', zhtw: '請先採用或清除簽名', en: 'Use the signature, or clear it, first' },
  name: { zh: '名称', zhtw: '名稱', en: 'Name' },
  code: { zh: '编码', zhtw: '代碼', en: 'Code' },
  yes: { zh: '是', zhtw: '是', en: 'Yes' },
  no: { zh: '否', zhtw: '否', en: 'No' },
  holds: { zh: '有', zhtw: '有', en: 'With' },
  holdsNone: { zh: '无', zhtw: '無', en: 'Without' },
  contains: { zh: '包含“{{words}}”', zhtw: '包含「{{words}}」', en: 'Contains “{{words}}”' },
  wordsHint: { zh: '有、无，或输入词语', zhtw: '有、無，或輸入詞語', en: 'With, without, or words' },
  linesWrong: { zh: '明细中有需要更正的内容', zhtw: '明細中有需要更正的內容', en: 'Some lines need to be corrected' },
  places: { zh: '机构与部门', zhtw: '機構與部門', en: 'Organisations and departments' },
} as const satisfies TextTable;

export type RecordTextKey = keyof typeof RECORD_TEXTS;

export const recordText = (key: RecordTextKey, language: Language, params?: Readonly<Record<string, string | number>>): string =>
  textIn(RECORD_TEXTS[key], language, params);

/** How a title stands inside a sentence: English begins it small, unless it is an abbreviation. */
export const inSentence = (title: string, language: Language): string =>
  language === 'en' && /^[A-Z](?![A-Z])/.test(title) ? title.charAt(0).toLowerCase() + title.slice(1) : title;

const JOINED: Readonly<Record<Language, string>> = { zh: '、', zhtw: '、', en: ', ' };
/** Words one after the other, as each language writes them; in English all but the first begin small. */
export const listed = (words: readonly string[], language: Language): string =>
  words.map((word, index) => (index === 0 ? word : inSentence(word, language))).join(JOINED[language]);
