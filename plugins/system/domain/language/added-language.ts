import { MAX_ADDED_LANGUAGES, MAX_LANGUAGE_CODE } from '../../contract/language/language-limits.ts';
import { blankFlaw, type Owned, sentences, type TextLanguage, type Wording } from './text-rows.ts';

const OWN = ['zh', 'zhtw', 'en'];
const SINGULAR_END = '_one';

/** A language that the site adds to the three of the product. */
export interface AddedLanguage {
  /** BCP 47. */
  readonly code: string;
  readonly name: string;
  readonly base: TextLanguage;
  readonly enabled: boolean;
}

/** The code as BCP 47 spells it, `pt-BR`; undefined: it is none, or one of the product's. */
export function languageCode(typed: string): string | undefined {
  const wanted = typed.trim();
  if (wanted.length > MAX_LANGUAGE_CODE || !/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/.test(wanted) || OWN.includes(wanted.toLowerCase())) return undefined;
  try {
    const code = Intl.getCanonicalLocales(wanted)[0] ?? '';
    return /^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/.test(code) && !OWN.includes(code) ? code : undefined;
  } catch {
    return undefined;
  }
}

/** Keys below `errors.system` for what is wrong with a language that is kept; undefined: nothing. */
export function languageFlaw(wanted: AddedLanguage, known: readonly AddedLanguage[], filled: number): 'language-many' | 'language-empty' | undefined {
  if (!known.some(({ code }) => code === wanted.code) && known.length >= MAX_ADDED_LANGUAGES) return 'language-many';
  return wanted.enabled && filled === 0 ? 'language-empty' : undefined;
}

export interface TextToSay {
  readonly id: string;
  readonly owner: string;
  readonly key: string;
  readonly own: Readonly<Record<TextLanguage, string>>;
}

/** All that a language of the site may say, in the order of owners and their texts. */
export function textsToSay(owned: readonly Owned[]): readonly TextToSay[] {
  return owned.flatMap(({ owner, trees }) => {
    const by = { zh: sentences(trees.zh), zhtw: sentences(trees.zhtw), en: sentences(trees.en) };
    const keys = new Set([...by.zh.keys(), ...by.zhtw.keys(), ...by.en.keys()]);
    return [...keys].map((key) => ({
      id: `${owner}:${key}`,
      owner,
      key,
      own: { zh: by.zh.get(key) ?? '', zhtw: by.zhtw.get(key) ?? '', en: by.en.get(key) ?? '' },
    }));
  });
}

/** How many of how many texts a language says. What English says of one thing alone is not asked of it. */
export function saidOf(texts: readonly TextToSay[], wordings: readonly Wording[], code: string): { readonly filled: number; readonly total: number } {
  const said = new Set(wordings.flatMap(({ language, owner, key }) => (language === code ? [`${owner}:${key}`] : [])));
  const asked = texts.filter(({ key }) => !key.endsWith(SINGULAR_END));
  return { filled: asked.filter(({ id }) => said.has(id)).length, total: asked.length };
}

/** Placeholders that a text in this language lacks or has too many of, measured by what its base says. */
export const addedFlaw = ({ own }: TextToSay, base: TextLanguage, wording: string) => blankFlaw({ own }, base, wording);

/** `F12`: where a spreadsheet shows a cell. @param column from 0 */
export function cellName(column: number, row: number): string {
  let name = '';
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) name = String.fromCharCode(65 + ((rest - 1) % 26)) + name;
  return `${name}${row}`;
}
