/** enCode of the page of what leaves the product; also the right of its calls. */
export const OUTBOX_MENU = 'system.messageOutbox';
/** Characters of a channel's code, and of a kind's. */
export const MAX_CHANNEL = 20;
export const MAX_KIND = 50;
/** Rows that one call sends again, or settles. */
export const MAX_OUTBOX_ROWS = 200;
/** Kinds that one call says ways for. */
export const MAX_KINDS = 300;
export const MAX_ZONE = 40;

/**
 * Where a message to one person by one channel stands.
 * - `waiting`: for its turn, its next try or the end of quiet hours.
 * - `sending`: written down before it is handed over.
 * - `sent`: the other side took it.
 * - `doubtful`: nobody knows whether it did; a person decides.
 * - `given-up`: it did not, and is not tried again by itself.
 */
export const OUTBOX_STATES = ['waiting', 'sending', 'sent', 'doubtful', 'given-up'] as const;
export type OutboxState = (typeof OUTBOX_STATES)[number];

/** Why one did not go out, or nobody knows; each has a text `outbox.reasons.…`. */
export const OUTBOX_REASONS = [
  ...(['unreachable', 'timeout', 'forbidden', 'tls', 'auth', 'refused', 'not-set-up', 'not-listed', 'no-template', 'balance'] as const),
  ...(['limited', 'bad-address', 'no-address', 'no-person', 'not-wanted', 'too-old', 'cut-off', 'no-answer', 'fault', 'by-hand'] as const),
] as const;
export type OutboxReason = (typeof OUTBOX_REASONS)[number];
