import type { Quantity } from '@nephra/plugin-sdk/contract';
import { inWholePacks } from '../pack.ts';
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
  /** What is sold by the pack comes in whole packs from each lot; left out = any amount. */
  readonly step?: Quantity;
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
export const byExpiry = (a: { readonly expiresOn: string; readonly lotId: string }, b: { readonly expiresOn: string; readonly lotId: string }): number =>
  a.expiresOn < b.expiresOn ? -1 : a.expiresOn > b.expiresOn ? 1 : a.lotId < b.lotId ? -1 : a.lotId > b.lotId ? 1 : 0;

/**
 * Divides the lots among the lines of a prescription, earliest expiry first; expired and frozen lots are skipped.
 * Either every line is covered, or nothing is allocated and the shortages say what is missing; with `asFarAsPossible` what there is
 * is allocated beside the shortages.
 */
export function allocateFefo(
  demands: readonly Demand[],
  lots: readonly AllocatableLot[],
  today: string,
  asFarAsPossible = false,
): { readonly allocations: readonly Allocation[]; readonly shortages: readonly Shortage[] } {
  const free = new Map(lots.filter((lot) => isUsable(lot, today)).map((lot) => [lot.lotId, available(lot)]));
  const ordered = [...lots].sort(byExpiry);
  const allocations: Allocation[] = [];
  const shortages: Shortage[] = [];
  for (const demand of demands) {
    let open: number = demand.quantity;
    for (const lot of ordered) {
      if (open <= 0) break;
      const left = lot.itemId === demand.itemId ? (free.get(lot.lotId) ?? 0) : 0;
      const taken = inWholePacks(Math.min(left, open) as Quantity, demand.step ?? (1 as Quantity));
      if (taken <= 0) continue;
      free.set(lot.lotId, (left - taken) as Quantity);
      open -= taken;
      allocations.push({ detailId: demand.detailId, lotId: lot.lotId, quantity: taken });
    }
    if (open > 0) shortages.push({ detailId: demand.detailId, itemId: demand.itemId, missing: open as Quantity });
  }
  return shortages.length > 0 && !asFarAsPossible ? { allocations: [], shortages } : { allocations, shortages };
}
