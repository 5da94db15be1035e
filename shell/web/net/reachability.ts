/**
 * Watches for the server's return after a call got no answer: asks `/api/health` with growing pauses until it speaks.
 */
export class Reachability {
  readonly #ask: () => Promise<void>;
  readonly #later: (work: () => void, ms: number) => () => void;
  readonly #onChange: (reachable: boolean) => void;
  #reachable = true;
  #cancel: () => void = () => {};
  #failures = 0;

  /** `ask` resolves when the server answered anything at all. */
  constructor(options: { ask: () => Promise<void>; later: (work: () => void, ms: number) => () => void; onChange: (reachable: boolean) => void }) {
    this.#ask = options.ask;
    this.#later = options.later;
    this.#onChange = options.onChange;
  }

  /** Told after every call of the HTTP client. */
  note(reachable: boolean): void {
    if (reachable === this.#reachable) return;
    this.#reachable = reachable;
    this.#cancel();
    this.#failures = 0;
    this.#onChange(reachable);
    if (!reachable) this.#plan();
  }

  /** The retry button of the banner. */
  async retryNow(): Promise<void> {
    this.#cancel();
    try {
      await this.#ask();
      this.note(true);
    } catch {
      this.#failures += 1;
      if (!this.#reachable) this.#plan();
    }
  }

  #plan(): void {
    this.#cancel = this.#later(() => void this.retryNow(), Math.min(30_000, 2_000 * 2 ** this.#failures));
  }
}
