const MINUTE_MS = 60_000;

/** When the next reading is due; null where nothing runs. */
export const readingDueAt = (startedAt: number | null, lastAt: number | null, everyMinutes: number): number | null =>
  startedAt === null ? null : Math.max(startedAt, lastAt ?? startedAt) + everyMinutes * MINUTE_MS;

export type DueMark = 'none' | 'waiting' | 'due' | 'late';

export function dueMark(dueAt: number | null, now: number, graceMinutes: number): DueMark {
  if (dueAt === null) return 'none';
  if (now < dueAt) return 'waiting';
  return now < dueAt + graceMinutes * MINUTE_MS ? 'due' : 'late';
}

/** Minutes that are left; negative: over its time. */
export const minutesLeft = (startedAt: number, minutes: number, now: number): number => Math.round((startedAt + minutes * MINUTE_MS - now) / MINUTE_MS);
