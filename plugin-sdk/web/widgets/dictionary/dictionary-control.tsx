import { usePlugin } from '@nephra/plugin-sdk/web';
import { useEffect, useMemo } from 'react';
import type { ChoiceFieldProps, ChoiceNode, ChoiceSource, LeavesOnly } from '../pick/choice.ts';
import { DropControl } from '../pick/drop-control.tsx';
import { useKitText } from '../kit-text.ts';
import { choiceNames, choiceNodes, type Dictionaries, dictionariesOf, type EntryKey, namesAmong } from './dictionaries.ts';

export type DictionaryLoad = (signal: AbortSignal) => Promise<{ readonly data: { readonly list: readonly ChoiceNode[] } }>;

export type DictionaryControlProps = ChoiceFieldProps &
  LeavesOnly & {
    /** Code of the dictionary, or its id. */
    readonly dictionary: string;
    /** What the value is: ids of entries (default), or their codes. */
    readonly keeps?: EntryKey;
    /** Entries from somewhere else than the cache of dictionaries. */
    readonly load?: DictionaryLoad;
  };

/** Entries of the cache: no call of its own, however many fields there are. */
function cachedSource(cache: Dictionaries, dictionary: string, keeps: EntryKey): ChoiceSource {
  const here = async () => {
    await cache.load();
    return cache.find(dictionary);
  };
  return {
    key: `dictionary:${keeps}:${dictionary}`,
    tree: {
      load: async () => {
        const found = await here();
        return { data: { list: found ? choiceNodes(found, keeps) : [] } };
      },
    },
    names: async (ids) => {
      const found = await here();
      return found ? choiceNames(found, keeps, ids) : [];
    },
  };
}

const givenSource = (dictionary: string, load: DictionaryLoad): ChoiceSource => ({
  key: `dictionary:${dictionary}`,
  tree: { load },
  names: async (ids) => namesAmong((await load(new AbortController().signal)).data.list, ids),
});

/** Tree select over one dictionary. */
export function DictionaryControl(props: DictionaryControlProps) {
  const ctx = usePlugin();
  const text = useKitText();
  const { dictionary, load, keeps = 'id' } = props;
  const cache = dictionariesOf(ctx);
  const source = useMemo(() => (load ? givenSource(dictionary, load) : cachedSource(cache, dictionary, keeps)), [cache, dictionary, keeps, load]);
  const isCached = load === undefined;
  useEffect(() => (isCached ? cache.watch(ctx) : undefined), [cache, ctx, isCached]);
  return <DropControl field={props} source={source} title={props.title ?? text('dictionary')} />;
}
