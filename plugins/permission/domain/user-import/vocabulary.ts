import { inLanguages as text, type Language, type TextByLanguage } from '@nephra/plugin-sdk/contract';

/** Words for values that the database keeps as codes; forms, imports and exports use the same. */
export const USER_WORDS = {
  gender: { '0': text('未说明', '未說明', 'Not told'), '1': text('男', '男', 'Male'), '2': text('女', '女', 'Female') },
  enabledMark: { '1': text('正常', '正常', 'Normal'), '2': text('锁定', '鎖定', 'Locked'), '0': text('停用', '停用', 'Disabled') },
  certificatesType: {
    idCard: text('身份证', '身分證', 'ID card'),
    passport: text('护照', '護照', 'Passport'),
    homeReturn: text('港澳居民来往内地通行证', '港澳居民來往內地通行證', 'Home return permit'),
    taiwan: text('台湾居民来往大陆通行证', '臺灣居民來往大陸通行證', 'Mainland travel permit for Taiwan residents'),
    military: text('军官证', '軍官證', 'Military officer card'),
    other: text('其他', '其他', 'Other'),
  },
  education: {
    doctor: text('博士', '博士', 'Doctorate'),
    master: text('硕士', '碩士', 'Master'),
    bachelor: text('本科', '大學', 'Bachelor'),
    college: text('大专', '專科', 'College'),
    secondary: text('中专及以下', '高中職及以下', 'Secondary or below'),
    other: text('其他', '其他', 'Other'),
  },
} as const satisfies Record<string, Record<string, TextByLanguage>>;

export type UserVocabulary = keyof typeof USER_WORDS;

/** Codes with their words, in the order of choice. */
export const choicesOf = (vocabulary: UserVocabulary, language: Language): { readonly value: string; readonly text: string }[] =>
  Object.entries(USER_WORDS[vocabulary] as Record<string, TextByLanguage>).map(([value, words]) => ({ value, text: words[language] }));

/** Word of a code; a code that nobody knows is shown as it is. */
export const wordOf = (vocabulary: UserVocabulary, code: string, language: Language): string =>
  (USER_WORDS[vocabulary] as Record<string, TextByLanguage>)[code]?.[language] ?? code;

/** Code of a word in any of the languages, or of the code itself; undefined when it means nothing. */
export function codeOf(vocabulary: UserVocabulary, word: string): string | undefined {
  const wanted = word.trim().toLowerCase();
  return Object.entries(USER_WORDS[vocabulary] as Record<string, TextByLanguage>).find(
    ([code, words]) => code.toLowerCase() === wanted || Object.values(words).some((one) => one.toLowerCase() === wanted),
  )?.[0];
}
