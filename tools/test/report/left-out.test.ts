import { expect, test } from 'vitest';
import { leftOut, reasonsOf } from './left-out.mjs';

const made = { title: 'made', tests: [{ annotations: [], results: [{ annotations: [] }] }] };
const skipped = (title: string, reason: string) => ({
  title,
  tests: [{ annotations: [{ type: 'skip', description: reason }], results: [{ annotations: [{ type: 'skip', description: reason }] }] }],
});

test('a journey that was left out is told once, with its reason, from suites within suites, too', () => {
  const report = { suites: [{ specs: [made, skipped('drag', 'no mouse')], suites: [{ specs: [skipped('paper', 'no font')] }] }] };
  expect(leftOut(report)).toEqual([
    { journey: 'drag', reason: 'no mouse' },
    { journey: 'paper', reason: 'no font' },
  ]);
});

test('a reason that several steps gave stands once, with all of them', () => {
  const out = [{ journey: 'drag', reason: 'no mouse' }];
  expect(
    reasonsOf([{ title: 'en' }, { title: 'zh 390', leftOut: out }, { title: 'en 390', leftOut: [...out, { journey: 'drop', reason: 'no mouse' }] }]),
  ).toEqual([{ reason: 'no mouse', journeys: ['drag', 'drop'], steps: ['zh 390', 'en 390'] }]);
});
