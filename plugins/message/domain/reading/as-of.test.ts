import { expect, it } from 'vitest';
import { isAsOf } from './as-of.ts';

it.each([
  ['1:1:', true],
  ['700:700:', true],
  ['700:705:700,703', true],
  ['700:705:703,700', false],
  ['700:705:700,700', false],
  ['700:705:705', false],
  ['700:705:699', false],
  ['705:700:', false],
  ['0:5:', false],
  ['9999999999999999999:9999999999999999999:', false],
  ['1:2', false],
  ['1:2:3,', false],
  ["1:1:'", false],
  ['', false],
])('%j as a place in the line of commits: %s', (text, is) => {
  expect(isAsOf(text)).toBe(is);
});
