import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calculations, conditions, wireValues } from '../../../../tests/support/records/expression-arbitrary.ts';
import { oracle, restOf, TooClose } from '../../../../tests/support/records/expression-oracle.ts';
import { checkExpression, ExpressionFault } from '../check/check-expression.ts';
import { evaluateExpression } from './evaluate-expression.ts';
import { type Expression, ExpressionError, fieldsIn, MAX_EXPRESSION_DEPTH, MAX_EXPRESSION_LENGTH } from './expression.ts';
import { fieldValue } from './field-values.ts';
import { type Fraction, fractionOf, roundedText } from './fraction.ts';
import { parseExpression } from './parse-expression.ts';
import { printExpression } from './print-expression.ts';

const choices = [{ value: 'nurse' }, { value: "it's" }, { value: 'b c' }].map((each) => ({ ...each, label: { zh: '甲', zhtw: '甲', en: 'A' } }));
const FIELDS = [
  { name: 'price', kind: 'money' },
  { name: 'count', kind: 'int' },
  { name: 'score', kind: 'decimal' },
  { name: 'fullName', kind: 'text' },
  { name: 'kind', kind: 'choice', choices },
  { name: 'window', kind: 'flag' },
  { name: 'opened', kind: 'day' },
  { name: 'seen', kind: 'instant' },
  { name: 'term', kind: 'month' },
  { name: 'tags', kind: 'choices', choices },
  { name: 'story', kind: 'richText' },
  { name: 'papers', kind: 'files' },
] as const;
const known = Object.fromEntries(FIELDS.map((field) => [field.name, field]));
const kindOf = (name: string): string => known[name]?.kind ?? '';
const evaluated = (expression: Expression, wire: Readonly<Record<string, unknown>>) =>
  evaluateExpression(expression, (name) => fieldValue(kindOf(name), wire[name]));
const holds = (text: string, wire: Readonly<Record<string, unknown>> = {}) => evaluated(parseExpression(text), wire);

describe('the text of an expression', () => {
  it('[property] printed and read again is the same tree, and the same text', () => {
    fc.assert(
      fc.property(fc.oneof(conditions(FIELDS), calculations(FIELDS)), (expression) => {
        const text = printExpression(expression);
        fc.pre(text.length <= MAX_EXPRESSION_LENGTH);
        expect(parseExpression(text)).toEqual(expression);
        expect(printExpression(parseExpression(text))).toBe(text);
      }),
    );
  });

  it.each([
    ['a+b*c', 'a + b * c'],
    ['(a + b)*c', '(a + b) * c'],
    ['a - (b - c)', 'a - (b - c)'],
    ['(a - b) - c', 'a - b - c'],
    ['((a))', 'a'],
    ['not (a and b) or c', 'not (a and b) or c'],
    ['not a = b', 'not a = b'],
    ['(a = b) = c', '(a = b) = c'],
    ['- - a', '--a'],
    ["kind  not in('a',\n'b')", "kind not in ('a', 'b')"],
    ["name='it''s'", "name = 'it''s'"],
    ['a is not empty', 'a is not empty'],
  ])('%s is %s', (given, printed) => {
    expect(printExpression(parseExpression(given))).toBe(printed);
  });

  it.each([
    ['', 'at 1: a field, a number, a text or a bracket should stand here'],
    ['a = ', 'at 5: a field'],
    ['a b', 'at 3: the expression should end here'],
    ['a = b = c', 'at 7: the expression should end here'],
    ['(a', 'at 3: ")" should stand here'],
    ["a = 'x", `at 5: "'" begins nothing that is known`],
    ['a in ()', 'at 7: a list holds texts or numbers'],
    ['a in (b)', 'at 7: a list holds texts or numbers'],
    ['a is b', 'at 6: "empty" should stand here'],
    ['a not b', 'at 7: "in" should stand here'],
    ['12abc', 'at 1: "1" begins nothing that is known'],
    ['1.2.3', 'at 1: "1" begins nothing that is known'],
    ['and', 'at 1: a field'],
    ['a.b', 'at 2: "." begins nothing that is known'],
    ['a[0]', 'at 2: "[" begins nothing that is known'],
    ['a == b', 'at 4: a field'],
    ['f(a)', 'at 2: the expression should end here'],
    ['a = "b"', `at 5: """ begins nothing that is known`],
    ['a; b', 'at 2: ";" begins nothing that is known'],
    ['`a`', 'at 1: "`" begins nothing that is known'],
    ['价格 > 1', 'at 1: "价" begins nothing that is known'],
  ])('%s is refused: %s', (text, sentence) => {
    expect(() => parseExpression(text)).toThrow(ExpressionError);
    expect(() => parseExpression(text)).toThrow(sentence);
  });

  it('is neither too long nor too deep, and what is as long and as deep as it may be is read', () => {
    const deep = (levels: number) => `${'('.repeat(levels)}a${')'.repeat(levels)}`;
    expect(parseExpression(deep(MAX_EXPRESSION_DEPTH))).toEqual({ kind: 'field', name: 'a' });
    expect(() => parseExpression(deep(MAX_EXPRESSION_DEPTH + 1))).toThrow(`more than ${MAX_EXPRESSION_DEPTH} levels`);
    expect(() => parseExpression(`${'-'.repeat(MAX_EXPRESSION_DEPTH + 1)}1`)).toThrow('levels');
    expect(() => parseExpression(`${'not '.repeat(MAX_EXPRESSION_DEPTH + 1)}a`)).toThrow('levels');
    expect(parseExpression('a'.padEnd(MAX_EXPRESSION_LENGTH))).toEqual({ kind: 'field', name: 'a' });
    expect(() => parseExpression('a'.padEnd(MAX_EXPRESSION_LENGTH + 1))).toThrow(`more than ${MAX_EXPRESSION_LENGTH} characters`);
    const chain = Array.from({ length: MAX_EXPRESSION_LENGTH / 2 }, () => '9').join('*');
    expect(evaluated(parseExpression(chain), {})).toEqual({ over: 9n ** BigInt(MAX_EXPRESSION_LENGTH / 2), under: 1n });
  });

  it('[property] whatever it is, is read or refused with a sentence, and never run', () => {
    const pieces = fc.constantFrom(
      'constructor',
      '__proto__',
      'process',
      'eval(1)',
      '\u0024{x}',
      "'",
      '"',
      '`',
      '(',
      ')',
      ' in ',
      ' is ',
      'not ',
      '1e9',
      '-',
      '/*',
      '//',
      '\u2028',
      '\u0000',
      '=>',
      '?.',
      ' and ',
      'a',
      '0.1',
    );
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.array(pieces, { maxLength: 30 }).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(text, (given) => {
        try {
          const expression = parseExpression(given);
          expect(parseExpression(printExpression(expression))).toEqual(expression);
        } catch (error) {
          expect(error).toBeInstanceOf(ExpressionError);
        }
      }),
    );
  });
});

describe('what an expression comes to', () => {
  it('[property] is what a reader that shares nothing with it finds', () => {
    let seen = 0;
    fc.assert(
      fc.property(fc.oneof(conditions(FIELDS), calculations(FIELDS)), wireValues(FIELDS), (expression, wire) => {
        const text = printExpression(expression);
        fc.pre(text.length <= MAX_EXPRESSION_LENGTH);
        let expected: ReturnType<typeof oracle>;
        try {
          expected = oracle(text, wire, kindOf);
        } catch (error) {
          expect(error).toBeInstanceOf(TooClose);
          fc.pre(false);
        }
        const found = evaluated(expression, wire);
        seen += 1;
        if (typeof found === 'boolean') expect(found, `${text} ${JSON.stringify(wire)}`).toBe(expected);
        else if (found === null) expect(expected, text).toBeUndefined();
        else expect((expected as { readonly rest: bigint }).rest, text).toBe(restOf((found as Fraction).over, (found as Fraction).under));
      }),
    );
    expect(seen).toBeGreaterThan(50);
  });

  it.each([
    ['0.1 + 0.2 = 0.3', true],
    ['1.005 * 100 = 100.5', true],
    ['1 / 3 * 3 = 1', true],
    ['1 / 0 = 1 / 0', true],
    ['1 / 0 > 0', false],
    ['1 / 0 <= 0', false],
    ['not 1 / 0 > 0', true],
    ['price = 0.3', true],
    ['fullName is empty', true],
    ["fullName = 'a'", false],
    ["fullName != 'a'", true],
    ["fullName in ('a', 'b')", false],
    ["fullName not in ('a', 'b')", true],
    ["kind = 'nurse'", true],
    ['window', false],
    ["opened < '2026-01-31'", true],
    ['opened = seen', true],
    ["term >= '2026-01'", true],
    ["tags has 'x'", true],
    ['story is empty', true],
    ['papers is not empty', true],
    ['true and not false', true],
  ])('%s: %s', (text, expected) => {
    // 2026-01-30 16:30 in Shanghai is 08:30 in London; a minute before midnight there is still the day before.
    const seen = Date.parse('2026-01-30T23:59:00+08:00');
    const wire = {
      price: 0.3,
      fullName: '  ',
      kind: ' nurse ',
      window: 0,
      opened: '2026-01-30',
      seen,
      term: '2026-02',
      tags: ['x'],
      story: null,
      papers: [{}],
    };
    expect(holds(text, wire)).toBe(expected);
  });
});

describe('exact numbers', () => {
  it.each([
    ['1.005', 2, '1.01'],
    ['-1.005', 2, '-1.01'],
    ['2.675', 2, '2.68'],
    ['0.004', 2, '0.00'],
    ['-0.004', 2, '0.00'],
    ['0.5', 0, '1'],
    ['1e21', 0, '1000000000000000000000'],
    ['1e-7', 4, '0.0000'],
    ['12', 4, '12.0000'],
  ])('%s with %i decimals is %s', (text, decimals, expected) => {
    expect(roundedText(fractionOf(text), decimals)).toBe(expected);
  });

  it('[property] are rounded to the nearest, and half away from zero', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }),
        fc.bigInt({ min: 1n, max: 10n ** 12n }),
        fc.integer({ min: 0, max: 8 }),
        (over, under, decimals) => {
          const rounded = fractionOf(roundedText({ over, under }, decimals));
          const scale = 10n ** BigInt(decimals);
          // Twice the distance, in units of the last decimal over `under`.
          const distance = 2n * ((rounded.over * scale * under) / rounded.under - over * scale);
          const size = distance < 0n ? -distance : distance;
          expect(size <= under).toBe(true);
          if (size === under) expect(distance > 0n).toBe(over > 0n);
        },
      ),
    );
  });

  it('[property] a number of the wire is the decimal that it is written as', () => {
    fc.assert(
      // No double has more than 1,074 digits behind the point.
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(Number(roundedText(fractionOf(String(value)), 1_074))).toBe(value + 0);
      }),
    );
    expect(() => fractionOf('0x10')).toThrow(RangeError);
    expect(() => fractionOf('NaN')).toThrow(RangeError);
  });
});

describe('what an expression must not say', () => {
  const told = (text: string): string => {
    try {
      return checkExpression(parseExpression(text), known);
    } catch (error) {
      if (!(error instanceof ExpressionFault)) throw error;
      return `${error.what}: ${error.message}`;
    }
  };

  it('[property] nothing is wrong with what the generator makes', () => {
    fc.assert(fc.property(conditions(FIELDS), (expression) => void expect(checkExpression(expression, known)).toBe('flag')));
    fc.assert(fc.property(calculations(FIELDS), (expression) => void expect(checkExpression(expression, known)).toBe('number')));
  });

  it.each([
    ['prise > 1', 'unknown: no field "prise". Near: price'],
    ['toString is empty', 'unknown: no field "toString"'],
    ["price = '1'", `type: "price" is a number, and "'1'" is a text`],
    ['fullName > fullName', 'type: a text has no order'],
    ['window > true', 'type: true or false has no order'],
    ["kind = 'nurze'", `type: 'nurze' is none of the choices of "kind". Near: nurse`],
    ["kind in ('nurse', 'doctor')", "type: 'doctor' is none of the choices"],
    ["tags has 'x'", "type: 'x' is none of the choices"],
    ["fullName has 'x'", 'type: "fullName" is a text, and a list is needed'],
    ["tags = 'nurse'", 'type: "tags" is a list'],
    ['tags = tags', 'type: a list is not compared'],
    ['story = story', 'type: content is not compared'],
    ["opened = '2026-02-30'", "type: '2026-02-30' is no day"],
    ["term = '2026-13'", "type: '2026-13' is no month"],
    ['opened = 5', 'type: "opened" is a day, and "5" is a number'],
    ['price is empty', 'type: "price" is a number and never empty: compare it'],
    ['window is not empty', 'type: "window" is true or false and never empty'],
    ["'a' is empty", `type: "'a'" is no field`],
    ["fullName = ''", 'type: nothing equals a text of blanks: say "fullName is empty"'],
    ['not price', 'type: "price" is a number, and true or false is needed'],
    ['price and window', 'type: "price" is a number, and true or false is needed'],
    ['window + 1 > 0', 'type: "window" is true or false, and a number is needed'],
    ['-fullName > 0', 'type: "fullName" is a text, and a number is needed'],
  ])('%s: %s', (text, sentence) => {
    expect(told(text)).toContain(sentence);
  });

  it('names the fields that it asks for, wherever they stand', () => {
    expect([...fieldsIn(parseExpression("not (a = b) and c in ('x') or d is empty and e has 'x' or -f * 2 > 1"))].sort()).toEqual([
      'a',
      'b',
      'c',
      'd',
      'e',
      'f',
    ]);
  });
});
