/** Lets a few works run at a time; the urgent ones first. */
export class LoadSemaphore {
  readonly #limit: number;
  readonly #waiting: { readonly enter: () => void; readonly urgent: boolean }[] = [];
  #running = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  async run<T>(work: () => Promise<T>, urgent: boolean): Promise<T> {
    if (this.#running >= this.#limit) await new Promise<void>((enter) => this.#queue({ enter, urgent }));
    else this.#running += 1;
    try {
      return await work();
    } finally {
      // The place is handed on, not given back, so that nobody slips in between.
      const next = this.#waiting.shift();
      if (next === undefined) this.#running -= 1;
      else next.enter();
    }
  }

  #queue(entry: { readonly enter: () => void; readonly urgent: boolean }): void {
    const at = entry.urgent ? this.#waiting.findIndex((other) => !other.urgent) : -1;
    if (at < 0) this.#waiting.push(entry);
    else this.#waiting.splice(at, 0, entry);
  }
}
