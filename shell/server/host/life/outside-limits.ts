import type { OthersLimits } from '../../db/index.ts';
import type { OwnTransactions } from '../../http/pipeline/bound-route.ts';
import { MAX_MESSAGE_BYTES } from '../apart/wire/value-codec.ts';
import { PluginUnavailable } from '../views/plugin-unavailable.ts';
import type { LivePlugin } from './live-plugin.ts';

/** What a message to a process has no room for anyway; bytes come from the database as text, of twice their length. */
export const MAX_ANSWER_BYTES = 2 * MAX_MESSAGE_BYTES;

/** Of the time that a transaction of a package may keep a connection without a statement, what is left while others wait for one. */
const CONTESTED_SHARE = 0.5;
/** While others wait, one whose process sleeps, wakes for nothing and is owed nothing waits for what may never come: on a busy machine it would be about to run. */
const ASLEEP_MS = 250;
/** How many times as long one that asks for one thing after another may keep it while others wait. On the embedded engine everybody does. */
const HELD_TIMES = 2.5;

/** Of that, what it may keep one for after it kept it for too long. */
const SHARE_AFTER = 0.1;

/**
 * How long a package may keep a connection that others wait for. Whoever was cut off asks again at once, as a rule: after it kept everybody waiting for the whole
 * time, others go first for as long again.
 */
class HeldTime {
  readonly #fullMs: number;
  readonly #now: () => number;
  #shortUntil = Number.NEGATIVE_INFINITY;

  constructor(fullMs: number, now: () => number) {
    this.#fullMs = fullMs;
    this.#now = now;
  }

  /** Milliseconds, for what begins now. */
  get ms(): number {
    return this.#now() < this.#shortUntil ? this.#fullMs * SHARE_AFTER : this.#fullMs;
  }

  exceeded(): void {
    this.#shortUntil = this.#now() + this.#fullMs;
  }
}

export interface OutsideLimits {
  /** Of a single statement on the one connection of the embedded engine: as long as a transaction that asks for one thing after another. */
  readonly statements: NonNullable<OthersLimits['held']>;
  /** A few run at once, and none holds a connection for long: that asks for nothing, or that others wait for. */
  readonly transactions: OwnTransactions;
}

/**
 * How far the statements and transactions of a package from outside go.
 * @param now milliseconds of a line of time that goes on
 */
export function outsideLimits(live: Pick<LivePlugin, 'id' | 'apart'>, seconds: number, now: () => number = () => performance.now()): OutsideLimits {
  const held = new HeldTime(seconds * 1_000 * HELD_TIMES, now);
  const refused = (key: string, ms: number): PluginUnavailable => {
    live.apart?.heldConnection(ms / 1_000);
    return new PluginUnavailable(live.id, { key, params: { seconds: ms / 1_000 } });
  };
  return {
    statements: {
      get ms() {
        return held.ms;
      },
      reason: (ms) => {
        held.exceeded();
        return refused('apart-held-statement', ms);
      },
    },
    transactions: {
      queue: [`from outside ${live.id}`],
      takesLate: true,
      idle: {
        ms: seconds * 1_000,
        contestedMs: seconds * 1_000 * CONTESTED_SHARE,
        asleep: { ms: ASLEEP_MS, forMs: () => live.apart?.asleepMs() ?? 0 },
        get heldMs() {
          return held.ms;
        },
        reason: (ms, kind) => {
          if (kind === 'held') held.exceeded();
          return refused(`apart-${kind}-transaction`, ms);
        },
      },
    },
  };
}
