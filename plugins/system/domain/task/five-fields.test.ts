import { expect, it } from 'vitest';
import { fiveFields } from './five-fields.ts';

it.each([
  ['30 3 * * *', '30 3 * * *'],
  ['  30   3 * * 1-5 ', '30 3 * * 1-5'],
  ['0 30 3 * * ?', '30 3 * * *'],
  ['0 0/5 * * * ?', '0/5 * * * *'],
  ['0 0 8 ? * 2-6', '0 8 * * MON-FRI'],
  ['0 0 8 ? * 1,7 *', '0 8 * * SUN,SAT'],
  ['0 0 8 ? * MON *', '0 8 * * MON'],
  // Not of whole minutes, or of one year: no timetable of ours.
  ['*/5 * * * * ?', '*/5 * * * * ?'],
  ['0 0 8 1 1 ? 2030', '0 8 1 1 ? 2030'.replace(/^/, '0 ')],
  ['every day', 'every day'],
])('%s is %s', (given, expected) => {
  expect(fiveFields(given)).toBe(expected);
});
