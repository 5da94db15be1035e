import { AppError, DAY_MS, dayOf, parseDay } from '@nephra/plugin-sdk/contract';

/** Sessions are planned by the week and repeated by the month: nobody prescribes for a later one than the same day of the next month. */
export const MAX_DAYS_AHEAD = 31;
/** What was done on paper while the system was away is entered later, at the latest before the month before this one is settled. */
export const MAX_DAYS_BACK = 62;

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
  const [from, until] = [dayOf(parseDay(today) - MAX_DAYS_BACK * DAY_MS), dayOf(parseDay(today) + MAX_DAYS_AHEAD * DAY_MS)];
  if (day < from || day > until) throw new AppError('prescription.day-out-of-reach', { params: { day, today, from, until } });
}
