import { AppError, DAY_MS, dayOf, parseDay } from '@nephra/plugin-sdk/contract';

/** Sessions are planned by the week and repeated by the month: nobody prescribes for a later one than the same day of the next month. */
export const MAX_DAYS_AHEAD = 31;
/** What was done on paper while the system was away is entered later, at the latest before the month before this one is settled. */
export const MAX_DAYS_BACK = 62;

/**
 * Days that a prescription may bear, as `YYYY-MM-DD`, both included; the picker offers what the server takes.
 * @param today the server's business day
 */
export const prescribableDays = (today: string): { readonly from: string; readonly until: string } => ({
  from: dayOf(parseDay(today) - MAX_DAYS_BACK * DAY_MS),
  until: dayOf(parseDay(today) + MAX_DAYS_AHEAD * DAY_MS),
});

/** Months `YYYY-MM` that such a day may lie in, in order; some of them may be closed. */
export function prescribableMonths(today: string): string[] {
  const { from, until } = prescribableDays(today);
  const months = [from.slice(0, 7)];
  for (let day = from; day <= until; day = dayOf(parseDay(day) + DAY_MS)) if (day.slice(0, 7) !== months.at(-1)) months.push(day.slice(0, 7));
  return months;
}

/**
 * A prescription bears the day of its treatment, near the server's business day: the clock of a browser decides nothing.
 * @param instant the moment that was asked for, milliseconds
 * @param today the server's business day
 * @param before day that the prescription bears already; it may stay however old it is
 * @throws AppError `prescription.day-out-of-reach`
 */
export function assertPrescribableDay(instant: number, today: string, before?: string): void {
  const day = dayOf(instant);
  if (day === before) return;
  const { from, until } = prescribableDays(today);
  if (day < from || day > until) throw new AppError('prescription.day-out-of-reach', { params: { day, today, from, until } });
}
