import { addMoney, fen, lineTotal, type Money, type Quantity, type UnitPrice } from '@nephra/plugin-sdk/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { billTotals, sumsByType, wrongSubtotals } from './bill-totals.ts';

const TYPES = ['西药', '中成药', '耗材', '挂号', '治疗', '检查', '材料', '护理', '其他', '化验', '没有见过'];
const lines = fc.array(fc.record({ drugType: fc.constantFrom(...TYPES), subTotal: fc.integer({ min: -10_000_000, max: 10_000_000 }).map(fen) }));

describe('[9-08] bill totals by drug type group', () => {
  it('puts western and patent medicine, lab and the rest into their groups', () => {
    const totals = billTotals([
      { drugType: '西药', subTotal: fen(100) },
      { drugType: '中成药', subTotal: fen(20) },
      { drugType: '化验', subTotal: fen(3) },
      { drugType: '耗材', subTotal: fen(4000) },
      { drugType: '其他', subTotal: fen(50_000) },
    ]);
    expect(totals).toEqual({ westPrice: 120, assayPrice: 3, diagTreatPrice: 54_000, consumablesPrice: 4000, otherPrice: 50_000, totalPrice: 54_123 });
  });

  it('the three groups add up to the total, whatever the lines', () => {
    fc.assert(
      fc.property(lines, (some) => {
        const totals = billTotals(some);
        expect(addMoney(totals.westPrice, totals.diagTreatPrice, totals.assayPrice)).toBe(totals.totalPrice);
        expect(addMoney(...some.map((line) => line.subTotal), 0 as Money)).toBe(totals.totalPrice);
      }),
    );
  });

  it('does not depend on the order of the lines, and sums by type add up too', () => {
    fc.assert(
      fc.property(
        lines.chain((some) => fc.tuple(fc.constant(some), fc.shuffledSubarray(some, { minLength: some.length, maxLength: some.length }))),
        ([some, mixed]) => {
          expect(billTotals(mixed)).toEqual(billTotals(some));
          expect(sumsByType(mixed)).toEqual(sumsByType(some));
          expect(addMoney(0 as Money, ...sumsByType(some).map((entry) => entry.amount))).toBe(billTotals(some).totalPrice);
        },
      ),
    );
  });

  it('finds a stored subtotal that is not quantity times price', () => {
    const right = { drugType: '西药', price: 12_345 as UnitPrice, quantity: 30_000 as Quantity, subTotal: lineTotal(12_345 as UnitPrice, 30_000 as Quantity) };
    expect(wrongSubtotals([right, { ...right, subTotal: fen(right.subTotal + 1) }])).toHaveLength(1);
  });
});
