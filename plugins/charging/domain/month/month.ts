import { AppError, DAY_MS, dayOf, EnvelopeCode, parseDay } from '@nephra/plugin-sdk/contract';

/** A calendar month in business time; days are `YYYY-MM-DD`, both ends belong to it. */
export interface MonthSpan {
  readonly month: string;
  readonly startDate: string;
  readonly endDate: string;
}

/** Month `YYYY-MM` of a business day. */
export const monthOf = (day: string): string => day.slice(0, 7);

const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;

/** The month after or before (`by` months). */
export function monthPlus(month: string, by: number): string {
  const months = Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1 + by;
  return `${String(Math.floor(months / 12)).padStart(4, '0')}-${String((months % 12) + 1).padStart(2, '0')}`;
}

/** @throws AppError `charging.bad-month` when there is no such month. */
export function monthSpan(month: string): MonthSpan {
  if (!MONTH.test(month)) throw new AppError('charging.bad-month', { code: EnvelopeCode.Invalid, params: { month: month.slice(0, 20) } });
  return { month, startDate: `${month}-01`, endDate: dayOf(parseDay(`${monthPlus(month, 1)}-01`) - DAY_MS) };
}

/** Every day of the month, first to last. */
export function daysOfMonth(month: string): string[] {
  const { startDate, endDate } = monthSpan(month);
  const days: string[] = [];
  for (let at = parseDay(startDate); at <= parseDay(endDate); at += DAY_MS) days.push(dayOf(at));
  return days;
}

/** True once its last day has passed. */
export const isOver = (month: string, today: string): boolean => monthOf(today) > month;

/** @throws AppError `charging.month-future`: nobody settles a month that has not begun. */
export function assertBegun(month: string, today: string): void {
  if (month > monthOf(today)) throw new AppError('charging.month-future', { params: { month } });
}

/**
 * Only a month that is over can be closed, so that what is charged or refunded after the close falls into a later month by itself.
 * @throws AppError `charging.month-not-over`
 */
export function assertOver(month: string, today: string): void {
  if (!isOver(month, today)) throw new AppError('charging.month-not-over', { params: { month } });
}
