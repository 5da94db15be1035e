import { MAX_FILE_ENTRIES } from '../contract/limits.ts';
import { parentsFirst } from './tree.ts';

/** Says what a file is; files of other kinds are refused. */
const KIND = 'nephra-dictionary';
const FORMAT = 1;

export interface FileType {
  readonly fullName: string;
  readonly enCode: string;
  readonly isTree: 0 | 1;
  readonly sortCode: number;
  readonly description: string;
}
export interface FileEntry {
  readonly fullName: string;
  readonly enCode: string;
  /** Code of the entry above; '' at the top. */
  readonly parent: string;
  readonly enabledMark: 0 | 1;
  readonly sortCode: number;
  readonly description: string;
}
export interface DictionaryFile {
  readonly dictionary: FileType;
  readonly entries: readonly FileEntry[];
}

/** Text of the file: ids are of one installation, so entries name each other by their codes. */
export const fileText = ({ dictionary, entries }: DictionaryFile): string =>
  `${JSON.stringify({ kind: KIND, format: FORMAT, dictionary, entries }, null, 1)}\n`;

/** Why a file cannot be read: keys below `errors.system`. */
export type FileFlaw = 'file-unreadable' | 'file-other' | 'file-too-long' | 'file-doubled' | 'file-parent';

type Given = Readonly<Record<string, unknown>>;
const isGiven = (value: unknown): value is Given => typeof value === 'object' && value !== null && !Array.isArray(value);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const wholeOf = (value: unknown): number => (typeof value === 'number' && Number.isInteger(value) ? value : 0);
const flagOf = (value: unknown, otherwise: 0 | 1): 0 | 1 => (value === 0 || value === 1 ? value : otherwise);

/** Lengths and signs are judged where the rows are written. Entries come with each behind the one above it. */
export function readDictionaryFile(text: string): DictionaryFile | { readonly flaw: FileFlaw; readonly what: string } {
  let given: unknown;
  try {
    given = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return { flaw: 'file-unreadable', what: '' };
  }
  if (!isGiven(given) || given.kind !== KIND || given.format !== FORMAT || !isGiven(given.dictionary) || !Array.isArray(given.entries))
    return { flaw: 'file-other', what: '' };
  if (given.entries.length > MAX_FILE_ENTRIES) return { flaw: 'file-too-long', what: String(MAX_FILE_ENTRIES) };
  const { fullName, enCode, isTree, sortCode, description } = given.dictionary;
  const dictionary = {
    fullName: textOf(fullName),
    enCode: textOf(enCode),
    isTree: flagOf(isTree, 0),
    sortCode: wholeOf(sortCode),
    description: textOf(description),
  };
  const entries = (given.entries as readonly unknown[]).map((entry) => entryOf(isGiven(entry) ? entry : {}));
  const codes = new Set<string>();
  for (const entry of entries) {
    if (codes.has(entry.enCode)) return { flaw: 'file-doubled', what: entry.enCode };
    codes.add(entry.enCode);
  }
  const strange = entries.find(({ parent }) => parent !== '' && !codes.has(parent));
  if (strange) return { flaw: 'file-parent', what: strange.enCode };
  const ordered = parentsFirst(entries.map((entry) => ({ ...entry, id: entry.enCode, parentId: entry.parent === '' ? null : entry.parent })));
  // Entries of a ring are led to by nothing.
  const ring = entries.find(({ enCode: code }) => !ordered.some(({ id }) => id === code));
  if (ordered.length < entries.length) return { flaw: 'file-parent', what: ring?.enCode ?? '' };
  return { dictionary, entries: ordered.map(({ id: _, parentId: __, ...entry }) => entry) };
}

const entryOf = ({ fullName, enCode, parent, enabledMark, sortCode, description }: Given): FileEntry => ({
  fullName: textOf(fullName),
  enCode: textOf(enCode),
  parent: textOf(parent),
  enabledMark: flagOf(enabledMark, 1),
  sortCode: wholeOf(sortCode),
  description: textOf(description),
});
