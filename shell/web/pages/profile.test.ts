import { expect, test } from 'vitest';
import { avatarProblem } from './avatar-rule.ts';
import { baseInfoErrors, genderKey } from './base-info-form.ts';

test('[5-01] [5-03] mobile number and email are checked when they are given', () => {
  const check = (mobilePhone: string, email: string) => baseInfoErrors({ gender: '1', mobilePhone, email });
  expect(check('', '')).toEqual({});
  expect(check('13812345678', 'doctor@example.org')).toEqual({});
  expect(check('12812345678', 'doctor@')).toEqual({ mobilePhone: 'profile.mobileWrong', email: 'profile.emailWrong' });
});

test('[5-16] [5-17] [9-02] a picture must be one and at most 5 MB', () => {
  expect(avatarProblem({ type: 'image/png', size: 5_242_880 })).toBeUndefined();
  expect(avatarProblem({ type: 'image/png', size: 5_242_881 })).toBe('profile.avatarSize');
  expect(avatarProblem({ type: 'application/pdf', size: 1 })).toBe('profile.avatarType');
});

test('wire codes of sex', () => {
  expect(['0', '1', '2', '9', ''].map(genderKey)).toEqual(['unknown', 'male', 'female', 'unknown', 'unknown']);
});
