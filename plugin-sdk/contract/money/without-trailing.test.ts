import fc from 'fast-check';
import { expect, it } from 'vitest';
import { withoutTrailing } from './without-trailing.ts';

it('takes away what a pattern would, and nothing else', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('/', 'a', '\n') }), (text) => {
      expect(withoutTrailing(text, '/')).toBe(text.replace(/\/+$/, ''));
    }),
  );
});
