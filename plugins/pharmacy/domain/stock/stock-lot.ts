import type { Quantity } from '@nephra/plugin-sdk/contract';

/**
 * Figures of one lot, in preparation units. What may still be promised is `onHand - reserved`.
 * Law: 0 <= reserved <= onHand, before and after every step below.
 */
export interface LotFigures {
  readonly onHand: Quantity;
  readonly reserved: Quantity;
}

export const available = (lot: LotFigures): Quantity => (lot.onHand - lot.reserved) as Quantity;

const positive = (quantity: Quantity) => Number.isSafeInteger(quantity) && quantity > 0;

/** Promises a quantity to a prescription; `undefined` when the lot has not that much left. */
export function reserve(lot: LotFigures, quantity: Quantity): LotFigures | undefined {
  if (!positive(quantity) || available(lot) < quantity) return undefined;
  return { ...lot, reserved: (lot.reserved + quantity) as Quantity };
}

/** Ends a promise without handing anything out. */
export function release(lot: LotFigures, quantity: Quantity): LotFigures | undefined {
  if (!positive(quantity) || lot.reserved < quantity) return undefined;
  return { ...lot, reserved: (lot.reserved - quantity) as Quantity };
}

/** Hands out what was promised. */
export function take(lot: LotFigures, quantity: Quantity): LotFigures | undefined {
  if (!positive(quantity) || lot.reserved < quantity || lot.onHand < quantity) return undefined;
  return { onHand: (lot.onHand - quantity) as Quantity, reserved: (lot.reserved - quantity) as Quantity };
}

/** Puts returned goods back into the lot they came from. */
export function giveBack(lot: LotFigures, quantity: Quantity): LotFigures | undefined {
  if (!positive(quantity)) return undefined;
  return { ...lot, onHand: (lot.onHand + quantity) as Quantity };
}

/** Corrects the figure by a signed difference; `undefined` when less would be left than is promised. */
export function correct(lot: LotFigures, difference: Quantity): LotFigures | undefined {
  if (!Number.isSafeInteger(difference) || difference === 0 || lot.onHand + difference < lot.reserved) return undefined;
  return { ...lot, onHand: (lot.onHand + difference) as Quantity };
}

/** Kinds of ledger rows. Receipts, returns and what was not used after all add, dispensing and use take away, adjustments and counts do either. */
export const MovementKind = {
  Receive: 'receive',
  Dispense: 'dispense',
  Return: 'return',
  Adjust: 'adjust',
  Count: 'count',
  Use: 'use',
  Unuse: 'unuse',
} as const;
export type MovementKind = (typeof MovementKind)[keyof typeof MovementKind];

export interface Movement {
  readonly kind: MovementKind;
  /** Signed: what the step added to the lot. */
  readonly quantity: Quantity;
}

export const signOf = (kind: 'receive' | 'dispense' | 'return'): 1 | -1 => (kind === MovementKind.Dispense ? -1 : 1);

/** Invariant: the sum of all steps = on hand. */
export const ledgerSum = (movements: readonly Movement[]): Quantity => movements.reduce<number>((sum, next) => sum + next.quantity, 0) as Quantity;

/** Why stock is put right outside a count, and whether that adds to it. */
export const ADJUST_REASONS = { loss: -1, breakage: -1, destroyed: -1, ward: -1, found: 1 } as const;
export type AdjustReason = keyof typeof ADJUST_REASONS;

/** What may still happen to an expired lot: it is lost, breaks or is destroyed, but nobody gets anything of it and nothing is added. */
export const EXPIRED_REASONS: readonly AdjustReason[] = ['loss', 'breakage', 'destroyed'];
