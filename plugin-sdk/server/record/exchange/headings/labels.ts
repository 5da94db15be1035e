import type { Language, TextByLanguage } from '../../../../contract/index.ts';

const text = (zh: string, zhtw: string, en: string): TextByLanguage => ({ zh, zhtw, en });

/** Members that every row has and that an export may show. */
export const FRAME_LABELS: Readonly<Record<string, TextByLanguage>> = {
  creatorTime: text('创建时间', '建立時間', 'Created'),
  lastModifyTime: text('修改时间', '修改時間', 'Changed'),
};

/** Column of an error workbook. */
export const REASON = text('错误原因', '錯誤原因', 'Reason');

type Words = Record<'template' | 'errors' | 'explain' | 'lists' | 'column' | 'required' | 'meaning' | 'yes', string>;
/** `{{title}}` is the record's. */
export const WORDS: Readonly<Record<Language, Words>> = {
  zh: {
    template: '{{title}}导入模板',
    errors: '{{title}}导入错误数据',
    explain: '填写说明',
    lists: '选项',
    column: '列',
    required: '必填',
    meaning: '说明',
    yes: '是',
  },
  zhtw: {
    template: '{{title}}匯入範本',
    errors: '{{title}}匯入錯誤資料',
    explain: '填寫說明',
    lists: '選項',
    column: '欄位',
    required: '必填',
    meaning: '說明',
    yes: '是',
  },
  en: {
    template: '{{title}} import',
    errors: '{{title}} import errors',
    explain: 'Explanation',
    lists: 'Lists',
    column: 'Column',
    required: 'Required',
    meaning: 'Meaning',
    yes: 'yes',
  },
};

/** What a person needs to know about a column, by the kind of its field. */
export const MEANINGS: Readonly<Record<string, TextByLanguage>> = {
  text: text('最多 {{max}} 个字符。', '最多 {{max}} 個字元。', 'At most {{max}} characters.'),
  note: text('最多 {{max}} 个字符，可换行。', '最多 {{max}} 個字元，可換行。', 'At most {{max}} characters, on several lines if need be.'),
  code: text(
    '英文、数字和小数点，最多 {{max}} 个字符。',
    '英文、數字與小數點，最多 {{max}} 個字元。',
    'Letters, digits and points, at most {{max}} characters.',
  ),
  int: text('{{min}} 到 {{max}} 的整数。', '{{min}} 到 {{max}} 的整數。', 'A whole number from {{min}} to {{max}}.'),
  money: text('金额，最多两位小数。', '金額，最多兩位小數。', 'An amount with at most two decimals.'),
  unitPrice: text('单价，最多四位小数。', '單價，最多四位小數。', 'A price with at most four decimals.'),
  quantity: text('数量，最多四位小数。', '數量，最多四位小數。', 'A quantity with at most four decimals.'),
  decimal: text('数字，最多 {{decimals}} 位小数。', '數字，最多 {{decimals}} 位小數。', 'A number with at most {{decimals}} decimals.'),
  month: text('月份，例如 2020-01。', '月份，例如 2020-01。', 'A month such as 2020-01.'),
  choices: text('可填多个选项，用顿号分隔，可不填。', '可填多個選項，以頓號分隔，可不填。', 'Several of the choices, with commas between; may be left empty.'),
  flag: text('从下拉列表中选择。', '從下拉清單選擇。', 'Choose from the list.'),
  choice: text('从下拉列表中选择，可不填。', '從下拉清單選擇，可不填。', 'Choose from the list; may be left empty.'),
  staff: text('名称或编码。', '名稱或代碼。', 'Its name or code.'),
  relation: text('名称或编码；名称相同的有多条时填编码。', '名稱或代碼；名稱相同的有多筆時填代碼。', 'Its name or code; the code where several have one name.'),
  day: text('日期，例如 2020-01-31。', '日期，例如 2020-01-31。', 'A day such as 2020-01-31.'),
  instant: text('时间，例如 2020-01-31 08:30:00。', '時間，例如 2020-01-31 08:30:00。', 'A time such as 2020-01-31 08:30:00.'),
  place: text(
    '机构或部门的完整路径，用 / 分隔，或其编码。',
    '機構或部門的完整路徑，以 / 分隔，或其代碼。',
    'Whole path of an organisation or department, parts joined by /, or its code.',
  ),
};

/** Beside the meaning of a field that the server numbers. */
export const NUMBER_MEANING = text('留空则自动编号。', '留空則自動編號。', 'Left empty, a number is given.');

/** Beside the meaning of the field by which rows are found. */
export const KEY_MEANING = text(
  '已有此值的记录会被更新，没有的会新建。',
  '已有此值的紀錄會被更新，沒有的會新增。',
  'A record that has it is changed; where none has, one is added.',
);
