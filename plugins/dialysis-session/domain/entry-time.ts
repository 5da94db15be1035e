/** Moments are milliseconds. */
export interface SentTime {
  /** When it was entered, by the clock of the device. */
  readonly recordedAt: number;
  /** When it was sent, by the same clock. */
  readonly sentAt: number;
  /** An earlier moment that the person states, by the server's clock: a late entry. */
  readonly statedAt?: number;
}

export interface EntryTime {
  /** The moment that counts, by the server's clock. */
  readonly at: number;
  /** When it arrived. */
  readonly enteredAt: number;
  /** What the device said. */
  readonly deviceAt: number;
  /** By how much the device is behind (positive) or ahead of the server. */
  readonly skewMs: number;
  readonly clockWrong: boolean;
  /** Entered after the fact (补录). */
  readonly late: boolean;
}

/** A clock is called wrong from here. */
export const CLOCK_TOLERANCE_MS = 2 * 60_000;
/** From here an entry is a late one. */
export const LATE_MS = 15 * 60_000;
/** An outbox is not older than this; beyond it what the device says of its age is not believed. */
export const MAX_OUTBOX_MS = 12 * 3_600_000;

/**
 * Which moment counts. What waited in an outbox keeps its age, which the device measures between two readings of one clock, so that a clock that is wrong
 * does not matter; the moment itself is the server's. Never in the future.
 */
export function entryTime({ recordedAt, sentAt, statedAt }: SentTime, now: number): EntryTime {
  const skewMs = now - sentAt;
  const age = sentAt - recordedAt;
  const believed = age >= 0 && age <= MAX_OUTBOX_MS ? age : 0;
  const clockWrong = Math.abs(skewMs) > CLOCK_TOLERANCE_MS || age < 0 || age > MAX_OUTBOX_MS;
  const at = Math.min(now, statedAt ?? now - believed);
  return { at, enteredAt: now, deviceAt: recordedAt, skewMs, clockWrong, late: now - believed - at > LATE_MS };
}
