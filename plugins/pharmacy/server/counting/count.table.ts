import { column, defineTable, ownedBy, type StoredOf } from '@nephra/plugin-sdk/server';
import { MAX_NOTE } from '../../contract/limits.ts';

/** Count sheets. */
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
    note: column.text(MAX_NOTE),
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

export const countLineTable = defineTable(
  'pharmacy.stock_count_line',
  {
    countId: column.ref('pharmacy.stock_count'),
    lotId: column.ref('pharmacy.lot'),
    lineNo: column.int(1, 10_000),
    /** On hand when the sheet was made. */
    snapshot: column.quantity(16),
    counted: column.quantity(16).nullable(),
    /** On hand when the counted figure was typed in. */
    book: column.quantity(16).nullable(),
    countedByName: column.text(200),
    countedAt: column.instant().nullable(),
    /** Posted difference. */
    difference: column.quantity(16).nullable(),
  },
  { rowsStay: true, scope: ownedBy(countTable, 'count_id'), key: ['countId', 'lotId'] },
);
