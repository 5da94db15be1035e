import { AppError, EnvelopeCode, type Quantity } from '@nephra/plugin-sdk/contract';

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
  /** What stood as returned when the pharmacist counted. */
  readonly returned: Quantity;
}

/** Goods that go back; `returned` is the figure that must still stand when they do. */
export interface PlannedReturn extends ReturnRequest {
  readonly detailId: string;
  readonly lotId: string;
}

export const stillOut = (share: DispensedShare): Quantity => (share.taken - share.returned) as Quantity;

/**
 * Goods go back to the lot they came from, never more than left it.
 * @throws AppError `pharmacy.return-empty`, `pharmacy.return-unknown`, `pharmacy.return-too-much`, `pharmacy.return-stale` (409) when
 * somebody else has taken goods back in between.
 */
export function planReturn(
  shares: readonly DispensedShare[],
  requests: readonly ReturnRequest[],
): { readonly returns: PlannedReturn[]; readonly somethingStillOut: boolean } {
  const asked = new Map<string, ReturnRequest>();
  for (const request of requests) {
    if (!Number.isSafeInteger(request.quantity) || request.quantity < 0 || asked.has(request.allocationId)) throw new AppError('pharmacy.return-too-much');
    if (request.quantity > 0) asked.set(request.allocationId, request);
  }
  if (asked.size === 0) throw new AppError('pharmacy.return-empty');
  for (const allocationId of asked.keys()) if (!shares.some((share) => share.allocationId === allocationId)) throw new AppError('pharmacy.return-unknown');
  const returns = shares.flatMap((share) => {
    const request = asked.get(share.allocationId);
    if (!request) return [];
    if (request.returned !== share.returned) throw new AppError('pharmacy.return-stale', { code: EnvelopeCode.Conflict });
    if (request.quantity > stillOut(share)) throw new AppError('pharmacy.return-too-much');
    return [{ ...request, detailId: share.detailId, lotId: share.lotId }];
  });
  const somethingStillOut = shares.some((share) => stillOut(share) > (asked.get(share.allocationId)?.quantity ?? 0));
  return { returns, somethingStillOut };
}
