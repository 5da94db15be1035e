import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { differenceOf } from './difference.ts';
import { sumOfValues, valueText } from './figure-text.ts';
import { sharesOf } from './shares.ts';

const yuan = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }).map((fen) => fen / 100);

describe('values', () => {
  it.each([
    ['count', 1234567, '1,234,567'],
    ['count', -3, '-3'],
    ['yuan', 1234.5, '¥1,234.50'],
    ['yuan', -0.1, '-¥0.10'],
    ['yuan', 0.1 + 0.2, '¥0.30'],
    ['percent', 12.5, '12.5%'],
  ] as const)('%s %d reads %s', (unit, value, text) => {
    expect(valueText(unit, value)).toBe(text);
  });

  it('add up to the fen, however many there are', () => {
    expect(
      sumOfValues(
        'yuan',
        Array.from({ length: 1_000 }, () => 0.1),
      ),
    ).toBe(100);
    expect(sumOfValues('count', [1, 2, 3])).toBe(6);
  });
});

describe('the difference to the period before', () => {
  it.each([
    ['count', 12, 10, { direction: 'up', amount: 2, percent: 20 }],
    ['count', 9, 10, { direction: 'down', amount: 1, percent: 10 }],
    ['yuan', 0.3, 0.1 + 0.2, { direction: 'same', amount: 0, percent: 0 }],
    ['yuan', 100, 0, { direction: 'up', amount: 100, percent: null }],
    ['yuan', -50, -100, { direction: 'up', amount: 50, percent: 50 }],
    ['percent', 62.5, 60, { direction: 'up', amount: 2.5, percent: null }],
  ] as const)('%s %d after %d', (unit, value, before, difference) => {
    expect(differenceOf(unit, value, before)).toEqual(difference);
  });

  it('leads from the one to the other', () => {
    fc.assert(
      fc.property(yuan, yuan, (value, before) => {
        const { direction, amount } = differenceOf('yuan', value, before);
        expect(sumOfValues('yuan', [before, direction === 'down' ? -amount : amount])).toBe(value);
      }),
    );
  });
});

describe('parts of a whole', () => {
  it('have shares of it, and bars measured by the longest', () => {
    expect(sharesOf([{ value: 50 }, { value: 25 }, { value: 25 }, { value: 0 }]).map(({ percent, length }) => [percent, length])).toEqual([
      [50, 100],
      [25, 50],
      [25, 50],
      [0, 0],
    ]);
  });

  it('have no share where one takes away, or where there is nothing', () => {
    expect(sharesOf([{ value: 60 }, { value: -30 }]).map(({ percent, length }) => [percent, length])).toEqual([
      [null, 100],
      [null, 50],
    ]);
    expect(sharesOf([{ value: 0 }, { value: 0 }]).map(({ percent, length }) => [percent, length])).toEqual([
      [null, 0],
      [null, 0],
    ]);
  });
});
