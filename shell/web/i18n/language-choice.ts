import type { Language } from '@nephra/plugin-sdk/contract';

/**
 * The stored language, else the browser's: a `tw` match gives zhtw, else en or zh, else zh (spec 9). Hong Kong and Macao
 * read traditional characters too.
 */
export function chooseLanguage(stored: unknown, browserLanguage: string): Language {
  if (stored === 'zh' || stored === 'zhtw' || stored === 'en') return stored;
  const wanted = browserLanguage.toLowerCase();
  if (/tw|hant|-hk|-mo/.test(wanted)) return 'zhtw';
  return wanted.includes('en') && !wanted.includes('zh') ? 'en' : 'zh';
}

/** Value of the document's `lang`. */
export const HTML_LANG: Readonly<Record<Language, string>> = { zh: 'zh-CN', zhtw: 'zh-TW', en: 'en' };

/** Names in the language menu, spelt as in spec 2.4. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { zh: '简体中文', zhtw: '繁体中文', en: 'English' };
