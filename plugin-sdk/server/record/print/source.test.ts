import fc from 'fast-check';
import vm from 'node:vm';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../../../tests/support/cases/any-character.ts';
import { laidOut, literal, members, number, text, word } from './source.ts';

const read = (source: string): unknown => vm.runInThisContext(`(${source})`);

describe('a literal', () => {
  it.each([
    ['plain', "'plain'"],
    ["it's", `"it's"`],
    [`"it's"`, `'"it\\'s"'`],
    ['a\\b', "'a\\\\b'"],
    ['`\u0024{x}` */ //', "'`\u0024{x}` */ //'"],
    ['a\r\n\tb', "'a\\r\\n\\tb'"],
    ['\u2028\u2029', "'\\u2028\\u2029'"],
    ['\u202eabc', "'\\u202eabc'"],
    ['\ud800', "'\\ud800'"],
    ['\u{f0000}', "'\\u{f0000}'"],
    ['𠮷野', "'𠮷野'"],
  ])('of %j', (given, source) => {
    expect(literal(given)).toBe(source);
    expect(read(source)).toBe(given);
  });

  it('reads back as the text that it was made of, and stands on one line', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.oneof(anyCharacter, fc.constantFrom("'", '"', '\\', '`', '$', '{', '\n', '\udfff')) }), (given) => {
        const source = literal(given);
        expect(read(source)).toBe(given);
        expect(source).not.toMatch(/[\n\r\u2028\u2029\u202a-\u202e]/);
      }),
    );
  });
});

it.each([
  [0, '0'],
  [9999, '9999'],
  [10_000, '10_000'],
  [-1_000_000, '-1_000_000'],
  [12_345.678_9, '12_345.6789'],
  [0.0001, '0.0001'],
  [1e21, '1e21'],
  [1e-7, '1e-7'],
  [999_999_999_999, '999_999_999_999'],
])('number %s is written %s', (given, source) => {
  expect(number(given)).toEqual(word(source));
  expect(read(source)).toBe(given);
  expect(text('1')).not.toEqual(number(1));
});

it('a text that is too long for its line goes below a name of five columns and more, as the formatter has it', () => {
  const long = 'x'.repeat(155);
  const source = members(
    ['ab', 'abcd', '甲乙', 'abcde', '甲乙丙'].map((name) => [name, text(long)] as const),
    true,
  );
  expect(laidOut(source, 0, '', '')).toBe(
    ['{', `  ab: '${long}',`, `  abcd: '${long}',`, `  甲乙: '${long}',`, `  abcde:\n    '${long}',`, `  甲乙丙:\n    '${long}',`, '}'].join('\n'),
  );
});
