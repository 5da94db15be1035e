import { closedDoor, column, defineTable, type SqlRow, type StoredOf } from '@nephra/plugin-sdk/server';
import { MAX_GROUP_NAME } from '../../contract/limits.ts';

const person = () => column.text(64);
export const MAX_SEQ = 2_000_000_000;
const seq = () => column.int(0, MAX_SEQ);

/** Conversations of two, and groups. Nobody reads them by a right to rows: who is in one reads it, see `standing.ts`. */
export const conversationTable = defineTable(
  'chat.conversation',
  {
    id: column.id(),
    kind: column.choice('person', 'group'),
    /** Both people in the order of their ids; of a group its own id and nothing. */
    lowId: person(),
    highId: person(),
    /** Of a group; else empty, as is the owner. */
    fullName: column.text(MAX_GROUP_NAME),
    ownerId: person(),
    /** Place of the newest message, 0 before the first. */
    lastSeq: seq(),
    lastAt: column.instant(),
    createdAt: column.instant(),
    endedAt: column.instant().nullable(),
  },
  { rowsStay: true, scope: closedDoor, unique: { conversation_pair_idx: ['lowId', 'highId'] } },
);
export interface ConversationStored extends StoredOf<typeof conversationTable> {}

export const memberTable = defineTable(
  'chat.member',
  {
    conversationId: column.ref('chat.conversation'),
    userId: person(),
    /** This person sees what stands behind it. */
    fromSeq: seq(),
    readSeq: seq(),
    joinedAt: column.instant(),
    leftAt: column.instant().nullable(),
  },
  { rowsStay: true, scope: closedDoor, key: ['conversationId', 'userId'] },
);

export interface ConversationTables {
  'chat.conversation': SqlRow<typeof conversationTable>;
  'chat.member': SqlRow<typeof memberTable>;
}
