import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addMoney,
  fen,
  formatScaled,
  lineTotal,
  type Money,
  moneyFromText,
  moneyFromWire,
  moneyToText,
  moneyToWire,
  negateMoney,
  parseScaled,
  type Quantity,
  quantityFromWire,
  quantityToWire,
  splitMoney,
  subtractMoney,
  type UnitPrice,
  unitPriceFromWire,
  unitPriceToWire,
} from './money.ts';

const amounts = fc.integer({ min: -99_999_999_999, max: 99_999_999_999 }).map((value) => fen(value));
const decimals = (places: number) =>
  fc
    .tuple(fc.boolean(), fc.bigInt({ min: 0n, max: 999_999_999n }), fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 0, maxLength: places }))
    .map(([minus, whole, fraction]) => `${minus ? '-' : ''}${whole}${fraction ? `.${fraction}` : ''}`);

/** Half up, away from zero, in exact arithmetic. */
function oracle(text: string, scale: number): bigint {
  const [, sign, whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  const exact = BigInt(whole + fraction.padEnd(20, '0'));
  const unit = 10n ** BigInt(20 - scale);
  const rounded = (exact + unit / 2n) / unit;
  return sign ? -rounded : rounded;
}

describe('money', () => {
  it('[9-07] amounts round half up to 2 decimals, like exact arithmetic', () => {
    fc.assert(
      fc.property(decimals(8), (text) => {
        expect(BigInt(moneyFromText(text))).toBe(oracle(text, 2));
      }),
    );
    expect(moneyFromText('1.005')).toBe(101);
    expect(moneyFromWire(1.005)).toBe(101);
    expect(unitPriceFromWire(11.120000000000001)).toBe(111_200);
    expect(quantityFromWire(0.1 + 0.2)).toBe(3000);
    expect(moneyFromText('-1.005')).toBe(-101);
    expect(moneyFromText('2.675')).toBe(268);
  });

  it('[9-07] unit prices keep 4 decimals, subtotals 2: price × quantity half up, like exact arithmetic', () => {
    const prices = fc.integer({ min: 0, max: 9_999_999_999 });
    const quantities = fc.integer({ min: -9_999_999, max: 9_999_999 });
    fc.assert(
      fc.property(prices, quantities, (price, quantity) => {
        const exact = BigInt(price) * BigInt(quantity);
        const size = exact < 0n ? -exact : exact;
        const rounded = (size * 10n + 5_000_000n) / 10_000_000n;
        expect(BigInt(lineTotal(price as UnitPrice, quantity as Quantity))).toBe(exact < 0n ? -rounded : rounded);
      }),
    );
    expect(lineTotal(unitPriceFromWire(0.0667), quantityFromWire(3))).toBe(20);
    expect(lineTotal(unitPriceFromWire(12.3456), quantityFromWire(1))).toBe(1235);
  });

  it('the wire gives back what went in, to the fen', () => {
    fc.assert(
      fc.property(amounts, (amount) => {
        expect(moneyFromWire(JSON.parse(JSON.stringify(moneyToWire(amount))))).toBe(amount);
        expect(moneyFromText(moneyToText(amount))).toBe(amount);
      }),
    );
    fc.assert(
      fc.property(fc.integer({ min: -999_999_999_999, max: 999_999_999_999 }), (units) => {
        expect(unitPriceFromWire(unitPriceToWire(units as UnitPrice))).toBe(units);
        expect(quantityFromWire(quantityToWire(units as Quantity))).toBe(units);
        expect(parseScaled(formatScaled(units, 4), 4)).toBe(units);
      }),
    );
  });

  it('the wire number prints with at most two decimals', () => {
    fc.assert(fc.property(amounts, (amount) => void expect(String(moneyToWire(amount))).toMatch(/^-?\d+(\.\d{1,2})?$/)));
  });

  it('a split adds up to the amount, each part within one fen of its share, order of equals kept', () => {
    const weights = fc.array(fc.integer({ min: 0, max: 100_000 }), { minLength: 1, maxLength: 30 }).filter((list) => list.some((weight) => weight > 0));
    fc.assert(
      fc.property(amounts, weights, (amount, list) => {
        const parts = splitMoney(amount, list);
        expect(addMoney(...parts)).toBe(amount);
        const total = list.reduce((sum, weight) => sum + weight, 0);
        parts.forEach((part, at) => {
          const share = (BigInt(amount) * BigInt(list[at] ?? 0) * 1000n) / BigInt(total);
          const difference = BigInt(part) * 1000n - share;
          expect(difference > -1001n && difference < 1001n).toBe(true);
          if (list[at] === 0) expect(part).toBe(0);
        });
      }),
    );
    expect(splitMoney(fen(100), [1, 1, 1])).toEqual([34, 33, 33]);
    expect(splitMoney(fen(-100), [1, 1, 1])).toEqual([-34, -33, -33]);
  });

  it('adding and taking away undo each other; there is no minus zero', () => {
    fc.assert(
      fc.property(amounts, amounts, (a, b) => {
        expect(subtractMoney(addMoney(a, b), b)).toBe(a);
        expect(addMoney(a, negateMoney(a))).toBe(0);
      }),
    );
    expect(Object.is(negateMoney(0 as Money), 0)).toBe(true);
    expect(Object.is(moneyFromText('-0.004'), 0)).toBe(true);
    expect(Object.is(moneyToWire(0 as Money), 0)).toBe(true);
  });

  it.each(['', ' ', 'abc', '1,5', '1.', '.5', '1e3', '--1', 'NaN', 'Infinity', '99999999999999'])('"%s" is no amount', (text) => {
    expect(() => moneyFromText(text)).toThrow(RangeError);
  });

  it('no float slips in', () => {
    expect(() => fen(1.5)).toThrow(RangeError);
    expect(() => moneyFromWire(Number.NaN)).toThrow(RangeError);
    expect(() => moneyFromWire(Number.POSITIVE_INFINITY)).toThrow(RangeError);
    expect(() => fen(Number.MAX_SAFE_INTEGER + 1)).toThrow(RangeError);
    expect(() => splitMoney(fen(1), [0, 0])).toThrow(RangeError);
    expect(() => splitMoney(fen(1), [1, -1])).toThrow(RangeError);
    expect(moneyFromWire(1e-7)).toBe(0);
  });
});
