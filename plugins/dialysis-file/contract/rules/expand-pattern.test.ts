import { mondayOf, weekdayOf } from '@nephra/plugin-sdk/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, daysBetween, isDay } from './calendar.ts';
import { type ExpandablePattern, expandPattern } from './expand-pattern.ts';

const slot = (week: number, weekday: number, shiftId = 'noon') => ({ week, weekday, shiftId, stationId: null, mode: null });
const pattern = (over: Partial<ExpandablePattern>): ExpandablePattern => ({
  from: '2026-01-01',
  to: null,
  cycleWeeks: 1,
  anchorMonday: '2026-01-05',
  everyDays: null,
  slots: [],
  ...over,
});
const dates = (of: ExpandablePattern, from: string, to: string): string[] => expandPattern(of, from, to).map(({ date }) => date);

const START = '2026-01-05';
/** Three years, in which 2026 has 53 weeks. */
const SPAN = 3 * 366;
const anyDay = fc.integer({ min: -30, max: SPAN }).map((offset) => addDays(START, offset));
const anyPattern: fc.Arbitrary<ExpandablePattern> = fc.record({
  from: anyDay,
  to: fc.option(anyDay),
  cycleWeeks: fc.integer({ min: 1, max: 4 }),
  anchorMonday: anyDay.map(mondayOf),
  everyDays: fc.option(fc.integer({ min: 2, max: 7 })),
  slots: fc.array(
    fc.record({
      week: fc.integer({ min: 0, max: 3 }),
      weekday: fc.integer({ min: 1, max: 7 }),
      shiftId: fc.constantFrom('early', 'noon', 'late'),
      stationId: fc.constant(null),
      mode: fc.constant(null),
    }),
    { maxLength: 6 },
  ),
});

describe('expandPattern', () => {
  it('gives three a week on their weekdays, with a shift for each', () => {
    const three = pattern({ slots: [slot(0, 1, 'early'), slot(0, 3, 'noon'), slot(0, 5, 'late')] });
    expect(expandPattern(three, '2026-01-05', '2026-01-11').map(({ date, shiftId }) => [date, shiftId])).toEqual([
      ['2026-01-05', 'early'],
      ['2026-01-07', 'noon'],
      ['2026-01-09', 'late'],
    ]);
  });

  it('keeps five in two weeks apart across week 53 of 2026', () => {
    const five = pattern({ cycleWeeks: 2, slots: [slot(0, 1), slot(0, 4), slot(0, 6), slot(1, 2), slot(1, 5)] });
    // ISO weeks 53 of 2026 and 1 of 2027 are both odd: by the number of the week two weeks of one kind would follow each other.
    expect(dates(five, '2026-12-21', '2027-01-17')).toEqual([
      '2026-12-21',
      '2026-12-24',
      '2026-12-26',
      '2026-12-29',
      '2027-01-01',
      '2027-01-04',
      '2027-01-07',
      '2027-01-09',
      '2027-01-12',
      '2027-01-15',
    ]);
  });

  it('gives every other day from the first one on, over the ends of months and years', () => {
    const other = pattern({ from: '2026-12-28', everyDays: 2, slots: [slot(0, 1)] });
    expect(dates(other, '2026-12-01', '2027-01-04')).toEqual(['2026-12-28', '2026-12-30', '2027-01-01', '2027-01-03']);
  });

  it('plans nothing for a remark alone, nor for days that are none', () => {
    expect(expandPattern(pattern({}), '2026-01-01', '2026-12-31')).toEqual([]);
    const daily = pattern({ slots: [slot(0, 1)] });
    for (const wrong of ['', '2026-02-30', 'tomorrow', '2026-1-1']) expect(expandPattern(daily, wrong, '2026-12-31')).toEqual([]);
    expect(expandPattern(daily, '2026-03-01', '2026-02-01')).toEqual([]);
  });

  it('gives the same treatments however a span of three years is cut', () => {
    fc.assert(
      fc.property(anyPattern, fc.tuple(anyDay, anyDay, anyDay), (of, days) => {
        const [a = START, b = START, c = START] = [...days].sort();
        expect(dates(of, a, c)).toEqual([...dates(of, a, b), ...dates(of, addDays(b, 1), c)]);
        expect(new Set(dates(of, a, c))).toEqual(new Set([...dates(of, a, b), ...dates(of, b, c)]));
      }),
    );
  });

  it('stays within the span of the pattern, in order, and repeats after each cycle', () => {
    fc.assert(
      fc.property(anyPattern, anyDay, (of, from) => {
        const planned = dates(of, from, addDays(from, 120));
        expect([...planned].sort()).toEqual(planned);
        expect(planned.every((date) => date >= of.from && (of.to === null || date <= of.to))).toBe(true);
        const period = of.everyDays ?? of.cycleWeeks * 7;
        for (const date of planned) {
          const next = addDays(date, period);
          if (next <= addDays(from, 120) && (of.to === null || next <= of.to)) expect(planned).toContain(next);
        }
      }),
    );
  });

  it('keeps the weekdays that it was given', () => {
    fc.assert(
      fc.property(anyPattern, anyDay, (of, from) => {
        const planned = expandPattern({ ...of, everyDays: null }, from, addDays(from, 60));
        const wanted = new Set(of.slots.map(({ weekday }) => weekday));
        expect(planned.every(({ date }) => wanted.has(weekdayOf(date)))).toBe(true);
      }),
    );
  });
});

describe('days', () => {
  it('counts and names them without a time zone', () => {
    expect(isDay('2028-02-29')).toBe(true);
    expect(isDay('2026-02-29')).toBe(false);
    expect(weekdayOf('2026-11-26')).toBe(4);
    expect(weekdayOf('2026-11-29')).toBe(7);
    expect(mondayOf('2026-11-29')).toBe('2026-11-23');
    expect(daysBetween('2026-12-31', '2026-01-01')).toBe(-364);
  });
});
