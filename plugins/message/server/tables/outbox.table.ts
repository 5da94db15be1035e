import { LANGUAGES } from '@nephra/plugin-sdk/contract';
import { closedDoor, column, defineTable, type StoredOf } from '@nephra/plugin-sdk/server';
import { MAX_KEY, URGENCIES } from '../../contract/message-limits.ts';
import { MAX_CHANNEL, MAX_ZONE, OUTBOX_STATES } from '../../contract/send/send-limits.ts';
import { MINUTES_OF_DAY } from '../../domain/send/quiet-hours.ts';

/**
 * What leaves the product: one row for a message, a receiver and a channel, written with the message and never twice. Closed: the page of
 * administrators and the work on it read it with a reason.
 */
export const outboxTable = defineTable(
  'message.outbox',
  {
    id: column.id(),
    /** Key of the message that its sender named. */
    sendKey: column.text(MAX_KEY),
    /** Of a member of staff; of a patient the id of the file. */
    userId: column.text(64),
    /** Of a patient the organisation of the file; empty: a member of staff. */
    orgId: column.text(64),
    /** The receiver's name at that time, for the search of administrators. Empty for patients: administrators of the system need not learn who they are. */
    userName: column.text(100),
    channel: column.text(MAX_CHANNEL),
    kind: column.text(100),
    urgency: column.choice(...URGENCIES),
    /** 0 urgent, 1 important, 2 normal: what goes first. */
    rank: column.int(0, 2),
    language: column.choice(...LANGUAGES),
    /** What goes outside; nobody is named in it. */
    subject: column.text(200),
    bodyText: column.text(1_000),
    params: column.json<Readonly<Record<string, string>>>(),
    state: column.choice(...OUTBOX_STATES),
    tries: column.int(0, 1_000),
    /** A try was cut off, so that nobody knows whether it arrived. */
    unsure: column.flag(),
    /** Of the steady line. */
    nextTryAt: column.instant(),
    /** Names one try: what came of it is written to the row that was noted for it, and to no other. */
    attemptId: column.text(64),
    /** When the last try began, of the steady line. */
    attemptedAt: column.instant().nullable(),
    /** When it was settled, by the clock on the wall. */
    endedAt: column.instant().nullable(),
    /** Where it went, with most of it covered. */
    address: column.text(200),
    /** `OUTBOX_REASONS`; empty: none. */
    reason: column.text(40),
    /** What the other side said, cut short. */
    said: column.text(200),
    searchGrams: column.grams('userName', 'subject'),
    createdAt: column.instant(),
    updatedAt: column.instant(),
    version: column.int(1, 1_000_000),
  },
  { rowsStay: true, scope: closedDoor, unique: { outbox_key_idx: ['sendKey', 'userId', 'channel'] } },
);
export interface OutboxStored extends StoredOf<typeof outboxTable> {}

/** Who works on a channel: one process at a time, so that its limits hold for all servers together. */
export const laneTable = defineTable(
  'message.lane',
  { id: column.text(MAX_CHANNEL), leaseOwner: column.text(200), leaseUntil: column.instant() },
  { rowsStay: true, scope: closedDoor },
);

/** Ways that a person chose for a kind of message; without a row the site or the kind decides. */
export const choiceTable = defineTable(
  'message.choice',
  { userId: column.text(64), kind: column.text(100), channels: column.texts(MAX_CHANNEL) },
  { rowsStay: true, scope: closedDoor, key: ['userId', 'kind'] },
);

/** When a person wants quiet. */
export const quietTable = defineTable(
  'message.quiet',
  {
    userId: column.text(64),
    quietOn: column.flag(),
    /** Minutes of the day. */
    fromMinute: column.int(0, MINUTES_OF_DAY - 1),
    toMinute: column.int(0, MINUTES_OF_DAY - 1),
    zone: column.text(MAX_ZONE),
    /** Of quiet hours and choices together: counted up by every change. */
    version: column.int(1, 1_000_000_000),
  },
  { rowsStay: true, scope: closedDoor, key: ['userId'] },
);
