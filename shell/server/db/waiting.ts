import { databaseBusy } from './database-error.ts';

/** How long somebody waits for a turn. */
export interface Patience {
  /** Moment of `performance.now()` at which the waiting is refused. */
  readonly until: number;
  /** Ends the waiting with its reason; whoever has got a turn keeps it. */
  readonly signal?: AbortSignal;
}

/**
 * Waits until somebody calls `go`.
 * @param join puts `go` into a queue; its answer takes it out again
 * @param what for the log, `a connection`
 * @throws AppError `core.database-busy` when the patience ends; the reason of the signal
 */
export function waitForTurn(join: (go: () => void, fail: (error: unknown) => void) => () => void, { until, signal }: Patience, what: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (act: () => void): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      act();
    };
    const onAbort = (): void => {
      withdraw();
      settle(() => reject(signal?.reason));
    };
    const limitMs = Math.max(0, until - performance.now());
    const timer = setTimeout(() => {
      withdraw();
      settle(() => reject(databaseBusy(new Error(`waited ${Math.round(limitMs)} ms for ${what}`))));
    }, limitMs);
    signal?.addEventListener('abort', onAbort, { once: true });
    const withdraw = join(
      () => settle(resolve),
      (error) => settle(() => reject(error)),
    );
  });
}
