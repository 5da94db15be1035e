import fc from 'fast-check';
import { expect, it } from 'vitest';
import { propertyCases } from '../../../../../tests/support/cases/effort.ts';
import { ASKS, MessageBudget, TELLS } from './message-budget.ts';

const KINDS = { TELLS, ASKS };

it.each(['TELLS', 'ASKS'] as const)('whoever sends no more %s than he may is always heard', (kind) => {
  const { perSecond, bytesOfOne } = KINDS[kind];
  fc.assert(
    fc.property(fc.array(fc.record({ pause: fc.integer({ min: 1, max: 2_000 }), bytes: fc.nat(bytesOfOne - 1) }), { maxLength: 200 }), (sent) => {
      let now = 0;
      const budget = new MessageBudget(KINDS[kind], () => now);
      for (const { pause, bytes } of sent) {
        now += pause;
        for (let n = 0; n < Math.floor((pause / 1_000) * perSecond); n += 1) if (budget.note(bytes).kind !== 'fine') return false;
      }
      return true;
    }),
    { numRuns: propertyCases(20) },
  );
});

it.each(['TELLS', 'ASKS'] as const)('a burst of %s is heard whole, a flood is slowed down to what is allowed and then ended', (kind) => {
  const { perSecond, atOnce, patienceMs } = KINDS[kind];
  let now = 0;
  const budget = new MessageBudget(KINDS[kind], () => now);
  for (let n = 0; n < atOnce; n += 1) expect(budget.note(100).kind).toBe('fine');
  let heard = 0;
  for (;;) {
    const found = budget.note(100);
    if (found.kind === 'flood') break;
    heard += 1;
    if (found.kind === 'wait') now += found.ms;
  }
  expect(now).toBeGreaterThanOrEqual(patienceMs);
  expect(now).toBeLessThan(patienceMs + 100);
  expect(heard).toBeLessThan((patienceMs / 1_000 + 0.2) * perSecond);
});

it('long messages count as many, and after a calm while all is forgotten', () => {
  let now = 0;
  const budget = new MessageBudget(TELLS, () => now);
  const giant = 32 * 1024 * 1024;
  expect([1, 2, 3].map(() => budget.note(giant).kind)).toEqual(['fine', 'fine', 'wait']);
  now += 10_000;
  expect(budget.note(giant).kind).toBe('fine');
});
