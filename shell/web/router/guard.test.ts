import { describe, expect, test } from 'vitest';
import { decideNavigation, entryFor, type GuardInput } from './guard.ts';

const signedIn: GuardInput = { hasToken: true, isLocked: false, isLoaded: true, path: '/his/pharmacy', search: '' };
const decide = (input: Partial<GuardInput>) => decideNavigation({ ...signedIn, ...input });
const pass = { kind: 'pass' };
const to = (address: string) => ({ kind: 'redirect', to: address });

describe('[2.3-02] with a token', () => {
  test('[2.3-03] a locked screen leads to /lockScreen, except when already there', () => {
    expect(decide({ isLocked: true })).toEqual(to('/lockScreen'));
    expect(decide({ isLocked: true, path: '/lockScreen' })).toEqual(pass);
    expect(decide({ isLocked: true, isLoaded: false, path: '/lockScreen' })).toEqual(pass);
    expect(decide({ isLocked: true, path: '/login' })).toEqual(to('/'));
  });

  test('[2.3-04] /login leads to /', () => {
    expect(decide({ path: '/login', search: '?redirect=/x' })).toEqual(to('/'));
  });

  test('[2.3-05] /home with a token in its query exchanges it, then goes on without it', () => {
    expect(decide({ path: '/home', search: '?token=T1&tab=2' })).toEqual({ kind: 'exchange', ticket: 'T1', to: '/home?tab=2' });
    expect(decide({ path: '/home', search: '?token=' })).toEqual(pass);
  });

  test('[2.3-06] [2.3-07] without menus they are loaded; failure leads to the login page with the way back', () => {
    expect(decide({ isLoaded: false, search: '?id=1' })).toEqual({ kind: 'load', onFailure: '/login?redirect=/his/pharmacy%3Fid%3D1' });
    expect(decide({ isLoaded: false, path: '/auth-redirect' })).toEqual(pass);
  });

  test('everything else passes', () => {
    expect(decide({})).toEqual(pass);
  });
});

describe('[2.3-08] without a token', () => {
  const without = (path: string, search = '') => decide({ hasToken: false, isLoaded: false, path, search });

  test('[2.3-09] the three open routes pass', () => {
    for (const path of ['/login', '/auth-redirect', '/jump']) expect(without(path)).toEqual(pass);
  });

  test('[2.3-10] /home with a query token exchanges it', () => {
    expect(without('/home', '?token=T2')).toEqual({ kind: 'exchange', ticket: 'T2', to: '/home' });
  });

  test('[2.3-11] /home alone leads to /login', () => {
    expect(without('/home')).toEqual(to('/login'));
  });

  test('[2.3-12] any other route leads to /login with the way back', () => {
    expect(without('/profile')).toEqual(to('/login?redirect=/profile'));
    expect(without('/his/x', 'a=1&b=2')).toEqual(to('/login?redirect=/his/x%3Fa%3D1%26b%3D2'));
  });

  test('a lock left in the browser does not matter', () => {
    expect(decide({ hasToken: false, isLocked: true, path: '/lockScreen' })).toEqual(to('/login?redirect=/lockScreen'));
  });
});

describe('the entry a fresh page needs', () => {
  const entry = (hasToken: boolean, path: string, search = '') => entryFor({ hasToken, path, search });
  test('[2.1-02] signed out: the small login bundle', () => {
    for (const path of ['/login', '/', '/home', '/his/x', '/jump', '/lockScreen']) expect(entry(false, path)).toBe('login');
  });
  test('signed in, [2.1-04] /auth-redirect, or a one-time ticket: the shell', () => {
    expect(entry(true, '/login')).toBe('shell');
    expect(entry(true, '/his/x')).toBe('shell');
    expect(entry(false, '/auth-redirect', '?code=1')).toBe('shell');
    expect(entry(false, '/home', '?token=T')).toBe('shell');
  });
});
