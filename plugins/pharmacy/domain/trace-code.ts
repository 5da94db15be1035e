import { AppError, EnvelopeCode, type Quantity } from '@nephra/plugin-sdk/contract';
import { wholePacks } from './pack.ts';

/** Trace code of one pack: 20 digits, never the same twice. */
export const isTraceCode = (text: string): boolean => /^\d{20}$/.test(text);

export interface CodedShare {
  readonly allocationId: string;
  readonly drugName: string;
  readonly packSize: Quantity;
  /** What leaves now. */
  readonly quantity: Quantity;
  /** The pharmacy wants every pack of this drug scanned. */
  readonly required: boolean;
}

export interface ScannedCodes {
  readonly allocationId: string;
  readonly codes: readonly string[];
}

/** Packs whose code can be scanned; loose units come out of a pack that was scanned when it was opened. */
export const packsOf = (share: Pick<CodedShare, 'quantity' | 'packSize'>): number => wholePacks(share.quantity, share.packSize);

/**
 * Pairs scanned codes with the packs that leave.
 * @throws AppError `pharmacy.trace-wrong` (not 20 digits), `pharmacy.trace-twice`, `pharmacy.trace-unknown` (no such share),
 * `pharmacy.trace-too-many`, `pharmacy.trace-missing` naming the drug and how many are scanned.
 */
export function planTraceCodes(shares: readonly CodedShare[], scanned: readonly ScannedCodes[]): { allocationId: string; code: string }[] {
  const seen = new Set<string>();
  const byShare = new Map<string, string[]>();
  for (const { allocationId, codes } of scanned) {
    for (const code of codes) {
      if (!isTraceCode(code)) throw new AppError('pharmacy.trace-wrong', { code: EnvelopeCode.Invalid, params: { code } });
      if (seen.has(code)) throw new AppError('pharmacy.trace-twice', { code: EnvelopeCode.Invalid, params: { code } });
      seen.add(code);
      byShare.set(allocationId, [...(byShare.get(allocationId) ?? []), code]);
    }
  }
  for (const allocationId of byShare.keys()) {
    if (!shares.some((share) => share.allocationId === allocationId)) throw new AppError('pharmacy.trace-unknown', { code: EnvelopeCode.Invalid });
  }
  return shares.flatMap((share) => {
    const codes = byShare.get(share.allocationId) ?? [];
    const packs = packsOf(share);
    const params = { name: share.drugName, packs, scanned: codes.length };
    if (codes.length > packs) throw new AppError('pharmacy.trace-too-many', { code: EnvelopeCode.Invalid, params });
    if (share.required && codes.length < packs) throw new AppError('pharmacy.trace-missing', { code: EnvelopeCode.Invalid, params });
    return codes.map((code) => ({ allocationId: share.allocationId, code }));
  });
}
