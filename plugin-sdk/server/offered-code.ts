import type { RequestContext } from './context.ts';
import { dictionaryEntries, type DictionaryEntry } from './dictionary-points.ts';

/**
 * Whether a row may be written with this code: what stands there stays, whatever became of it; a new one is offered and not hidden.
 * @param before code that the row has; empty: none
 */
export const mayWriteCode = (entries: readonly DictionaryEntry[], code: string, before: string): boolean =>
  code === '' || code === before || entries.some((entry) => entry.enabled && entry.code === code);

/**
 * For fields of codes that a plugin keeps itself and declares as a dictionary.
 * @returns what the site calls the code that it hid; undefined: it may be written, as every code that the plugin takes while nobody keeps dictionaries
 */
export async function hiddenCode(
  ctx: Pick<RequestContext<unknown>, 'optionalService' | 'language'>,
  dictionary: string,
  code: string,
  before: string,
): Promise<string | undefined> {
  const entries = (await ctx.optionalService(dictionaryEntries)?.of(dictionary, ctx.language)) ?? [];
  const entry = entries.find((one) => one.code === code);
  return entry && !mayWriteCode(entries, code, before) ? entry.label : undefined;
}

/**
 * The same of many rows at once, such as the lines of a paper: each dictionary is read once, and none where no code has to be asked for.
 * @param codes those that did not stand there before
 * @returns hidden ones with what the site calls them
 */
export async function hiddenCodes(
  ctx: Pick<RequestContext<unknown>, 'optionalService' | 'language'>,
  dictionary: string,
  codes: ReadonlySet<string>,
): Promise<ReadonlyMap<string, string>> {
  const entries = codes.size === 0 ? [] : ((await ctx.optionalService(dictionaryEntries)?.of(dictionary, ctx.language)) ?? []);
  return new Map(entries.filter(({ code, enabled }) => !enabled && codes.has(code)).map(({ code, label }) => [code, label]));
}
