import { closedDoor, column, defineTable } from '@nephra/plugin-sdk/server';

/** Whom an item is for, with what lists of readers ask of it (`targets/write-targets.ts` keeps it as the item has it). */
export const targetTable = defineTable(
  'message.target',
  {
    itemId: column.ref('message.item'),
    addressee: column.text(200),
    type: column.intChoice(1, 2, 3),
    releaseNo: column.int(0, 1_000_000),
    /** Null: nobody has it in the list. */
    releasedAt: column.instant().nullable(),
    validUntil: column.instant().nullable(),
    pinned: column.flag(),
    mustRead: column.flag(),
  },
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
