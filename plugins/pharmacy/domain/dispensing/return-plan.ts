import { AppError, EnvelopeCode, type Quantity } from '@nephra/plugin-sdk/contract';
import { isExpired } from '../stock/fefo.ts';
import { inWholePacks, isWholePacks } from '../pack.ts';

/** One lot's share of a dispensed line. */
export interface DispensedShare {
  readonly allocationId: string;
  readonly detailId: string;
  readonly lotId: string;
  readonly drugName: string;
  readonly taken: Quantity;
  readonly returned: Quantity;
  /** Preparation units in one pack. */
  readonly packSize: Quantity;
  readonly coldChain: boolean;
  readonly expiresOn: string;
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

/** Why nothing (more) of a share may come back; empty = something may. */
export type ReturnBar = '' | 'cold-chain' | 'expired' | 'loose';

export const stillOut = (share: Pick<DispensedShare, 'taken' | 'returned'>): Quantity => (share.taken - share.returned) as Quantity;

export function returnBar(share: DispensedShare, today: string): ReturnBar {
  if (share.coldChain) return 'cold-chain';
  if (isExpired(share.expiresOn, today)) return 'expired';
  return stillOut(share) < share.packSize ? 'loose' : '';
}

/** What may still come back: whole packs that kept at room temperature and are in date. */
export const returnable = (share: DispensedShare, today: string): Quantity =>
  returnBar(share, today) === '' ? inWholePacks(stillOut(share), share.packSize) : (0 as Quantity);

/**
 * Goods go back to the lot they came from, never more than left it, and only what can be handed out again.
 * @param intact the pharmacist looked: unopened and undamaged
 * @throws AppError `pharmacy.return-empty`, `pharmacy.return-unknown`, `pharmacy.return-too-much`, `pharmacy.return-stale` (409) when
 * somebody else has taken goods back in between; `pharmacy.return-cold-chain`, `pharmacy.return-expired`, `pharmacy.return-loose`,
 * `pharmacy.return-opened`.
 */
export function planReturn(
  shares: readonly DispensedShare[],
  requests: readonly ReturnRequest[],
  today: string,
  intact: boolean,
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
    const bar = returnBar(share, today) || (isWholePacks(request.quantity, share.packSize) ? '' : 'loose');
    if (bar) throw new AppError(`pharmacy.return-${bar}`, { params: { name: share.drugName } });
    return [{ ...request, detailId: share.detailId, lotId: share.lotId }];
  });
  if (!intact) throw new AppError('pharmacy.return-opened', { code: EnvelopeCode.Invalid });
  const somethingStillOut = shares.some((share) => stillOut(share) > (asked.get(share.allocationId)?.quantity ?? 0));
  return { returns, somethingStillOut };
}
