import type { Quantity } from '@nephra/plugin-sdk/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DispensedShare, planReturn as planFor, type ReturnRequest, returnable, returnBar } from './return-plan.ts';

const quantity = (value: number) => value as Quantity;
const TODAY = '2026-03-02';
const planReturn = (shares: readonly DispensedShare[], requests: readonly ReturnRequest[], intact = true) => planFor(shares, requests, TODAY, intact);
const share = (allocationId: string, taken: number, returned = 0, over: Partial<DispensedShare> = {}): DispensedShare => ({
  allocationId,
  detailId: 'd',
  lotId: `lot-${allocationId}`,
  taken: quantity(taken),
  returned: quantity(returned),
  drugName: '骨化三醇',
  packSize: quantity(1),
  coldChain: false,
  expiresOn: '2026-12-31',
  ...over,
});
const ask = (allocationId: string, amount: number, returned = 0) => ({ allocationId, quantity: quantity(amount), returned: quantity(returned) });

describe('[7.6-03] returns go back to the lot they came from', () => {
  it('plans a part and says that something is still out', () => {
    const plan = planReturn([share('a', 10), share('b', 5)], [ask('a', 10), ask('b', 2)]);
    expect(plan).toEqual({
      returns: [
        { allocationId: 'a', detailId: 'd', lotId: 'lot-a', quantity: 10, returned: 0 },
        { allocationId: 'b', detailId: 'd', lotId: 'lot-b', quantity: 2, returned: 0 },
      ],
      somethingStillOut: true,
    });
    expect(planReturn([share('a', 10, 4)], [ask('a', 6, 4)]).somethingStillOut).toBe(false);
  });

  it('refuses nothing, unknown shares and more than is out', () => {
    expect(() => planReturn([share('a', 1)], [])).toThrow('pharmacy.return-empty');
    expect(() => planReturn([share('a', 1)], [ask('a', 0)])).toThrow('pharmacy.return-empty');
    expect(() => planReturn([share('a', 1)], [ask('z', 1)])).toThrow('pharmacy.return-unknown');
    expect(() => planReturn([share('a', 5, 3)], [ask('a', 3, 3)])).toThrow('pharmacy.return-too-much');
    expect(() => planReturn([share('a', 5)], [ask('a', 3), ask('a', 3)])).toThrow('pharmacy.return-too-much');
    expect(() => planReturn([share('a', 5)], [ask('a', -1)])).toThrow('pharmacy.return-too-much');
  });

  it('[M1] refuses a count that somebody else has overtaken', () => {
    expect(() => planReturn([share('a', 5, 1)], [ask('a', 1, 0)])).toThrow('pharmacy.return-stale');
  });

  it('takes back only whole, unopened packs that were kept warm and are in date', () => {
    const boxed = share('a', 60, 0, { packSize: quantity(20) });
    expect(planReturn([boxed], [ask('a', 40)]).somethingStillOut).toBe(true);
    expect(() => planReturn([boxed], [ask('a', 30)])).toThrow('pharmacy.return-loose');
    expect(() => planReturn([boxed], [ask('a', 40)], false)).toThrow('pharmacy.return-opened');
    expect(() => planReturn([{ ...boxed, coldChain: true }], [ask('a', 20)])).toThrow('pharmacy.return-cold-chain');
    expect(() => planReturn([{ ...boxed, expiresOn: '2026-03-01' }], [ask('a', 20)])).toThrow('pharmacy.return-expired');
    expect(() => planReturn([share('a', 5, 0, { packSize: quantity(20) })], [ask('a', 5)])).toThrow('pharmacy.return-loose');
  });

  it('tells beforehand what may come back, and planning it is never refused', () => {
    const sizes = fc.record({ packs: fc.nat(6), loose: fc.nat(19), back: fc.nat(6), cold: fc.boolean(), expired: fc.boolean() });
    fc.assert(
      fc.property(sizes, ({ packs, loose, back, cold, expired }) => {
        const returned = Math.min(back, packs) * 20;
        const one = share('a', packs * 20 + loose, returned, {
          packSize: quantity(20),
          coldChain: cold,
          expiresOn: expired ? '2026-01-01' : '2026-03-02',
        });
        const may = returnable(one, TODAY);
        expect(may % 20).toBe(0);
        expect(may > 0).toBe(returnBar(one, TODAY) === '');
        if (may > 0) expect(planReturn([one], [ask('a', may, returned)]).returns).toHaveLength(1);
      }),
    );
  });

  it('never returns more than was taken, over any series of returns', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 30 }), fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 10 }), (taken, asks) => {
        let current = share('a', taken);
        for (const amount of asks) {
          try {
            const plan = planReturn([current], [ask('a', amount, current.returned)]);
            current = { ...current, returned: quantity(current.returned + amount) };
            expect(plan.somethingStillOut).toBe(current.returned < taken);
          } catch {
            expect(current.returned + amount).toBeGreaterThan(taken);
          }
        }
        expect(current.returned).toBeLessThanOrEqual(taken);
      }),
    );
  });
});
