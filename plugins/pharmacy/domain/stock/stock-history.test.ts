import { DAY_MS, dayOf, parseDay, type Quantity } from '@nephra/plugin-sdk/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countDifference } from './stock-count.ts';
import { stockHistory } from './stock-history.ts';

const quantity = (value: number) => value as Quantity;

describe('stock day by day', () => {
  it('has a row for every day, also where nothing moved', () => {
    const days = stockHistory(
      quantity(10),
      [
        { day: '2026-03-01', kind: 'receive', quantity: quantity(5) },
        { day: '2026-03-03', kind: 'dispense', quantity: quantity(-7) },
        { day: '2026-03-03', kind: 'count', quantity: quantity(-1) },
      ],
      '2026-03-01',
      '2026-03-03',
    );
    expect(days).toEqual([
      { day: '2026-03-01', into: 5, out: 0, corrected: 0, balance: 15 },
      { day: '2026-03-02', into: 0, out: 0, corrected: 0, balance: 15 },
      { day: '2026-03-03', into: 0, out: 7, corrected: -1, balance: 7 },
    ]);
  });

  it('the last balance is the opening and everything that moved', () => {
    const from = '2026-01-01';
    const step = fc.record({
      day: fc.nat(29).map((n) => dayOf(parseDay(from) + n * DAY_MS)),
      kind: fc.constantFrom('receive' as const, 'dispense' as const, 'return' as const, 'adjust' as const, 'count' as const),
      amount: fc.integer({ min: 1, max: 100 }),
    });
    fc.assert(
      fc.property(fc.nat(1000), fc.array(step, { maxLength: 40 }), (opening, steps) => {
        const movements = steps.map(({ day, kind, amount }) => ({ day, kind, quantity: quantity(kind === 'dispense' ? -amount : amount) }));
        const days = stockHistory(quantity(opening), movements, from, '2026-01-30');
        expect(days.at(-1)?.balance).toBe(opening + movements.reduce((sum, one) => sum + one.quantity, 0));
      }),
    );
  });
});

describe('what a count posts', () => {
  it('on paper compares with the snapshot, at the shelf with the book of that moment', () => {
    const line = { snapshot: quantity(100), bookWhenCounted: quantity(80), counted: quantity(79) };
    expect([countDifference('paper', line), countDifference('shelf', line)]).toEqual([-21, -1]);
  });

  it('goods that move between counting and posting are neither lost nor doubled', () => {
    fc.assert(
      fc.property(fc.nat(500), fc.nat(500), fc.integer({ min: -200, max: 200 }), (book, counted, movedAfter) => {
        const difference = countDifference('shelf', { snapshot: quantity(book), bookWhenCounted: quantity(book), counted: quantity(counted) });
        expect(book + movedAfter + difference).toBe(counted + movedAfter);
      }),
    );
  });
});
