import type { IdleLimit } from '../database.ts';

/** Of the shortest limit, how often it is looked. */
const LOOKS = 4;

/** A transaction as it is watched. */
export interface WatchedWork {
  readonly ended: unknown;
  /** Milliseconds since its last statement was answered; 0 while one is under way, and while it has no connection. */
  readonly idleMs: number;
  /** Milliseconds since it got its connection. */
  readonly heldMs: number;
}

/**
 * Looks now and then whether a transaction of others keeps its connection for too long.
 * @param isWaitedFor others wait for a connection
 * @returns what ends the watch
 */
export function watchIdle(work: WatchedWork, idle: IdleLimit, isWaitedFor: () => boolean, exceeded: (reason: Error) => void): () => void {
  const { ms, contestedMs, heldMs = Number.POSITIVE_INFINITY, asleep, reason } = idle;
  const step = (asleep?.ms ?? contestedMs) / LOOKS;
  let timer: NodeJS.Timeout | undefined;
  const again = (waitMs: number): void => {
    timer = setTimeout(look, asleep ? Math.min(waitMs, step) : waitMs);
  };
  const look = (): void => {
    if (work.ended) return;
    const { idleMs } = work;
    const isContested = isWaitedFor();
    const limit = isContested ? contestedMs : ms;
    if (idleMs >= limit) exceeded(reason(limit, 'idle'));
    else if (isContested && work.heldMs >= heldMs) exceeded(reason(heldMs, 'held'));
    else if (asleep && isContested && Math.min(asleep.forMs(), idleMs) >= asleep.ms) setImmediate(endSleeper, asleep.ms);
    else again(idleMs < contestedMs ? contestedMs - idleMs : Math.min(limit - idleMs, contestedMs / LOOKS));
  };
  /** What it said a moment ago may have lain unread behind the timer. */
  const endSleeper = (asleepMs: number): void => {
    if (work.ended) return;
    if (work.idleMs >= asleepMs) exceeded(reason(asleepMs, 'idle'));
    else again(step);
  };
  again(contestedMs);
  return () => clearTimeout(timer);
}
