import type { Language } from '@nephra/plugin-sdk/contract';
import type { CheckCode, CheckFinding } from '../../contract/index.ts';
import en from '../../locales/en.json' with { type: 'json' };
import zh from '../../locales/zh.json' with { type: 'json' };
import zhtw from '../../locales/zhtw.json' with { type: 'json' };

/** Typed by code, so that a check without a sentence does not compile. */
const SENTENCES: Readonly<Record<Language, Readonly<Record<CheckCode, string>>>> = {
  zh: zh.errors.prescription,
  zhtw: zhtw.errors.prescription,
  en: en.errors.prescription,
};

/** What a finding says, in the words of the refusal `errors.prescription.<code>`. */
export const sentenceOf = ({ code, params }: Pick<CheckFinding, 'code' | 'params'>, language: Language): string =>
  SENTENCES[language][code].replace(/\{\{(\w+)\}\}/g, (whole, name: string) => String(params[name] ?? whole));
