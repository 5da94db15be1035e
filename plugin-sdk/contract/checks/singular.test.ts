import { expect, it } from 'vitest';
import { singularKey } from './singular.ts';

it.each([
  ['en', { n: 1 }, 'a.b_one'],
  ['en', { n: '1', of: 4 }, 'a.b_one'],
  ['en', { count: 1 }, 'a.b_one'],
  ['en', { n: 2 }, undefined],
  ['en', { n: 0 }, undefined],
  ['en', { total: 1 }, undefined],
  ['en', undefined, undefined],
  ['zh', { n: 1 }, undefined],
  ['zhtw', { n: 1 }, undefined],
] as const)('in %s %j asks for %s', (language, params, key) => expect(singularKey('a.b', language, params)).toBe(key));
