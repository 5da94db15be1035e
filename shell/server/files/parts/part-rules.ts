import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { LAST_PART_LIMIT_BYTES, PART_BYTES } from '../../../contract/files/file-parts.contract.ts';
import { tooLarge } from '../file-store.ts';

/** A part as its sender describes it, and how many bytes came. */
export interface PartFacts {
  readonly part: number;
  readonly total: number;
  /** Of the whole file, where the sender says it. */
  readonly totalBytes?: number;
  readonly bytes: number;
}

const wrongSize = (part: number): AppError => new AppError('core.upload-part-size', { code: EnvelopeCode.Invalid, params: { part } });

/**
 * Whether a part can be one of a file that the site takes. What parts can make is bounded by this: whole parts, and a last one that is not twice as large.
 * @param limitBytes what files have to be smaller than
 * @throws AppError `core.file-too-large`, `core.upload-part-number`, `core.upload-part-size`
 */
export function assertPartFits({ part, total, totalBytes, bytes }: PartFacts, limitBytes: number): void {
  if ((totalBytes ?? 0) >= limitBytes || (total - 1) * PART_BYTES >= limitBytes) throw tooLarge(limitBytes);
  if (part > total) throw new AppError('core.upload-part-number', { code: EnvelopeCode.Invalid, params: { part, total } });
  const isLast = part === total;
  if (isLast ? bytes >= LAST_PART_LIMIT_BYTES : bytes !== PART_BYTES) throw wrongSize(part);
  if (isLast && totalBytes !== undefined && bytes !== totalBytes - (total - 1) * PART_BYTES) throw wrongSize(part);
}

/** The first few numbers from 1 to `total` that are not there, and how many there are in all. */
export function missingParts(total: number, numbers: readonly number[]): { readonly first: readonly number[]; readonly count: number } {
  const there = new Set(numbers);
  const first: number[] = [];
  let count = 0;
  for (let part = 1; part <= total; part += 1) {
    if (there.has(part)) continue;
    count += 1;
    if (first.length < 5) first.push(part);
  }
  return { first, count };
}
