import type { UnitPrice } from '@nephra/plugin-sdk/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { adjustPrice, type PriceRule } from './price-adjustment.ts';

const yuan = (value: number): UnitPrice => Math.round(value * 10_000) as UnitPrice;
const by = (mode: PriceRule['mode'], value: number, decimals: 2 | 4 = 2): PriceRule => ({ mode, value, decimals });

describe('changing many prices', () => {
  it.each([
    ['5 % up, to the fen', 38.5, by('percent', 5), 40.43],
    ['half a fen goes up', 1.005, by('percent', 0), 1.01],
    ['12.5 % down', 56.8, by('percent', -12.5), 49.7],
    ['a third of a per cent, exact to 4 places', 3.1234, by('percent', 0.3333, 4), 3.1338],
    ['half a yuan less', 2.35, by('amount', -0.5), 1.85],
    ['all to one price', 99, by('fixed', 88.8), 88.8],
    ['free from now on', 99, by('percent', -100), 0],
  ])('%s', (_, before, rule, after) => {
    expect(adjustPrice(yuan(before), rule)).toEqual({ after: yuan(after) });
  });

  it('says when there is no proper price', () => {
    expect(adjustPrice(yuan(2), by('amount', -2.01))).toMatchObject({ fault: 'negative' });
    expect(adjustPrice(yuan(2), by('percent', -101))).toMatchObject({ fault: 'negative' });
    expect(adjustPrice(yuan(9_000_000), by('percent', 50))).toMatchObject({ fault: 'too-large' });
    expect(adjustPrice(yuan(2), by('fixed', 2))).toEqual({ after: yuan(2), fault: 'same' });
    expect(adjustPrice(yuan(0), by('percent', 10))).toMatchObject({ fault: 'same' });
  });

  it('[property] a percentage is exact to half a unit of the last place', () => {
    const percents = fc.integer({ min: -1_000_000, max: 5_000_000 }).map((units) => units / 10_000);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000_000 }), percents, fc.constantFrom<2 | 4>(2, 4), (units, percent, decimals) => {
        const { after, fault } = adjustPrice(units as UnitPrice, by('percent', percent, decimals));
        if (fault === 'too-large' || fault === 'negative') return;
        const exact = BigInt(units) * BigInt(1_000_000 + Math.round(percent * 10_000));
        const off = BigInt(after) * 1_000_000n - exact;
        const half = decimals === 2 ? 50_000_000n : 500_000n;
        expect(off > -half && off <= half).toBe(true);
        if (decimals === 2) expect(after % 100).toBe(0);
      }),
    );
  });

  it('[property] the same for every entry: a dearer one never becomes the cheaper one', () => {
    const prices = fc.integer({ min: 0, max: 10_000_000 });
    fc.assert(
      fc.property(prices, prices, fc.integer({ min: -100, max: 300 }), (a, b, percent) => {
        const changed = (units: number) => adjustPrice(units as UnitPrice, by('percent', percent)).after;
        if (a <= b) expect(changed(a)).toBeLessThanOrEqual(changed(b));
      }),
    );
  });
});
