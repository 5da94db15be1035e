import { closedDoor, column, defineTable } from '@nephra/plugin-sdk/server';

/** Whom an item is for. */
export const targetTable = defineTable(
  'message.target',
  { itemId: column.ref('message.item'), addressee: column.text(200) },
  { rowsStay: true, scope: closedDoor, key: ['addressee', 'itemId'] },
);

/** What readers did with an item. */
export const markTable = defineTable(
  'message.mark',
  {
    userId: column.text(64),
    itemId: column.ref('message.item'),
    releaseNo: column.int(0, 1_000_000),
    readAt: column.instant().nullable(),
    receiptAt: column.instant().nullable(),
    /** The reader took it out of the own list. */
    removedAt: column.instant().nullable(),
  },
  { rowsStay: true, scope: closedDoor, key: ['userId', 'itemId', 'releaseNo'] },
);
