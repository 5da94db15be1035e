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
