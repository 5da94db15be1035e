import { EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { closedDoor, column, defineTable, growing, small, type SqlRow, type StoredOf, type TableSizes } from '@nephra/plugin-sdk/server';
import {
  MAX_SYNC_KEY,
  MAX_SYNC_NAME,
  MAX_SYNC_REASON,
  SYNC_ACTS,
  SYNC_ITEM_STATES,
  SYNC_KINDS,
  SYNC_RUN_STATES,
  SYNC_SUBJECTS,
} from '../../contract/sync/sync-limits.ts';
import type { DepartmentFacts, PersonFacts } from '../../domain/sync/plan-sync.ts';

const count = column.int(0, 1_000_000);

/** Runs of the installation: system administrators read them, work goes on whoever is there. */
export const syncRunTable = defineTable(
  'wechat.sync_run',
  {
    id: column.id(),
    /** The other directory, and which of the two is followed. One of each is at work at a time, and none begins beside another. */
    kind: column.choice(...SYNC_KINDS),
    /** Whose departments are compared. Not the organisation of a reader. */
    targetId: column.text(64).named('org_id'),
    targetName: column.text(100).named('org_name'),
    state: column.choice(...SYNC_RUN_STATES),
    creatorId: column.text(64),
    creatorUser: column.text(100),
    adds: count,
    changes: count,
    disables: count,
    conflicts: count,
    total: count,
    done: count,
    refused: count,
    createdAt: column.instant(),
    endedAt: column.instant().nullable(),
    leaseOwner: column.text(200),
    /** Of the steady line. */
    leaseUntil: column.instant(),
  },
  {
    ...{ rowsStay: true, scope: closedDoor, unique: { sync_run_open_idx: ['kind'] } },
    uniqueWhere: { sync_run_open_idx: "(state = ANY (ARRAY['waiting'::text, 'running'::text, 'undo-waiting'::text, 'undoing'::text]))" },
    taken: { kind: ['sync-running', 'kind', EnvelopeCode.Conflict] },
  },
);
export interface SyncRunStored extends StoredOf<typeof syncRunTable> {}

/** What an item does, as it was planned. */
export interface ItemFacts {
  readonly before: DepartmentFacts | PersonFacts | null;
  readonly after: DepartmentFacts | PersonFacts;
  /** Department here that somebody was in before: what an undo goes back to, also where the sync did not make it. */
  readonly placeBefore: string | null;
}

export const syncItemTable = defineTable(
  'wechat.sync_item',
  {
    runId: column.ref('wechat.sync_run'),
    lineNo: column.int(1, 1_000_000),
    subject: column.choice(...SYNC_SUBJECTS),
    act: column.choice(...SYNC_ACTS),
    /** Id over there; of what goes there empty until it is made. */
    itemKey: column.text(MAX_SYNC_KEY),
    name: column.text(MAX_SYNC_NAME),
    /** Id here; empty: not yet. */
    localId: column.text(64),
    facts: column.json<ItemFacts>(),
    state: column.choice(...SYNC_ITEM_STATES),
    /** A conflict's word, or the sentence of a refusal; empty: none. */
    reason: column.text(MAX_SYNC_REASON),
  },
  { rowsStay: true, scope: closedDoor, key: ['runId', 'lineNo'] },
);
export interface SyncItemStored extends StoredOf<typeof syncItemTable> {}

export interface SyncTables {
  'wechat.sync_run': SqlRow<typeof syncRunTable>;
  'wechat.sync_item': SqlRow<typeof syncItemTable>;
}
export const syncSizes: TableSizes = { sync_run: small(2_000), sync_item: growing(200_000) };
