import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isDeeperThan } from './body-depth.ts';

const nested = (depth: number, way: 'list' | 'object'): unknown =>
  JSON.parse(way === 'list' ? '['.repeat(depth) + ']'.repeat(depth) : `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`);

it('counts levels, whatever they are made of, and walks over a body of any depth', () => {
  for (const way of ['list', 'object'] as const) {
    expect(isDeeperThan(nested(65, way), 64)).toBe(false);
    expect(isDeeperThan(nested(66, way), 64)).toBe(true);
    expect(isDeeperThan(nested(150_000, way), 64)).toBe(true);
  }
});

it('agrees with what a plain definition says', () => {
  const depthOf = (value: unknown): number =>
    typeof value === 'object' && value !== null ? 1 + Object.values(value).reduce((most: number, one) => Math.max(most, depthOf(one)), 0) : 0;
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), fc.nat(6), (value, most) => {
      expect(isDeeperThan(value, most)).toBe(depthOf(value) > most + 1);
    }),
  );
});
