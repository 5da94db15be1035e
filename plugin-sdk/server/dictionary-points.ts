import { defineExtension, defineService, type TextByLanguage } from '../contract/index.ts';
import type { RequestContext } from './context.ts';
import type { FoundUses } from './record/relation/found-uses.ts';
import type { Caller } from './record/relation/related-rows.ts';

/** What a site may do to a dictionary that a plugin declares; its codes are never changed or deleted. Default of each: no. */
export interface DictionaryRights {
  /** Call entries, and the dictionary itself, otherwise. */
  readonly relabel?: true;
  /** Put entries into another order. */
  readonly reorder?: true;
  /** Take entries out of what can be chosen. */
  readonly hide?: true;
  /** Add entries of its own, which it may change and delete like any. */
  readonly add?: true;
}

/** A dictionary whose codes stand in a plugin's rules. */
export interface DeclaredDictionary {
  /** Unique in the installation, `sex`. At most 50 characters. */
  readonly code: string;
  /** At most 50 characters in each language. */
  readonly title: TextByLanguage;
  /** In their order; labels of at most 100 characters. */
  readonly entries: readonly { readonly code: string; readonly label: TextByLanguage }[];
  readonly may: DictionaryRights;
}

/** Dictionaries of running plugins. The plugin of the dictionaries keeps a row of each, and of each entry. */
export const declaredDictionaries = defineExtension<DeclaredDictionary>('system.declared-dictionary@1', {
  code: 'text',
  title: 'title',
  entries: [{ code: 'text', label: 'title' }],
  may: 'object',
});

/** Texts of a plugin that are names of entries: `group.code` for each code. */
export interface DictionaryWords {
  /** Code of the dictionary; whoever declares it. */
  readonly dictionary: string;
  /** Where they stand in the plugin's texts: `reimWay` for `reimWay.310`. */
  readonly group: string;
}

/** Who shows entries by texts of its own says so here: what a site calls an entry then stands there, too, in every language that the site did not word. */
export const dictionaryWordings = defineExtension<DictionaryWords>('system.dictionary-words@1', { dictionary: 'text', group: 'text' });

/** Who asks for the uses of a code: whoever may look at dictionaries, which says nothing about the rows of a plugin. */
export type UsesReader = Caller & Pick<RequestContext<unknown>, 'can'>;

/** Rows of a plugin that hold codes of a dictionary. */
export interface DictionaryUse {
  /** Code of the dictionary. */
  readonly dictionary: string;
  /**
   * Rows that hold this code, whoever may see them; names are told of those alone that the caller sees.
   * @param most how many are named; `MAX_NAMED_USES` where nothing is said
   * @returns undefined: none
   */
  of(caller: UsesReader, code: string, most?: number): Promise<FoundUses | undefined>;
}

/** Who uses codes adds itself here: a code in use is neither deleted nor changed, and the refusal says what uses it. */
export const dictionaryUses = defineExtension<DictionaryUse>('system.dictionary-use@1', { dictionary: 'text', of: 'function' });

export interface DictionaryEntry {
  readonly code: string;
  readonly label: string;
  /** False: it is not to be chosen any more, and stays where it stands. */
  readonly enabled: boolean;
}

/** Dictionaries for rules of other plugins; offered by the plugin of the dictionaries. */
export interface DictionaryEntries {
  /** Entries in their order, hidden ones too; undefined: there is no such dictionary. @param language of labels that are not the site's own */
  of(dictionary: string, language: keyof TextByLanguage): Promise<readonly DictionaryEntry[] | undefined>;
}

export const dictionaryEntries = defineService<DictionaryEntries>('system.dictionary-entries@1');
