import type { Language } from '@nephra/plugin-sdk/contract';
import { reasonWords } from '../../../domain/exchange/reason-words.ts';
import en from '../../../locales/en.json' with { type: 'json' };
import zh from '../../../locales/zh.json' with { type: 'json' };
import zhtw from '../../../locales/zhtw.json' with { type: 'json' };

const TEXTS: Readonly<Record<Language, unknown>> = { zh, zhtw, en };

function find(language: Language, path: string): string | undefined {
  let node: unknown = TEXTS[language];
  for (const step of path.split('.')) node = typeof node === 'object' && node !== null ? (node as Record<string, unknown>)[step] : undefined;
  return typeof node === 'string' ? node : undefined;
}

/** A sentence of the locale files by its path; empty for an empty path, the path itself when nobody wrote it. */
export function sentence(language: Language, path: string, params: Readonly<Record<string, string | number>> = {}): string {
  if (path === '') return '';
  return (find(language, path) ?? path).replace(/\{\{(\w+)\}\}/g, (whole, name: string) => {
    const value = params[name];
    return name === 'reason' && typeof value === 'string' ? reasonText(language, value) : String(value ?? whole);
  });
}

/** The platform's own words; ours in the language of whoever reads. */
export function reasonText(language: Language, reason: string): string {
  const words = reasonWords(reason);
  return words ? sentence(language, words.key, words.params) : reason;
}

export const hasSentence = (language: Language, path: string): boolean => find(language, path) !== undefined;
