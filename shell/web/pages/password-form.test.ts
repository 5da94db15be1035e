import { expect, test } from 'vitest';
import { passwordErrors } from './password-form.ts';

test('[5-02] [9-21] a new password has 6 to 16 letters and digits, both kinds', () => {
  const next = (value: string) => passwordErrors({ old: 'Demo2026', next: value, again: value }).next;
  expect(next('')).toBe('password.nextMissing');
  for (const bad of ['abc12', 'abcdefg', '1234567', 'abc 123', 'abc123!', 'a1'.repeat(9)]) expect(next(bad)).toBe('password.rule');
  for (const good of ['abc123', 'Nephra2027', 'a1'.repeat(8)]) expect(next(good)).toBeUndefined();
});

test('it differs from the old one and is typed twice alike', () => {
  expect(passwordErrors({ old: 'Demo2026', next: 'Demo2026', again: 'Demo2026' })).toEqual({ next: 'password.same' });
  expect(passwordErrors({ old: '', next: 'Demo2027', again: 'Demo2028' })).toEqual({ old: 'password.oldMissing', again: 'password.differs' });
  expect(passwordErrors({ old: 'Demo2026', next: 'Demo2027', again: 'Demo2027' })).toEqual({});
});
