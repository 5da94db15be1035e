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

/** A single statement of a package from outside keeps the one connection of the embedded engine no longer than a transaction that asks for one thing after another. */
export const outsideStatements = (live: LivePlugin, seconds: number): NonNullable<OthersLimits['held']> => ({
  ms: seconds * 1_000 * HELD_TIMES,
  reason: (ms) => {
    live.apart?.heldConnection(ms / 1_000);
    return new PluginUnavailable(live.id, { key: 'apart-held-statement', params: { seconds: ms / 1_000 } });
  },
});

/** Of a package from outside a few transactions run at once, and none holds a connection for long: that asks for nothing, or that others wait for. */
export const outsideTransactions = (live: LivePlugin, seconds: number): OwnTransactions => ({
  queue: [`from outside ${live.id}`],
  takesLate: true,
  idle: {
    ms: seconds * 1_000,
    contestedMs: seconds * 1_000 * CONTESTED_SHARE,
    asleep: { ms: ASLEEP_MS, forMs: () => live.apart?.asleepMs() ?? 0 },
    heldMs: seconds * 1_000 * HELD_TIMES,
    reason: (ms, kind) => {
      live.apart?.heldConnection(ms / 1_000);
      return new PluginUnavailable(live.id, { key: `apart-${kind}-transaction`, params: { seconds: ms / 1_000 } });
    },
  },
});
