import { closedDoor, column, defineTable, type SqlRow, type StoredOf } from '@nephra/plugin-sdk/server';
import { MAX_CLIENT_ID, MAX_MESSAGE_TEXT } from '../../contract/limits.ts';
import { MAX_SEQ } from './conversation.table.ts';

/** What was written. Read by who is in the conversation, and by those who may search over all. */
export const messageTable = defineTable(
  'chat.message',
  {
    id: column.id(),
    conversationId: column.ref('chat.conversation'),
    /** Its place in the conversation, from 1. */
    seq: column.int(1, MAX_SEQ),
    senderId: column.text(64),
    /** Where the sender worked then. */
    orgId: column.org(),
    kind: column.choice('text', 'image', 'voice', 'video', 'link'),
    /** Text, or JSON text of an object. */
    content: column.text(MAX_MESSAGE_TEXT),
    /** The upload that it shows; empty: none. */
    fileId: column.text(120),
    /** The sender's own name of it; empty: none. */
    clientId: column.text(MAX_CLIENT_ID),
    sentAt: column.instant(),
    /** When the other one of two read it. */
    readAt: column.instant().nullable(),
    searchGrams: column.grams('content'),
  },
  {
    ...{ rowsStay: true, scope: closedDoor, unique: { message_place_idx: ['conversationId', 'seq'], message_client_idx: ['senderId', 'clientId'] } },
    uniqueWhere: { message_client_idx: "((client_id)::text <> ''::text)" },
  },
);
export interface MessageStored extends StoredOf<typeof messageTable> {}

/** How much a person has sent since a moment of the steady line. */
export const sendingTable = defineTable(
  'chat.sending',
  { userId: column.text(64), since: column.instant(), sent: column.int(0, MAX_SEQ) },
  { rowsStay: true, scope: closedDoor, key: ['userId'] },
);

export interface MessageTables {
  'chat.message': SqlRow<typeof messageTable>;
  'chat.sending': SqlRow<typeof sendingTable>;
}
