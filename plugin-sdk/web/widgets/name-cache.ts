import type { HttpPort } from '@nephra/plugin-sdk/web';
import { makeObservable, observable, observableRef, runInAction } from 'mobx';
import type { ChoiceName, ChoiceSource } from './pick/choice.ts';

/** What one call may ask for. */
const MAX_PER_CALL = 200;
const MAX_KEPT = 5000;

/**
 * Names of values by id, shared by all fields of one kind: many fields that show at once ask with one call. Ids that nobody
 * knows are remembered as such.
 */
export class NameCache {
  /** Why the last call failed; null when it did not. */
  failure: unknown = null;
  private readonly known = observable.map<string, ChoiceName | null>({}, { deep: false });
  private readonly ask: ChoiceSource['names'];
  private wanted = new Set<string>();
  private asked = new Set<string>();
  private waiting = false;

  constructor(ask: ChoiceSource['names']) {
    this.ask = ask;
    makeObservable(this, { failure: observableRef });
  }

  /** The name; null = nobody by this id; undefined = not known yet. */
  get(id: string): ChoiceName | null | undefined {
    return this.known.get(id);
  }

  /** Names that somebody just saw are newer than those kept. */
  put(names: readonly ChoiceName[]): void {
    runInAction(() => {
      if (this.known.size + names.length > MAX_KEPT) this.known.clear();
      for (const name of names) this.known.set(name.id, name);
    });
  }

  /** Asks for what is not known, once everybody who draws now has said what they want. */
  want(ids: readonly string[]): void {
    for (const id of ids) if (!this.known.has(id) && !this.asked.has(id)) this.wanted.add(id);
    if (this.waiting || this.wanted.size === 0 || this.failure !== null) return;
    this.waiting = true;
    queueMicrotask(() => void this.fetch());
  }

  /** Asks again for what could not be fetched. */
  retry(): void {
    runInAction(() => {
      this.failure = null;
    });
    this.want([]);
  }

  private async fetch(): Promise<void> {
    this.waiting = false;
    const ids = [...this.wanted].slice(0, MAX_PER_CALL);
    for (const id of ids) {
      this.wanted.delete(id);
      this.asked.add(id);
    }
    try {
      const names = await this.ask(ids);
      const byId = new Map(names.map((name) => [name.id, name]));
      runInAction(() => {
        for (const id of ids) if (!this.known.get(id)) this.known.set(id, byId.get(id) ?? null);
      });
    } catch (failure) {
      for (const id of ids) this.wanted.add(id);
      runInAction(() => {
        this.failure = failure;
      });
    } finally {
      for (const id of ids) this.asked.delete(id);
    }
    this.want([]);
  }
}

const caches = new WeakMap<HttpPort, Map<string, NameCache>>();

/** The cache of one kind of values; it lives as long as the session's HTTP client. */
export function nameCacheOf(http: HttpPort, source: Pick<ChoiceSource, 'key' | 'names'>): NameCache {
  const kinds = caches.get(http) ?? new Map<string, NameCache>();
  caches.set(http, kinds);
  const cache = kinds.get(source.key) ?? new NameCache(source.names);
  kinds.set(source.key, cache);
  return cache;
}
