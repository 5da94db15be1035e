import { expect, it } from 'vitest';
import { isSameName, tidyName } from './entry-name.ts';

it('names lose blanks that nobody sees', () => {
  expect(tidyName('  bed   7 ')).toBe('bed 7');
  expect(isSameName('Bed 7', 'bed  7 ')).toBe(true);
  expect(isSameName('bed 7', 'bed 8')).toBe(false);
});
