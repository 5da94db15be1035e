import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY_MS, dayOf, endOfDay, parseDay, startOfDay } from './business-time.ts';
import { dayAfter } from './figure-period.ts';
import { mondayOf, weekdayAt, weekdayOf } from './week.ts';

const day = fc.integer({ min: -60_000, max: 60_000 }).map((days) => dayAfter('2024-01-01', days));
const instant = fc.integer({ min: parseDay('1900-01-01'), max: parseDay('2199-12-31') });

describe('weeks', () => {
  it.each([
    ['1960-02-29', 1],
    ['1970-01-01', 4],
    ['2000-02-29', 2],
    ['2026-11-26', 4],
    ['2026-11-29', 7],
  ])('%s is day %i of its week', (of, weekday) => expect(weekdayOf(of)).toBe(weekday));

  it('have the weekdays of the calendar of the platform, long before 1970 too', () => {
    fc.assert(
      fc.property(day, (one) => {
        expect(weekdayOf(one)).toBe(new Date(`${one}T00:00:00Z`).getUTCDay() || 7);
      }),
    );
  });

  it('of an instant are those of its business day, from its first millisecond to its last', () => {
    fc.assert(
      fc.property(instant, (at) => {
        expect(weekdayAt(at)).toBe(weekdayOf(dayOf(at)));
        expect([weekdayAt(startOfDay(at)), weekdayAt(endOfDay(at))]).toEqual([weekdayAt(at), weekdayAt(at)]);
        expect(weekdayAt(endOfDay(at) + 1)).toBe((weekdayAt(at) % 7) + 1);
      }),
    );
  });

  it('begin on the last Monday that is not after the day', () => {
    expect(mondayOf('2026-11-29')).toBe('2026-11-23');
    expect(mondayOf('2027-01-01')).toBe('2026-12-28');
    fc.assert(
      fc.property(day, (one) => {
        const monday = mondayOf(one);
        expect(weekdayOf(monday)).toBe(1);
        expect((parseDay(one) - parseDay(monday)) / DAY_MS).toBe(weekdayOf(one) - 1);
      }),
    );
  });

  it.each(['', '2026-02-30', '2026-1-1', '2026-01-01T00:00:00Z'])('of %j, which is no day, are refused', (text) => {
    expect(() => weekdayOf(text)).toThrow(RangeError);
    expect(() => mondayOf(text)).toThrow(RangeError);
  });
});
