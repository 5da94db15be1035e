import { inLanguages as text, type Language, type TextByLanguage } from '@nephra/plugin-sdk/contract';
import { IMPORT_COLUMNS, type ImportKey } from './import-columns.ts';

/** What can be wrong with one cell of an import. `{{value}}` is what stands there. */
const SENTENCES = {
  required: text('必须填写', '必須填寫', 'must be filled in'),
  account: text(
    '只能包含文字、数字以及 _ @ . -，不能有空格，最多 50 个字符',
    '只能包含文字、數字及 _ @ . -，不可有空格，最多 50 個字元',
    'holds letters, digits and _ @ . - only, at most 50 characters',
  ),
  name: text('不能包含特殊符号，最多 50 个字符', '不可包含特殊符號，最多 50 個字元', 'holds no special symbols and at most 50 characters'),
  digits: text('只能输入数字', '只能輸入數字', 'holds digits only'),
  mobile: text('不是正确的手机号码', '不是正確的手機號碼', 'is no mobile number'),
  email: text('不是正确的邮箱地址', '不是正確的電子郵件地址', 'is no email address'),
  idcard: text('不是正确的身份证号码', '不是正確的身分證號碼', 'is no ID card number'),
  choice: text('没有“{{value}}”这一选项', '沒有「{{value}}」這個選項', '{{value}} is none of the choices'),
  day: text('“{{value}}”不是日期', '「{{value}}」不是日期', '{{value}} is no day'),
  integer: text('应为 0 到 999999 的整数', '應為 0 到 999999 的整數', 'is a whole number from 0 to 999999'),
  tooLong: text('最多 {{value}} 个字符', '最多 {{value}} 個字元', 'has at most {{value}} characters'),
  repeatedAccount: text('与第 {{value}} 行的账号重复', '與第 {{value}} 列的帳號重複', 'is the same as in row {{value}}'),
  repeatedMobile: text('与第 {{value}} 行的手机号码重复', '與第 {{value}} 列的手機號碼重複', 'is the same as in row {{value}}'),
  accountTaken: text('账号“{{value}}”已存在', '帳號「{{value}}」已存在', '{{value}} is taken'),
  mobileTaken: text('手机号码 {{value}} 已登记在其他用户名下', '手機號碼 {{value}} 已登記在其他使用者名下', '{{value}} belongs to another user'),
  unknownPlace: text('找不到组织“{{value}}”', '找不到組織「{{value}}」', 'there is no organisation {{value}}'),
  unknownPosition: text('找不到岗位“{{value}}”', '找不到職位「{{value}}」', 'there is no position {{value}}'),
  manyPositions: text(
    '有多个名为“{{value}}”的岗位，请写成“组织路径/岗位”',
    '有多個名為「{{value}}」的職位，請寫成「組織路徑/職位」',
    'several positions are called {{value}}: write organisation/position',
  ),
  unknownRole: text('找不到角色“{{value}}”', '找不到角色「{{value}}」', 'there is no role {{value}}'),
  manyRoles: text('有多个名为“{{value}}”的角色', '有多個名為「{{value}}」的角色', 'several roles are called {{value}}'),
  beyond: text('“{{value}}”包含您没有的权限，不能授予', '「{{value}}」包含您沒有的權限，不可授予', '{{value}} grants more than you hold'),
  roleAbove: text('“{{value}}”只能由系统管理员授予', '「{{value}}」僅可由系統管理員授予', '{{value}} is given by system administrators only'),
  roleNotNamed: text(
    '“{{value}}”不在您可授予的角色之内，请系统管理员在分级管理中加入',
    '「{{value}}」不在您可授予的角色之內，請系統管理員在分級管理中加入',
    '{{value}} is none of the roles you may give; a system administrator can add it to your delegation',
  ),
  notDelegated: text('您没有在“{{value}}”新建用户的权限', '您沒有在「{{value}}」新增使用者的權限', 'you may not add users in {{value}}'),
  unknownManager: text('找不到主管“{{value}}”', '找不到主管「{{value}}」', 'there is no manager {{value}}'),
  managerCircle: text('主管关系成环', '主管關係形成循環', 'managers form a circle'),
} as const satisfies Record<string, TextByLanguage>;

export interface RowProblem {
  readonly field: ImportKey;
  readonly key: keyof typeof SENTENCES;
  readonly value?: string | number;
}

/** `Account: zhang is taken` */
export function problemText({ field, key, value }: RowProblem, language: Language): string {
  const sentence = SENTENCES[key][language].replace('{{value}}', String(value ?? ''));
  return language === 'en' ? `${IMPORT_COLUMNS[field].title.en}: ${sentence}` : `${IMPORT_COLUMNS[field].title[language]}：${sentence}`;
}

/** All that is wrong with a row, in one text. */
export const problemsText = (problems: readonly RowProblem[], language: Language): string =>
  problems.map((problem) => problemText(problem, language)).join(language === 'en' ? '; ' : '；');
