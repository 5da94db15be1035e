/** Hours in which a person wants to hear of nothing that is not urgent. */
export interface QuietHours {
  readonly on: boolean;
  /** Minutes of the day, 0 to 1,439. `from` later than `to` goes over midnight; both the same: the whole day. */
  readonly from: number;
  readonly to: number;
  /** Where the clock hangs that counts, as IANA names it: `Asia/Shanghai`. */
  readonly zone: string;
}

export const MINUTES_OF_DAY = 1_440;
const MINUTE_MS = 60_000;
/** Zones that are offered; what a person does not know by its name is of no use. */
export const QUIET_ZONES = [
  ...(['Asia/Shanghai', 'Asia/Urumqi', 'Asia/Hong_Kong', 'Asia/Macau', 'Asia/Taipei', 'Asia/Singapore', 'Asia/Tokyo'] as const),
  ...(['Australia/Sydney', 'Europe/Berlin', 'Europe/London', 'America/New_York', 'America/Los_Angeles'] as const),
] as const;

const clocks = new Map<string, Intl.DateTimeFormat>();
function clockOf(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  clocks.set(zone, made);
  return made;
}

/** Minute of the day that a clock there shows. */
export function minuteAt(moment: number, zone: string): number {
  const parts = new Map(
    clockOf(zone)
      .formatToParts(moment)
      .map(({ type, value }) => [type, Number(value)]),
  );
  return (parts.get('hour') ?? 0) * 60 + (parts.get('minute') ?? 0);
}

const within = (minute: number, from: number, to: number): boolean => (from < to ? minute >= from && minute < to : minute >= from || minute < to);

/** Whether it is quiet at a moment, milliseconds. */
export const isQuiet = (moment: number, { on, from, to, zone }: QuietHours): boolean => on && within(minuteAt(moment, zone), from, to);

/**
 * When it ends to be quiet, milliseconds at a full minute; undefined: it is not quiet. Where a clock is set meanwhile (summer time), it is the first
 * moment at which that clock shows the end or a later time. Quiet all day long ends after a day, and is asked about again then.
 */
export function quietUntil(moment: number, quiet: QuietHours): number | undefined {
  if (!isQuiet(moment, quiet)) return undefined;
  const start = Math.floor(moment / MINUTE_MS) * MINUTE_MS;
  const left = (quiet.to - minuteAt(moment, quiet.zone) + MINUTES_OF_DAY) % MINUTES_OF_DAY || MINUTES_OF_DAY;
  // A clock that was set by an hour meanwhile shows the end earlier or later than by its own count.
  for (let minutes = Math.max(1, left - 60); minutes <= left + 60; minutes += 1) {
    const end = start + minutes * MINUTE_MS;
    if (!isQuiet(end, quiet)) return end;
  }
  return start + left * MINUTE_MS;
}
