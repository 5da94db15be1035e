import type { Clock } from '@nephra/plugin-sdk/server';

/** China has had no daylight saving since 1991, so the business day is a fixed shift. */
const SHANGHAI_OFFSET_MS = 8 * 3_600_000;

/** Business day `YYYY-MM-DD` in Asia/Shanghai of an instant. */
export const businessDay = (instant: Date): string => new Date(instant.getTime() + SHANGHAI_OFFSET_MS).toISOString().slice(0, 10);

export const clockFrom = (now: () => Date): Clock => ({ now, today: () => businessDay(now()) });

export const systemClock: Clock = clockFrom(() => new Date());
