import { LEVEL_3_PASSWORDS, SPEC_PASSWORDS } from '@nephra/plugin-sdk/contract';
import { expect, test } from 'vitest';
import { passwordErrors } from './password-form.ts';

test('[5-02] a new password fits the policy of the site', () => {
  const next = (value: string, policy = LEVEL_3_PASSWORDS) => passwordErrors({ old: 'Demo2026', next: value, again: value }, policy).next;
  expect(next('')).toBe('password.nextMissing');
  for (const bad of ['abc12', 'Abcdefgh', '12345678', 'Abc 12345', 'abcd1234', 'A1b'.repeat(6)]) expect(next(bad), bad).toBe('rule');
  for (const good of ['Nephra2027', 'abcd123!', 'aB1'.repeat(5)]) expect(next(good), good).toBeUndefined();
  expect([next('abc123', SPEC_PASSWORDS), next('abcd123!', SPEC_PASSWORDS)]).toEqual([undefined, 'rule']);
});

test('it differs from the old one and is typed twice alike', () => {
  const errors = (old: string, next: string, again: string) => passwordErrors({ old, next, again }, LEVEL_3_PASSWORDS);
  expect(errors('Demo2026', 'Demo2026', 'Demo2026')).toEqual({ next: 'password.same' });
  expect(errors('', 'Demo2027', 'Demo2028')).toEqual({ old: 'password.oldMissing', again: 'password.differs' });
  expect(errors('Demo2026', 'Demo2027', 'Demo2027')).toEqual({});
});
