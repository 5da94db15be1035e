import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { containing, keywordFinds, keywordGrams, lettersOf, matchesKeyword, matchesLetter, pinyinInitials, searchGrams } from './search.ts';

const finds = (text: string, keyword: string): boolean => {
  const grams = new Set(searchGrams(text));
  return keywordGrams(keyword).every((gram) => grams.has(gram));
};

describe('keyword search', () => {
  it.each(['骨化', '三醇软', '骨', 'ghsc', 'GHSC', 'hsc', 'guhua', '0.25', '25µg', '骨化 胶囊'])('骨化三醇软胶囊 0.25µg is found by %s', (keyword) => {
    expect(finds('骨化三醇软胶囊 0.25µg', keyword)).toBe(true);
  });

  it.each(['化骨', '骨三', 'xyz', '肝素'])('and not by %s', (keyword) => {
    expect(finds('骨化三醇软胶囊 0.25µg', keyword)).toBe(false);
  });

  it('characters with several readings are found by each of them', () => {
    expect(finds('重组人促红素', 'czrchs')).toBe(true);
    expect(finds('重组人促红素', 'zzrchs')).toBe(true);
  });

  it.each([
    ['处方开立与发药', '處方開立'],
    ['處方開立與發藥', '处方开立'],
    ['處方開立與發藥', '發藥'],
    ['處方開立與發藥', 'cfkl'],
    ['聖骨頭 12 號', '圣骨头 12'],
  ])('[records.md R19] %s is found by %s: the script does not matter', (text, keyword) => {
    expect(keywordFinds(keyword, [text])).toBe(true);
  });

  it('a keyword that is the same in both scripts asks once', () => {
    const asked = (keyword: string) => JSON.stringify(matchesKeyword('t.search_grams', keyword)?.toOperationNode()).split('@>').length - 1;
    expect([asked('透析'), asked('發藥'), asked('abc')]).toEqual([1, 2, 1]);
  });

  it('sorts by initials', () => {
    expect(pinyinInitials('骨化三醇')).toBe('ghsc');
    expect(pinyinInitials('SIM-0001')).toBe('sim0001');
    expect(pinyinInitials('曾国栋', 'person')).toBe('zgd');
    expect(pinyinInitials('单硝酸异山梨酯')).toBe('dxsyslz');
  });

  it('an empty keyword asks nothing, punctuation alone matches nothing', () => {
    expect(matchesKeyword('t.search_grams', '  ')).toBeUndefined();
    expect(matchesKeyword('t.search_grams', undefined)).toBeUndefined();
    expect(matchesKeyword('t.search_grams', '%_')).toBeDefined();
  });

  it('a whole number is not found in another one that has all its pieces', () => {
    expect(finds('MZ202611220020', 'MZ202611220026')).toBe(true);
    expect(keywordFinds('MZ202611220026', ['MZ202611220020'])).toBe(false);
    expect(keywordFinds('ｍｚ202611220026', ['周', 'MZ202611220026'])).toBe(true);
    expect(keywordFinds('周 220026', ['周一', 'MZ202611220026'])).toBe(true);
    expect(keywordFinds('', ['周一'])).toBe(true);
    expect(keywordFinds('%', ['周一'])).toBe(false);
  });

  it('in memory finds what its pieces find among those of the texts, whichever of them are asked for', () => {
    const text = fc.string({ unit: fc.constantFrom('李', '雪', '重', '發', '行', 'l', 'x', '7', '0', ' ', '-'), minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(fc.array(text, { maxLength: 3 }), text, (texts, typed) => {
        const pieces = new Set(searchGrams(...texts));
        const spellings = [typed, typed.replaceAll('發', '发')].map(keywordGrams);
        const numbers = typed.match(/[\p{L}\p{N}]{4,}/gu)?.some((run) => /\p{N}/u.test(run));
        fc.pre(!numbers && typed.trim() !== '');
        expect(keywordFinds(typed, texts)).toBe(spellings.some((grams) => grams.length > 0 && grams.every((gram) => pieces.has(gram))));
      }),
    );
  });

  it('any part of a text finds it', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('甲', '乙', '丙', 'a', 'b', '1', '2', '-', ' '), minLength: 1, maxLength: 20 }),
        fc.nat(),
        fc.nat(),
        (text, a, b) => {
          const [from, to] = [Math.min(a, b) % text.length, (Math.max(a, b) % text.length) + 1];
          const part = text.slice(Math.min(from, to), Math.max(from, to));
          expect(finds(text, part)).toBe(true);
          if (keywordGrams(part).length > 0) expect(keywordFinds(part, [text])).toBe(true);
        },
      ),
    );
  });
});

describe('one letter', () => {
  const LETTERS = [...'abcdefghijklmnopqrstuvwxyz0123456789'];
  /** The bit that the condition asks for. */
  const bitOf = (keyword: string): number => Number(/"value":"(\d+)"/.exec(JSON.stringify(matchesLetter('t.letters', keyword)?.toOperationNode()))?.[1]);

  it('finds by the bits of a row what it finds by its pieces', () => {
    const texts = fc.array(fc.string({ unit: fc.constantFrom('李', '雪', '重', 'L', 'z', '9', '0', '-', 'ß', 'ｋ', '²'), maxLength: 9 }), { maxLength: 3 });
    fc.assert(
      fc.property(texts, fc.constantFrom(...LETTERS), (some, letter) => {
        expect(Math.floor(lettersOf(searchGrams(...some)) / bitOf(letter)) % 2 === 1).toBe(keywordFinds(letter, some));
      }),
    );
  });

  it('has a bit of its own, which rows keep: a is the lowest, 9 the highest', () => {
    expect(LETTERS.map(bitOf)).toEqual(LETTERS.map((_, at) => 2 ** at));
    expect(['L', ' l ', 'ｌ', 'l-l'].map(bitOf)).toEqual([2 ** 11, 2 ** 11, 2 ** 11, 2 ** 11]);
  });

  it.each([undefined, '', '%', 'li', 'l i', '李', 'ß'])('is not %s', (keyword) => {
    expect(matchesLetter('t.letters', keyword)).toBeUndefined();
  });
});

it('a LIKE pattern finds the text itself: what it holds of wildcards stands for itself', () => {
  expect(['甲', '50%', 'a_b', '\\'].map(containing)).toEqual(['%甲%', '%50\\%%', '%a\\_b%', '%\\\\%']);
});
