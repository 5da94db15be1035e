/** A backup, its files and its verification may take so long before anybody is worried. */
const GRACE_MS = 3 * 3_600_000;

/**
 * Since when a good backup is missing: a moment of the timetable has passed, and some hours with it, that left none.
 * @param dueAt first moment of the timetable after the last good backup was begun, or after the timetable was turned on
 * @returns that moment, or 0
 */
export const lateSince = (dueAt: number, now: number): number => (now - dueAt > GRACE_MS ? dueAt : 0);
