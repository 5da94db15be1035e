/** Off by more than this, lists of "today" and times on the screen mislead. */
export const CLOCK_OFF_MS = 5 * 60_000;

/**
 * What the server's clock shows, known from its answers: the product's time is the server's. Each answer tells it to within half of the time
 * that its call took; the quickest call counts until an answer contradicts it, which means that one of the clocks was set.
 */
export class ServerTime {
  readonly #browser: () => number;
  readonly #onOff: (aheadMs: number) => void;
  #ahead = 0;
  #within = Number.POSITIVE_INFINITY;
  #told = false;

  /** @param onOff hears once that this computer's clock is off, by how many milliseconds it is ahead of the server's */
  constructor(browser: () => number, onOff: (aheadMs: number) => void) {
    this.#browser = browser;
    this.#onOff = onOff;
  }

  now(): number {
    return this.#browser() + this.#ahead;
  }

  /** By how much the server's clock is ahead of this computer's, as far as is known. */
  get ahead(): number {
    return this.#ahead;
  }

  /** As it was when the server last spoke; its first answer counts instead. */
  assume(ahead: number): void {
    if (this.#within === Number.POSITIVE_INFINITY) this.#ahead = ahead;
  }

  /** An answer came that bears the server's time. @param sentAt this computer's clock when its call left */
  hear(timestamp: number, sentAt: number): void {
    const heardAt = this.#browser();
    // Nothing can be said when the clock of this computer was set while the call was under way.
    if (!(timestamp > 0) || heardAt < sentAt) return;
    const ahead = timestamp - (sentAt + heardAt) / 2;
    const within = (heardAt - sentAt) / 2;
    const contradicts = Math.abs(ahead - this.#ahead) > within + this.#within;
    if (within > this.#within && !contradicts) return;
    this.#ahead = ahead;
    this.#within = within;
    if (this.#told || Math.abs(ahead) <= CLOCK_OFF_MS + within) return;
    this.#told = true;
    this.#onOff(-ahead);
  }
}
