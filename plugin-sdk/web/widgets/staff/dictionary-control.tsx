import { defineContract, get, listOf, Type } from '@nephra/plugin-sdk/contract';
import { createClient, type HttpPort, usePlugin } from '@nephra/plugin-sdk/web';
import { useMemo } from 'react';
import type { ChoiceFieldProps, ChoiceNode, ChoiceSource, LeavesOnly } from '../pick/choice.ts';
import { DropControl } from '../pick/drop-control.tsx';
import { useKitText } from '../kit-text.ts';
import { pick } from './staff-sources.ts';

export type DictionaryLoad = (signal: AbortSignal) => Promise<{ readonly data: { readonly list: readonly ChoiceNode[] } }>;

/** The call behind a dictionary's entries (spec 7.12). */
export const dictionaryContract = defineContract('dictionary-entries', {
  entries: get('/api/system/DictionaryData/{id}/Data/Selector', {
    summary: 'Entries of a dictionary as a tree',
    need: 'session',
    audit: 'none',
    params: Type.Object({ id: Type.String() }),
    reply: listOf(Type.Unsafe<ChoiceNode>(Type.Unknown())),
  }),
});

export type DictionaryControlProps = ChoiceFieldProps &
  LeavesOnly & {
    /** Id of the dictionary type. */
    readonly dictionary: string;
    /** Entries from somewhere else than the dictionary plugin. */
    readonly load?: DictionaryLoad;
  };

function dictionarySource(http: HttpPort, dictionary: string, given: DictionaryLoad | undefined): ChoiceSource {
  const client = createClient(dictionaryContract, http);
  const load: DictionaryLoad = given ?? ((signal) => client.entries({ params: { id: dictionary } }, { signal, quiet: true }));
  return {
    key: `dictionary:${dictionary}`,
    tree: { load },
    names: async (ids) => pick((await load(new AbortController().signal)).data.list, ids),
  };
}

/** Tree select over one dictionary. */
export function DictionaryControl(props: DictionaryControlProps) {
  const { http } = usePlugin();
  const text = useKitText();
  const { dictionary, load } = props;
  const source = useMemo(() => dictionarySource(http, dictionary, load), [http, dictionary, load]);
  return <DropControl field={props} source={source} title={props.title ?? text('dictionary')} />;
}
