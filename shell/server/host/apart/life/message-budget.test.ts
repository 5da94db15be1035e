import fc from 'fast-check';
import { expect, it } from 'vitest';
import { propertyCases } from '../../../../../tests/support/cases/effort.ts';
import { ASKS, MessageBudget, TELLS, TELLS_OF_A_CALL } from './message-budget.ts';

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

it('what comes with calls is heard, however many there are; a call pays for no flood', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(TELLS_OF_A_CALL), { minLength: 1, maxLength: 2_000 }), (said) => {
      const budget = new MessageBudget(TELLS, () => 0);
      return said.every((count) => {
        const isHeard = Array.from({ length: count }, () => budget.note(100).kind).every((kind) => kind === 'fine');
        budget.earn(TELLS_OF_A_CALL);
        return isHeard;
      });
    }),
    { numRuns: propertyCases(20) },
  );
  const budget = new MessageBudget(TELLS, () => 0);
  for (let call = 0; call < 10_000; call += 1) budget.earn(TELLS_OF_A_CALL);
  const kinds = Array.from({ length: TELLS.atOnce + 1 }, () => budget.note(100).kind);
  expect([kinds.slice(0, -1).every((kind) => kind === 'fine'), kinds.at(-1)]).toEqual([true, 'wait']);
});

it('events for 12,000 rows out of one loop are heard whole', () => {
  let now = 0;
  const budget = new MessageBudget(TELLS, () => now);
  for (let n = 0; n < 12_000; n += 1) {
    const found = budget.note(300);
    expect(found.kind).not.toBe('flood');
    if (found.kind === 'wait') now += found.ms;
  }
});

it('long messages count as many, and after a calm while all is forgotten', () => {
  let now = 0;
  const budget = new MessageBudget(TELLS, () => now);
  const giant = 8 * 1024 * 1024;
  expect([1, 2, 3].map(() => budget.note(giant).kind)).toEqual(['fine', 'fine', 'wait']);
  now += 10_000;
  expect(budget.note(giant).kind).toBe('fine');
});
