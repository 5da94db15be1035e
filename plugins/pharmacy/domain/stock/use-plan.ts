import type { Quantity } from '@nephra/plugin-sdk/contract';
import { type AllocatableLot, byExpiry, isExpired } from './fefo.ts';
import { available } from './stock-lot.ts';

export interface UsableLot extends AllocatableLot {
  readonly lotNo: string;
}

/** What was used of one drug. Preparation units. */
export interface UseRequest {
  readonly quantity: Quantity;
  /** What was scanned, by number of lot; of the rest the earliest expiry goes first. */
  readonly scanned: readonly { readonly lotNo: string; readonly quantity: Quantity }[];
}

export interface UseShare {
  readonly lotId: string;
  readonly quantity: Quantity;
  readonly scanned: boolean;
}

export interface UsePlan {
  /** What is to be out afterwards, by lot. */
  readonly shares: readonly UseShare[];
  /** Was used, and no lot has it. */
  readonly missing: Quantity;
  /** Scanned lots that stock does not have, or not enough of. */
  readonly unknownLots: readonly string[];
  /** A scanned lot was over on the day of use. */
  readonly expired: boolean;
}

const least = (one: number, other: number): Quantity => Math.min(one, other) as Quantity;

/**
 * What is to be out under a name after it was said what was used: scanned lots as they were scanned, whatever their state, for they were used; then what is out already,
 * so that nothing is shuffled that nobody changed; then the usable lots of the day of use by expiry.
 * @param lots of the drug, as they stand
 * @param held what is out under the name, by lot
 * @param day `YYYY-MM-DD` of the use
 */
export function planUse(wish: UseRequest, lots: readonly UsableLot[], held: ReadonlyMap<string, Quantity>, day: string): UsePlan {
  const ordered = [...lots].sort(byExpiry);
  const free = new Map(ordered.map((lot) => [lot.lotId, (available(lot) + (held.get(lot.lotId) ?? 0)) as Quantity]));
  const out = new Map<string, { quantity: number; scanned: boolean }>();
  let open: number = wish.quantity;
  const take = (lot: UsableLot, most: number, scanned: boolean): number => {
    const taken = least(Math.min(free.get(lot.lotId) ?? 0, most), open);
    if (taken <= 0) return 0;
    free.set(lot.lotId, ((free.get(lot.lotId) ?? 0) - taken) as Quantity);
    open -= taken;
    const before = out.get(lot.lotId);
    out.set(lot.lotId, { quantity: (before?.quantity ?? 0) + taken, scanned: scanned || before?.scanned === true });
    return taken;
  };

  const unknown = new Set<string>();
  let expired = false;
  for (const { lotNo, quantity } of wish.scanned) {
    let rest = least(quantity, open) as number;
    for (const lot of ordered.filter((one) => one.lotNo === lotNo)) {
      const taken = take(lot, rest, true);
      rest -= taken;
      if (taken > 0 && isExpired(lot.expiresOn, day)) expired = true;
    }
    if (rest > 0) unknown.add(lotNo);
  }
  for (const lot of ordered) take(lot, (held.get(lot.lotId) ?? 0) - (out.get(lot.lotId)?.quantity ?? 0), false);
  for (const lot of ordered) if (!lot.frozen && !isExpired(lot.expiresOn, day)) take(lot, open, false);
  return {
    shares: [...out].map(([lotId, share]) => ({ lotId, quantity: share.quantity as Quantity, scanned: share.scanned })),
    missing: open as Quantity,
    unknownLots: [...unknown],
    expired,
  };
}

export interface PackRoom {
  readonly code: string;
  /** What is left of the pack for this use. */
  readonly room: Quantity;
}

/** Divides what was used among the packs that were scanned, in their order. */
export function planPacks(
  quantity: Quantity,
  packs: readonly PackRoom[],
): { readonly shares: readonly { code: string; quantity: Quantity }[]; readonly uncoded: Quantity } {
  let open: number = quantity;
  const shares = packs.map(({ code, room }) => {
    const taken = Math.max(0, Math.min(room, open)) as Quantity;
    open -= taken;
    return { code, quantity: taken };
  });
  return { shares, uncoded: open as Quantity };
}
