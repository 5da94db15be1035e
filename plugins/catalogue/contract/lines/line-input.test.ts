import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyCases } from '../../../../tests/support/cases/effort.ts';
import { MAX_DAYS, MAX_DOSE } from './line-limits.ts';
import { inputFault } from './line-input.ts';

const line = { onceUsing: 1, drugDays: 1, drugNum: 0, manualNum: false };

describe('numbers of a line', () => {
  it('the dose that a drug is usually given in passes: 1.2 and 2.4 million units of benzathine benzylpenicillin', () => {
    expect([1_200_000, 2_400_000].map((onceUsing) => inputFault({ ...line, onceUsing }))).toEqual([undefined, undefined]);
  });

  it('a dose that is too large is called a dose, not a quantity', () => {
    expect(inputFault({ ...line, onceUsing: MAX_DOSE + 1 })).toBe('dose-too-large');
    expect(inputFault({ ...line, manualNum: true, drugNum: 1e9 })).toBe('quantity-too-large');
  });

  it('[property] what is within the limits passes, what is not is named', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true }), fc.integer({ min: -10, max: MAX_DAYS + 10 }), (onceUsing, drugDays) => {
        const fits = onceUsing >= 0 && onceUsing <= MAX_DOSE && drugDays >= 0 && drugDays <= MAX_DAYS;
        expect(inputFault({ ...line, onceUsing, drugDays }) === undefined).toBe(fits);
      }),
      { numRuns: propertyCases(500) },
    );
  });
});
