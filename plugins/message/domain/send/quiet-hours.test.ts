import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isQuiet, minuteAt, MINUTES_OF_DAY, QUIET_ZONES, quietUntil } from './quiet-hours.ts';

const MINUTE_MS = 60_000;
const at = (text: string) => Date.parse(text);
const night = (zone: string) => ({ on: true, from: 22 * 60, to: 7 * 60, zone });

describe('quiet hours', () => {
  it.each([
    ['just before they begin', 'Asia/Shanghai', '2026-03-02T21:59:59+08:00', undefined],
    ['as they begin', 'Asia/Shanghai', '2026-03-02T22:00:00+08:00', '2026-03-03T07:00:00+08:00'],
    ['after midnight', 'Asia/Shanghai', '2026-03-03T00:00:30+08:00', '2026-03-03T07:00:00+08:00'],
    ['as they end', 'Asia/Shanghai', '2026-03-03T07:00:00+08:00', undefined],
    ['elsewhere', 'America/New_York', '2026-01-10T23:00:00-05:00', '2026-01-11T07:00:00-05:00'],
    ['over the night that is an hour short', 'Europe/Berlin', '2026-03-28T23:00:00+01:00', '2026-03-29T07:00:00+02:00'],
    ['over the night that is an hour long', 'Europe/Berlin', '2026-10-24T23:00:00+02:00', '2026-10-25T07:00:00+01:00'],
  ])('%s', (_name, zone, moment, end) => {
    expect(quietUntil(at(moment), night(zone))).toBe(end === undefined ? undefined : at(end));
  });

  it('switched off, it is never quiet', () => {
    expect(quietUntil(at('2026-03-03T00:00:00+08:00'), { ...night('Asia/Shanghai'), on: false })).toBeUndefined();
  });

  const minute = fc.integer({ min: 0, max: MINUTES_OF_DAY - 1 });
  const moment = fc.integer({ min: at('2026-01-01T00:00:00Z'), max: at('2027-01-01T00:00:00Z') });
  const quiet = fc.record({ on: fc.constant(true), from: minute, to: minute, zone: fc.constantFrom(...QUIET_ZONES) }).filter(({ from, to }) => from !== to);
  it('end at the first full minute that is not quiet, in every zone, also where clocks are set meanwhile', () => {
    fc.assert(
      fc.property(quiet, moment, (hours, now) => {
        const end = quietUntil(now, hours);
        const counted = (minuteAt(now, hours.zone) - hours.from + MINUTES_OF_DAY) % MINUTES_OF_DAY;
        // Counted another way: minutes since they began against how long they are.
        expect(end !== undefined).toBe(counted < (hours.to - hours.from + MINUTES_OF_DAY) % MINUTES_OF_DAY);
        if (end === undefined) return;
        expect(end).toBeGreaterThan(now);
        expect(end - now).toBeLessThanOrEqual((MINUTES_OF_DAY + 60) * MINUTE_MS);
        expect(end % MINUTE_MS).toBe(0);
        expect(isQuiet(end, hours)).toBe(false);
        expect(isQuiet(Math.max(now, end - MINUTE_MS), hours)).toBe(true);
      }),
    );
  });
});
