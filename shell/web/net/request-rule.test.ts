import { describe, expect, test } from 'vitest';
import { DEFAULT_OUTSIDE_ENDPOINTS, isAccepted, isSignInCall, targetOf, timeoutFor } from './request-rule.ts';

const terms = { pageOrigin: 'https://his.example', base: '', endpoints: DEFAULT_OUTSIDE_ENDPOINTS };
const at = (address: string, base = '') => targetOf(address, 1_700_000_000_999, { ...terms, base });

describe('addresses', () => {
  test('[7.1-01] the base address is put before relative addresses and left off absolute ones', () => {
    expect(at('/api/message').url).toBe('/api/message?n=1700000000');
    expect(at('/api/message', 'https://api.example:5000').url).toBe('https://api.example:5000/api/message?n=1700000000');
    expect(at('/api/message', 'https://api.example:5000/his/').url).toBe('https://api.example:5000/his/api/message?n=1700000000');
    expect(at('https://else.example/x', 'https://api.example:5000').url).toBe('https://else.example/x?n=1700000000');
    expect(at('//else.example/x').url).toBe('https://else.example/x?n=1700000000');
  });

  test('[7.1-02] the stamp n joins a query that is already there', () => {
    expect(at('/api/message?type=1').url).toBe('/api/message?type=1&n=1700000000');
  });

  test('[7.1-03] only our own server gets the token; Huazi never does', () => {
    expect(at('/api/message').own).toBe(true);
    expect(at('/api/message', 'https://api.example:5000').own).toBe(true);
    expect(at('https://api.example:5000/api/x', 'https://api.example:5000').own).toBe(true);
    expect(at('https://evil.example/api/x').own).toBe(false);
    expect(at('https://his.example.evil.example/api/x').own).toBe(false);
    expect(at('http://his.example/api/x').own).toBe(false);
    expect(at('https://gw.Huazi.example/x').own).toBe(false);
    expect(at('/gateway/Huazi/read').own).toBe(false);
  });

  test('a query that names a gateway changes nothing', () => {
    expect(at('https://evil.example/x?guangxi').endpoint).toBeUndefined();
    expect(at('/api/message?from=Huazi').own).toBe(true);
  });
});

test.each([
  ['/api/system/SynThirdInfo/synAllUserSysToQy', 100_000],
  ['/api/extend/Email/Receive', 100_000],
  ['/api/permission/Authority/Data/12/Values', 100_000],
  ['/api/system/DataSync/Actions/Execute', 100_000],
  ['/api/permission/Authority/GetColumnsByModuleId/1', 15_000],
  ['/api/his/charge/bill', 15_000],
])('[7.1-04] %s waits %i ms', (path, expected) => {
  expect(timeoutFor(path)).toBe(expected);
});

describe('[8-01] accepted answers', () => {
  const own = at('/api/his/pharmacy/Actions/UpdateState');
  const judge = (target: ReturnType<typeof at>, body: unknown, path = '/api/x') => isAccepted(target, path, body);

  test('our own server succeeds with code 200 only', () => {
    expect(judge(own, { code: 200 })).toBe(true);
    for (const body of [{ code: 500 }, { code: '200' }, { infcode: 0 }, { errcode: 'AGW.1403' }, {}, null, 'ok']) expect(judge(own, body)).toBe(false);
  });

  test('insurance gateways succeed with their own codes', () => {
    const gateway = at('https://huazi.example/call');
    for (const infcode of [0, -1, -300300, '0']) expect(judge(gateway, { infcode })).toBe(true);
    for (const errcode of ['AGW.1403', 'AGW.1413', 'AGW.1433', 'AGW.9999']) expect(judge(gateway, { errcode })).toBe(true);
    expect(judge(gateway, { infcode: 1 })).toBe(false);
    expect(judge(gateway, { errcode: 'AGW.0001' })).toBe(false);
    expect(judge(at('https://other.example/call'), { infcode: 0 })).toBe(false);
  });

  test('data-source test, local agents and model configuration pass unchecked', () => {
    expect(judge(own, { code: 500 }, '/api/system/Base/DataSource/Actions/Test/1')).toBe(true);
    expect(judge(own, { any: 1 }, '/api/visualdev/OnlineDev/7/Config')).toBe(true);
    for (const port of ['10086', '2589', '9102']) expect(judge(at(`http://127.0.0.1:${port}/read`), {})).toBe(true);
    expect(judge(at('http://127.0.0.1:10087/read'), {})).toBe(false);
  });
});

test('[8-03] log-in and lock-screen calls may answer 600-602 without ending the session', () => {
  expect(isSignInCall('/api/oauth/Login')).toBe(true);
  expect(isSignInCall('/api/oauth/LockScreen')).toBe(true);
  expect(isSignInCall('/api/oauth/LockScreen/Actions/Lock')).toBe(true);
  expect(isSignInCall('/api/oauth/LoginPage')).toBe(false);
  expect(isSignInCall('/api/oauth/Logout')).toBe(false);
});
