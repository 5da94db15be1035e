import type { TextRow } from '../../contract/language/language.contract.ts';

const LANGUAGES = ['zh', 'zhtw', 'en'] as const;
/** `EVERY_LANGUAGE` of the SDK. */
const EVERYWHERE = '*';
export type TextLanguage = (typeof LANGUAGES)[number];
/** Nested objects whose leaves are sentences. */
export interface Tree {
  readonly [key: string]: string | Tree;
}
export interface Owned {
  readonly owner: string;
  readonly trees: Partial<Readonly<Record<TextLanguage, Tree>>>;
}
export interface Wording {
  readonly owner: string;
  readonly key: string;
  /** `*`: said in all languages that have no wording of their own. */
  readonly language: string;
  readonly wording: string;
}

/** Sentences of a tree by their dotted keys, in its order. */
export function sentences(tree: Tree | undefined, prefix = ''): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [name, value] of Object.entries(tree ?? {})) {
    if (typeof value === 'string') found.set(prefix + name, value);
    else for (const [key, text] of sentences(value, `${prefix}${name}.`)) found.set(key, text);
  }
  return found;
}

const idOf = (owner: string, key: string): string => `${owner}:${key}`;
/** English says what is one in a text of its own; the other languages need none. */
const isSingular = (key: string): boolean => key.endsWith('_one');

type Site = Partial<Record<string, string>>;

function rowOf(owner: string, key: string, own: TextRow['own'], site: Site): TextRow {
  const said = (language: TextLanguage): string => site[language] ?? site[EVERYWHERE] ?? own[language];
  const shown = { zh: said('zh'), zhtw: said('zhtw'), en: said('en') };
  const changed = LANGUAGES.filter((language) => site[language] !== undefined).join(',');
  const missing = isSingular(key) ? '' : LANGUAGES.filter((language) => shown[language] === '').join(',');
  return { id: idOf(owner, key), owner, key, ...shown, own, changed, missing };
}

/** All texts, and wordings of texts that nobody has any more behind them. */
export function textRows(owned: readonly Owned[], wordings: readonly Wording[]): readonly TextRow[] {
  const site = new Map<string, Site>();
  for (const { owner, key, language, wording } of wordings) site.set(idOf(owner, key), { ...site.get(idOf(owner, key)), [language]: wording });
  const rows = owned.flatMap(({ owner, trees }) => {
    const by = { zh: sentences(trees.zh), zhtw: sentences(trees.zhtw), en: sentences(trees.en) };
    const keys = new Set([...by.zh.keys(), ...by.zhtw.keys(), ...by.en.keys()]);
    return [...keys].map((key) => {
      const own = { zh: by.zh.get(key) ?? '', zhtw: by.zhtw.get(key) ?? '', en: by.en.get(key) ?? '' };
      return rowOf(owner, key, own, site.get(idOf(owner, key)) ?? {});
    });
  });
  const known = new Set(rows.map(({ id }) => id));
  const lost = [...site]
    .filter(([id, said]) => !known.has(id) && LANGUAGES.some((language) => said[language] !== undefined))
    .map(([id, worded]) => rowOf(id.slice(0, id.indexOf(':')), id.slice(id.indexOf(':') + 1), { zh: '', zhtw: '', en: '' }, worded));
  return [...rows, ...lost];
}

/** Of a text that its owner does not have (any more); its wording is shown nowhere. */
export const isUnknown = ({ own }: TextRow): boolean => LANGUAGES.every((language) => own[language] === '');

export interface TextFilter {
  readonly keyword?: string;
  readonly owner?: string;
  readonly state?: string;
}

/** @param said what a language of the site says, by id: then it is asked which texts that one has a wording of, and which it lacks */
export function findTexts(
  rows: readonly TextRow[],
  { keyword = '', owner = '', state = '' }: TextFilter,
  said?: ReadonlyMap<string, string>,
): readonly TextRow[] {
  const word = keyword.trim().toLowerCase();
  return rows.filter((row) => {
    const worded = said?.get(row.id);
    if (owner !== '' && row.owner !== owner) return false;
    if (state === 'changed' && (said ? worded === undefined : row.changed === '')) return false;
    if (state === 'missing' && (said ? worded !== undefined || isSingular(row.key) || isUnknown(row) : row.missing === '')) return false;
    if (state === 'unknown' && !isUnknown(row)) return false;
    return (
      word === '' || [row.key, row.zh, row.zhtw, row.en, row.own.zh, row.own.zhtw, row.own.en, worded ?? ''].some((text) => text.toLowerCase().includes(word))
    );
  });
}

const BLANK = /\{\{\s*([\w-]{1,60})\s*\}\}/g;
const blanksOf = (text: string): readonly string[] => [...new Set([...text.matchAll(BLANK)].map(([, name = '']) => name))].sort();

/** Placeholders of a text, `{{count}}`, that a wording lacks, and those that it has of its own: they would be shown as they stand. */
export function blankFlaw(
  { own }: Pick<TextRow, 'own'>,
  language: TextLanguage,
  wording: string,
): { readonly lacks: readonly string[]; readonly adds: readonly string[] } | undefined {
  const wanted = blanksOf(own[language] || own.zh || own.en);
  const has = blanksOf(wording);
  const lacks = wanted.filter((name) => !has.includes(name));
  const adds = has.filter((name) => !wanted.includes(name));
  return lacks.length + adds.length === 0 ? undefined : { lacks, adds };
}

/** Words of a cell, which comes without blanks at its ends, with those that the own text has there. */
export function withEdges(own: string, cell: string): string {
  if (own.trim() === '') return cell;
  const lead = own.slice(0, own.length - own.trimStart().length);
  return `${lead}${cell.trim()}${own.slice(own.trimEnd().length)}`;
}
