import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EMOJI, withEmoji } from './emoji.ts';

test('[9-14] [3-21] the set has the files 100 to 219, gif and from 200 png, each with a code and a character of its own', () => {
  expect(EMOJI.map(({ url }) => url)).toEqual(Array.from({ length: 120 }, (_, nth) => `${100 + nth}.${nth < 100 ? 'gif' : 'png'}`));
  expect(new Set(EMOJI.map(({ alt }) => alt)).size).toBe(120);
  expect(new Set(EMOJI.map(({ character }) => character)).size).toBe(120);
  for (const { alt, character } of EMOJI) {
    expect(alt).toMatch(/^\[\S{1,5}\]$/);
    expect(character).toMatch(/^\p{Emoji}/u);
    expect(withEmoji(alt)).toBe(character);
  }
});

test('[3-21] codes are shown as characters wherever they stand, unknown ones as they were typed', () => {
  expect(withEmoji('早[微笑][微笑]，血压[正常]，[OK]')).toBe('早🙂🙂，血压[正常]，👌');
  expect(withEmoji('[[微笑]] [ 微笑] [微\n笑] [__proto__] [')).toBe('[🙂] [ 微笑] [微\n笑] [__proto__] [');
});

test('texts without brackets are never changed', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('[')),
      (text) => withEmoji(text) === text,
    ),
  );
});
