import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';

/** Lets a few run at a time and a bounded number wait. Whoever goes away while waiting leaves the queue. */
export class Gate {
  readonly #places: number;
  readonly #mostWaiting: number;
  readonly #waiting = new Set<() => void>();
  #running = 0;

  constructor(places: number, mostWaiting = places * 16) {
    this.#places = places;
    this.#mostWaiting = mostWaiting;
  }

  /** How many places are taken, and how many wait for one. */
  get load(): { readonly running: number; readonly waiting: number } {
    return { running: this.#running, waiting: this.#waiting.size };
  }

  /**
   * Takes a place, now or when one comes free.
   * @param signal ends the waiting; the place itself is given back by the function that is answered, once, however the work ended
   * @throws AppError `core.too-busy` (503) when the queue is full; the reason of `signal` when it comes first
   */
  async enter(signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted();
    if (this.#running < this.#places) this.#running += 1;
    else await this.#wait(signal);
    let held = true;
    return () => {
      if (held) this.#giveBack();
      held = false;
    };
  }

  /** @throws AppError as `enter` does, and what `work` throws */
  async run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const leave = await this.enter(signal);
    try {
      return await work();
    } finally {
      leave();
    }
  }

  #wait(signal: AbortSignal | undefined): Promise<void> {
    if (this.#waiting.size >= this.#mostWaiting) throw new AppError('core.too-busy', { code: EnvelopeCode.Unavailable });
    return new Promise((resolve, reject) => {
      const giveUp = (): void => {
        this.#waiting.delete(go);
        reject(signal?.reason);
      };
      const go = (): void => {
        signal?.removeEventListener('abort', giveUp);
        resolve();
      };
      signal?.addEventListener('abort', giveUp, { once: true });
      this.#waiting.add(go);
    });
  }

  #giveBack(): void {
    const [next] = this.#waiting;
    if (!next) {
      this.#running -= 1;
      return;
    }
    // The place passes on without being free in between.
    this.#waiting.delete(next);
    next();
  }
}
