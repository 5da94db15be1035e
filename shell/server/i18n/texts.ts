import type { Language } from '@nephra/plugin-sdk/contract';
import type { Listener } from './spoken.ts';

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

const tagsIn = (header: string): readonly string[] =>
  header
    .toLowerCase()
    .split(',')
    .map((part) => part.split(';')[0]?.trim() ?? '');

/** A language that the product brings, and above it one that the site added. */
export interface SpokenLanguage extends Listener {
  readonly language: Language;
}

/** Languages besides the three that the product brings. */
export interface MoreLanguages {
  spoken(code: string): SpokenLanguage | undefined;
  accepted(tags: readonly string[]): SpokenLanguage | undefined;
}

/** Language of one call. `chosen` = the caller's screen runs in it (header X-Language), so it goes before what the account has saved. */
export interface CallLanguage extends SpokenLanguage {
  readonly chosen: boolean;
}

export function callLanguage(headers: Readonly<Record<string, string | string[] | undefined>>, more: MoreLanguages): CallLanguage {
  const screen = headers['x-language'];
  const chosen = typeof screen === 'string' ? more.spoken(screen) : undefined;
  if (chosen) return { ...chosen, chosen: true };
  const accepted = headers['accept-language'];
  const header = typeof accepted === 'string' ? accepted : '';
  return { ...(more.accepted(tagsIn(header)) ?? { language: languageFromHeader(header), tag: '' }), chosen: false };
}
