import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { md5 } from './md5.ts';

test.each([
  ['', 'd41d8cd98f00b204e9800998ecf8427e'],
  ['abc', '900150983cd24fb0d6963f7d28e17f72'],
  ['12345678901234567890123456789012345678901234567890123456789012345678901234567890', '57edf4a22be3c955ac49da2e2107b67a'],
])('md5 of %j is the one of RFC 1321', (text, hex) => {
  expect(md5(text)).toBe(hex);
});

test('[5-02] any text hashes like the reference implementation', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
      expect(md5(text)).toBe(createHash('md5').update(text, 'utf8').digest('hex'));
    }),
  );
});
