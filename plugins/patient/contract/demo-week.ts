import { DAY_MS, parseDay } from '@nephra/plugin-sdk/contract';

const SUNDAY = 7;
const MONDAY = 1;
/** 1970-01-05 was a Monday. */
const A_MONDAY = parseDay('1970-01-05');

/**
 * The weekday on which the centres of the demo treat nobody: Sunday as in most centres, but Monday where the demo begins on a Sunday; what is
 * shown as the work of today would be empty else.
 * @param today business day on which the demo begins
 * @returns 1 Monday to 7 Sunday
 */
export const demoRestDay = (today: string): number => (((parseDay(today) - A_MONDAY) / DAY_MS) % 7 === SUNDAY - 1 ? MONDAY : SUNDAY);

/** Weekdays of a demo plan, written for a centre that rests on Sundays, where it rests on `demoRestDay`. */
export const demoWeekdays = (weekdays: readonly number[], today: string): number[] =>
  demoRestDay(today) === SUNDAY ? [...weekdays] : weekdays.map((weekday) => weekday + 1);
