import fc from 'fast-check';
import { expect, test } from 'vitest';
import { redirectTarget } from './redirect-target.ts';
import { anyCharacter } from '../../../tests/support/cases/any-character.ts';

const to = (redirect: string) => redirectTarget(`?redirect=${encodeURIComponent(redirect)}`);

test('[2.3-07] after sign-in the person returns to where they wanted to go, query and all', () => {
  expect(to('/his/pharmacy?id=1&x=2')).toBe('/his/pharmacy?id=1&x=2');
  expect(to('/profile')).toBe('/profile');
});

test.each([
  '',
  '/',
  '/login',
  '/login?redirect=/x',
  '/jump',
  '/lockScreen',
  '//evil.example',
  '/\\evil.example',
  'https://evil.example/',
  'javascript:alert(1)',
  '/\t/evil.example',
  '/%5c..\\x',
  '/.//evil.example',
  '/x/..//evil.example',
  '/%2e//evil.example',
])('%j leads to the start page', (address) => {
  expect(to(address)).toBe('/home');
});

test('no redirect ever leaves this origin', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: anyCharacter }), fc.webUrl(), fc.stringMatching(/^\/[\\/:@.a-z\t]{0,12}$/)), (address) => {
      const url = new URL(to(address), 'https://his.example/login');
      expect(url.origin).toBe('https://his.example');
    }),
  );
});
