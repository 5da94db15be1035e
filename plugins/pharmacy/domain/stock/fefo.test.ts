import type { Quantity } from '@nephra/plugin-sdk/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AllocatableLot, allocateFefo, type Demand } from './fefo.ts';
import { available } from './stock-lot.ts';

const TODAY = '2026-03-01';
const quantity = (value: number) => value as Quantity;
const lot = (lotId: string, expiresOn: string, onHand: number, over: Partial<AllocatableLot> = {}): AllocatableLot => ({
  lotId,
  itemId: 'd1',
  expiresOn,
  onHand: quantity(onHand),
  reserved: quantity(0),
  frozen: false,
  ...over,
});
const demand = (amount: number, itemId = 'd1', detailId = `${itemId}-${amount}`): Demand => ({ detailId, itemId, quantity: quantity(amount) });

const someLots = fc
  .array(
    fc.record({
      itemId: fc.constantFrom('d1', 'd2'),
      expiresOn: fc.constantFrom('2026-02-28', '2026-03-01', '2026-05-01', '2027-01-01'),
      onHand: fc.nat(40),
      reserved: fc.nat(40),
      frozen: fc.boolean(),
    }),
    { maxLength: 12 },
  )
  .map((rows) =>
    rows.map((row, index) =>
      lot(`l${index}`, row.expiresOn, row.onHand, { itemId: row.itemId, frozen: row.frozen, reserved: quantity(Math.min(row.reserved, row.onHand)) }),
    ),
  );
const someDemands = fc
  .array(fc.record({ itemId: fc.constantFrom('d1', 'd2', 'd3'), amount: fc.integer({ min: 1, max: 50 }) }), { maxLength: 5 })
  .map((rows) => rows.map((row, index) => demand(row.amount, row.itemId, `line${index}`)));

describe('[M4] first expired, first out', () => {
  it('takes the earliest lot first and goes on in the next', () => {
    const lots = [lot('late', '2027-01-01', 50), lot('early', '2026-04-01', 10)];
    expect(allocateFefo([demand(25)], lots, TODAY).allocations).toEqual([
      { detailId: 'd1-25', lotId: 'early', quantity: 10 },
      { detailId: 'd1-25', lotId: 'late', quantity: 15 },
    ]);
  });

  it('skips expired and frozen lots and what others have reserved; the last day still counts', () => {
    const lots = [
      lot('expired', '2026-02-28', 9),
      lot('frozen', '2026-03-02', 9, { frozen: true }),
      lot('promised', '2026-03-03', 9, { reserved: quantity(9) }),
      lot('last-day', TODAY, 9),
    ];
    expect(allocateFefo([demand(9)], lots, TODAY).allocations.map((allocation) => allocation.lotId)).toEqual(['last-day']);
    expect(allocateFefo([demand(10)], lots, TODAY)).toEqual({ allocations: [], shortages: [{ detailId: 'd1-10', itemId: 'd1', missing: 1 }] });
  });

  it('allocates everything or nothing', () => {
    const result = allocateFefo([demand(1, 'd1', 'a'), demand(5, 'd2', 'b')], [lot('x', '2027-01-01', 1)], TODAY);
    expect(result).toEqual({ allocations: [], shortages: [{ detailId: 'b', itemId: 'd2', missing: 5 }] });
  });

  it('never takes more of a lot than is free, covers every line exactly, and does not depend on the order the lots were read in', () => {
    fc.assert(
      fc.property(
        someLots.chain((lots) => fc.tuple(fc.constant(lots), fc.shuffledSubarray(lots, { minLength: lots.length, maxLength: lots.length }))),
        someDemands,
        ([lots, mixed], demands) => {
          const result = allocateFefo(demands, lots, TODAY);
          expect(allocateFefo(demands, mixed, TODAY)).toEqual(result);
          for (const each of lots) {
            const taken = result.allocations.filter((allocation) => allocation.lotId === each.lotId).reduce((sum, allocation) => sum + allocation.quantity, 0);
            expect(taken).toBeLessThanOrEqual(available(each));
            if (taken > 0) expect(!each.frozen && each.expiresOn >= TODAY).toBe(true);
          }
          if (result.shortages.length > 0) expect(result.allocations).toEqual([]);
          else
            for (const each of demands)
              expect(
                result.allocations.filter((allocation) => allocation.detailId === each.detailId).reduce((sum, allocation) => sum + allocation.quantity, 0),
              ).toBe(each.quantity);
        },
      ),
    );
  });

  it('never touches a later lot while an earlier one of the same item has anything left', () => {
    fc.assert(
      fc.property(someLots, someDemands, (lots, demands) => {
        const { allocations } = allocateFefo(demands, lots, TODAY);
        const taken = new Map<string, number>();
        for (const allocation of allocations) taken.set(allocation.lotId, (taken.get(allocation.lotId) ?? 0) + allocation.quantity);
        const usable = lots.filter((each) => !each.frozen && each.expiresOn >= TODAY);
        for (const later of usable.filter((each) => (taken.get(each.lotId) ?? 0) > 0))
          for (const earlier of usable.filter((each) => each.itemId === later.itemId && each.expiresOn < later.expiresOn))
            expect(taken.get(earlier.lotId) ?? 0).toBe(available(earlier));
      }),
    );
  });

  it('what is sold by the pack comes in whole packs of one lot', () => {
    const lots = [lot('a', '2026-05-01', 30), lot('b', '2027-01-01', 40)];
    expect(allocateFefo([{ ...demand(60), step: quantity(20) }], lots, TODAY).allocations).toEqual([
      { detailId: 'd1-60', lotId: 'a', quantity: 20 },
      { detailId: 'd1-60', lotId: 'b', quantity: 40 },
    ]);
    expect(allocateFefo([{ ...demand(80), step: quantity(20) }], lots, TODAY).shortages).toEqual([{ detailId: 'd1-80', itemId: 'd1', missing: 20 }]);
  });

  it('gives what there is when asked to, and says what is missing', () => {
    const { allocations, shortages } = allocateFefo([demand(50)], [lot('a', '2026-05-01', 30)], TODAY, true);
    expect(allocations).toEqual([{ detailId: 'd1-50', lotId: 'a', quantity: 30 }]);
    expect(shortages).toEqual([{ detailId: 'd1-50', itemId: 'd1', missing: 20 }]);
  });
});
