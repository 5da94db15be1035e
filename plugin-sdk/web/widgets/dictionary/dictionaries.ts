import { defineContract, get, type Language, Type } from '@nephra/plugin-sdk/contract';
import { createClient, type HttpPort, type WebContext } from '@nephra/plugin-sdk/web';
import { makeObservable, observableRef, runInAction } from 'mobx';
import type { ChoiceName, ChoiceNode } from '../pick/choice.ts';

interface Entry {
  readonly id: string;
  readonly parentId: string;
  readonly fullName: string;
  readonly enCode: string;
}
/** A dictionary as the cache holds it. */
export interface CachedDictionary {
  readonly id: string;
  readonly fullName: string;
  readonly enCode: string;
  readonly isTree: 0 | 1;
  /** What can be chosen. */
  readonly dictionaryList: readonly Entry[];
  /** What cannot be chosen any more, for the names of what stands in rows. */
  readonly hiddenList: readonly Entry[];
}
interface AllDictionaries {
  readonly list: readonly CachedDictionary[];
  readonly revision: string;
  readonly same: boolean;
  /** The list holds only what changed since the revision that was named. */
  readonly partial?: boolean;
}

/** The call behind the cache (spec 7.12). */
export const dictionaryContract = defineContract('dictionary-cache', {
  all: get('/api/system/DictionaryData/All', {
    summary: 'All dictionaries with what can be chosen',
    need: 'session',
    audit: 'none',
    query: Type.Object({ revision: Type.Optional(Type.String()), partial: Type.Optional(Type.String()) }),
    reply: Type.Unsafe<AllDictionaries>(Type.Unknown()),
  }),
});

type Channel = Pick<WebContext, 'onSocket' | 'report'>;
interface Watcher {
  readonly channel: Channel;
}

const QUIET = { quiet: true } as const;
/** Frames that say that something else may be there now: a change, and a connection that was cut meanwhile. */
const NUDGES = ['dictionaryChanged', 'greeted'] as const;

/**
 * All dictionaries of the installation, fetched once and kept for the session: names for cells, choices for selects. While somebody watches they are read again as
 * soon as the server says that they changed; who comes later asks with the revision that is here, which costs a short answer.
 */
export class Dictionaries {
  /** Null until they are here. */
  list: readonly CachedDictionary[] | null = null;
  private revision: string | undefined;
  private coming: Promise<void> | null = null;
  private readonly watchers = new Set<Watcher>();
  private listening: { readonly watcher: Watcher; readonly end: () => void } | null = null;
  /** Something may have changed since the last answer. */
  private stale = true;
  private readonly http: HttpPort;

  constructor(http: HttpPort) {
    this.http = http;
    makeObservable(this, { list: observableRef });
  }

  /** By id or code; undefined also while they are on their way. */
  find(key: string): CachedDictionary | undefined {
    return this.list?.find(({ enCode }) => enCode === key) ?? this.list?.find(({ id }) => id === key);
  }

  /** What a code is called, hidden ones too; the code itself where nobody knows it. */
  label(dictionary: string, code: string): string {
    const found = this.find(dictionary);
    return [...(found?.dictionaryList ?? []), ...(found?.hiddenList ?? [])].find(({ enCode }) => enCode === code)?.fullName ?? code;
  }

  /** Brings them here, and up to date. @throws what the call failed with; the next one tries again */
  async load(): Promise<void> {
    if (this.coming === null && !this.stale) return;
    this.coming ??= this.fetch().finally(() => {
      this.coming = null;
    });
    await this.coming;
  }

  /** Keeps them up to date until the answer is called. */
  watch(channel: Channel): () => void {
    const watcher = { channel };
    this.watchers.add(watcher);
    this.listen();
    void this.read(channel);
    return () => {
      this.watchers.delete(watcher);
      if (this.listening?.watcher === watcher) {
        this.listening.end();
        this.listening = null;
        this.listen();
      }
      // Nobody hears of changes from now on.
      if (this.watchers.size === 0) this.stale = true;
    };
  }

  /** One of the watchers hears for all, so that a change is read once. */
  private listen(): void {
    const [watcher] = this.watchers;
    if (!watcher || this.listening) return;
    const { channel } = watcher;
    const ends = NUDGES.map((method) =>
      channel.onSocket(method, () => {
        this.stale = true;
        void this.read(channel);
      }),
    );
    this.listening = {
      watcher,
      end: () => {
        for (const end of ends) end();
      },
    };
  }

  private read({ report }: Channel): Promise<void> {
    return this.load().catch((error: unknown) => report(error, 'dictionaries'));
  }

  private async fetch(): Promise<void> {
    // A change that is told of while this is under way is read by the next.
    this.stale = false;
    try {
      const { revision } = this;
      const { data } = await createClient(dictionaryContract, this.http).all({ query: revision === undefined ? {} : { revision, partial: '1' } }, QUIET);
      runInAction(() => {
        this.revision = data.revision;
        if (!data.same) this.list = data.partial ? withChanged(this.list ?? [], data.list) : data.list;
      });
    } catch (error) {
      this.stale = true;
      throw error;
    }
    if (this.watchers.size === 0) this.stale = true;
    else if (this.stale) await this.fetch();
  }
}

const withChanged = (before: readonly CachedDictionary[], changed: readonly CachedDictionary[]): readonly CachedDictionary[] => {
  const byId = new Map(changed.map((dictionary) => [dictionary.id, dictionary]));
  return before.map((dictionary) => byId.get(dictionary.id) ?? dictionary);
};

const caches = new WeakMap<HttpPort, Map<Language, Dictionaries>>();

/** The cache of the session, in the language that is spoken now. */
export function dictionariesOf({ http, language }: Pick<WebContext, 'http' | 'language'>): Dictionaries {
  const byLanguage = caches.get(http) ?? new Map<Language, Dictionaries>();
  caches.set(http, byLanguage);
  const cache = byLanguage.get(language) ?? new Dictionaries(http);
  byLanguage.set(language, cache);
  return cache;
}

/** What a field keeps of an entry. */
export type EntryKey = 'id' | 'code';

/** Entries for a picker, below each other where they are a tree; what stands below a hidden one stands at the top. */
export function choiceNodes({ dictionaryList }: CachedDictionary, key: EntryKey): readonly ChoiceNode[] {
  const known = new Set(dictionaryList.map(({ id }) => id));
  const below = new Map<string, Entry[]>();
  for (const entry of dictionaryList) {
    const parent = known.has(entry.parentId) ? entry.parentId : '';
    const brothers = below.get(parent);
    if (brothers) brothers.push(entry);
    else below.set(parent, [entry]);
  }
  const build = (parent: string): readonly ChoiceNode[] =>
    (below.get(parent) ?? []).map(({ id, fullName, enCode }) => ({
      id: key === 'code' ? enCode : id,
      fullName,
      enCode,
      children: below.has(id) ? build(id) : null,
    }));
  return build('');
}

export function choiceNames({ dictionaryList, hiddenList }: CachedDictionary, key: EntryKey, values: readonly string[]): readonly ChoiceName[] {
  const named = (entries: readonly Entry[], enabledMark: number) =>
    entries.map(({ id, enCode, fullName }): ChoiceName => ({ id: key === 'code' ? enCode : id, fullName, enabledMark }));
  return [...named(dictionaryList, 1), ...named(hiddenList, 0)].filter(({ id }) => values.includes(id));
}

/** Names of these values among entries that came as a tree. */
export const namesAmong = (nodes: readonly ChoiceNode[], values: readonly string[]): readonly ChoiceName[] =>
  nodes.flatMap(({ id, fullName, enabledMark = 1, children }) => [
    ...(values.includes(id) ? [{ id, fullName, enabledMark }] : []),
    ...namesAmong((children ?? []) as readonly ChoiceNode[], values),
  ]);
