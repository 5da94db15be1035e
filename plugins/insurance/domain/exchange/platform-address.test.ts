import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSameAddress, platformAddress } from './platform-address.ts';

describe('addresses', () => {
  it('are written one way', () => {
    expect(platformAddress('HTTP://127.0.0.1:5090/guangdong/')).toBe('http://127.0.0.1:5090/guangdong');
    expect(platformAddress('https://Gateway.Example:443/fsi/api')).toBe('https://gateway.example/fsi/api');
    expect(platformAddress('http://127.0.0.1:10086')).toBe('http://127.0.0.1:10086');
  });

  it.each([
    '',
    'x',
    '//a/b',
    'ftp://a/b',
    'http://u@a/',
    'http://a/b/../c',
    'http://a/./c',
    'http://a\\b',
    'http://a/%62',
    'http://a/?q',
    'http://a/#f',
    'http://a//b',
    'http:///a/b',
    'http://a b',
  ])('%j is none', (text) => {
    expect(platformAddress(text)).toBeUndefined();
  });

  it('the same means the same origin and path, never a part of one', () => {
    const base = 'http://127.0.0.1:5090/hubei';
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.string(), (before, after) => {
        for (const given of [`${before}${base}`, `${base}${after}`, base.replace('127', `${before}127`)]) {
          const isPlain = given.trim().replace(/\/$/, '') === base;
          expect(isSameAddress(given, base)).toBe(isPlain);
        }
      }),
    );
  });
});
