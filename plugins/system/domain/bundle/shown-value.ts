import type { Language, TextByLanguage } from '@nephra/plugin-sdk/contract';
import { MAX_SHOWN_VALUE } from '../../contract/bundle/bundle-limits.ts';
import type { FileValue } from './bundle-file.ts';

type Words = Readonly<Record<string, TextByLanguage>>;
const isObject = (value: FileValue): value is { readonly [name: string]: FileValue } => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Names in three languages side by side, each once; codes of a list; the rest as JSON. */
function objectText(value: FileValue): string {
  if (Array.isArray(value))
    return (value as readonly FileValue[]).map((one) => (isObject(one) && typeof one.enCode === 'string' ? one.enCode : plainText(one))).join(', ');
  if (!isObject(value)) return plainText(value);
  const members = Object.entries(value);
  if (members.length === 0) return '';
  const words = ['zh', 'zhtw', 'en'].flatMap((language) => (typeof value[language] === 'string' ? [value[language]] : []));
  return words.length === members.length ? [...new Set(words)].join(' / ') : JSON.stringify(value);
}

const plainText = (value: FileValue): string => (value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value));

/** A value of a bundle as people read it: a word for a code, nothing for nothing, cut where it is long. */
export function shownValue(value: FileValue, words: Words | undefined, language: Language): string {
  const text = typeof value === 'object' ? objectText(value) : String(value);
  const shown = (words && Object.hasOwn(words, text) ? words[text]?.[language] : undefined) ?? text;
  return shown.length > MAX_SHOWN_VALUE ? `${shown.slice(0, MAX_SHOWN_VALUE)}…` : shown;
}
