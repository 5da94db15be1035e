import { dayOf, DAY_MS, isAppError, parseDay } from '@nephra/plugin-sdk/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assertBegun, assertOver, daysOfMonth, monthOf, monthPlus, monthSpan } from './month.ts';

const keyOf = (act: () => void): string => {
  try {
    act();
  } catch (error) {
    if (isAppError(error)) return error.key;
    throw error;
  }
  return '';
};

describe('[M7] months', () => {
  it('begin on the first and end on their last day, in leap years too', () => {
    expect(monthSpan('2026-02')).toMatchObject({ startDate: '2026-02-01', endDate: '2026-02-28' });
    expect(monthSpan('2028-02').endDate).toBe('2028-02-29');
    expect(monthSpan('2026-12')).toMatchObject({ startDate: '2026-12-01', endDate: '2026-12-31' });
    expect(daysOfMonth('2026-03')).toHaveLength(31);
  });

  it('every day lies in exactly one month, and the day after the last begins the next', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 20_000 }), (offset) => {
        const day = dayOf(parseDay('2001-01-01') + offset * DAY_MS);
        const month = monthOf(day);
        expect(daysOfMonth(month)).toContain(day);
        expect(dayOf(parseDay(monthSpan(month).endDate) + DAY_MS)).toBe(`${monthPlus(month, 1)}-01`);
        expect(monthPlus(monthPlus(month, -5), 5)).toBe(month);
      }),
    );
  });

  it('may be settled once they have begun and closed once they are over', () => {
    expect(keyOf(() => assertBegun('2026-03', '2026-03-01'))).toBe('');
    expect(keyOf(() => assertBegun('2026-04', '2026-03-31'))).toBe('charging.month-future');
    expect(keyOf(() => assertOver('2026-03', '2026-03-31'))).toBe('charging.month-not-over');
    expect(keyOf(() => assertOver('2026-03', '2026-04-01'))).toBe('');
    for (const wrong of ['2026-13', '2026-00', '26-03', '2026-3', '']) expect(keyOf(() => monthSpan(wrong))).toBe('charging.bad-month');
  });
});
