const TICK_MS = 200;

/**
 * Watches for work that the embedded engine does not finish: it knows no statement timeout and no cancel, and it
 * spins after a full disk. Messages are worked off in order, so the oldest unanswered one is the running one.
 */
export class Watchdog {
  readonly #onRunaway: (elapsedMs: number) => void;
  readonly #limits: number[];
  #outstanding = 0;
  #runningSince = 0;
  #timer: NodeJS.Timeout | undefined;
  #suspected = false;

  constructor(limitMs: number, onRunaway: (elapsedMs: number) => void) {
    this.#limits = [limitMs];
    this.#onRunaway = onRunaway;
  }

  sent(): void {
    if (this.#outstanding === 0) this.#runningSince = performance.now();
    this.#outstanding += 1;
    this.#timer ??= setInterval(() => this.#check(), TICK_MS).unref();
  }

  done(): void {
    this.#outstanding = Math.max(0, this.#outstanding - 1);
    this.#runningSince = performance.now();
    this.#suspected = false;
  }

  /** Everything unanswered is void: the engine is gone. */
  reset(): void {
    this.#outstanding = 0;
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /** The most generous of the limits asked for at the moment counts, as there is one engine for all. */
  async withLimit<T>(limitMs: number, work: () => Promise<T>): Promise<T> {
    const limit = limitMs === 0 ? Number.POSITIVE_INFINITY : limitMs;
    this.#limits.push(limit);
    try {
      return await work();
    } finally {
      this.#limits.splice(this.#limits.indexOf(limit), 1);
    }
  }

  #check(): void {
    if (this.#outstanding === 0) return;
    const elapsed = performance.now() - this.#runningSince;
    if (elapsed <= Math.max(...this.#limits)) return;
    // When our own thread was busy, the answer may be waiting behind this timer: look once more.
    if (!this.#suspected) {
      this.#suspected = true;
      return;
    }
    this.#suspected = false;
    this.#outstanding = 0;
    this.#onRunaway(Math.round(elapsed));
  }
}
