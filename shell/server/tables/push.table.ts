import { closedDoor, column, defineTable, type PushTarget } from '@nephra/plugin-sdk/server';

/** Frames for open pages, written by the transaction that pushes them and read by every server. Each lies here for minutes. */
export const socketPushTable = defineTable(
  'core.socket_push',
  {
    id: column.int(1, Number.MAX_SAFE_INTEGER),
    frame: column.text(200),
    target: column.json<PushTarget>(),
    /** JSON as it goes out. */
    body: column.text(1_000_000),
    /** On the steady line. */
    createdAt: column.instant(),
  },
  // The transaction that wrote it, an xid8: the database fills it in, and socket/push/push-reader.ts alone asks for it.
  { rowsStay: true, scope: closedDoor, others: ['writer'] },
);
