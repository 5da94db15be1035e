import { AppError, DAY_MS, EnvelopeCode, parseDay } from '@nephra/plugin-sdk/contract';

/** First moment of a day and first moment after it, Asia/Shanghai. @throws AppError when there is no such day. */
export function dayRange(startDay: string, endDay = startDay): { from: Date; before: Date } {
  try {
    return { from: new Date(parseDay(startDay)), before: new Date(parseDay(endDay) + DAY_MS) };
  } catch (cause) {
    throw new AppError('prescription.bad-day', { code: EnvelopeCode.Invalid, params: { day: `${startDay} ${endDay}` }, cause });
  }
}

/** First moment of a month `YYYY-MM` and first moment after it. */
export function monthRange(month: string): { from: Date; before: Date } {
  const [year = 0, number = 0] = month.split('-').map(Number);
  const next = number === 12 ? `${String(year + 1).padStart(4, '0')}-01-01` : `${month.slice(0, 5)}${String(number + 1).padStart(2, '0')}-01`;
  return { from: dayRange(`${month}-01`).from, before: dayRange(next).from };
}

/** The day that was asked for; none when it is left out or empty. @throws AppError when there is no such day. */
export function dayAsked(day: string | undefined): string | undefined {
  if (day) dayRange(day);
  return day || undefined;
}
