import { describe, expect, it } from 'vitest';
import { MAX_ADDED_LANGUAGES } from '../../contract/language/language-limits.ts';
import { type AddedLanguage, addedFlaw, cellName, languageCode, languageFlaw, saidOf, textsToSay } from './added-language.ts';

const vi: AddedLanguage = { code: 'vi', name: 'Tiếng Việt', base: 'en', enabled: false };

describe('languages that a site adds', () => {
  it('have codes as BCP 47 spells them, and none of the product', () => {
    expect(['vi', 'PT-br', 'sr-latn-rs', 'ii'].map(languageCode)).toEqual(['vi', 'pt-BR', 'sr-Latn-RS', 'ii']);
    expect(['zh', 'ZHTW', 'en', '', 'v', 'vi_VN', '../x', 'x'.repeat(40), '*'].map(languageCode)).toEqual(Array(9).fill(undefined));
  });

  it('say how much of what they say; what speaks of one alone is not asked', () => {
    const texts = textsToSay([
      { owner: 'beds', trees: { zh: { bed: { name: '床位' } }, en: { bed: { name: 'Bed', count: '{{n}} beds', count_one: '{{n}} bed' } } } },
    ]);
    expect(texts.map(({ id }) => id)).toEqual(['beds:bed.name', 'beds:bed.count', 'beds:bed.count_one']);
    const wordings = [
      { owner: 'beds', key: 'bed.name', language: 'vi', wording: 'Giường' },
      { owner: 'beds', key: 'bed.count', language: 'en', wording: '{{n}} places' },
      { owner: 'gone', key: 'x', language: 'vi', wording: 'x' },
    ];
    expect(saidOf(texts, wordings, 'vi')).toEqual({ filled: 1, total: 2 });
    expect([addedFlaw(texts[1] as never, 'en', '{{n}} giường'), addedFlaw(texts[1] as never, 'en', '{{m}} giường')]).toEqual([
      undefined,
      { lacks: ['n'], adds: ['m'] },
    ]);
  });

  it('are so many at most, and say something before people can choose them', () => {
    const many = Array.from({ length: MAX_ADDED_LANGUAGES }, (_, at) => ({ ...vi, code: `a${String.fromCharCode(97 + at)}` }));
    expect([
      languageFlaw(vi, many, 0),
      languageFlaw({ ...many[0], enabled: true } as AddedLanguage, many, 0),
      languageFlaw({ ...vi, enabled: true }, [vi], 3),
    ]).toEqual(['language-many', 'language-empty', undefined]);
  });

  it('have cells that are named as a spreadsheet names them', () => {
    expect([cellName(0, 2), cellName(5, 12), cellName(25, 1), cellName(26, 1)]).toEqual(['A2', 'F12', 'Z1', 'AA1']);
  });
});
