import type { Language, TextByLanguage } from '@nephra/plugin-sdk/contract';

/** What a site may do to a dictionary that a plugin declares. */
export interface Rights {
  readonly relabel?: true;
  readonly reorder?: true;
  readonly hide?: true;
  readonly add?: true;
}

/** What can be changed of an entry. */
export interface EntryValues {
  readonly enCode: string;
  readonly fullName: string;
  readonly parentId: string | null;
  readonly sortCode: number;
  readonly enabled: boolean;
}

/** Keys below `errors.system`. */
export type LockedRefusal = 'locked-code' | 'locked-name' | 'locked-order' | 'locked-state' | 'locked-place' | 'locked-remove' | 'locked-structure';

/** The name is one that the plugin gave, in whatever language. */
export const isDeclaredName = (name: string, labels: TextByLanguage): boolean => Object.values(labels).includes(name);

/** What a reader is shown: the plugin's word in their language, unless the site calls it otherwise. */
export const shownName = (name: string, labels: TextByLanguage | undefined, language: Language): string =>
  labels && isDeclaredName(name, labels) ? labels[language] : name;

/** Why an entry that a plugin declares may not be changed so; undefined: it may. @param after null: it is deleted */
export function entryRefusal(before: EntryValues, after: EntryValues | null, labels: TextByLanguage, may: Rights): LockedRefusal | undefined {
  if (!after) return 'locked-remove';
  if (after.enCode !== before.enCode) return 'locked-code';
  if (after.parentId !== before.parentId) return 'locked-place';
  if (!may.relabel && after.fullName !== before.fullName && !isDeclaredName(after.fullName, labels)) return 'locked-name';
  if (!may.reorder && after.sortCode !== before.sortCode) return 'locked-order';
  if (!may.hide && after.enabled !== before.enabled) return 'locked-state';
  return undefined;
}

export interface TypeValues {
  readonly enCode: string;
  readonly fullName: string;
  readonly isTree: boolean;
}

/** The same of a dictionary; where it hangs in the tree, and its order there, are the site's. */
export function typeRefusal(before: TypeValues, after: TypeValues | null, labels: TextByLanguage, may: Rights): LockedRefusal | undefined {
  if (!after) return 'locked-remove';
  if (after.enCode !== before.enCode) return 'locked-code';
  if (after.isTree !== before.isTree) return 'locked-structure';
  if (!may.relabel && after.fullName !== before.fullName && !isDeclaredName(after.fullName, labels)) return 'locked-name';
  return undefined;
}

const RIGHTS = ['relabel', 'reorder', 'hide', 'add'] as const;
/** `relabel,hide` */
export const rightsText = (may: Rights): string => RIGHTS.filter((right) => may[right]).join(',');
export const rightsOfText = (text: string): Rights => Object.fromEntries(text.split(',').map((right) => [right, true]));
