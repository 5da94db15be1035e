import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ageOn } from './age.ts';
import { mask } from './file/mask.ts';

describe('age', () => {
  it.each([
    ['2026-03-01', '1960-03-01', 66],
    ['2026-02-28', '1960-03-01', 65],
    ['2026-03-01', '2026-05-01', 0],
    ['2026-03-01', null, -1],
  ])('on %s born %s: %i', (today, birthday, age) => {
    expect(ageOn(today, birthday)).toBe(age);
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
