import { expect, it } from 'vitest';
import { auditedValues, MAX_AUDITED_VALUE } from './audited-values.ts';

it('keeps a value as it is, and of a long one its beginning and its length', () => {
  const short = { name: 'SIM', on: true, none: null, list: [1, 2] };
  expect(auditedValues(short)).toEqual(short);
  const long = 'x'.repeat(MAX_AUDITED_VALUE + 1);
  const { shapes, texts } = auditedValues({ shapes: long, texts: { a: long } });
  expect(shapes).toBe(`${long.slice(1)}… (${MAX_AUDITED_VALUE + 1})`);
  expect(String(texts)).toMatch(/^\{"a":"x+… \(\d+\)$/);
});
