const DAY_MS = 86_400_000;
/** The hospital's day ends at 16:00 UTC: China has no daylight saving. */
const SHANGHAI_AHEAD_MS = 8 * 3_600_000;
/** How many times its usual time a step may take beside others. */
const SLOWER_BESIDE_OTHERS = 1.5;
/** Clocks of two processes need not agree to the second. */
const INTO_THE_NEW_DAY_SECONDS = 5;

/**
 * Seconds for which a step of one day (`sameDay`) must not begin: until the hospital's midnight, when that may come while it runs. What such a
 * step prepared for "today" would be yesterday's, and whoever looks for it would find nothing: a failure by the hour and not by the change.
 * @param {{ sameDay?: boolean, seconds?: number }} step `seconds`: how long it usually takes on the machine of the budgets
 * @param {number} at milliseconds since 1970
 * @param {number} slowness how much longer this machine takes
 * @returns {number} 0: it may begin
 */
export function secondsToNewDay({ sameDay, seconds = 0 }, at, slowness) {
  if (!sameDay) return 0;
  const left = (DAY_MS - ((at + SHANGHAI_AHEAD_MS) % DAY_MS)) / 1000;
  return left < seconds * slowness * SLOWER_BESIDE_OTHERS ? left + INTO_THE_NEW_DAY_SECONDS : 0;
}
