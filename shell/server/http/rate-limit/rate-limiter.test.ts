import { describe, expect, it } from 'vitest';
import { clockFrom } from '../../core/clock/clock.ts';
import { RateLimiter } from './rate-limiter.ts';

describe('rate limiter', () => {
  const start = Date.parse('2026-03-02T02:00:00Z');

  it('gives a minute’s worth at once, then one by one, to each key apart', () => {
    let now = start;
    const limiter = new RateLimiter(clockFrom(() => new Date(now)));
    for (let call = 0; call < 6; call += 1) limiter.take('a', 6);
    expect(() => limiter.take('a', 6)).toThrowError(expect.objectContaining({ key: 'core.too-many-calls', params: { waitSeconds: 10 } }));
    limiter.take('b', 6);
    now += 10_000;
    limiter.take('a', 6);
    expect(() => limiter.take('a', 6)).toThrowError('core.too-many-calls');
  });

  it('locks nobody out when the clock is set back', () => {
    let [now, steady] = [start, start];
    const limiter = new RateLimiter(
      clockFrom(
        () => new Date(now),
        () => new Date(steady),
      ),
    );
    for (let call = 0; call < 6; call += 1) limiter.take('a', 6);
    now -= 3_600_000;
    expect(() => limiter.take('a', 6)).toThrowError('core.too-many-calls');
    now += 3_600_000;
    expect(() => limiter.take('a', 6)).toThrowError('core.too-many-calls');
    steady += 10_000;
    limiter.take('a', 6);
  });

  it('forgets keys before they fill the memory', () => {
    const limiter = new RateLimiter(clockFrom(() => new Date(start)));
    for (let key = 0; key < 60_000; key += 1) limiter.take(`k${key}`, 60);
    limiter.take('k0', 60);
  });
});
