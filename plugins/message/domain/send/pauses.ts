const MINUTE_MS = 60_000;
/** After the first, second … try that failed. */
const PAUSES = [1, 5, 15, 60, 240, 720].map((minutes) => minutes * MINUTE_MS);
/** Tries of one message by one channel; then it is given up, with the reason of the last one. */
export const MAX_TRIES = PAUSES.length + 1;
/** An outdated message does not go out: what happened days ago was seen in the product by then. */
export const MAX_AGE_MS = 3 * 24 * 60 * MINUTE_MS;
/** How long a channel through which nothing gets is left alone. */
export const CHANNEL_DOWN_MS = MINUTE_MS;

/** How long to wait after a try that failed, milliseconds; undefined: that was the last one. */
export const pauseAfter = (tries: number): number | undefined => PAUSES[Math.max(tries, 1) - 1];
