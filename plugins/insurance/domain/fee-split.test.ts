import { addMoney, fen, lineTotal, moneyFromText, type Quantity, quantityFromText, type UnitPrice, unitPriceFromText } from '@nephra/plugin-sdk/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addSplits,
  gradeOf,
  type ListFacts,
  type PriceCap,
  priceCapFromText,
  type Share,
  shareFromText,
  type SplitLine,
  splitFee,
  surelyOwn,
} from './fee-split.ts';

const FACTS: ListFacts = { listed: true, grade: '02', cap: null, share: shareFromText('0.1'), limited: false };
const lineOf = (price: string, count: string, approval: 0 | 1 | 2 = 0): SplitLine => {
  const [unit, quantity] = [unitPriceFromText(price), quantityFromText(count)];
  return { price: unit, quantity, sum: lineTotal(unit, quantity), approval };
};
const parts = ({ ownPay, overCap, firstPay, inScope }: ReturnType<typeof splitFee>) => [ownPay, overCap, firstPay, inScope];

const lines = fc
  .record({
    price: fc.integer({ min: 0, max: 50_000_000 }),
    quantity: fc.integer({ min: 0, max: 10_000_000 }),
    approval: fc.constantFrom<0 | 1 | 2>(0, 1, 2),
    sign: fc.constantFrom(1, -1),
  })
  .map(({ price, quantity, approval, sign }): SplitLine => {
    const [unit, count] = [price as UnitPrice, (sign * quantity) as Quantity];
    return { price: unit, quantity: count, sum: lineTotal(unit, count), approval };
  });
const facts = fc.record({
  listed: fc.boolean(),
  grade: fc.constantFrom('01' as const, '02' as const, '03' as const, '' as const),
  cap: fc.option(fc.integer({ min: 0, max: 6_000_000_000 }).map((value) => value as PriceCap)),
  share: fc.integer({ min: 0, max: 10_000 }).map((value) => value as Share),
  limited: fc.boolean(),
});

describe('the four parts of a line', () => {
  it('add up to the line, whatever price, cap and share', () => {
    fc.assert(
      fc.property(lines, facts, (line, of) => {
        const split = splitFee(line, of);
        expect(addMoney(...parts(split).map(fen))).toBe(line.sum);
        for (const part of parts(split)) expect(Math.sign(part) * Math.sign(line.sum)).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it('grade 丙, an entry outside of the list and a refused approval are own-pay as a whole', () => {
    fc.assert(
      fc.property(lines, facts, (line, of) => {
        const whole = !of.listed || of.grade === '03' || line.approval === 2 || (of.limited && line.approval !== 1);
        const split = splitFee(line, of);
        if (whole) expect(parts(split)).toEqual([line.sum, 0, 0, 0]);
        else expect(split.ownPay).toBe(0);
      }),
    );
  });

  it('a higher cap never makes the patient pay more', () => {
    fc.assert(
      fc.property(lines, facts, fc.integer({ min: 0, max: 1_000_000_000 }), (line, of, more) => {
        fc.pre(line.sum >= 0 && of.cap !== null);
        const higher = { ...of, cap: ((of.cap as number) + more) as PriceCap };
        expect(surelyOwn(splitFee(line, higher))).toBeLessThanOrEqual(surelyOwn(splitFee(line, of)));
      }),
    );
  });

  it('a line taken back is the line with all parts turned', () => {
    fc.assert(
      fc.property(lines, facts, (line, of) => {
        const back = { ...line, sum: fen(line.sum === 0 ? 0 : -line.sum), quantity: -line.quantity as Quantity };
        expect(parts(splitFee(back, of)).map((part) => part + 0)).toEqual(parts(splitFee(line, of)).map((part) => (part === 0 ? 0 : -part)));
      }),
    );
  });

  it('above the cap, then the first share of what is below, the rest in scope', () => {
    const split = splitFee(lineOf('650', '2'), { ...FACTS, cap: priceCapFromText('600'), share: shareFromText('0.05') });
    expect(parts(split)).toEqual([0, 100_00, 60_00, 1140_00]);
    expect(split.reasons).toEqual(['above-cap', 'first-share']);
  });

  it('grade 甲 has no first share', () => {
    expect(parts(splitFee(lineOf('400', '1'), { ...FACTS, grade: '01' }))).toEqual([0, 0, 0, 400_00]);
  });

  it('half a cent goes to the patient’s share, the cent that is missing comes out of the scope', () => {
    expect(parts(splitFee(lineOf('0.05', '1'), FACTS))).toEqual([0, 0, 1, 4]);
    expect(parts(splitFee(lineOf('0.04', '1'), FACTS))).toEqual([0, 0, 0, 4]);
  });

  it('caps with six decimals are not rounded before they are used', () => {
    const split = splitFee(lineOf('1.0001', '1000'), { ...FACTS, share: shareFromText('0'), cap: priceCapFromText('1.000045') });
    expect(split.overCap).toBe(moneyFromText('0.06'));
  });

  it('limited use counts once it is approved', () => {
    const limited = { ...FACTS, limited: true };
    expect(splitFee(lineOf('10', '1'), limited).reasons).toEqual(['limited-use']);
    expect(parts(splitFee(lineOf('10', '1', 1), limited))).toEqual([0, 0, 1_00, 9_00]);
  });

  it('totals are sums of the parts', () => {
    const total = addSplits([splitFee(lineOf('10', '1'), FACTS), splitFee(lineOf('10', '1'), { ...FACTS, grade: '03' })]);
    expect(parts(total)).toEqual([10_00, 0, 1_00, 9_00]);
  });

  it('one grade, however it is written', () => {
    expect(['甲', '1', '01'].map(gradeOf)).toEqual(['01', '01', '01']);
    expect(['乙', '2', '02'].map(gradeOf)).toEqual(['02', '02', '02']);
    expect(['丙', '3', '03', '自费'].map(gradeOf)).toEqual(['03', '03', '03', '03']);
    expect(gradeOf('x')).toBe('');
  });
});
