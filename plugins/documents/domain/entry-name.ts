import { MAX_NAME } from '../contract/limits.ts';

/** A name as it is kept: without what no file system likes, without spaces at its ends. Empty: it says nothing. */
export function cleanName(name: string): string {
  const cleaned = name
    .normalize('NFC')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed
    .replace(/[\u0000-\u001f\u007f<>:"/\\|?*\u202a-\u202e\u2066-\u2069]/g, '')
    .trim();
  return /^\.*$/.test(cleaned) ? '' : cleaned;
}

/** What makes two names of a folder the same: people do not tell them apart by large and small letters. */
export const nameKey = (name: string): string => name.toLowerCase();

/** `pdf`; empty: none. */
export const extensionOf = (name: string): string => /\.([A-Za-z0-9]{1,8})$/.exec(name)?.[1]?.toLowerCase() ?? '';

/** A new name of a file with the extension that it has: what it is does not change with what it is called. */
export function renamed(name: string, asked: string): string {
  const extension = extensionOf(name);
  const cleaned = cleanName(asked);
  if (extension === '' || cleaned === '' || extensionOf(cleaned) === extension) return cleaned;
  return `${[...cleaned].slice(0, MAX_NAME - extension.length - 1).join('')}.${extension}`;
}

/** The name itself, or with the first number that nobody has: `a (2).pdf`. @param taken keys of the names in the folder */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(nameKey(name))) return name;
  const extension = extensionOf(name);
  const stem = extension === '' ? name : name.slice(0, -extension.length - 1);
  for (let n = 2; ; n += 1) {
    const ending = ` (${n})${extension === '' ? '' : `.${extension}`}`;
    const candidate = `${stem.slice(0, MAX_NAME - ending.length)}${ending}`;
    if (!taken.has(nameKey(candidate))) return candidate;
  }
}
