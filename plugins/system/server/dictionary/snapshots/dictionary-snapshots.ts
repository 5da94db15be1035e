import { defineService, type Language } from '@nephra/plugin-sdk/contract';
import type { CachedDictionary } from '../../../contract/dictionary-data.contract.ts';
import { currentRevision } from '../../revision/revision.ts';
import type { Ctx } from '../../tables/tables.ts';
import { allForCaches } from '../dictionary.query.ts';

/** All dictionaries as they were at a revision, in one language. What did not change is the same object in the next one. */
interface Snapshot {
  readonly revision: string;
  readonly list: readonly CachedDictionary[];
}

export interface CacheAnswer {
  readonly list: CachedDictionary[];
  readonly revision: string;
  /** Nothing changed since the revision that the caller named. */
  readonly same: boolean;
  /** The list holds only what changed since then. */
  readonly partial?: boolean;
}

/** Revisions that a page may have been answered with and still be told the difference to; whoever has an older one reads everything. */
const MAX_KEPT = 8;

/**
 * What caches read. A change is heard by every open page at once: the first one that asks reads it from the database, the others get what was read, and each
 * is sent only the dictionaries that changed. Everybody may read all of them, so that nobody is answered with what another may not see.
 */
export class DictionarySnapshots {
  readonly #kept = new Map<Language, readonly Snapshot[]>();
  readonly #coming = new Map<string, Promise<Snapshot>>();

  /**
   * @param known revision of what the caller has; undefined: nothing
   * @param partly whether the caller can put a part into what it has
   */
  async answer(ctx: Ctx, known: string | undefined, partly: boolean): Promise<CacheAnswer> {
    // Before the rows: what is written meanwhile is read once more, and never missed.
    const revision = await currentRevision(ctx);
    if (known === revision) return { list: [], revision, same: true };
    const now = await this.#at(ctx, revision);
    const before = partly && known !== undefined ? this.#of(ctx.language).find((one) => one.revision === known) : undefined;
    const comparable = before !== undefined && before.list.length === now.list.length && before.list.every(({ id }, at) => now.list[at]?.id === id);
    if (!comparable) return { list: [...now.list], revision: now.revision, same: false };
    return { list: now.list.filter((dictionary, at) => dictionary !== before.list[at]), revision: now.revision, same: false, partial: true };
  }

  #of(language: Language): readonly Snapshot[] {
    return this.#kept.get(language) ?? [];
  }

  async #at(ctx: Ctx, revision: string): Promise<Snapshot> {
    const kept = this.#of(ctx.language).find((one) => one.revision === revision);
    if (kept) return kept;
    const key = `${ctx.language} ${revision}`;
    const coming = this.#coming.get(key);
    // What failed for another caller, whose call may have been given up, need not fail for this one.
    if (coming) return await coming.catch(() => this.#read(ctx, revision));
    const reading = this.#read(ctx, revision).finally(() => this.#coming.delete(key));
    this.#coming.set(key, reading);
    return await reading;
  }

  async #read(ctx: Ctx, revision: string): Promise<Snapshot> {
    const list = await allForCaches(ctx);
    const [last] = this.#of(ctx.language);
    const known = new Map(last?.list.map((dictionary) => [dictionary.id, dictionary]));
    const reused = list.map((dictionary) => {
      const same = known.get(dictionary.id);
      return same !== undefined && isSame(same, dictionary) ? same : dictionary;
    });
    // Each change raises the number with it: rows that were read between two equal numbers are exactly those of that number. Others have none that anybody
    // compares with: whoever has them reads everything the next time.
    if ((await currentRevision(ctx)) !== revision) return { revision: `${revision}+`, list: reused };
    const snapshot = { revision, list: reused };
    this.#kept.set(ctx.language, [snapshot, ...this.#of(ctx.language)].slice(0, MAX_KEPT));
    return snapshot;
  }
}

export const dictionarySnapshots = defineService<DictionarySnapshots>('system.dictionary-snapshots@1');

const isSame = (a: CachedDictionary, b: CachedDictionary): boolean =>
  a.fullName === b.fullName &&
  a.enCode === b.enCode &&
  a.isTree === b.isTree &&
  areSame(a.dictionaryList, b.dictionaryList) &&
  areSame(a.hiddenList, b.hiddenList);

const areSame = (a: CachedDictionary['dictionaryList'], b: CachedDictionary['dictionaryList']): boolean =>
  a.length === b.length &&
  a.every((one, at) => {
    const other = b[at];
    return other !== undefined && one.id === other.id && one.fullName === other.fullName && one.enCode === other.enCode && one.parentId === other.parentId;
  });
