import type { ErrorParams } from '@nephra/plugin-sdk/contract';
import { closedDoor, column, defineTable, type StoredOf } from '@nephra/plugin-sdk/server';

const ofTimer = { rowsStay: true, scope: closedDoor } as const;

/** One row a job: which run holds it and until when. All times are of the steady line. */
export const jobLeaseTable = defineTable(
  'core.job_lease',
  {
    name: column.text(200),
    /** Name of the node. */
    owner: column.text(500),
    heldUntil: column.instant(),
    lastStartedAt: column.instant().nullable(),
    lastError: column.text(500),
    /** The run that holds it; empty when none does. */
    runId: column.text(64),
    /** When the job was first seen: the first moment of a cron text is counted from here. */
    knownAt: column.instant().nullable(),
  },
  { ...ofTimer, key: ['name'] },
);

/** Runs of jobs, as administrators see them. */
export const jobRunTable = defineTable(
  'core.job_run',
  {
    id: column.id(),
    seq: column.int(1, Number.MAX_SAFE_INTEGER),
    /** `plugin.name` */
    job: column.text(200),
    /** `core` or the id of a plugin. */
    owner: column.text(100),
    node: column.text(500),
    state: column.choice('running', 'done', 'failed', 'cancelled', 'lost'),
    /** What the clock on the wall showed. */
    startedAt: column.instant(),
    endedAt: column.instant().nullable(),
    /** How far it is; null while the job has told nothing. */
    doneCount: column.int(-Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER).nullable(),
    totalCount: column.int(-Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER).nullable(),
    progressText: column.text(200),
    /** `timer` or the id of who asked for it. */
    requestedBy: column.text(64),
    requestedName: column.text(200),
    /** Who wants it to end; empty when nobody does. */
    cancelBy: column.text(64),
    cancelName: column.text(200),
    /** Key of a refusal, or what an exception said; empty when there is nothing to say. */
    error: column.text(500),
    errorParams: column.json<ErrorParams>(),
    /** Lines that came after the last one that was kept. */
    linesDropped: column.int(0, 2_147_483_647),
  },
  { ...ofTimer, unique: { job_run_running: ['job'] }, uniqueWhere: { job_run_running: "(state = 'running'::text)" } },
);
export interface JobRunStored extends StoredOf<typeof jobRunTable> {}

export const jobRunLineTable = defineTable(
  'core.job_run_line',
  { runId: column.ref('core.job_run'), no: column.int(1, 1_000_000), at: column.instant(), line: column.text(500) },
  { ...ofTimer, key: ['runId', 'no'] },
);
