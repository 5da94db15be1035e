import { DAY_MS, dayOf, isAppError, parseDay } from '@nephra/plugin-sdk/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { assertPrescribableDay, MAX_DAYS_AHEAD, MAX_DAYS_BACK, prescribableDays, prescribableMonths } from './prescribable-days.ts';

const refusal = (act: () => void): object | undefined => {
  try {
    act();
  } catch (error) {
    if (isAppError(error)) return { key: error.key, ...error.params };
    throw error;
  }
  return undefined;
};

describe('the day of a prescription', () => {
  test('lies near the server’s business day, whatever the hour and the day of the year', () => {
    const days = fc.integer({ min: 0, max: 20_000 }).map((at) => dayOf(parseDay('2020-01-01') + at * DAY_MS));
    fc.assert(
      fc.property(days, fc.integer({ min: -500, max: 500 }), fc.integer({ min: 0, max: DAY_MS - 1 }), (today, off, ms) => {
        const instant = parseDay(today) + off * DAY_MS + ms;
        const allowed = off >= -MAX_DAYS_BACK && off <= MAX_DAYS_AHEAD;
        const { from, until } = prescribableDays(today);
        // What a screen offers is what the server takes.
        expect(dayOf(instant) >= from && dayOf(instant) <= until).toBe(allowed);
        if (allowed) expect(prescribableMonths(today)).toContain(dayOf(instant).slice(0, 7));
        expect(refusal(() => assertPrescribableDay(instant, today)) === undefined).toBe(allowed);
        expect(refusal(() => assertPrescribableDay(instant, today, dayOf(instant)))).toBeUndefined();
      }),
    );
  });

  test('months are named once each, in order', () => {
    expect(prescribableMonths('2026-03-02')).toEqual(['2025-12', '2026-01', '2026-02', '2026-03', '2026-04']);
  });

  test('a refusal names the day, today and what is possible', () => {
    expect(refusal(() => assertPrescribableDay(parseDay('2027-04-06'), '2026-03-02', '2026-03-01'))).toEqual({
      key: 'prescription.day-out-of-reach',
      day: '2027-04-06',
      today: '2026-03-02',
      from: '2025-12-30',
      until: '2026-04-02',
    });
  });
});
