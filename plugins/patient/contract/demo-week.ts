import { weekdayOf } from '@nephra/plugin-sdk/contract';

const SUNDAY = 7;
const MONDAY = 1;

/**
 * The weekday on which the centres of the demo treat nobody: Sunday as in most centres, but Monday where the demo begins on a Sunday; what is
 * shown as the work of today would be empty else.
 * @param today business day on which the demo begins, `YYYY-MM-DD`
 * @returns 1 Monday to 7 Sunday
 */
export const demoRestDay = (today: string): number => (weekdayOf(today) === SUNDAY ? MONDAY : SUNDAY);

/** Weekdays of a demo plan, written for a centre that rests on Sundays, where it rests on `demoRestDay`. */
export const demoWeekdays = (weekdays: readonly number[], today: string): number[] =>
  demoRestDay(today) === SUNDAY ? [...weekdays] : weekdays.map((weekday) => weekday + 1);
