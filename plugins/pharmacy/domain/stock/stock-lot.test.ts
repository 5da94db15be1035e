import type { Quantity } from '@nephra/plugin-sdk/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { available, giveBack, type LotFigures, ledgerSum, type Movement, MovementKind, release, reserve, signOf, take } from './stock-lot.ts';

const quantity = (value: number) => value as Quantity;
const step = fc.record({ act: fc.constantFrom('reserve', 'release', 'take', 'giveBack'), amount: fc.integer({ min: -2, max: 30 }) });
const ACTS = { reserve, release, take, giveBack };

describe('[M4] figures of one lot', () => {
  it('keeps 0 ≤ reserved ≤ on hand through any steps, and the ledger adds up', () => {
    fc.assert(
      fc.property(fc.nat(100), fc.array(step, { maxLength: 60 }), (start, steps) => {
        let lot: LotFigures = { onHand: quantity(start), reserved: quantity(0) };
        const ledger: Movement[] = [{ kind: MovementKind.Receive, quantity: quantity(start) }];
        for (const { act, amount } of steps) {
          const next = ACTS[act as keyof typeof ACTS](lot, quantity(amount));
          if (!next) continue;
          const kind = act === 'take' ? MovementKind.Dispense : act === 'giveBack' ? MovementKind.Return : undefined;
          if (kind) ledger.push({ kind, quantity: quantity(signOf(kind) * amount) });
          lot = next;
          expect(lot.reserved).toBeGreaterThanOrEqual(0);
          expect(lot.onHand).toBeGreaterThanOrEqual(lot.reserved);
        }
        expect(ledgerSum(ledger)).toBe(lot.onHand);
      }),
    );
  });

  it('promises never more than there is: 100 clients on 37 pieces', () => {
    let lot: LotFigures = { onHand: quantity(37), reserved: quantity(0) };
    let served = 0;
    for (let client = 0; client < 100; client += 1) {
      const next = reserve(lot, quantity(1));
      if (!next) continue;
      lot = next;
      served += 1;
    }
    expect([served, available(lot)]).toEqual([37, 0]);
  });

  it('refuses to take what was not promised', () => {
    const lot = { onHand: quantity(5), reserved: quantity(2) };
    expect(take(lot, quantity(3))).toBeUndefined();
    expect(take(lot, quantity(2))).toEqual({ onHand: 3, reserved: 0 });
    expect(release(lot, quantity(3))).toBeUndefined();
    expect(reserve(lot, quantity(0))).toBeUndefined();
  });
});
