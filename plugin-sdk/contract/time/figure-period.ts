import { DAY_MS, dayOf, parseDay } from './business-time.ts';

/** Business days `YYYY-MM-DD`, both included, at most `MAX_FIGURE_DAYS` of them. */
export interface FigurePeriod {
  readonly startDate: string;
  readonly endDate: string;
}

/** Longest period that a panel of figures is asked about. */
export const MAX_FIGURE_DAYS = 366;

/** The business day so many days later, or earlier where negative. @throws RangeError when there is no such day */
export const dayAfter = (day: string, days: number): string => dayOf(parseDay(day) + days * DAY_MS);

/** How many days a period has; zero or less when it ends before it starts. @throws RangeError when there is no such day */
export const lengthOfPeriod = ({ startDate, endDate }: FigurePeriod): number => (parseDay(endDate) - parseDay(startDate)) / DAY_MS + 1;

/** Every business day of a period, in order. @throws RangeError when there is no such day */
export const daysOfPeriod = (period: FigurePeriod): string[] =>
  Array.from({ length: Math.max(0, lengthOfPeriod(period)) }, (_, at) => dayAfter(period.startDate, at));

/** The period of the same length that ends the day before this one starts. @throws RangeError when there is no such day */
export const periodBefore = (period: FigurePeriod): FigurePeriod => ({
  startDate: dayAfter(period.startDate, -lengthOfPeriod(period)),
  endDate: dayAfter(period.startDate, -1),
});
