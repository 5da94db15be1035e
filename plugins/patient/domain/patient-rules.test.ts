import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ageOn, weekdayOf } from './age.ts';
import { mask } from './file/mask.ts';

describe('age and weekday', () => {
  it.each([
    ['2026-03-01', '1960-03-01', 66],
    ['2026-02-28', '1960-03-01', 65],
    ['2026-03-01', '2026-05-01', 0],
    ['2026-03-01', null, -1],
  ])('on %s born %s: %i', (today, birthday, age) => {
    expect(ageOn(today, birthday)).toBe(age);
  });

  it('weekdays agree with the calendar of the platform', () => {
    fc.assert(
      fc.property(fc.date({ min: new Date('1950-01-01T00:00:00Z'), max: new Date('2099-12-31T00:00:00Z'), noInvalidDate: true }), (date) => {
        expect(weekdayOf(date.toISOString().slice(0, 10))).toBe(date.getUTCDay() || 7);
      }),
    );
  });
});

describe('masking', () => {
  it('keeps the ends only', () => {
    expect(mask('440990196001011234')).toBe('440***********1234');
    expect(mask('13800001234')).toBe('138****1234');
    expect(mask('1234567')).toBe('*******');
    expect(mask('')).toBe('');
  });

  it('never shows more than the ends and keeps the length', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9X]{0,18}$/), (text) => {
        const masked = mask(text);
        expect(masked).toHaveLength(text.length);
        expect(masked.replaceAll('*', '').length).toBeLessThanOrEqual(7);
      }),
    );
  });
});
