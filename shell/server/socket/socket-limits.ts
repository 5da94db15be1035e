/** Sockets of one server; more are refused with 503. */
export const MAX_SOCKETS = 5000;
/** Frames of one socket that wait for their turn; beyond it the socket is not read until some are answered. */
export const MAX_WAITING_FRAMES = 16;
/** A person opening a page sends several at once: so many seconds' worth may come together. */
export const BURST_SECONDS = 3;
/** A pushed frame as JSON, in UTF-16 units. */
export const MAX_PUSH_BYTES = 64 * 1024;
/** For a socket that does not say who it is. */
export const MAX_GREETING_MS = 10_000;
/** Windows that plugins greet at a time: each asks the database several times, on the connections that the messages of the others need, too. */
export const GREETINGS_AT_ONCE = 4;
export const PING_MS = 30_000;
/** How often sessions that ended on another server, rights that changed anywhere, and pushes whose notice was lost are noticed. Two seconds are promised. */
export const SWEEP_MS = 1000;
/** Of the sockets of one address, so many may be about to say who they are: the windows of a centre come back together after a restart. */
export const GREETING_SHARE = 5;
/** How long a push lies in the database. A server that could not read for longer ends its sockets, so that their pages come back and read again. */
export const PUSH_KEPT_MS = 600_000;

/** 1013 = come back later, 4008 = another window of the same session took the place; our browser shell tells them from a lost connection. */
export const CLOSE = { goingAway: 1001, badData: 1007, policy: 1008, tryLater: 1013, tooManyWindows: 4008 } as const;
