import type { Language } from '@nephra/plugin-sdk/contract';

/** `<title> - <suffix>`: the suffix is HIS in English and traditional Chinese, else the configured title (spec 2.2). */
export function pageTitle(title: string, language: Language, configured: string): string {
  const suffix = language === 'zh' ? configured : 'HIS';
  return [title, suffix].filter((part) => part !== '').join(' - ');
}
