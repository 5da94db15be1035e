import { expect, it } from 'vitest';
import { isUnknownOutcome } from './act/outcome.ts';
import { ApiError, wordOf } from './context.ts';

it('a call without an answer is unknown, one that was refused is not', () => {
  const refused = (error: string) => new ApiError({ code: 0, error, message: 'no' });
  const asked = ['network', 'timeout', 'core.commit-unknown', 'invalid-answer', 'aborted', 'prescription.stale', 'core.fault'];
  expect(asked.filter((error) => isUnknownOutcome(refused(error)))).toEqual(asked.slice(0, 4));
  expect(isUnknownOutcome(new TypeError('network'))).toBe(false);
});

it('a word that nobody translated is said as it is', () => {
  const t = (key: string, params?: Record<string, string | number>) => (key === 'payer.310' ? `Staff ${params?.n ?? ''}`.trim() : key);
  expect(wordOf(t, 'payer.310', '310')).toBe('Staff');
  expect(wordOf(t, 'payer.310', '310', { n: 7 })).toBe('Staff 7');
  expect(wordOf(t, 'payer.999', '999', { n: 7 })).toBe('999');
});
