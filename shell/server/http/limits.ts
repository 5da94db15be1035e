import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import type { Clock } from '@nephra/plugin-sdk/server';

interface Bucket {
  tokens: number;
  at: number;
}

const MOST_BUCKETS = 50_000;

/** Token buckets: so many calls per minute, a minute's worth at once. */
export class RateLimiter {
  readonly #clock: Clock;
  readonly #buckets = new Map<string, Bucket>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** @throws AppError `core.too-many-calls` (429) */
  take(key: string, perMinute: number): void {
    const now = this.#clock.now().getTime();
    let bucket = this.#buckets.get(key);
    if (!bucket) {
      if (this.#buckets.size >= MOST_BUCKETS) this.#prune();
      bucket = { tokens: perMinute, at: now };
      this.#buckets.set(key, bucket);
    }
    // A clock that was set back must not lock anybody out.
    const elapsed = Math.max(0, now - bucket.at);
    bucket.tokens = Math.min(perMinute, bucket.tokens + (elapsed * perMinute) / 60_000);
    bucket.at = now;
    if (bucket.tokens < 1) {
      const waitSeconds = Math.max(1, Math.ceil(((1 - bucket.tokens) * 60) / perMinute));
      throw new AppError('core.too-many-calls', { code: EnvelopeCode.TooMany, params: { waitSeconds } });
    }
    bucket.tokens -= 1;
  }

  /** Forgets the oldest tenth at once, so that an attack from very many addresses does not make every call search them all. */
  #prune(): void {
    let surplus = MOST_BUCKETS / 10;
    for (const key of this.#buckets.keys()) {
      if (surplus-- <= 0) break;
      this.#buckets.delete(key);
    }
  }
}

/** Lets a few run at a time and a bounded number wait. */
export class Gate {
  readonly #places: number;
  readonly #mostWaiting: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(places: number, mostWaiting = places * 16) {
    this.#places = places;
    this.#mostWaiting = mostWaiting;
  }

  /** @throws AppError `core.too-busy` (503) when the queue is full. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#places) {
      if (this.#waiting.length >= this.#mostWaiting) throw new AppError('core.too-busy', { code: EnvelopeCode.Unavailable });
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } else {
      this.#running += 1;
    }
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      // The place passes on without being free in between.
      if (next) next();
      else this.#running -= 1;
    }
  }
}
