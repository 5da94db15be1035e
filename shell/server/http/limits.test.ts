import { describe, expect, it } from 'vitest';
import { clockFrom } from '../core/clock.ts';
import { Gate, RateLimiter } from './limits.ts';

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
    let now = start;
    const limiter = new RateLimiter(clockFrom(() => new Date(now)));
    for (let call = 0; call < 6; call += 1) limiter.take('a', 6);
    now -= 3_600_000;
    expect(() => limiter.take('a', 6)).toThrowError('core.too-many-calls');
    now += 10_000;
    limiter.take('a', 6);
  });

  it('forgets keys before they fill the memory', () => {
    const limiter = new RateLimiter(clockFrom(() => new Date(start)));
    for (let key = 0; key < 60_000; key += 1) limiter.take(`k${key}`, 60);
    limiter.take('k0', 60);
  });
});

describe('gate', () => {
  it('lets so many run, so many wait, and refuses the rest', async () => {
    const gate = new Gate(2, 3);
    let running = 0;
    let most = 0;
    const open: (() => void)[] = [];
    const work = () =>
      gate.run(async () => {
        running += 1;
        most = Math.max(most, running);
        await new Promise<void>((resolve) => open.push(resolve));
        running -= 1;
      });
    const five = Array.from({ length: 5 }, work);
    await expect(work()).rejects.toThrowError('core.too-busy');
    for (let done = 0; done < 5; done += 1) {
      await new Promise(setImmediate);
      open.shift()?.();
    }
    await Promise.all(five);
    expect(most).toBe(2);
    await gate.run(async () => undefined);
  });

  it('passes a place on after a failure', async () => {
    const gate = new Gate(1);
    await expect(gate.run(() => Promise.reject(new Error('x')))).rejects.toThrowError('x');
    expect(await gate.run(async () => 'next')).toBe('next');
  });
});
