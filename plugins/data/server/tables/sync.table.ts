import { EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { closedDoor, column, defineTable, growing, type SqlRow, type StoredOf, small, type TableSizes } from '@nephra/plugin-sdk/server';
import { MAX_DATABASE, MAX_SOURCE_NAME } from '../../contract/source/source-limits.ts';
import { MAX_KEY_TEXT } from '../../contract/sync/sync-limits.ts';

const rows = (least = 0) => column.int(least, Number.MAX_SAFE_INTEGER);

/** Copies of foreign tables into tables of the site. */
export const syncRunTable = defineTable(
  'data.sync_run',
  {
    id: column.id(),
    /** Of the foreign source. */
    sourceId: column.text(64),
    sourceName: column.text(MAX_SOURCE_NAME),
    /** Its name at the source and here. */
    tableName: column.text(MAX_DATABASE),
    /** The first batch empties the target before. */
    clearFirst: column.flag(),
    state: column.choice('waiting', 'running', 'done', 'failed', 'cancelled'),
    /** Key of the last row that was looked at, each part as text; empty: none yet. */
    position: column.json<readonly string[]>(),
    /** As the source estimated them; -1: it does not know. */
    rowsExpected: rows(-1),
    rowsRead: rows(),
    rowsWritten: rows(),
    rowsRefused: rows(),
    /** Key of a text below `errors.data`; empty: none. */
    problem: column.text(80),
    /** What the text is given: a name, never a value of a row. */
    problemDetail: column.text(200),
    /** Somebody asked it to end. */
    cancel: column.flag(),
    creatorId: column.text(64),
    creatorUser: column.text(50),
    /** Organisation of whoever asked, for the audit entry. */
    orgId: column.text(64),
    startedAt: column.instant(),
    endedAt: column.instant().nullable(),
    leaseOwner: column.text(200),
    /** Of the steady line. */
    leaseUntil: column.instant(),
  },
  {
    ...{ rowsStay: true, scope: 'installation', unique: { sync_run_open_idx: ['tableName'] } },
    uniqueWhere: { sync_run_open_idx: "(state = ANY (ARRAY['waiting'::text, 'running'::text]))" },
    taken: { tableName: ['sync-running', 'name', EnvelopeCode.Conflict] },
  },
);
export interface SyncRunStored extends StoredOf<typeof syncRunTable> {}

/** Rows of a copy that did not fit: their keys and why, no other value of them. */
export const syncRefusalTable = defineTable(
  'data.sync_refusal',
  { runId: column.ref('data.sync_run'), lineNo: column.int(1, 2_147_483_647), rowKey: column.text(MAX_KEY_TEXT), reason: column.text(MAX_KEY_TEXT) },
  { rowsStay: true, scope: closedDoor, key: ['runId', 'lineNo'] },
);

export interface SyncTables {
  'data.sync_run': SqlRow<typeof syncRunTable>;
  'data.sync_refusal': SqlRow<typeof syncRefusalTable>;
}
export const syncSizes: TableSizes = { sync_run: small(5_000), sync_refusal: growing(200_000) };
