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

/** That an order was given, given otherwise or skipped in a treatment. */
export interface Handled {
  readonly sessionId: string;
  readonly day: string;
  readonly outcome: 'given' | 'changed' | 'skipped';
}

/**
 * What an order has to do with a treatment: it was handled in it (what is stopped by now, too), it is open there, or nothing (`none`).
 * One that is given once is over, on whatever day that was: an older sheet that is opened again does not ask for it. Any other goes by the days up to the treatment.
 * @param handled of this order, whatever treatments
 */
export function orderIn<T extends Handled>(
  order: OrderRule & { readonly stopped: boolean },
  handled: readonly T[],
  { sessionId, day }: { readonly sessionId: string; readonly day: string },
): { readonly is: 'handled'; readonly by: T } | { readonly is: 'open' | 'none' } {
  const here = sessionId === '' ? undefined : handled.find((one) => one.sessionId === sessionId);
  if (here) return { is: 'handled', by: here };
  if (order.stopped) return { is: 'none' };
  const days = handled.filter((one) => one.outcome !== 'skipped' && (order.once || one.day <= day)).map((one) => one.day);
  const last = days.reduce<string | null>((latest, one) => (latest === null || one > latest ? one : latest), null);
  return { is: isDue(order, last, day) ? 'open' : 'none' };
}

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
