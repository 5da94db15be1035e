import type { Quantity } from '@nephra/plugin-sdk/contract';
import { available, type LotFigures } from './stock-lot.ts';

export interface AllocatableLot extends LotFigures {
  readonly lotId: string;
  readonly itemId: string;
  /** `YYYY-MM-DD`; the lot may be used on this day and not after it. */
  readonly expiresOn: string;
  readonly frozen: boolean;
}

export interface Demand {
  readonly detailId: string;
  readonly itemId: string;
  /** Preparation units. */
  readonly quantity: Quantity;
}

export interface Allocation {
  readonly detailId: string;
  readonly lotId: string;
  readonly quantity: Quantity;
}

export interface Shortage {
  readonly detailId: string;
  readonly itemId: string;
  readonly missing: Quantity;
}

export const isExpired = (expiresOn: string, today: string): boolean => expiresOn < today;

/** A lot that may be handed out today. */
export const isUsable = (lot: AllocatableLot, today: string): boolean => !lot.frozen && !isExpired(lot.expiresOn, today) && available(lot) > 0;

/** First expired, first out; lots of the same day by id, so that the choice does not depend on the order read. */
export const byExpiry = (a: AllocatableLot, b: AllocatableLot): number =>
  a.expiresOn < b.expiresOn ? -1 : a.expiresOn > b.expiresOn ? 1 : a.lotId < b.lotId ? -1 : a.lotId > b.lotId ? 1 : 0;

/**
 * Divides the lots among the lines of a prescription, earliest expiry first; expired and frozen lots are skipped.
 * Either every line is covered, or nothing is allocated and the shortages say what is missing.
 */
export function allocateFefo(
  demands: readonly Demand[],
  lots: readonly AllocatableLot[],
  today: string,
): { readonly allocations: readonly Allocation[]; readonly shortages: readonly Shortage[] } {
  const free = new Map(lots.filter((lot) => isUsable(lot, today)).map((lot) => [lot.lotId, available(lot) as number]));
  const ordered = [...lots].sort(byExpiry);
  const allocations: Allocation[] = [];
  const shortages: Shortage[] = [];
  for (const demand of demands) {
    let open: number = demand.quantity;
    for (const lot of ordered) {
      if (open <= 0) break;
      const left = lot.itemId === demand.itemId ? (free.get(lot.lotId) ?? 0) : 0;
      if (left <= 0) continue;
      const taken = Math.min(left, open);
      free.set(lot.lotId, left - taken);
      open -= taken;
      allocations.push({ detailId: demand.detailId, lotId: lot.lotId, quantity: taken as Quantity });
    }
    if (open > 0) shortages.push({ detailId: demand.detailId, itemId: demand.itemId, missing: open as Quantity });
  }
  return shortages.length > 0 ? { allocations: [], shortages } : { allocations, shortages: [] };
}
