import { dayOf, endOfDay, startOfDay } from '@nephra/plugin-sdk/contract';
import type { KitText } from '../kit-text.ts';

/** Days that a date field takes; any moment of the first and of the last day stands for all of it. */
export interface DateBounds {
  /** First day: milliseconds, or the server's business day. */
  readonly min?: number | 'today';
  /** Last day: milliseconds, or the server's business day. */
  readonly max?: number | 'today';
  /** Why a day between them cannot be chosen, in a few words; undefined when it can. @param day `YYYY-MM-DD` in Asia/Shanghai */
  readonly refuses?: (day: string) => string | undefined;
}

/** Bounds of this moment. @param now the server's present, milliseconds */
export interface ReckonedBounds extends DateBounds {
  readonly min?: number;
  readonly max?: number;
}
export const boundsAt = ({ min, max, refuses }: DateBounds, now: number): ReckonedBounds => ({
  min: min === 'today' ? now : min,
  max: max === 'today' ? now : max,
  refuses,
});

/** Which days the field takes, in a few words; undefined when it takes all. */
export function boundsText({ min, max }: ReckonedBounds, text: KitText): string | undefined {
  if (min !== undefined && max !== undefined) return text('dayBetween', { from: dayOf(min), until: dayOf(max) });
  if (min !== undefined) return text('dayFrom', { from: dayOf(min) });
  return max === undefined ? undefined : text('dayUntil', { until: dayOf(max) });
}

/**
 * Why the day cannot be chosen, in a few words; undefined when it can.
 * @param instant milliseconds, any moment of the day
 */
export function dayRefusal(instant: number, bounds: ReckonedBounds, text: KitText): string | undefined {
  const { min, max, refuses } = bounds;
  const outside = (min !== undefined && endOfDay(instant) < min) || (max !== undefined && startOfDay(instant) > max);
  return outside ? boundsText(bounds, text) : refuses?.(dayOf(instant));
}

/** The day in what somebody typed so far, `YYYY-MM-DD`; undefined while it is none. */
export function typedDay(typed: string): string | undefined {
  const [, year = '', month = '', day = ''] = /^\s*(\d{4})-(\d{2})-(\d{2})/.exec(typed) ?? [];
  if (year === '') return undefined;
  const at = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return at.getUTCMonth() === Number(month) - 1 && at.getUTCDate() === Number(day) ? `${year}-${month}-${day}` : undefined;
}
