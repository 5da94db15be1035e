import { DAY_MS, parseDay } from './business-time.ts';
import { dayAfter } from './figure-period.ts';

/** Any Monday; weekdays repeat before it as they do after it. */
const A_MONDAY = parseDay('2024-01-01');

/** 1 Monday … 7 Sunday of the business day that an instant falls on. @param instant milliseconds since 1970 */
export function weekdayAt(instant: number): number {
  const days = Math.floor((instant - A_MONDAY) / DAY_MS) % 7;
  return days < 0 ? days + 8 : days + 1;
}

/** 1 Monday … 7 Sunday of a day `YYYY-MM-DD`. @throws RangeError when there is no such day */
export const weekdayOf = (day: string): number => weekdayAt(parseDay(day));

/** The Monday of the week that a day lies in, both `YYYY-MM-DD`. @throws RangeError when there is no such day */
export const mondayOf = (day: string): string => dayAfter(day, 1 - weekdayOf(day));
