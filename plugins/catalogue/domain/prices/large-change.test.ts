import type { UnitPrice } from '@nephra/plugin-sdk/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyCases } from '../../../../tests/support/cases/effort.ts';
import { ADDED_UP_DAYS, type ConfirmablePrice, changesPiecePrice, exceedsLimit, isLargeChange } from './large-change.ts';
import { priceInForce } from './price-in-force.ts';

const dayAt = (ahead: number): string => new Date(Date.UTC(2026, 2, 2 + ahead)).toISOString().slice(0, 10);
const priceAt = (ahead: number, yuan: number, over: Partial<ConfirmablePrice> = {}): ConfirmablePrice => ({
  priceId: `p${ahead}-${over.seq ?? 0}`,
  validFrom: dayAt(ahead),
  price: Math.round(yuan * 10_000) as UnitPrice,
  seq: 1,
  withdrawn: false,
  confirmed: false,
  ...over,
});
const wanted = (ahead: number, yuan: number) => ({ validFrom: dayAt(ahead), price: Math.round(yuan * 10_000) as UnitPrice });

const DAYS = Array.from({ length: 125 }, (_, ahead) => dayAt(ahead));

describe('a large change of price', () => {
  it.each([
    [7.2, 72, true],
    [72, 7.2, true],
    [10, 13, false],
    [10, 13.0001, true],
    [10, 7, false],
    [10, 6.9999, true],
    [0, 0.0001, true],
    [5, 0, true],
  ])('%d to %d: %s', (before, after, large) => {
    expect(isLargeChange([priceAt(-100, before)], wanted(0, after), 30)).toBe(large);
  });

  it('a first price changes nothing; what was withdrawn never was', () => {
    expect(isLargeChange([], wanted(0, 1000), 30)).toBe(false);
    expect(isLargeChange([priceAt(-100, 10), priceAt(-1, 1000, { withdrawn: true })], wanted(0, 11), 30)).toBe(false);
  });

  it('a planned price after it is held against it, too', () => {
    const planned = [priceAt(-100, 10), priceAt(40, 13)];
    expect(isLargeChange(planned, wanted(1, 9.9), 30)).toBe(true);
    expect(isLargeChange([priceAt(-100, 10), priceAt(40, 13, { confirmed: true })], wanted(1, 9.9), 30)).toBe(false);
  });

  it('[property] whatever one person writes, and in whatever order: within 30 days no price in force is further from another than the limit', () => {
    const write = fc.record({ ahead: fc.integer({ min: 0, max: 90 }), yuan: fc.integer({ min: 0, max: 40 }) });
    fc.assert(
      fc.property(fc.array(write, { maxLength: 14 }), fc.integer({ min: 0, max: 120 }), (writes, limit) => {
        const all: ConfirmablePrice[] = [priceAt(-200, 20)];
        for (const { ahead, yuan } of writes) {
          if (!isLargeChange(all, wanted(ahead, yuan), limit)) all.push(priceAt(ahead, yuan, { seq: all.length + 1 }));
        }
        const inForce = DAYS.map((day) => priceInForce(all, day)?.price ?? 0);
        const jumps = inForce.flatMap((before, from) =>
          inForce
            .slice(from + 1, from + ADDED_UP_DAYS)
            .filter((after) => exceedsLimit(before, after, limit))
            .map((after) => [from, before, after]),
        );
        expect(jumps).toEqual([]);
      }),
      { numRuns: propertyCases(40) },
    );
  });

  it('half as many pieces in a pack cost twice as much each', () => {
    expect(changesPiecePrice(10, 5, 30)).toBe(true);
    expect(changesPiecePrice(10, 9, 30)).toBe(false);
    expect(changesPiecePrice(10, 20, 30)).toBe(true);
  });
});
