import type { UnitPrice } from '@nephra/plugin-sdk/contract';
import type { DatedPrice } from './price-in-force.ts';

/** Days over which small changes are added up. */
export const ADDED_UP_DAYS = 30;

/** A price with what tells whether a second person stood behind it. */
export interface ConfirmablePrice extends DatedPrice {
  readonly confirmed: boolean;
}

const DAY_MS = 86_400_000;
const shifted = (day: string, days: number): string => new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** Whether `after` is further from `before` than `limit` per cent of it. Anything is far from nothing. */
export const exceedsLimit = (before: number, after: number, limit: number): boolean =>
  before !== after && (before === 0 || BigInt(Math.abs(after - before)) * 100n > BigInt(limit) * BigInt(before));

const oldestFirst = (a: DatedPrice, b: DatedPrice): number => (a.validFrom === b.validFrom ? a.seq - b.seq : a.validFrom < b.validFrom ? -1 : 1);

/**
 * Whether a price is a large change, which a second person has to confirm. It is held against every price that counts in the 30 days before its first day,
 * and against those planned after it, so that many small steps are one large one; what a second person confirmed is where counting begins anew. A first price
 * changes nothing.
 * @param limit per cent, a whole number
 */
export function isLargeChange(all: readonly ConfirmablePrice[], wanted: { readonly validFrom: string; readonly price: UnitPrice }, limit: number): boolean {
  const standing = all.filter((price) => !price.withdrawn).sort(oldestFirst);
  const begins = shifted(wanted.validFrom, -ADDED_UP_DAYS);
  for (const price of standing.filter((one) => one.validFrom <= wanted.validFrom).reverse()) {
    if (exceedsLimit(price.price, wanted.price, limit)) return true;
    if (price.confirmed || price.validFrom <= begins) break;
  }
  const later = standing.filter((one) => one.validFrom > wanted.validFrom);
  const [next] = later;
  if (!next) return false;
  const ends = shifted(next.validFrom, ADDED_UP_DAYS);
  for (const price of later) {
    if (price.confirmed || price.validFrom >= ends) break;
    if (exceedsLimit(wanted.price, price.price, limit)) return true;
  }
  return false;
}

/** Whether the price of one piece would change by more than the limit when a pack holds another number of them. */
export const changesPiecePrice = (before: number, after: number, limit: number): boolean => exceedsLimit(after, before, limit);
