import { addMoney, fen, lineTotal, type Quantity, type UnitPrice } from '@nephra/plugin-sdk/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lineParts, sumParts } from './fee-parts.ts';

describe('parts of a fee', () => {
  it('[M6] add up to the line, for bills and for any part that goes back', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9_999_999 }),
        fc.integer({ min: 1, max: 50 }),
        fc.integer({ min: -50, max: 50 }),
        fc.tuple(fc.nat(3), fc.nat(3), fc.nat(3)),
        (price, boxes, taken, [a, b, c]) => {
          const quantity = (boxes * 10_000) as Quantity;
          const whole = lineTotal(price as UnitPrice, quantity);
          const tenth = Math.floor(whole / 10);
          const prescribed = { quantity, fulamtOwnpay: fen(a * tenth), overlmt: fen(b * tenth), preselfpay: fen(c * tenth) };
          const part = (taken * 10_000) as Quantity;
          const subTotal = lineTotal(price as UnitPrice, part);
          const parts = lineParts({ quantity: part, subTotal }, prescribed);
          expect(addMoney(parts.fulamtOwnpay, parts.overlmt, parts.preselfpay, parts.inscp)).toBe(subTotal);
          expect(lineParts({ quantity, subTotal: whole }, prescribed)).toMatchObject({ fulamtOwnpay: a * tenth, overlmt: b * tenth, preselfpay: c * tenth });
        },
      ),
    );
  });

  it('are all the patient’s where no insurance took part', () => {
    const line = { quantity: 10_000 as Quantity, subTotal: fen(3_850) };
    expect(sumParts([lineParts(line, undefined), lineParts(line, undefined)])).toEqual({ fulamtOwnpay: 7_700, overlmt: 0, preselfpay: 0, inscp: 0 });
  });
});
