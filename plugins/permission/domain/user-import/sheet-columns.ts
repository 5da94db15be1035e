import { plainHeading } from '@nephra/plugin-sdk/record';
import { IMPORT_COLUMNS, IMPORT_KEYS, type ImportKey, type ImportTexts } from './import-columns.ts';

/** Which column of the sheet holds what, whatever the language of its headings; undefined for headings that nobody knows. */
export function columnsOf(headings: readonly string[]): (ImportKey | undefined)[] {
  const byHeading = new Map(IMPORT_KEYS.flatMap((key) => Object.values(IMPORT_COLUMNS[key].title).map((title) => [plainHeading(title), key] as const)));
  const seen = new Set<ImportKey>();
  return headings.map((heading) => {
    const key = byHeading.get(plainHeading(heading));
    if (key === undefined || seen.has(key)) return undefined;
    seen.add(key);
    return key;
  });
}

/** Required columns that a sheet lacks. */
export const missingColumns = (columns: readonly (ImportKey | undefined)[]): ImportKey[] =>
  IMPORT_KEYS.filter((key) => IMPORT_COLUMNS[key].required && !columns.includes(key));

/** A row of the sheet by what its columns mean. */
export function textsOf(columns: readonly (ImportKey | undefined)[], cells: readonly string[]): ImportTexts {
  const texts = Object.fromEntries(IMPORT_KEYS.map((key) => [key, ''])) as Record<ImportKey, string>;
  columns.forEach((key, at) => {
    if (key !== undefined) texts[key] = (cells[at] ?? '').trim();
  });
  return texts;
}

/** The example that the template brings; people forget to take it out. */
export const isExample = ({ account, realName }: Pick<ImportTexts, 'account' | 'realName'>): boolean =>
  account === IMPORT_COLUMNS.account.example.zh && Object.values(IMPORT_COLUMNS.realName.example).includes(realName);
