import { type Quantity, quantityFromWire } from '@nephra/plugin-sdk/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { handedOut } from './handed-out.ts';

const line = (quantity: number, quantityUnit: string, stockDmin: number) => ({
  quantity: quantityFromWire(quantity),
  quantityUnit,
  stockUnit: '盒',
  stockDmin: quantityFromWire(stockDmin),
});

describe('what leaves the shelf', () => {
  it('counts whole boxes in pieces, pieces as they are', () => {
    expect(handedOut(line(3, '盒', 20))).toBe(quantityFromWire(60));
    expect(handedOut(line(14, '粒', 20))).toBe(quantityFromWire(14));
    expect(handedOut(line(2, '盒', 1))).toBe(quantityFromWire(2));
  });

  it('is boxes times pieces, exactly, for any whole numbers', () => {
    fc.assert(
      fc.property(fc.nat(100_000), fc.integer({ min: 1, max: 1000 }), (boxes, pieces) => {
        expect(handedOut(line(boxes, '盒', pieces))).toBe((boxes * pieces * 10_000) as Quantity);
      }),
    );
  });
});
