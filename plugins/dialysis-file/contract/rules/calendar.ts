const DAY = 86_400_000;

const instantOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/** Whether a text is a day of the calendar, `YYYY-MM-DD`; 2026-02-30 is none. */
export function isDay(text: string): boolean {
  const instant = text.length === 10 ? instantOf(text) : Number.NaN;
  return Number.isFinite(instant) && new Date(instant).toISOString().slice(0, 10) === text;
}

/** @param days may be negative */
export const addDays = (day: string, days: number): string => new Date(instantOf(day) + days * DAY).toISOString().slice(0, 10);

/** Negative where `to` lies before `from`. */
export const daysBetween = (from: string, to: string): number => Math.round((instantOf(to) - instantOf(from)) / DAY);
