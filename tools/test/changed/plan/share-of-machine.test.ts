import { expect, it } from 'vitest';
import { shareOfMachine } from './share-of-machine.mjs';

it('a check gets most of a machine that idles, or has cores for others besides', () => {
  expect(shareOfMachine(2, { cores: 2, load: 0 })).toBe(0.85);
  expect(shareOfMachine(2, { cores: 8, load: 3 })).toBe(0.85);
});

it('and where others work its part', () => {
  expect(shareOfMachine(2, { cores: 2, load: 2 })).toBeCloseTo(0.425);
});
