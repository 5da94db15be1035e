import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fillTemplate, templateParameters } from './template-text.ts';

it('finds each parameter once, in order, however a provider writes it', () => {
  expect(templateParameters(`您好 {姓名}，${'$'}{code} 于 {1} 分钟内有效`, '{ 姓名 } {时 间}')).toEqual(['姓名', 'code', '1', '时 间']);
  expect(templateParameters('{} { } {a{b}} }{', '没有')).toEqual(['b']);
});

it('fills in what is known and leaves the rest readable; values are no templates', () => {
  const values = new Map([
    ['a', '{b}$&'],
    ['b', ''],
  ]);
  expect(fillTemplate(`${'$'}{a}-{b}-{c}`, values)).toBe('{b}$&-{b}-{c}');
});

const name = fc.stringMatching(/^[\p{L}\d]{1,12}$/u);
it('a text is its own filling with nothing, and with all values no parameter of it is left', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.stringMatching(/^[^{}$]{0,20}$/u), name)), (pieces) => {
      const text = pieces.map(([before, parameter]) => `${before}{${parameter}}`).join('');
      expect(fillTemplate(text, new Map())).toBe(text);
      const known = templateParameters(text);
      expect([...known].sort()).toEqual([...new Set(pieces.map(([, parameter]) => parameter))].sort());
      expect(templateParameters(fillTemplate(text, new Map(known.map((one) => [one, 'x']))))).toEqual([]);
    }),
  );
});
