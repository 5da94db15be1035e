/**
 * Business time is Asia/Shanghai: eight hours ahead of UTC, all year. Instants are milliseconds since 1970 in code and on
 * the wire; days are `YYYY-MM-DD`. Nothing here asks the clock or the machine's time zone.
 */
const OFFSET_MS = 8 * 3_600_000;
export const DAY_MS = 86_400_000;

/** Calendar fields in Asia/Shanghai; `month` is 1 to 12. */
export interface BusinessParts {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

/** Ten-digit numbers are seconds (spec 9); everything else is milliseconds. Number text is read as a number. */
export function toInstant(time: number | string): number {
  const value = typeof time === 'number' ? time : Number(time);
  return Math.abs(value) >= 1_000_000_000 && Math.abs(value) < 10_000_000_000 ? value * 1000 : value;
}

export function businessParts(instant: number): BusinessParts {
  const shifted = new Date(instant + OFFSET_MS);
  return {
    year: shifted.getUTCFullYear(),
    month: shifted.getUTCMonth() + 1,
    day: shifted.getUTCDate(),
    hour: shifted.getUTCHours(),
    minute: shifted.getUTCMinutes(),
    second: shifted.getUTCSeconds(),
  };
}

export const instantOf = ({
  year,
  month,
  day,
  hour = 0,
  minute = 0,
  second = 0,
}: Pick<BusinessParts, 'year' | 'month' | 'day'> & Partial<BusinessParts>): number => Date.UTC(year, month - 1, day, hour, minute, second) - OFFSET_MS;

const pad = (value: number, places = 2): string => String(value).padStart(places, '0');

/**
 * Prints an instant. Placeholders: `YYYY`/`yyyy`, `MM`, `DD`/`dd`, `HH`, `mm`, `ss`, and the `{y}-{m}-{d} {h}:{i}:{s}` form.
 * @param pattern default `yyyy-MM-dd HH:mm` (spec 9)
 */
export function formatInstant(instant: number, pattern = 'yyyy-MM-dd HH:mm'): string {
  if (!Number.isFinite(instant)) return '';
  const { year, month, day, hour, minute, second } = businessParts(instant);
  const values: Record<string, string> = {
    yyyy: pad(year, 4),
    YYYY: pad(year, 4),
    '{y}': pad(year, 4),
    MM: pad(month),
    '{m}': pad(month),
    dd: pad(day),
    DD: pad(day),
    '{d}': pad(day),
    HH: pad(hour),
    '{h}': pad(hour),
    mm: pad(minute),
    '{i}': pad(minute),
    ss: pad(second),
    '{s}': pad(second),
  };
  return pattern.replace(/\{[ymdhis]\}|yyyy|YYYY|MM|dd|DD|HH|mm|ss/g, (mark) => values[mark] ?? mark);
}

/** The business day an instant falls on, `YYYY-MM-DD`. */
export function dayOf(instant: number): string {
  if (!Number.isFinite(instant)) return '';
  const { year, month, day } = businessParts(instant);
  return `${pad(year, 4)}-${pad(month)}-${pad(day)}`;
}

/** First millisecond of the business day that the instant falls on. */
export const startOfDay = (instant: number): number => Math.floor((instant + OFFSET_MS) / DAY_MS) * DAY_MS - OFFSET_MS;

/** Last millisecond of the business day that the instant falls on. */
export const endOfDay = (instant: number): number => startOfDay(instant) + DAY_MS - 1;

/**
 * First millisecond of a day written `YYYY-MM-DD`.
 * @throws RangeError when there is no such day.
 */
export function parseDay(day: string): number {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day);
  const instant = match ? instantOf({ year: Number(match[1]), month: Number(match[2]), day: Number(match[3]) }) : Number.NaN;
  if (!match || dayOf(instant) !== day) throw new RangeError(`not a day: ${day.slice(0, 20)}`);
  return instant;
}

/** A picked range as the days that a list call carries; nothing where none is picked. */
export const daysOf = (range: readonly [from: number, to: number] | null | undefined): { startDate?: string; endDate?: string } =>
  range ? { startDate: dayOf(range[0]), endDate: dayOf(range[1]) } : {};
