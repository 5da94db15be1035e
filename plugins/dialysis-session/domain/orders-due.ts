import { daysBetween } from './days.ts';

/** An order as the bedside needs it. Days are `YYYY-MM-DD`. */
export interface OrderRule {
  readonly orderId: string;
  /** True: given once and done. */
  readonly once: boolean;
  /** 0: every treatment; else every so many days from the last time it was given. */
  readonly everyDays: number;
  readonly from: string;
  /** Last day, included; null: until it is stopped. */
  readonly to: string | null;
}

/** A weekly injection may come so many days early when the patient is here: two of seven, more of longer intervals. */
export const toleranceOf = (everyDays: number): number => Math.min(7, Math.floor((everyDays * 2) / 7));

/** First day on which it is due again; null: never. */
export function dueFrom(order: OrderRule, lastGivenOn: string | null): string | null {
  if (order.once) return lastGivenOn === null ? order.from : null;
  if (lastGivenOn === null || order.everyDays === 0) return order.from;
  return addDays(lastGivenOn, order.everyDays - toleranceOf(order.everyDays));
}

export function isDue(order: OrderRule, lastGivenOn: string | null, day: string): boolean {
  if (day < order.from || (order.to !== null && day > order.to)) return false;
  const due = dueFrom(order, lastGivenOn);
  return due !== null && daysBetween(due, day) >= 0;
}

const addDays = (day: string, days: number): string => new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

/** What makes two orders the same thing for a patient. */
export interface OrderedThing {
  readonly drugId: string;
  readonly title: string;
  readonly timing: string;
  readonly once: boolean;
}

/** The same drug, or without one the same words, at the same time of a treatment: given once, not twice. */
export const isTwin = (one: OrderedThing, other: OrderedThing): boolean =>
  one.once === other.once &&
  one.timing === other.timing &&
  (one.drugId === '' ? other.drugId === '' && one.title.trim() === other.title.trim() : one.drugId === other.drugId);
