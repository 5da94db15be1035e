/** Lets a few works run at a time; what somebody looks at and waits for runs at once: works that never end may hold all places. */
export class LoadSemaphore {
  readonly #limit: number;
  /** By their key; told whether they hold a place. */
  readonly #waiting = new Map<string, (holds: boolean) => void>();
  /** Those that somebody waits for before they came to wait themselves. */
  readonly #hurried = new Set<string>();
  #running = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** @param key of the work, of which one waits at a time */
  async run<T>(key: string, work: () => Promise<T>, urgent: boolean): Promise<T> {
    const isUrgent = this.#hurried.delete(key) || urgent;
    const holds = isUrgent ? false : await this.#place(key);
    try {
      return await work();
    } finally {
      if (holds) this.#leave();
    }
  }

  /** Somebody waits for it now. */
  hurry(key: string): void {
    const enter = this.#waiting.get(key);
    this.#waiting.delete(key);
    if (enter) enter(false);
    else this.#hurried.add(key);
  }

  #place(key: string): Promise<boolean> | true {
    if (this.#running >= this.#limit) return new Promise((enter) => this.#waiting.set(key, enter));
    this.#running += 1;
    return true;
  }

  /** The place is handed on, not given back, so that nobody slips in between. */
  #leave(): void {
    for (const [key, enter] of this.#waiting) {
      this.#waiting.delete(key);
      enter(true);
      return;
    }
    this.#running -= 1;
  }
}
