import type { Language } from '@nephra/plugin-sdk/contract';
import en from '../i18n/login/en.json' with { type: 'json' };
import zh from '../i18n/login/zh.json' with { type: 'json' };
import zhtw from '../i18n/login/zhtw.json' with { type: 'json' };

interface TextTree {
  readonly [key: string]: string | TextTree;
}

/** All three languages ride along: together they weigh less than one more request. */
const TEXTS: Readonly<Record<Language, TextTree>> = { zh, zhtw, en };

export type LoginText = (key: string, params?: Readonly<Record<string, string | number>>) => string;

/** Text of the login page by dotted key; the key itself when it is missing. */
export const textIn =
  (language: Language, said: Readonly<Record<string, string>> = {}): LoginText =>
  (key, params = {}) => {
    const found =
      said[key] ?? key.split('.').reduce<string | TextTree | undefined>((node, part) => (typeof node === 'object' ? node[part] : undefined), TEXTS[language]);
    if (typeof found !== 'string') return key;
    return found.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(params[name] ?? ''));
  };
