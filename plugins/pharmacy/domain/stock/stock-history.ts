import { DAY_MS, dayOf, parseDay, type Quantity } from '@nephra/plugin-sdk/contract';
import type { MovementKind } from './stock-lot.ts';

export interface DayMovement {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly kind: MovementKind;
  /** Signed sum of the day. */
  readonly quantity: Quantity;
}

/** One day of a drug: what came in, what went out, what was put right, what stood at its end. */
export interface StockDay {
  readonly day: string;
  /** Receipts and returns. */
  readonly into: Quantity;
  /** Handed out or used, as a positive number. */
  readonly out: Quantity;
  /** Adjustments and counts, signed. */
  readonly corrected: Quantity;
  readonly balance: Quantity;
}

/** Fills the days between without movement, so that a chart has one point per day. Law: opening + Σ(into - out + corrected) = last balance. */
export function stockHistory(opening: Quantity, movements: readonly DayMovement[], from: string, to: string): StockDay[] {
  const days: StockDay[] = [];
  let balance: number = opening;
  for (let at = parseDay(from); at <= parseDay(to); at += DAY_MS) {
    const day = dayOf(at);
    const sum = (...kinds: MovementKind[]) =>
      movements.filter((one) => one.day === day && kinds.includes(one.kind)).reduce((total, one) => total + one.quantity, 0) as Quantity;
    const [into, out, corrected] = [sum('receive', 'return', 'unuse'), -sum('dispense', 'use') as Quantity, sum('adjust', 'count')];
    balance += into - out + corrected;
    days.push({ day, into, out: (out === 0 ? 0 : out) as Quantity, corrected, balance: balance as Quantity });
  }
  return days;
}
