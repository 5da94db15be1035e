import type { Quantity } from '@nephra/plugin-sdk/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planPacks, planUse, type UsableLot } from './use-plan.ts';

const q = (pieces: number) => (pieces * 10_000) as Quantity;
const lot = (lotId: string, expiresOn: string, onHand: number, over: Partial<UsableLot> = {}): UsableLot => ({
  ...{ lotId, lotNo: lotId, itemId: 'd', expiresOn, onHand: q(onHand), reserved: q(0), frozen: false },
  ...over,
});
const DAY = '2026-03-02';
const none = new Map<string, Quantity>();
const wish = (pieces: number, ...scanned: string[]) => ({ quantity: q(pieces), scanned: scanned.map((lotNo) => ({ lotNo, quantity: q(1) })) });

describe('what was used comes out of lots', () => {
  it('first expiring first, never expired, frozen or promised ones; what no lot has is missing', () => {
    const lots = [lot('late', '2027-01-01', 5), lot('early', '2026-04-01', 1), lot('old', '2026-03-01', 9), lot('ice', '2026-03-20', 9, { frozen: true })];
    expect(planUse(wish(3), lots, none, DAY)).toMatchObject({
      shares: [
        { lotId: 'early', quantity: q(1) },
        { lotId: 'late', quantity: q(2) },
      ],
      missing: 0,
    });
    expect(planUse(wish(3), [lot('a', '2027-01-01', 5, { reserved: q(4) })], none, DAY)).toMatchObject({ missing: q(2) });
  });

  it('scanned lots as they were scanned, expired or frozen too; one that is not there is told', () => {
    const lots = [lot('late', '2027-01-01', 5), lot('early', '2026-04-01', 5), lot('old', '2026-03-01', 2, { frozen: true })];
    const found = planUse(wish(2, 'late'), lots, none, DAY);
    expect(found.shares).toEqual([
      { lotId: 'late', quantity: q(1), scanned: true },
      { lotId: 'early', quantity: q(1), scanned: false },
    ]);
    expect(planUse(wish(1, 'old'), lots, none, DAY)).toMatchObject({ expired: true, shares: [{ lotId: 'old' }] });
    expect(planUse(wish(1, 'never'), lots, none, DAY)).toMatchObject({ unknownLots: ['never'], shares: [{ lotId: 'early' }] });
  });

  it('whatever is said: what is out and what is missing is what was used, no lot gives more than it has, and saying it again changes nothing', () => {
    const pieces = fc.integer({ min: 0, max: 6 });
    const aLot = fc.record({
      n: fc.integer({ min: 0, max: 5 }),
      month: fc.integer({ min: 1, max: 12 }),
      onHand: pieces,
      reserved: pieces,
      frozen: fc.boolean(),
    });
    const lotsOf = fc
      .uniqueArray(aLot, { selector: ({ n }) => n, maxLength: 5 })
      .map((all) =>
        all.map(({ n, month, onHand, reserved, frozen }) =>
          lot(`L${n}`, `2026-${String(month).padStart(2, '0')}-10`, onHand, { reserved: q(Math.min(reserved, onHand)), frozen }),
        ),
      );
    const scans = fc.array(
      fc.integer({ min: 0, max: 6 }).map((n) => `L${n}`),
      { maxLength: 4 },
    );
    fc.assert(
      fc.property(lotsOf, fc.array(fc.tuple(pieces, scans), { minLength: 1, maxLength: 5 }), (start, history) => {
        let lots = start;
        let held = new Map<string, Quantity>();
        const total = (): number => lots.reduce((sum, { onHand }) => sum + onHand, 0) + [...held.values()].reduce((sum, one) => sum + one, 0);
        const before = total();
        for (const [used, scanned] of history) {
          const plan = planUse(wish(used, ...scanned), lots, held, DAY);
          const next = new Map(plan.shares.map(({ lotId, quantity }) => [lotId, quantity]));
          expect([...next.values()].reduce<number>((sum, one) => sum + one, plan.missing)).toBe(q(used));
          lots = lots.map((one) => ({ ...one, onHand: (one.onHand + (held.get(one.lotId) ?? 0) - (next.get(one.lotId) ?? 0)) as Quantity }));
          for (const { onHand, reserved } of lots) expect(onHand).toBeGreaterThanOrEqual(reserved);
          held = next;
          expect(total()).toBe(before);
          const again = planUse(wish(used, ...scanned), lots, held, DAY);
          expect(new Map(again.shares.map(({ lotId, quantity }) => [lotId, quantity]))).toEqual(held);
          // Something is missing only where every usable lot is empty.
          if (plan.missing > 0) for (const one of lots) if (!one.frozen && one.expiresOn >= DAY) expect(one.onHand - one.reserved).toBe(0);
        }
      }),
    );
  });

  it('packs that patients share give no more than they hold', () => {
    expect(
      planPacks(q(3), [
        { code: 'a', room: q(1) },
        { code: 'b', room: q(5) },
      ]),
    ).toEqual({
      shares: [
        { code: 'a', quantity: q(1) },
        { code: 'b', quantity: q(2) },
      ],
      uncoded: 0,
    });
    fc.assert(
      fc.property(fc.nat(50), fc.array(fc.nat(20), { maxLength: 5 }), (used, rooms) => {
        const { shares, uncoded } = planPacks(
          used as Quantity,
          rooms.map((room, at) => ({ code: String(at), room: room as Quantity })),
        );
        shares.forEach(({ quantity }, at) => {
          expect(quantity).toBeLessThanOrEqual(rooms[at] ?? 0);
        });
        expect(shares.reduce<number>((sum, { quantity }) => sum + quantity, uncoded)).toBe(used);
      }),
    );
  });
});
