import { expect, it } from 'vitest';
import { longestFirst } from './longest-first.mjs';

it('the longest file of the last run begins first; one that nobody ran stands between long and short, and equal ones keep one order', () => {
  const seconds = { 'plans.test.ts': 30, 'b.test.ts': 1, 'a.test.ts': 1 };
  expect(longestFirst(['b.test.ts', 'new.test.ts', 'a.test.ts', 'plans.test.ts'], seconds)).toEqual(['plans.test.ts', 'new.test.ts', 'a.test.ts', 'b.test.ts']);
});
