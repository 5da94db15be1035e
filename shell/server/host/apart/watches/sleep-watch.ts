/** What the system says of the thread that runs a package's code. */
export interface ThreadState {
  /** It waits for something; false: it works, or would if the machine let it. */
  readonly sleeps: boolean;
  /** How often it has begun to wait, ever: whatever wakes it makes it one more. */
  readonly waits: number;
}

/** Reads `/proc/…/status`. @returns undefined where it says nothing of the kind */
export function threadState(status: string): ThreadState | undefined {
  const state = /^State:\s+(\w)/m.exec(status)?.[1];
  const waits = /^voluntary_ctxt_switches:\s+(\d+)/m.exec(status)?.[1];
  return state === undefined || waits === undefined ? undefined : { sleeps: state === 'S', waits: Number(waits) };
}

/**
 * Knows since when a process has done nothing at all: it slept at each look and was never woken between. One that a busy machine lets wait is none, and
 * neither is one for which the server has something to do.
 */
export class SleepWatch {
  #waits = -1;
  #since = 0;

  /**
   * @param state now; undefined: not known
   * @param isOwed the server owes it an answer, or has not read what it said
   * @returns milliseconds that it has been asleep for, as far as was looked
   */
  look(nowMs: number, state: ThreadState | undefined, isOwed: boolean): number {
    if (!state?.sleeps || isOwed || state.waits !== this.#waits) {
      this.#waits = state?.sleeps && !isOwed ? state.waits : -1;
      this.#since = nowMs;
      return 0;
    }
    return nowMs - this.#since;
  }
}
