import { defineContract, defineEvent, get, pageOf, pageQuery, post, type Static, Type } from '@nephra/plugin-sdk/contract';
import { MAX_FOREIGN_NAME } from '../model/model-limits.ts';
import { SYNC_MENU } from './sync-limits.ts';

const need = `perm:${SYNC_MENU}` as const;
const spec = ['2.5-06'];
const link = Type.String({ minLength: 1, maxLength: 64 });
const params = Type.Object({ id: Type.String({ minLength: 1, maxLength: 64 }) });
const asked = { dbConnectionFrom: link, dbConnectionTo: link, dbTable: Type.String({ minLength: 1, maxLength: MAX_FOREIGN_NAME }) };

export const syncRun = Type.Object({
  id: Type.String(),
  sourceName: Type.String(),
  table: Type.String(),
  /** `waiting running done failed cancelled` */
  state: Type.String(),
  rowsRead: Type.Integer(),
  rowsWritten: Type.Integer(),
  rowsRefused: Type.Integer(),
  /** As the source estimated them at the beginning; -1 where it does not know. */
  rowsExpected: Type.Integer(),
  creatorUser: Type.String(),
  /** Milliseconds; null: not yet. */
  startTime: Type.Integer(),
  endTime: Type.Union([Type.Integer(), Type.Null()]),
  /** Why it ended otherwise than well, in the reader's language. */
  problem: Type.String(),
});
export type SyncRun = Static<typeof syncRun>;

/** Copies of foreign tables in tables of the site. */
export const dataSyncContract = defineContract('data-sync', {
  check: post('/api/system/DataSync', {
    summary: 'What a copy would meet. 0: go; 1: the source table is empty; 2: the target table is missing; 3: the target has rows',
    need: `${need}:btn_sync`,
    audit: 'read',
    retry: 'natural',
    transaction: 'own',
    body: Type.Object(asked),
    reply: Type.Integer({ minimum: 0, maximum: 3 }),
    spec,
  }),
  execute: post('/api/system/DataSync/Actions/Execute', {
    summary:
      'Begin a copy. `type` is what the check answered and a person agreed to: 0 go, 2 make the table, 3 empty the target first; with 1 there is nothing to copy, and it is refused',
    need: `${need}:btn_sync`,
    audit: 'security',
    retry: 'idempotent-key',
    transaction: 'own',
    body: Type.Object({ ...asked, type: Type.Union([Type.Integer({ minimum: 0, maximum: 3 }), Type.String({ pattern: '^[0-3]$' })]) }),
    reply: Type.Object({ id: Type.String() }),
    spec,
  }),
  runs: get('/api/system/DataSync/Actions/Runs', {
    summary: 'Copies, the newest first',
    need,
    audit: 'none',
    query: Type.Object({ ...pageQuery, keyword: Type.Optional(Type.String({ maxLength: 100 })) }),
    reply: pageOf(syncRun),
    spec,
  }),
  refusals: get('/api/system/DataSync/{id}/Actions/Refusals', {
    summary: 'Rows of a copy that did not fit: their keys and why, the first 200',
    need,
    audit: 'read',
    params,
    reply: Type.Object({ list: Type.Array(Type.Object({ id: Type.Integer(), rowKey: Type.String(), reason: Type.String() })) }),
    spec,
  }),
  resume: post('/api/system/DataSync/{id}/Actions/Resume', {
    summary: 'Go on with the latest copy of a table, which failed or was cancelled, behind the last row that it looked at',
    need: `${need}:btn_sync`,
    audit: 'security',
    retry: 'natural',
    params,
    reply: Type.Object({ id: Type.String(), state: Type.String() }),
    spec,
  }),
  cancel: post('/api/system/DataSync/{id}/Actions/Cancel', {
    summary: 'End a copy after the batch in hand; what is copied stays',
    need: `${need}:btn_sync`,
    audit: 'security',
    retry: 'natural',
    params,
    reply: Type.Object({ id: Type.String(), state: Type.String() }),
    spec,
  }),
});

/** A copy waits for somebody to work on it. */
export const syncRunWaiting = defineEvent<{ readonly runId: string }>('data.sync-run-waiting@1');
