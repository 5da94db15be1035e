import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import type { Clock } from '@nephra/plugin-sdk/server';

interface Bucket {
  tokens: number;
  at: number;
}

const MAX_BUCKETS = 50_000;

/** Token buckets: so many calls per minute, a minute's worth at once. */
export class RateLimiter {
  readonly #clock: Clock;
  readonly #buckets = new Map<string, Bucket>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** @throws AppError `core.too-many-calls` (429) */
  take(key: string, perMinute: number): void {
    const now = this.#clock.steady().getTime();
    let bucket = this.#buckets.get(key);
    if (!bucket) {
      if (this.#buckets.size >= MAX_BUCKETS) this.#prune();
      bucket = { tokens: perMinute, at: now };
      this.#buckets.set(key, bucket);
    }
    const elapsed = now - bucket.at;
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
    let surplus = MAX_BUCKETS / 10;
    for (const key of this.#buckets.keys()) {
      if (surplus-- <= 0) break;
      this.#buckets.delete(key);
    }
  }
}
