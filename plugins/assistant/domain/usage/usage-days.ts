import { DAY_MS, dayOf, parseDay } from '@nephra/plugin-sdk/contract';

export type PeriodFlaw = 'usage-ends-before' | 'usage-too-long' | 'usage-bad-day';

/** What is wrong with a period, both days included; undefined: nothing. */
export function periodFlaw(startDate: string, endDate: string, most: number): PeriodFlaw | undefined {
  const [start, end] = [dayNumber(startDate), dayNumber(endDate)];
  if (start === undefined || end === undefined) return 'usage-bad-day';
  if (end < start) return 'usage-ends-before';
  return end - start + 1 > most ? 'usage-too-long' : undefined;
}

/** Days of a period that has no flaw, none left out. */
export function daysBetween(startDate: string, endDate: string): string[] {
  const days: string[] = [];
  for (let at = parseDay(startDate); at <= parseDay(endDate); at += DAY_MS) days.push(dayOf(at));
  return days;
}

function dayNumber(day: string): number | undefined {
  try {
    const at = parseDay(day);
    return dayOf(at) === day ? Math.round(at / DAY_MS) : undefined;
  } catch {
    return undefined;
  }
}
