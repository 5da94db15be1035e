import { AppError, type Quantity } from '@nephra/plugin-sdk/contract';

/** One lot's share of a dispensed line. */
export interface DispensedShare {
  readonly allocationId: string;
  readonly detailId: string;
  readonly lotId: string;
  readonly taken: Quantity;
  readonly returned: Quantity;
}

export interface ReturnRequest {
  readonly allocationId: string;
  readonly quantity: Quantity;
}

export interface PlannedReturn extends ReturnRequest {
  readonly detailId: string;
  readonly lotId: string;
}

export const stillOut = (share: DispensedShare): Quantity => (share.taken - share.returned) as Quantity;

/**
 * Goods go back to the lot they came from, never more than left it.
 * @throws AppError `pharmacy.return-empty`, `pharmacy.return-unknown`, `pharmacy.return-too-much`.
 */
export function planReturn(
  shares: readonly DispensedShare[],
  requests: readonly ReturnRequest[],
): { readonly returns: PlannedReturn[]; readonly somethingStillOut: boolean } {
  const asked = new Map<string, number>();
  for (const request of requests) {
    if (!Number.isSafeInteger(request.quantity) || request.quantity < 0) throw new AppError('pharmacy.return-too-much');
    if (request.quantity > 0) asked.set(request.allocationId, (asked.get(request.allocationId) ?? 0) + request.quantity);
  }
  if (asked.size === 0) throw new AppError('pharmacy.return-empty');
  for (const allocationId of asked.keys()) if (!shares.some((share) => share.allocationId === allocationId)) throw new AppError('pharmacy.return-unknown');
  const returns = shares.flatMap((share) => {
    const quantity = asked.get(share.allocationId);
    if (quantity === undefined) return [];
    if (quantity > stillOut(share)) throw new AppError('pharmacy.return-too-much');
    return [{ allocationId: share.allocationId, detailId: share.detailId, lotId: share.lotId, quantity: quantity as Quantity }];
  });
  const somethingStillOut = shares.some((share) => stillOut(share) > (asked.get(share.allocationId) ?? 0));
  return { returns, somethingStillOut };
}
