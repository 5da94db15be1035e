import type { UnitPrice } from '@nephra/plugin-sdk/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  assertFirstDay,
  assertNewPrice,
  assertWithdrawable,
  type DatedPrice,
  exactPrice,
  nextStep,
  priceInForce,
  priceState,
  steps,
} from './price-in-force.ts';
import { priceOfDay } from './price-of-day.ts';

const dayFrom = (offset: number): string => new Date(Date.UTC(2026, 0, 1) + offset * 86_400_000).toISOString().slice(0, 10);
const price = (seq: number, validFrom: string, yuan: number, withdrawn = false): DatedPrice => ({
  priceId: `p${seq}`,
  seq,
  validFrom,
  price: (yuan * 10_000) as UnitPrice,
  withdrawn,
});

/** Histories as they come about: written in some order, for any days, some taken back. */
const histories = fc
  .array(fc.record({ offset: fc.integer({ min: -20, max: 20 }), yuan: fc.integer({ min: 0, max: 500 }), withdrawn: fc.boolean() }), { maxLength: 25 })
  .map((rows) => rows.map(({ offset, yuan, withdrawn }, at) => price(at + 1, dayFrom(offset), yuan, withdrawn)));
const days = fc.integer({ min: -25, max: 25 }).map(dayFrom);

describe('the price in force', () => {
  it('[property] is what a clerk finds who reads the list day by day', () => {
    fc.assert(
      fc.property(histories, days, (all, day) => {
        // The clerk starts with nothing and lets every entry that counts by that day take over, first by day, then as written.
        const read = all
          .filter((one) => !one.withdrawn && one.validFrom <= day)
          .sort((a, b) => (a.validFrom === b.validFrom ? a.seq - b.seq : a.validFrom < b.validFrom ? -1 : 1))
          .at(-1);
        expect(priceInForce(all, day)?.priceId).toBe(read?.priceId);
      }),
    );
  });

  it('[property] does not depend on the order of the list', () => {
    fc.assert(
      fc.property(histories, days, fc.infiniteStream(fc.nat()), (all, day, keys) => {
        const shuffled = all.map((one) => ({ one, key: keys.next().value ?? 0 })).sort((a, b) => a.key - b.key);
        expect(
          priceInForce(
            shuffled.map(({ one }) => one),
            day,
          ),
        ).toEqual(priceInForce(all, day));
      }),
    );
  });

  it('[property] a price for a later day never changes an earlier day, and taking it back restores every day', () => {
    fc.assert(
      fc.property(histories, days, days, fc.integer({ min: 0, max: 500 }), (all, first, day, yuan) => {
        const added = price(1000, first, yuan);
        if (day < first) expect(priceInForce([...all, added], day)).toEqual(priceInForce(all, day));
        expect(priceInForce([...all, { ...added, withdrawn: true }], day)).toEqual(priceInForce(all, day));
        expect(priceInForce([...all, added], first)).toEqual(added);
      }),
    );
  });

  it('[property] every day has the price of that day; a day before the first price has the first, whatever comes later', () => {
    fc.assert(
      fc.property(histories, days, days, (all, day, first) => {
        const found = priceOfDay(all, day);
        expect(found).toEqual(priceInForce(all, day) ?? steps(all)[0]);
        // A price for a later day changes nothing, unless it is the only one.
        if (first > day && found && first > found.validFrom) expect(priceOfDay([...all, price(1000, first, 1)], day)).toEqual(found);
      }),
    );
  });

  it('[property] the steps say the same as the rule, one per day, in order', () => {
    fc.assert(
      fc.property(histories, days, (all, day) => {
        const found = steps(all);
        expect(found.map((one) => one.validFrom)).toEqual([...new Set(found.map((one) => one.validFrom))].sort());
        expect(found.findLast((one) => one.validFrom <= day)).toEqual(priceInForce(all, day));
        expect(nextStep(all, day)).toEqual(found.find((one) => one.validFrom > day));
        expect(found.filter((one) => priceState(one, all, day) === 'current')).toEqual(priceInForce(all, day) ? [priceInForce(all, day)] : []);
      }),
    );
  });

  it('names what became of each price', () => {
    const all = [price(1, '2025-01-01', 1), price(2, '2026-01-01', 2), price(3, '2026-01-01', 3), price(4, '2026-02-01', 4), price(5, '2026-03-01', 5, true)];
    expect(all.map((one) => priceState(one, all, '2026-01-15'))).toEqual(['past', 'overruled', 'current', 'future', 'withdrawn']);
  });
});

describe('a new price', () => {
  const all = [price(1, '2025-01-01', 10), price(2, '2026-03-01', 12)];
  const wanted = (over: Partial<Parameters<typeof assertNewPrice>[1]>) => () =>
    assertNewPrice(all, { validFrom: '2026-01-10', price: 110_000 as UnitPrice, lastPriceId: 'p2', ...over }, '2026-01-10');

  it('may begin today or later', () => {
    expect(wanted({})).not.toThrow();
    expect(wanted({ validFrom: '2029-12-31' })).not.toThrow();
    expect(wanted({ validFrom: '2026-01-09' })).toThrow('catalogue.price-past');
    expect(wanted({ validFrom: '2030-01-01' })).toThrow('catalogue.price-far');
    expect(() => assertFirstDay('2025-12-31', '2026-01-01')).toThrow('catalogue.price-past');
  });

  it('must say something new, on the newest list', () => {
    expect(wanted({ price: 100_000 as UnitPrice })).toThrow('catalogue.price-same');
    expect(wanted({ price: 120_000 as UnitPrice, validFrom: '2026-04-01' })).toThrow('catalogue.price-same');
    expect(wanted({ lastPriceId: 'p1' })).toThrow('catalogue.price-stale');
  });

  it.each([-0.01, 1e9, Number.NaN, 1.00001])('%s is no price', (yuan) => {
    expect(() => exactPrice(yuan)).toThrow('catalogue.price-number');
  });

  it('can be taken back once, as long as another counts today', () => {
    const taken = (one: DatedPrice, list: readonly DatedPrice[], today: string) => () => assertWithdrawable(one, list, today);
    const [first, second] = all as [DatedPrice, DatedPrice];
    expect(taken(second, all, '2026-02-28')).not.toThrow();
    expect(taken(second, all, '2026-03-01')).not.toThrow();
    expect(taken(first, all, '2026-03-01')).not.toThrow();
    expect(taken(first, all, '2026-02-28')).toThrow('catalogue.price-only');
    expect(taken(first, [first], '2026-03-01')).toThrow('catalogue.price-only');
    expect(taken(price(2, '2026-03-01', 12, true), all, '2026-02-28')).toThrow('catalogue.price-withdrawn');
  });
});
