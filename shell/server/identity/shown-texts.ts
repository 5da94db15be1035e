import { createHash } from 'node:crypto';
import { LANGUAGES, type Language, SINGULAR_END } from '@nephra/plugin-sdk/contract';
import { EVERY_LANGUAGE, type SiteLanguage, type SiteWording } from '@nephra/plugin-sdk/server';

/** Texts that languages of the site alone say: names of menus by their code, and the page of sign-in. */
export const MENU_NAMES = 'menu';
export const SIGN_IN_TEXTS = 'login';
/** Owners whose texts no screen takes from the shell's table of texts. */
const NOT_ON_SCREENS: readonly string[] = ['core', MENU_NAMES, SIGN_IN_TEXTS];
/** Parameters by which a text speaks of one. */
const COUNTED = /\{\{\s{0,9}(n|count)\s{0,9}\}\}/;

/** What a site says, and in which languages. */
export interface SiteSayings {
  readonly rows: readonly SiteWording[];
  readonly languages: readonly SiteLanguage[];
}

/** Other than before when a wording or a language was changed; empty where there is none. */
export function stampOfTexts({ rows, languages }: SiteSayings): string {
  const facts = [...rows, ...languages];
  return facts.length === 0 ? '' : createHash('sha256').update(JSON.stringify(facts)).digest('base64url').slice(0, 12);
}

/**
 * What a screen shows otherwise, by `owner:key`.
 * @param tag code of a language of the site whose base this is; empty: the language itself is spoken
 */
export function shownTexts(rows: readonly SiteWording[], language: Language, tag: string): Record<string, string> {
  const shown = new Map<string, string>();
  const own = new Set(rows.flatMap((row) => (row.language === tag ? [`${row.owner}:${row.key}`] : [])));
  for (const wanted of tag === '' ? [EVERY_LANGUAGE, language] : [EVERY_LANGUAGE, language, tag])
    for (const row of rows) {
      if (row.language !== wanted || NOT_ON_SCREENS.includes(row.owner)) continue;
      const name = `${row.owner}:${row.key}`;
      shown.set(name, row.wording);
      // Said of one, the base has another text; in this language it is the same until it says something else itself.
      if (wanted === tag && COUNTED.test(row.wording) && !own.has(name + SINGULAR_END)) shown.set(name + SINGULAR_END, row.wording);
    }
  return Object.fromEntries(shown);
}

/** Body of the frame `wordingChanged`: what open screens say otherwise from now on, so that they need not ask. */
export interface WordingChange {
  /** Stamps of all texts of the site before and after: a screen that shows another one before reads everything. */
  readonly from: string;
  readonly to: string;
  /** By language and `owner:key`; null: as its owner says it. */
  readonly texts: Readonly<Record<Language, Readonly<Record<string, string | null>>>>;
}

/**
 * The difference for screens that speak a language of the product.
 * @param ofFile texts of registry.json, below those of the site
 * @returns undefined where screens must read more than texts: names of menus, and languages that people can choose
 */
export function wordingChange(
  before: SiteSayings,
  after: SiteSayings,
  ofFile: (language: Language) => Readonly<Record<string, string>>,
): WordingChange | undefined {
  const readAnew = ({ rows, languages }: SiteSayings): string => JSON.stringify([rows.filter(({ owner }) => owner === MENU_NAMES), languages]);
  if (readAnew(before) !== readAnew(after)) return undefined;
  const differing = (language: Language): Record<string, string | null> => {
    const file = ofFile(language);
    const [were, are] = [before, after].map(({ rows }): Record<string, string> => ({ ...file, ...shownTexts(rows, language, '') })) as [
      Record<string, string>,
      Record<string, string>,
    ];
    const names = [...new Set([...Object.keys(were), ...Object.keys(are)])].filter((name) => were[name] !== are[name]);
    return Object.fromEntries(names.map((name) => [name, are[name] ?? null]));
  };
  const texts = Object.fromEntries(LANGUAGES.map((language) => [language, differing(language)])) as Record<Language, Record<string, string | null>>;
  return { from: stampOfTexts(before), to: stampOfTexts(after), texts };
}
