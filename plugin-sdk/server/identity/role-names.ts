import { inLanguages as text, type Language, type TextByLanguage } from '../../contract/index.ts';

/** Names of the roles that come with the product, by code; a first start writes those in Chinese. */
const NAMES: Readonly<Record<string, TextByLanguage>> = {
  admin: text('系统管理员', '系統管理員', 'System administrator'),
  doctor: text('医生', '醫師', 'Doctor'),
  nurse: text('护士', '護理師', 'Nurse'),
  treatnurse: text('治疗护士', '治療護理師', 'Treatment nurse'),
  headnurse: text('护士长', '護理長', 'Head nurse'),
  director: text('中心主任', '中心主任', 'Director'),
  pharmacist: text('药师', '藥師', 'Pharmacist'),
  reviewer: text('审方药师', '審方藥師', 'Reviewing pharmacist'),
  cashier: text('收费员', '收費員', 'Cashier'),
  clerk: text('医保专员', '醫保專員', 'Insurance clerk'),
  engineer: text('工程师', '工程師', 'Engineer'),
  quality: text('质控员', '品管員', 'Quality officer'),
  lab: text('检验师', '檢驗師', 'Laboratory technician'),
  screen: text('大屏', '大螢幕', 'Wall screen'),
  developer: text('开发人员', '開發人員', 'Developer'),
  orgadmin: text('机构管理员', '機構管理員', 'Facility administrator'),
};

/** The name of a role on screens: those of the product in the reader's language as long as nobody renamed them. */
export function shownRoleName(enCode: string, fullName: string, language: Language): string {
  const known = Object.hasOwn(NAMES, enCode) ? NAMES[enCode] : undefined;
  return known?.zh === fullName ? known[language] : fullName;
}
