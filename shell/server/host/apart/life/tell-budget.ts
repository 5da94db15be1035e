/** Messages a second that a process may send without having been asked, and how many it may send at once after a calm while. */
export const MAX_TELLS_PER_SECOND = 5_000;
const MAX_AT_ONCE = 20_000;
/** A longer message counts as one for each of these. */
const BYTES_OF_ONE = 4_096;
/** How long a process may send as much as it may, and want more, before it counts as out of control. */
const PATIENCE_MS = 3_000;

/** What becomes of a message: it is heard, after it the process is not listened to for a while, or the process is ended. */
export type TellFinding = { readonly kind: 'fine' } | { readonly kind: 'wait'; readonly ms: number } | { readonly kind: 'flood' };

const FINE: TellFinding = { kind: 'fine' };

/**
 * Counts what a process says without being asked: lines of log, events, entries of audit. Nothing of it is lost: who says more is listened to later, so that
 * the server's time stays for others; who does not stop is ended.
 */
export class TellBudget {
  readonly #now: () => number;
  #left = MAX_AT_ONCE;
  #at: number;
  #overSince: number | undefined;

  /** @param now milliseconds of a line of time that goes on */
  constructor(now: () => number) {
    this.#now = now;
    this.#at = now();
  }

  /** Notes one more message. @param bytes of it */
  note(bytes: number): TellFinding {
    const now = this.#now();
    this.#left = Math.min(MAX_AT_ONCE, this.#left + ((now - this.#at) / 1_000) * MAX_TELLS_PER_SECOND);
    this.#at = now;
    if (this.#left > MAX_AT_ONCE / 2) this.#overSince = undefined;
    this.#left -= 1 + Math.floor(bytes / BYTES_OF_ONE);
    if (this.#left >= 0) return FINE;
    this.#overSince ??= now;
    if (now - this.#overSince >= PATIENCE_MS) return { kind: 'flood' };
    return { kind: 'wait', ms: Math.ceil((-this.#left / MAX_TELLS_PER_SECOND) * 1_000) };
  }
}
