import { expect, it } from 'vitest';
import { FREQUENCIES, USAGES } from '../../contract/lines/frequencies.ts';
import { ORDER_DICTIONARIES } from './order-dictionaries.ts';

it('declares routes and frequencies with a word for each code in every language', () => {
  expect(ORDER_DICTIONARIES.map(({ entries }) => entries.map(({ code }) => code))).toEqual([[...USAGES], FREQUENCIES.map(({ code }) => code)]);
  for (const { entries } of ORDER_DICTIONARIES)
    for (const { code, label } of entries) for (const word of Object.values(label)) expect(word, code).not.toBe(code);
});
