import { column, defineTable, type StoredOf } from '@nephra/plugin-sdk/server';

/** Count sheets; their lines are found by sheet and lot and have no id. */
export const countTable = defineTable(
  'pharmacy.stock_count',
  {
    id: column.id(),
    /** Given by the database, in the order of writing. */
    seq: column.int(1, 9_000_000_000_000_000),
    orgId: column.org(),
    countNo: column.text(64),
    basis: column.choice('paper', 'shelf'),
    /** What the sheet covers, as text for people. */
    scope: column.text(60),
    state: column.choice('open', 'posted', 'dropped'),
    note: column.text(200),
    lineCount: column.int(0, 10_000),
    openedBy: column.text(64),
    openedByName: column.text(100),
    openedAt: column.instant(),
    closedByName: column.text(100),
    closedAt: column.instant().nullable(),
    version: column.int(1, 2_000_000_000),
  },
  { rowsStay: true, unique: { stock_count_org_id_count_no_key: ['orgId', 'countNo'] } },
);
export interface CountStored extends StoredOf<typeof countTable> {}
