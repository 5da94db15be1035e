import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fen } from './money.ts';
import { averageMoney, percentOf } from './money-share.ts';

it('an average is the nearest fen, the upper one of two as near, and none of nothing', () => {
  expect([averageMoney(fen(1000), 3), averageMoney(fen(500), 8), averageMoney(fen(-1), 2), averageMoney(fen(0), 0)]).toEqual([333, 63, 0, undefined]);
  // Larger than what a float keeps apart when it is multiplied.
  expect(averageMoney(fen(9_007_199_254_740_991), 2)).toBe(4_503_599_627_370_496);
  fc.assert(
    fc.property(fc.integer({ min: -10_000_000_000_000, max: 10_000_000_000_000 }), fc.integer({ min: 1, max: 1_000_000 }), (sum, count) => {
      const average = BigInt(averageMoney(fen(sum), count) ?? NaN);
      const twice = 2n * (BigInt(sum) - average * BigInt(count));
      return twice < BigInt(count) && twice >= -BigInt(count);
    }),
  );
});

it('a share has one decimal; of nothing, or of less than nothing, there is none', () => {
  expect([percentOf(fen(1), fen(3)), percentOf(fen(30_000), fen(75_550)), percentOf(fen(5), fen(5))]).toEqual([33.3, 39.7, 100]);
  expect([percentOf(fen(5), fen(0)), percentOf(fen(5), fen(-10)), percentOf(fen(-5), fen(10))]).toEqual([0, 0, -50]);
});
