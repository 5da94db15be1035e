import { EnvelopeCode } from '@nephra/plugin-sdk/contract';
import type { CallFeed, CallFigures } from '@nephra/plugin-sdk/server';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };
/** Owners that are counted at most; ids of plugins are few, and a fault must not make them many. */
const MAX_OWNERS = 500;
const NOBODY = 'unknown';
const FAILED: readonly number[] = [EnvelopeCode.Fault, EnvelopeCode.Unavailable];

/** Counts calls and errors by plugin since this server started. */
export class CallCounters {
  readonly #byOwner = new Map<string, Mutable<CallFigures>>();

  constructor(feed: CallFeed) {
    feed.onCall(({ pluginId, code, milliseconds }) => {
      const figures = this.#of(pluginId);
      figures.calls += 1;
      figures.milliseconds += milliseconds;
      if (FAILED.includes(code)) figures.failed += 1;
      else if (code !== EnvelopeCode.Ok) figures.refused += 1;
    });
    feed.onProblem(({ pluginId }) => {
      this.#of(pluginId).errors += 1;
    });
  }

  get figures(): readonly CallFigures[] {
    return [...this.#byOwner.values()].sort((one, other) => (one.pluginId < other.pluginId ? -1 : 1)).map((figures) => ({ ...figures }));
  }

  #of(pluginId: string): Mutable<CallFigures> {
    const id = pluginId === '' || (this.#byOwner.size >= MAX_OWNERS && !this.#byOwner.has(pluginId)) ? NOBODY : pluginId;
    const known = this.#byOwner.get(id);
    if (known) return known;
    const fresh = { pluginId: id, calls: 0, refused: 0, failed: 0, milliseconds: 0, errors: 0 };
    this.#byOwner.set(id, fresh);
    return fresh;
  }
}
