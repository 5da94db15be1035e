import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromFirstHit, hitsIn } from './hits.ts';

test('a word is marked wherever it stands, in whatever case', () => {
  expect(hitsIn('Heparin, HEPARIN 5000', 'heparin').map(({ text, hit }) => [text, hit])).toEqual([
    ['Heparin', true],
    [', ', false],
    ['HEPARIN', true],
    [' 5000', false],
  ]);
  expect(hitsIn('İstanbul', 'i')).toEqual([{ at: 0, text: 'İstanbul', hit: false }]);
  expect(hitsIn('血压', '')).toEqual([{ at: 0, text: '血压', hit: false }]);
});

const words = fc.string({ unit: fc.constantFrom('a', 'A', 'b', '血', 'İ', ' ') });

test('property: the pieces are the text, and what is marked is the word', () => {
  fc.assert(
    fc.property(words, words, (text, word) => {
      const pieces = hitsIn(text, word);
      expect(pieces.map((piece) => piece.text).join('')).toBe(text);
      for (const piece of pieces) if (piece.hit) expect(piece.text.toLowerCase()).toBe(word.toLowerCase());
    }),
  );
});

test('a hit far inside of a long text is led up to', () => {
  const far = `${'甲'.repeat(400)}肝素${'乙'.repeat(10)}`;
  expect(fromFirstHit(far, '肝素')).toBe(`…${'甲'.repeat(24)}肝素${'乙'.repeat(10)}`);
  expect([fromFirstHit(far, ''), fromFirstHit(far, '没有'), fromFirstHit('肝素', '肝素')]).toEqual([far, far, '肝素']);
  expect(fromFirstHit(`${'😀'.repeat(40)}a肝素`, '肝素').startsWith('…😀')).toBe(true);
});
