/** Milliseconds of the server's time that one process has before others have their turn. */
const TURN_MS = 0.5;
/** Of the server's time, what one process may take with what nobody waits for: a call of somebody else comes here several times, and would meet it each time. */
const UNASKED_SHARE = 0.2;
/** Milliseconds that it may take so at once, after a calm while. */
const UNASKED_AT_ONCE_MS = 20;
const MAX_REST_MS = 20;

export interface TurnsParts<T> {
  /** @returns whether somebody waits for what comes of it: an answer to the server, or a question of the process */
  readonly work: (one: T) => boolean;
  /** Milliseconds of a line of time that goes on. */
  readonly now: () => number;
  /** Runs what is given after whatever else waits by now, and after so many milliseconds. */
  readonly later: (next: () => void, restMs: number) => void;
}

/**
 * Does what one process said, in turns: a piece of its pipe may hold a thousand messages, and calls of everybody else would wait until the last of them is done.
 * After much that nobody waits for it rests between its turns.
 */
export class Turns<T> {
  readonly #parts: TurnsParts<T>;
  #waiting: T[] = [];
  #at = 0;
  #leftMs = UNASKED_AT_ONCE_MS;
  #countedAt: number;

  constructor(parts: TurnsParts<T>) {
    this.#parts = parts;
    this.#countedAt = parts.now();
  }

  /** @param done is called when all of it is done in later turns @returns whether all of it is done already */
  take(all: readonly T[], done: () => void): boolean {
    const isAlone = this.#at >= this.#waiting.length;
    this.#waiting = isAlone ? [...all] : [...this.#waiting.slice(this.#at), ...all];
    this.#at = 0;
    if (isAlone && this.#restMs() === 0 && this.#turn()) return true;
    this.#goOn(done);
    return false;
  }

  /** What waits is of no use to anybody. */
  drop(): void {
    this.#waiting = [];
    this.#at = 0;
  }

  #goOn(done: () => void): void {
    this.#parts.later(() => {
      if (this.#turn()) done();
      else this.#goOn(done);
    }, this.#restMs());
  }

  #turn(): boolean {
    const { work, now } = this.#parts;
    let at = now();
    const until = at + TURN_MS;
    while (this.#at < this.#waiting.length) {
      const one = this.#waiting[this.#at] as T; // within its bounds
      this.#at += 1;
      const isAwaited = work(one);
      const before = at;
      at = now();
      if (!isAwaited) this.#leftMs -= at - before;
      if (this.#at < this.#waiting.length && at >= until) return false;
    }
    this.drop();
    return true;
  }

  #restMs(): number {
    const now = this.#parts.now();
    this.#leftMs = Math.min(UNASKED_AT_ONCE_MS, this.#leftMs + (now - this.#countedAt) * UNASKED_SHARE);
    this.#countedAt = now;
    if (this.#leftMs >= 0) return 0;
    const rest = Math.min(MAX_REST_MS, Math.ceil(-this.#leftMs / UNASKED_SHARE));
    this.#leftMs = Math.max(this.#leftMs, -MAX_REST_MS * UNASKED_SHARE);
    return rest;
  }
}
