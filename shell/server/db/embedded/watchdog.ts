const TICK_MS = 200;
/** How long a statement that was told to end may take for it. */
const GRACE_MS = 5_000;

export interface Overdue {
  /** Tells the running statement to end. @returns false: nothing can */
  readonly overdue: () => boolean;
  /** It did not: the engine itself has to. */
  readonly runaway: (elapsedMs: number) => void;
}

/**
 * Watches for work that the embedded engine does not finish: it knows no statement timeout, and it
 * spins after a full disk. Messages are worked off in order, so the oldest unanswered one is the running one.
 */
export class Watchdog {
  readonly #on: Overdue;
  readonly #limits: number[];
  #outstanding = 0;
  #runningSince = 0;
  #timer: NodeJS.Timeout | undefined;
  #suspected = false;
  #toldAt: number | undefined;

  constructor(limitMs: number, on: Overdue) {
    this.#limits = [limitMs];
    this.#on = on;
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
    this.#toldAt = undefined;
  }

  /** Everything unanswered is void: the engine is gone. */
  reset(): void {
    this.#outstanding = 0;
    this.#toldAt = undefined;
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
    if (this.#toldAt === undefined && this.#on.overdue()) this.#toldAt = performance.now();
    if (this.#toldAt !== undefined && performance.now() - this.#toldAt < GRACE_MS) return;
    this.#suspected = false;
    this.reset();
    this.#on.runaway(Math.round(elapsed));
  }
}
