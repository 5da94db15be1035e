import { usePlugin, type WebContext } from '@nephra/plugin-sdk/web';
import { useEffect } from 'react';
import { type Dictionaries, dictionariesOf } from './dictionaries.ts';

/**
 * Codes of a dictionary that a plugin declares, as the site offers them: in its order, without those that it hides. `codes` are those that the plugin's rules know; they are
 * offered as they stand until the dictionaries are here, and where nobody keeps any. Hidden codes in `kept` stay, at the end: a row holds them.
 */
export type Offered = <Code extends string | number>(dictionary: string, codes: readonly Code[], ...kept: readonly Code[]) => readonly Code[];

/** Reads the cache: whoever draws in an observer follows changes. */
function offeredIn(cache: Dictionaries): Offered {
  return (dictionary, codes, ...kept) => {
    const found = cache.find(dictionary);
    if (!found) return codes;
    const shown = found.dictionaryList.flatMap(({ enCode }) => codes.filter((code) => String(code) === enCode));
    const hidden = new Set(found.hiddenList.map(({ enCode }) => enCode));
    // A newer plugin's code may not have come into the dictionaries yet.
    const others = codes.filter((code) => !shown.includes(code) && (kept.includes(code) || !hidden.has(String(code))));
    return [...shown, ...others];
  };
}

/** For stores, asked once when a form opens; without the plugin of the dictionaries nothing is hidden, and nothing is reported. */
export function offeredFrom(ctx: Pick<WebContext, 'http' | 'language'>): Offered {
  const cache = dictionariesOf(ctx);
  cache.load().catch(() => undefined);
  return offeredIn(cache);
}

/** For components: kept up to date while it is drawn. */
export function useOffered(): Offered {
  const ctx = usePlugin();
  const cache = dictionariesOf(ctx);
  useEffect(() => cache.watch({ onSocket: ctx.onSocket, report: () => undefined }), [cache, ctx]);
  return offeredIn(cache);
}
