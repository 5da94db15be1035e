import { column, defineTable, type SqlRow, type StoredOf } from '@nephra/plugin-sdk/server';
import { MAX_CLIENT_ID } from '../../contract/limits.ts';

/** What was done and seen in a treatment. */
export const entryTable = defineTable(
  'dialysis_session.entry',
  {
    id: column.id(),
    orgId: column.org(),
    sessionId: column.ref('dialysis_session.session'),
    clientId: column.text(MAX_CLIENT_ID),
    digest: column.text(64),
    kind: column.text(20),
    at: column.instant(),
    enteredAt: column.instant(),
    deviceAt: column.instant().nullable(),
    skewMs: column.int(-2_000_000_000, 2_000_000_000),
    isLate: column.flag(),
    byId: column.text(64),
    byName: column.text(100),
    coId: column.text(64),
    coName: column.text(100),
    content: column.json<Readonly<Record<string, unknown>>>(),
    corrections: column.int(0, 1_000),
  },
  { rowsStay: true, unique: { entry_client_idx: ['orgId', 'clientId'] }, errorPrefix: 'entry' },
);
export interface EntryStored extends StoredOf<typeof entryTable> {}
export type EntrySqlRow = SqlRow<typeof entryTable>;
