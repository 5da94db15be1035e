import type { Language } from '@nephra/plugin-sdk/contract';

export { fill, type TextSource, type TextTree, textFrom, textReader, textsIn, textsOf } from '@nephra/plugin-sdk/server';

/** Best language for an `Accept-Language` header (spec 9: a tw match gives zhtw, else en or zh, default zh). */
export function languageFromHeader(header: string | undefined): Language {
  for (const part of (header ?? '').toLowerCase().split(',')) {
    const tag = part.split(';')[0]?.trim() ?? '';
    if (/^zh-(tw|hk|mo|hant)/.test(tag)) return 'zhtw';
    if (tag.startsWith('zh')) return 'zh';
    if (tag.startsWith('en')) return 'en';
  }
  return 'zh';
}

/** Language of one call. `chosen` = the caller's screen runs in it (header X-Language), so it goes before what the account has saved. */
export interface CallLanguage {
  readonly language: Language;
  readonly chosen: boolean;
}

export function callLanguage(headers: Readonly<Record<string, string | string[] | undefined>>): CallLanguage {
  const screen = headers['x-language'];
  if (screen === 'zh' || screen === 'zhtw' || screen === 'en') return { language: screen, chosen: true };
  const accepted = headers['accept-language'];
  return { language: languageFromHeader(typeof accepted === 'string' ? accepted : undefined), chosen: false };
}
