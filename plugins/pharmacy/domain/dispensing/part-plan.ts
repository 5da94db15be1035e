import { AppError, EnvelopeCode, type Quantity } from '@nephra/plugin-sdk/contract';
import { byExpiry } from '../stock/fefo.ts';
import { isWholePacks } from '../pack.ts';

/** A reserved share of a lot that waits to be handed out. */
export interface ReservedShare {
  readonly allocationId: string;
  readonly detailId: string;
  readonly lotId: string;
  readonly expiresOn: string;
  /** Reserved and not handed out. */
  readonly open: Quantity;
}

/** What a line asks for, and how much of it is handed out. Preparation units. */
export interface LineProgress {
  readonly detailId: string;
  readonly drugName: string;
  readonly ordered: Quantity;
  readonly taken: Quantity;
  /** A pack for what is sold by the pack. */
  readonly step: Quantity;
}

export interface HandOver {
  readonly allocationId: string;
  readonly detailId: string;
  readonly lotId: string;
  readonly quantity: Quantity;
}

/**
 * What leaves now. Without `parts` everything that is reserved; with them so much of each line, from the lot that expires first.
 * @returns `rest`: something of the prescription is still to be handed out afterwards
 * @throws AppError `pharmacy.part-unknown`, `pharmacy.part-pack`, `pharmacy.part-too-much`, `pharmacy.part-empty`, `pharmacy.not-picked`.
 */
export function planHandOver(
  lines: readonly LineProgress[],
  shares: readonly ReservedShare[],
  parts?: readonly { readonly detailId: string; readonly quantity: Quantity }[],
): { readonly out: HandOver[]; readonly rest: boolean } {
  const wanted = parts && new Map(parts.map((part) => [part.detailId, part.quantity]));
  if (wanted && wanted.size !== parts.length) throw new AppError('pharmacy.part-unknown', { code: EnvelopeCode.Invalid });
  for (const detailId of wanted?.keys() ?? []) {
    if (!lines.some((line) => line.detailId === detailId)) throw new AppError('pharmacy.part-unknown', { code: EnvelopeCode.Invalid });
  }
  const out: HandOver[] = [];
  let rest = false;
  for (const line of lines) {
    const reserved = shares.filter((share) => share.detailId === line.detailId && share.open > 0).sort(byExpiry);
    const reservedSum = reserved.reduce((sum, share) => sum + share.open, 0);
    const now = wanted ? (wanted.get(line.detailId) ?? 0) : reservedSum;
    const params = { name: line.drugName };
    if (!Number.isSafeInteger(now) || now < 0 || now > reservedSum) throw new AppError('pharmacy.part-too-much', { code: EnvelopeCode.Conflict, params });
    if (!isWholePacks(now as Quantity, line.step)) throw new AppError('pharmacy.part-pack', { code: EnvelopeCode.Invalid, params });
    let open = now;
    for (const share of reserved) {
      const quantity = Math.min(open, share.open) as Quantity;
      if (quantity <= 0) break;
      open -= quantity;
      out.push({ allocationId: share.allocationId, detailId: share.detailId, lotId: share.lotId, quantity });
    }
    if (line.taken + now < line.ordered) rest = true;
  }
  if (out.length === 0 && rest) {
    if (wanted) throw new AppError('pharmacy.part-empty', { code: EnvelopeCode.Invalid });
    throw new AppError('pharmacy.not-picked', {
      code: EnvelopeCode.Conflict,
      params: { name: lines.find((line) => line.taken < line.ordered)?.drugName ?? '' },
    });
  }
  return { out, rest };
}
