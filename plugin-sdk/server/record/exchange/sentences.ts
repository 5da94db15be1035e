import { inLanguages as text, type Language, type TextByLanguage } from '../../../contract/index.ts';
import { complaintText, type FieldComplaint, type RecordField } from '../../../contract/record/index.ts';

/** What can be wrong with a cell besides what forms refuse, too. `{{value}}` is what stands there, or a number. */
const SENTENCES = {
  choice: text('没有“{{value}}”这一选项', '沒有「{{value}}」這個選項', '{{value}} is none of the choices'),
  month: text('“{{value}}”不是月份', '「{{value}}」不是月份', '{{value}} is no month'),
  day: text('“{{value}}”不是日期', '「{{value}}」不是日期', '{{value}} is no day'),
  instant: text('“{{value}}”不是时间', '「{{value}}」不是時間', '{{value}} is no time'),
  integer: text('“{{value}}”不是整数', '「{{value}}」不是整數', '{{value}} is no whole number'),
  number: text('“{{value}}”不是数字', '「{{value}}」不是數字', '{{value}} is no number'),
  unknown: text('找不到“{{value}}”', '找不到「{{value}}」', 'there is no {{value}}'),
  missing: text('没有这一项', '沒有這一項', 'there is no such row'),
  ambiguous: text('有 {{value}} 条记录叫这个名称，请填写编码', '有 {{value}} 筆紀錄叫這個名稱，請填寫代碼', '{{value}} rows are called so; write the code'),
  withheld: text('您没有此列的权限，请删除这一列', '您沒有此欄的權限，請刪除這一欄', 'you have no right to this column; leave it out'),
  ownBranch: text('不能选择自己或自己的下级', '不能選擇自己或自己的下級', 'a row cannot stand below itself'),
  tooDeep: text('最多 {{value}} 级', '最多 {{value}} 層', 'there are {{value}} levels at most'),
  above: text(
    '上级（第 {{value}} 行）有误，请先更正',
    '上級（第 {{value}} 列）有誤，請先更正',
    'what it stands below (row {{value}}) is wrong; mend that first',
  ),
  repeated: text('与第 {{value}} 行重复', '與第 {{value}} 列重複', 'is the same as in row {{value}}'),
  several: text(
    '有 {{value}} 条记录使用此值，无法确定是哪一条；请填写所属列',
    '有 {{value}} 筆紀錄使用此值，無法確定是哪一筆；請填寫所屬欄位',
    '{{value}} records have this; fill in the column of where it belongs',
  ),
} as const satisfies Record<string, TextByLanguage>;

export type CellProblemKey = keyof typeof SENTENCES;

/** What is wrong with a cell, or with a row (`field` is `''`). */
export interface CellProblem {
  readonly field: string;
  readonly msg: string;
}

/** Longer texts of a cell are cut in a sentence about it. */
const MAX_QUOTED = 60;

const labelled = ({ label, name }: RecordField, sentence: string, language: Language): CellProblem => ({
  field: name,
  msg: language === 'en' ? `${label.en}: ${sentence}` : `${label[language]}：${sentence}`,
});

/** `Kind: nurse is none of the choices` */
export function cellProblem(field: RecordField, key: CellProblemKey, value: string | number, language: Language): CellProblem {
  const shown = [...String(value)];
  const quoted = shown.length > MAX_QUOTED ? `${shown.slice(0, MAX_QUOTED).join('')}…` : String(value);
  return labelled(
    field,
    SENTENCES[key][language].replace('{{value}}', () => quoted),
    language,
  );
}

/** A sentence that forms have, too. */
export const formProblem = (field: RecordField, complaint: FieldComplaint, language: Language): CellProblem =>
  'key' in complaint && complaint.key === 'required'
    ? { field: field.name, msg: complaintText(complaint, language) }
    : labelled(field, complaintText(complaint, language), language);

/** All that is wrong with a row, in one text. */
export const problemsText = (problems: readonly CellProblem[], language: Language): string =>
  problems.map(({ msg }) => msg).join(language === 'en' ? '; ' : '；');
