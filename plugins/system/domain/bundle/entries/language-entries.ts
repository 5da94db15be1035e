import { MAX_TEXT_KEY } from '../../../contract/language/language-limits.ts';

/** A wording of the site, as the shell keeps it. */
interface Wording {
  readonly owner: string;
  readonly key: string;
  readonly language: string;
  readonly wording: string;
}
type Texts = Readonly<Record<string, string>>;

/** What each language says, by `owner:key`. */
export function textsByLanguage(wordings: readonly Wording[]): ReadonlyMap<string, Texts> {
  const found = new Map<string, Record<string, string>>();
  for (const { owner, key, language, wording } of wordings) {
    const texts = found.get(language) ?? {};
    texts[`${owner}:${key}`] = wording;
    found.set(language, texts);
  }
  return found;
}

/** Characters of an owner; a plugin's id has fewer. */
const MAX_OWNER = 64;

/** Whether a text can be that of anybody: `owner:key`. */
export function isTextId(id: string): boolean {
  const colon = id.indexOf(':');
  return colon > 0 && colon <= MAX_OWNER && id.length > colon + 1 && id.length - colon - 1 <= MAX_TEXT_KEY;
}

/** One text of a language as it is to be written. */
export interface WordingChange {
  readonly id: string;
  readonly owner: string;
  readonly key: string;
  readonly wording: string;
}

/** What is to be written so that a language says `said` and nothing else; an empty wording is taken back. @param said by `owner:key` */
export function wordingChanges(before: Texts, said: Texts): readonly WordingChange[] {
  const ids = [...new Set([...Object.keys(before), ...Object.keys(said)])].sort();
  return ids.flatMap((id) => {
    const wording = said[id] ?? '';
    if (wording === (before[id] ?? '')) return [];
    const colon = id.indexOf(':');
    return [{ id, owner: id.slice(0, colon), key: id.slice(colon + 1), wording }];
  });
}
