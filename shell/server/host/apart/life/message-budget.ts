/** What a process may send of one kind of message. */
export interface MessageLimits {
  readonly perSecond: number;
  /** At once, after a calm while. */
  readonly atOnce: number;
  /** A longer message counts as one for each of these. */
  readonly bytesOfOne: number;
  /** How long it may send as much as it may, and want more, before it counts as out of control. */
  readonly patienceMs: number;
}

/**
 * What nobody asked for: lines of log, events, entries of audit. An honest package sends two to four with a call (its entry of audit, its sentence, an event, functions
 * given back), which calls pay (`TELLS_OF_A_CALL`), and an event for each row that it writes, no faster than rows are written. 12,000 events out of one loop (a file has
 * 10,000 rows at most) are heard whole within the patience.
 */
export const TELLS: MessageLimits = { perSecond: 1_000, atOnce: 5_000, bytesOfOne: 4_096, patienceMs: 8_000 };
/** What a process may say more for each call that it answers: however many people work with it, it is listened to. */
export const TELLS_OF_A_CALL = 8;
/** What it asks for, statements as well. Whoever waits for answers is slowed down by them alone, and work with many rows goes on for a while: so it has ten times as long. */
export const ASKS: MessageLimits = { perSecond: 5_000, atOnce: 20_000, bytesOfOne: 16_384, patienceMs: 30_000 };

/** What becomes of a message: it is heard, after it the process is not listened to for a while, or the process is ended. */
export type MessageFinding = { readonly kind: 'fine' } | { readonly kind: 'wait'; readonly ms: number } | { readonly kind: 'flood' };

const FINE: MessageFinding = { kind: 'fine' };

/**
 * Counts what a process sends. Nothing of it is lost: who sends more is listened to later, so that the server's time stays for others; who does not stop is
 * ended.
 */
export class MessageBudget {
  readonly #limits: MessageLimits;
  readonly #now: () => number;
  #left: number;
  #at: number;
  #overSince: number | undefined;

  /** @param now milliseconds of a line of time that goes on */
  constructor(limits: MessageLimits, now: () => number) {
    this.#limits = limits;
    this.#now = now;
    this.#left = limits.atOnce;
    this.#at = now();
  }

  /** May send so many more, as long as it has not more than it may send at once. */
  earn(messages: number): void {
    this.#left = Math.min(this.#limits.atOnce, this.#left + messages);
  }

  /** Notes one more message. @param bytes of it */
  note(bytes: number): MessageFinding {
    const { perSecond, atOnce, bytesOfOne, patienceMs } = this.#limits;
    const now = this.#now();
    this.#left = Math.min(atOnce, this.#left + ((now - this.#at) / 1_000) * perSecond);
    this.#at = now;
    if (this.#left > atOnce / 2) this.#overSince = undefined;
    this.#left -= 1 + Math.floor(bytes / bytesOfOne);
    if (this.#left >= 0) return FINE;
    this.#overSince ??= now;
    if (now - this.#overSince >= patienceMs) return { kind: 'flood' };
    return { kind: 'wait', ms: Math.ceil((-this.#left / perSecond) * 1_000) };
  }
}
