import fc from 'fast-check';
import { expect, it } from 'vitest';
import { MAX_TELLS_PER_SECOND, TellBudget } from './tell-budget.ts';

it('whoever says no more than he may is always heard', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ pause: fc.integer({ min: 1, max: 2_000 }), bytes: fc.nat(4_000) }), { maxLength: 200 }), (said) => {
      let now = 0;
      const budget = new TellBudget(() => now);
      for (const { pause, bytes } of said) {
        now += pause;
        for (let n = 0; n < Math.floor((pause / 1_000) * MAX_TELLS_PER_SECOND); n += 1) if (budget.note(bytes).kind !== 'fine') return false;
      }
      return true;
    }),
    { numRuns: 20 },
  );
});

it('a burst is heard whole, a flood is slowed down to what is allowed and then ended', () => {
  let now = 0;
  const budget = new TellBudget(() => now);
  for (let n = 0; n < 20_000; n += 1) expect(budget.note(100).kind).toBe('fine');
  let heard = 0;
  for (;;) {
    const found = budget.note(100);
    if (found.kind === 'flood') break;
    heard += 1;
    if (found.kind === 'wait') now += found.ms;
  }
  expect(now).toBeGreaterThanOrEqual(3_000);
  expect(now).toBeLessThan(3_100);
  expect(heard).toBeLessThan(3.2 * MAX_TELLS_PER_SECOND);
});

it('long messages count as many, and after a calm while all is forgotten', () => {
  let now = 0;
  const budget = new TellBudget(() => now);
  const giant = 32 * 1024 * 1024;
  expect([1, 2, 3].map(() => budget.note(giant).kind)).toEqual(['fine', 'fine', 'wait']);
  now += 10_000;
  expect(budget.note(giant).kind).toBe('fine');
});
