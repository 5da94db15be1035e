import type { Quantity } from '@nephra/plugin-sdk/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type LineProgress, planHandOver, type ReservedShare } from './part-plan.ts';

const quantity = (value: number) => value as Quantity;
const line = (detailId: string, ordered: number, taken = 0, step = 1): LineProgress => ({
  detailId,
  drugName: `药${detailId}`,
  ordered: quantity(ordered),
  taken: quantity(taken),
  step: quantity(step),
});
const share = (allocationId: string, detailId: string, open: number, expiresOn = '2026-12-31'): ReservedShare => ({
  allocationId,
  detailId,
  lotId: `lot-${allocationId}`,
  expiresOn,
  open: quantity(open),
});

describe('[7.6-03] handing out in parts', () => {
  it('hands out everything that is reserved unless told otherwise', () => {
    expect(planHandOver([line('d', 30)], [share('a', 'd', 30)])).toMatchObject({ out: [{ allocationId: 'a', quantity: 30 }], rest: false });
    expect(planHandOver([line('d', 30)], [share('a', 'd', 20)])).toMatchObject({ out: [{ quantity: 20 }], rest: true });
    expect(() => planHandOver([line('d', 30)], [])).toThrow('pharmacy.not-picked');
  });

  it('a part comes from the lot that expires first', () => {
    const shares = [share('late', 'd', 20, '2027-01-01'), share('early', 'd', 20, '2026-06-01')];
    expect(planHandOver([line('d', 40)], shares, [{ detailId: 'd', quantity: quantity(30) }])).toMatchObject({
      out: [
        { allocationId: 'early', quantity: 20 },
        { allocationId: 'late', quantity: 10 },
      ],
      rest: true,
    });
  });

  it('refuses parts that are unknown, too much, broken packs or nothing at all', () => {
    const shares = [share('a', 'd', 40)];
    const parts = (amount: number, detailId = 'd') => [{ detailId, quantity: quantity(amount) }];
    expect(() => planHandOver([line('d', 40)], shares, parts(1, 'x'))).toThrow('pharmacy.part-unknown');
    expect(() => planHandOver([line('d', 40)], shares, [...parts(1), ...parts(1)])).toThrow('pharmacy.part-unknown');
    expect(() => planHandOver([line('d', 40)], shares, parts(41))).toThrow('pharmacy.part-too-much');
    expect(() => planHandOver([line('d', 40)], shares, parts(-1))).toThrow('pharmacy.part-too-much');
    expect(() => planHandOver([line('d', 40, 0, 20)], shares, parts(30))).toThrow('pharmacy.part-pack');
    expect(() => planHandOver([line('d', 40)], shares, parts(0))).toThrow('pharmacy.part-empty');
  });

  it('any series of parts hands out exactly what was ordered', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 6 }),
        fc.array(fc.integer({ min: 1, max: 20 }), { maxLength: 40 }),
        (lots, wishes) => {
          const ordered = lots.reduce((sum, one) => sum + one, 0);
          const open = new Map(lots.map((amount, at) => [`a${at}`, amount]));
          let taken = 0;
          for (const wish of [...wishes, ordered]) {
            const left = ordered - taken;
            if (left === 0) break;
            const now = Math.min(wish, left);
            const shares = [...open].map(([id, amount]) => share(id, 'd', amount));
            const plan = planHandOver([line('d', ordered, taken)], shares, [{ detailId: 'd', quantity: quantity(now) }]);
            for (const one of plan.out) open.set(one.allocationId, (open.get(one.allocationId) ?? 0) - one.quantity);
            taken += plan.out.reduce((sum, one) => sum + one.quantity, 0);
            expect(plan.rest).toBe(taken < ordered);
          }
          expect(Math.min(...open.values())).toBeGreaterThanOrEqual(0);
          expect(taken).toBe(ordered);
        },
      ),
    );
  });
});
