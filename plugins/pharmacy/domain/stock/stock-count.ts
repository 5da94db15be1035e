import type { Quantity } from '@nephra/plugin-sdk/contract';

/**
 * What the counted figures of a sheet are compared with. `paper`: everything was counted on the printed sheet before anything moved, so
 * the snapshot counts. `shelf`: each figure is typed in where the goods stand, so the book figure of that moment counts.
 */
export type CountBasis = 'paper' | 'shelf';

export interface CountedLine {
  readonly snapshot: Quantity;
  /** Book figure when the count was typed in. */
  readonly bookWhenCounted: Quantity;
  readonly counted: Quantity;
}

/**
 * The difference that is posted. It is added to whatever the lot holds at posting, so goods that moved between counting and posting
 * are neither lost nor doubled.
 */
export const countDifference = (basis: CountBasis, line: CountedLine): Quantity =>
  (line.counted - (basis === 'paper' ? line.snapshot : line.bookWhenCounted)) as Quantity;
