import type { Quantity } from '@nephra/plugin-sdk/contract';

/** What a prescription line says about its amount. */
export interface OrderedAmount {
  readonly quantity: Quantity;
  readonly quantityUnit: string;
  /** Box, bag: the unit that is bought and, mostly, sold. */
  readonly stockUnit: string;
  /** Preparation units (tablets, ampoules) in one stock unit. */
  readonly stockDmin: Quantity;
}

/**
 * What leaves the shelf for a line, in preparation units. It follows from what was sold, not from what the course needs:
 * 56 capsules needed and three boxes of 20 sold are 60 capsules handed out.
 */
export function handedOut(line: OrderedAmount): Quantity {
  if (line.quantityUnit !== line.stockUnit) return line.quantity;
  return Number((BigInt(line.quantity) * BigInt(line.stockDmin) + 5_000n) / 10_000n) as Quantity;
}
