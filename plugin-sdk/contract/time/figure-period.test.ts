import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayAfter, daysOfPeriod, lengthOfPeriod, periodBefore } from './figure-period.ts';

const day = fc.integer({ min: 0, max: 30_000 }).map((days) => dayAfter('1970-01-01', days));
const period = fc.tuple(day, fc.integer({ min: 0, max: 400 })).map(([startDate, days]) => ({ startDate, endDate: dayAfter(startDate, days) }));

describe('periods of figures', () => {
  it('name every day once, in order, leap days too', () => {
    expect(daysOfPeriod({ startDate: '2024-02-28', endDate: '2024-03-01' })).toEqual(['2024-02-28', '2024-02-29', '2024-03-01']);
    fc.assert(
      fc.property(period, (one) => {
        const days = daysOfPeriod(one);
        expect([days[0], days.at(-1), days.length]).toEqual([one.startDate, one.endDate, lengthOfPeriod(one)]);
        expect([...new Set(days)].sort()).toEqual(days);
      }),
    );
  });

  it('are compared with as many days, which end the day before', () => {
    expect(periodBefore({ startDate: '2026-03-01', endDate: '2026-03-02' })).toEqual({ startDate: '2026-02-27', endDate: '2026-02-28' });
    fc.assert(
      fc.property(period, (one) => {
        const before = periodBefore(one);
        expect(lengthOfPeriod(before)).toBe(lengthOfPeriod(one));
        expect(dayAfter(before.endDate, 1)).toBe(one.startDate);
      }),
    );
  });

  it('that end before they start have no days', () => {
    expect(daysOfPeriod({ startDate: '2026-03-02', endDate: '2026-02-01' })).toEqual([]);
  });
});
