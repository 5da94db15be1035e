import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { md5OfShortText } from './md5-of-short-text.ts';
import { clientHash } from './password-hash.ts';
import { isShortPassword } from './short-passwords.ts';

it('the short way to a hash comes to the same as the long one', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 7 }), (bytes) => {
      const block = Buffer.alloc(8);
      block.set(bytes);
      block[bytes.length] = 0x80;
      const words = new Int32Array(4);
      md5OfShortText(block.readInt32LE(0), block.readInt32LE(4), bytes.length * 8, words);
      expect(Buffer.from(words.buffer).toString('hex')).toBe(createHash('md5').update(bytes).digest('hex'));
    }),
  );
});

describe('hashes of passwords that no rule would let through', () => {
  const letter = fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code));
  const text = (letters: fc.Arbitrary<string>, minLength: number, maxLength: number) => fc.string({ unit: letters, minLength, maxLength });
  const digit = fc.constantFrom(...'0123456789');
  const plain = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz0123456789');

  it('are known: up to three characters, four plain ones, six digits, birthdays', async () => {
    const birthday = fc
      .tuple(fc.integer({ min: 1900, max: 2035 }), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 31 }))
      .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(''));
    await fc.assert(
      fc.asyncProperty(fc.oneof(text(letter, 1, 3), text(plain, 4, 4), text(digit, 1, 6), birthday), async (password) => {
        expect(await isShortPassword(clientHash(password))).toBe(true);
      }),
      { examples: [['a'], ['~~~'], ['9999'], ['zzzz'], ['999999'], ['20351231']] },
    );
  });

  it('others are not: one in ten thousand of those that the rule of six characters lets through is mistaken', async () => {
    let mistaken = 0;
    for (let turn = 0; turn < 20_000; turn += 1) if (await isShortPassword(clientHash(`Lotus${turn}`))) mistaken += 1;
    expect(mistaken).toBeLessThan(12);
  });
});
