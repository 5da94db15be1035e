import type { Clock } from '@nephra/plugin-sdk/server';
import type { Kysely } from 'kysely';
import { SteadyTime } from './steady-time.ts';
import type { CoreTables } from '../../tables/tables.ts';

/** China has had no daylight saving since 1991, so the business day is a fixed shift. */
const SHANGHAI_OFFSET_MS = 8 * 3_600_000;

/** Business time zone of the installation, by its IANA name. */
export const BUSINESS_ZONE = 'Asia/Shanghai';

/** Business day `YYYY-MM-DD` in Asia/Shanghai of an instant. */
export const businessDay = (instant: Date): string => new Date(instant.getTime() + SHANGHAI_OFFSET_MS).toISOString().slice(0, 10);

/** @param steady the line that never steps; left out = the wall, for what lives shorter than any change of it */
export const clockFrom = (now: () => Date, steady: () => Date = now): Clock => ({
  now,
  today: () => businessDay(now()),
  steady,
  shown: (moment) => new Date(now().getTime() + moment.getTime() - steady().getTime()),
});

export const systemClock: Clock = clockFrom(() => new Date());

/** The clock of this computer, with the steady line of the database. `note` writes down how far the line has come. */
export async function clockOver(db: Kysely<CoreTables>): Promise<{ readonly clock: Clock; readonly note: () => Promise<void> }> {
  const line = new SteadyTime(Date.now());
  await line.carryOn(db);
  const clock = clockFrom(systemClock.now, () => line.now());
  return { clock, note: () => line.note(db) };
}
