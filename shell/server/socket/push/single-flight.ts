/** Work that is wanted again and again and runs once at a time: who asks while it runs gets the run after it, all of them the same one. */
export class SingleFlight {
  readonly #work: () => Promise<void>;
  #wanted = false;
  #running: Promise<void> | undefined;

  constructor(work: () => Promise<void>) {
    this.#work = work;
  }

  /** Resolves when a run that began after this call has ended. @throws what that run, or one before it, threw */
  run(): Promise<void> {
    this.#wanted = true;
    this.#running ??= this.#untilDone();
    return this.#running;
  }

  /** Resolves when nothing runs any more; never throws. */
  async settled(): Promise<void> {
    await this.#running?.catch(() => undefined);
  }

  async #untilDone(): Promise<void> {
    try {
      while (this.#wanted) {
        this.#wanted = false;
        await this.#work();
      }
    } finally {
      this.#running = undefined;
    }
  }
}
