import type { TextByLanguage } from '../contract/index.ts';
import { type ExtensionProvider, extend } from './define-server-plugin.ts';
import { type DeclaredDictionary, type DictionaryRights, declaredDictionaries, dictionaryWordings } from './dictionary-points.ts';

const MAX_CODE = 50;
const MAX_TITLE = 50;
const MAX_LABEL = 100;

/**
 * Declares a dictionary: `extensions: [dictionary({ code: 'sex', title, entries: [{ code: '1', label }], may: { relabel: true } })]`.
 * It is there for people and calls as soon as the plugin runs, and stays when the plugin is off: rows may hold its codes.
 * @throws TypeError where a code stands twice, or a code or text is empty or too long
 */
export function dictionary<DB>(declared: Omit<DeclaredDictionary, 'may'> & { readonly may?: DictionaryRights }): ExtensionProvider<DB> {
  const { code, title, entries } = declared;
  const seen = new Set<string>();
  assertCalled(code, code, title, MAX_TITLE);
  for (const entry of entries) {
    assertCalled(code, entry.code, entry.label, MAX_LABEL);
    if (seen.has(entry.code)) throw new TypeError(`dictionary ${code}: entry ${entry.code} stands there twice`);
    seen.add(entry.code);
  }
  const value = Object.freeze({ ...declared, may: declared.may ?? {} });
  return extend(declaredDictionaries, () => value);
}

/**
 * Says which texts of the plugin are names of entries, by dictionary: `extensions: [...dictionaryWords<BedsDb>({ sex: 'sex' })]` where `sex.1` is the text for
 * entry 1 of dictionary `sex`. Screens, papers and files that take it from the texts then follow the name that a site gave the entry.
 */
export const dictionaryWords = <DB>(groups: Readonly<Record<string, string>>): ExtensionProvider<DB>[] =>
  Object.entries(groups).map(([dictionary, group]) => {
    const words = Object.freeze({ dictionary, group });
    return extend(dictionaryWordings, () => words);
  });

function assertCalled(dictionaryCode: string, code: string, texts: TextByLanguage, longest: number): void {
  if (code.trim() === '' || code.length > MAX_CODE) throw new TypeError(`dictionary ${dictionaryCode}: code "${code}" has not 1 to ${MAX_CODE} characters`);
  for (const text of Object.values(texts))
    if (text.trim() === '' || text.length > longest)
      throw new TypeError(`dictionary ${dictionaryCode}: "${text}" of ${code} has not 1 to ${longest} characters`);
}
