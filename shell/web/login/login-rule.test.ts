import { expect, test } from 'vitest';
import { LEVEL_3_PASSWORDS } from '@nephra/plugin-sdk/contract';
import { accountErrors, mobileErrors, mobileLogin, passwordLogin } from './login-rule.ts';
import { setupErrors } from './forms/setup-rule.ts';

test('[5-10] account and password must be entered, the verification code when it is asked for', () => {
  expect(accountErrors({ account: '  ', password: '', code: '' }, false)).toEqual({ account: 'login.accountTip', password: 'login.passwordTip' });
  expect(accountErrors({ account: 'admin', password: 'x', code: ' ' }, true)).toEqual({ code: 'login.codeTip' });
  expect(accountErrors({ account: 'admin', password: 'x', code: '' }, false)).toEqual({});
});

test('[5-01] [5-10] the mobile number must be entered and be one', () => {
  expect(mobileErrors({ mobile: '', code: '' })).toEqual({ mobile: 'login.mobile', code: 'login.codeTip' });
  for (const bad of ['12345678901', '1381234567', '138123456789', '+8613812345678'])
    expect(mobileErrors({ mobile: bad, code: '1' })).toEqual({ mobile: 'login.rightMobile' });
  expect(mobileErrors({ mobile: ' 13812345678 ', code: '123456' })).toEqual({});
});

test('[5-02] [7.2-01] the account is trimmed, the password hashed; a sub-account is sent as typed', () => {
  expect(passwordLogin({ account: ' 13812345678@nurse ', password: 'Demo2026', code: ' aB3d ' }, 'k1', 'w7')).toEqual({
    account: '13812345678@nurse',
    password: 'f4f0164f0ca301cc30cfbe324c5f9fad',
    origin: 'password',
    code: 'aB3d',
    timestamp: 'k1',
    client_id: 'admin',
    client_secret: '123456',
    scope: 'all',
    grant_type: 'password',
    proof: 'w7',
  });
  expect(passwordLogin({ account: 'a', password: 'b', code: '' }, '', '')).not.toHaveProperty('proof');
});

test('[2.1-02] the mobile code goes the same way with its own grant type', () => {
  expect(mobileLogin({ mobile: ' 13812345678 ', code: ' 123456' })).toMatchObject({
    account: '13812345678',
    code: '123456',
    grant_type: 'sms_code',
    password: '',
  });
});

test('[5-02] the first password of the administrator follows the rule', () => {
  expect(setupErrors({ setupCode: '', password: 'short', again: 'x' }, LEVEL_3_PASSWORDS)).toEqual({
    setupCode: 'setup.codeTip',
    password: 'rule',
    again: 'setup.differs',
  });
  expect(setupErrors({ setupCode: '1', password: 'Nephra2026', again: 'Nephra2026' }, LEVEL_3_PASSWORDS)).toEqual({});
});
