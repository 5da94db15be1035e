import { expect, it } from 'vitest';
import type { NumberRange } from './range-input.tsx';
import { rangeQuery } from './range-search.tsx';

it.each<[NumberRange | undefined, object]>([
  [undefined, {}],
  [[], {}],
  [[null, null], {}],
  [[1, null], { from: 1 }],
  [[null, 2], { to: 2 }],
  [[0, 0], { from: 0, to: 0 }],
  [[1, 2], { from: 1, to: 2 }],
  [[2, 1], { from: 1, to: 2 }],
])('%j asks for %j', (range, asked) => {
  expect(rangeQuery(range, 'from', 'to')).toEqual(asked);
});
