import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatsOf, showsDay } from './cell-formats.ts';
import { attribute } from './scan-xml.ts';

const styles = (codes: readonly string[], uses: readonly number[]): string[] => [
  `<styleSheet><numFmts>${codes.map((code, at) => `<numFmt numFmtId="${200 + at}" formatCode="${code}"/>`).join('')}</numFmts><cellXfs>`,
  ...uses.map((at) => `<xf numFmtId="${200 + at}"/>`),
  '</cellXfs></styleSheet>',
];

describe('number formats of a workbook from outside', () => {
  it('shows a day where year or day stand outside quotes, escapes and colours', () => {
    const code = fc.string({ unit: fc.constantFrom('[', ']', '"', '\\', 'y', 'd', 'm', '0', '年', '\n') });
    fc.assert(
      fc.property(code, (text) => {
        // What the format means, said by a pattern that is too slow for foreign text.
        expect(showsDay(text)).toBe(/[yd年日]/i.test(text.replace(/"[^"]*"|\\.|\[[^\]]*\]/g, '')));
      }),
    );
  });

  it.each(['[', '"', '\\', '[]"', '"['])('takes one pass over a row of %s, however long', (unit) => {
    expect(showsDay(unit.repeat(2_000_000))).toBe(false);
  });

  it('looks at a long format once, however many styles use it', async () => {
    const long = '['.repeat(900_000);
    const formats = await formatsOf(styles([long, 'yyyy'], Array.from({ length: 50_000 }, () => 0).concat(1)), false);
    expect([formats.shown('45292', 49_999), formats.shown('45292', 50_000)]).toEqual(['45292', '2024-01-01']);
  });
});

describe('attributes of a tag from outside', () => {
  it('are found by name, with or without a prefix, in either quotes', () => {
    const tag = `r:id="rId1" name = 'A &amp; B'\n t="s" xr:uid="{1}"`;
    expect(['id', 'name', 't', 'uid', 'd', 'r', 'am'].map((name) => attribute(tag, name))).toEqual([
      'rId1',
      'A & B',
      's',
      '{1}',
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('inside the value of another are none', () => {
    expect(attribute(`a=" r='5'" r="6"`, 'r')).toBe('6');
  });

  it.each([' r=', ' r="', " r='", '= ', ' a:', '"', ' '])('a row of %s is read in one pass', (unit) => {
    expect(() => attribute(unit.repeat(500_000), 'none')).not.toThrow();
  });
});
