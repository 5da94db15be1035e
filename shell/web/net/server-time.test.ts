import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CLOCK_OFF_MS, ServerTime } from './server-time.ts';

const SERVER = Date.UTC(2026, 2, 2, 2);

function browser(aheadMs: number) {
  const at = { real: SERVER, ahead: aheadMs };
  const told: number[] = [];
  const time = new ServerTime(
    () => at.real + at.ahead,
    (ahead) => told.push(ahead),
  );
  /** A call that takes `out` there and `back` again. */
  const call = (out: number, back: number) => {
    const sentAt = at.real + at.ahead;
    at.real += out;
    const timestamp = at.real;
    at.real += back;
    time.hear(timestamp, sentAt);
  };
  return { at, told, time, call };
}

describe('the time of the server in a browser', () => {
  test('is known to within half of the quickest call, however wrong the own clock is', () => {
    const trips = fc.array(fc.tuple(fc.nat(5_000), fc.nat(5_000)), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(fc.integer({ min: -400 * 86_400_000, max: 400 * 86_400_000 }), trips, (ahead, calls) => {
        const { at, time, call } = browser(ahead);
        for (const [out, back] of calls) call(out, back);
        const best = Math.min(...calls.map(([out, back]) => (out + back) / 2));
        expect(Math.abs(time.now() - at.real)).toBeLessThanOrEqual(best + 1);
      }),
    );
  });

  test('a browser that is off is told of it once, one that is right or reached slowly never', () => {
    const off = browser(-CLOCK_OFF_MS - 60_000);
    off.call(100, 100);
    off.call(10, 10);
    expect(off.told).toHaveLength(1);
    expect(Math.abs((off.told[0] ?? 0) + CLOCK_OFF_MS + 60_000)).toBeLessThanOrEqual(100);
    const right = browser(60_000);
    right.call(10, 10);
    right.call(600_000, 0);
    right.call(0, 900_000);
    expect(right.told).toEqual([]);
  });

  test('follows when either clock is set afterwards', () => {
    const { at, time, call, told } = browser(0);
    call(5, 5);
    at.ahead = 3_600_000;
    call(200, 300);
    expect(Math.abs(time.now() - at.real)).toBeLessThanOrEqual(250);
    expect(told).toHaveLength(1);
    at.ahead = -3_600_000;
    const sentAt = at.real + 3_600_000;
    time.hear(at.real, sentAt);
    expect(told).toHaveLength(1);
  });
});
