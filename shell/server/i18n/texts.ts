import { type ErrorParams, type Language, singularKey } from '@nephra/plugin-sdk/contract';

/** Texts of one language: nested objects whose leaves are sentences with `{{placeholders}}`. */
export interface TextTree {
  readonly [key: string]: string | TextTree;
}

/** Texts of the shell or of one plugin, by language and dotted key. */
export interface TextSource {
  find(language: Language, key: string): string | undefined;
}

function findIn(tree: TextTree, key: string): string | undefined {
  const whole = Object.hasOwn(tree, key) ? tree[key] : undefined;
  if (typeof whole === 'string') return whole;
  const parts = key.split('.');
  // Keys may themselves hold dots ("session.locked" below "errors"), so every split point is tried.
  for (let cut = 1; cut < parts.length; cut += 1) {
    const head = parts.slice(0, cut).join('.');
    const branch = Object.hasOwn(tree, head) ? tree[head] : undefined;
    if (typeof branch === 'object') {
      const found = findIn(branch, parts.slice(cut).join('.'));
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

export const textsOf = (trees: Partial<Record<Language, TextTree>>): TextSource => ({
  find(language, key) {
    const own = trees[language];
    return (own && findIn(own, key)) ?? (trees.zh && findIn(trees.zh, key)) ?? (trees.en && findIn(trees.en, key));
  },
});

export const fill = (sentence: string, params: ErrorParams = {}): string =>
  sentence.replace(/\{\{\s*([\w-]+)\s*\}\}/g, (whole, name: string) => (Object.hasOwn(params, name) ? String(params[name]) : whole));

/** Looks a key up in several sources, first hit wins. */
export function textFrom(sources: readonly TextSource[], language: Language, key: string, params?: ErrorParams): string | undefined {
  const one = singularKey(key, language, params);
  for (const source of sources) {
    const found = (one && source.find(language, one)) ?? source.find(language, key);
    if (found !== undefined) return fill(found, params);
  }
  return undefined;
}

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
