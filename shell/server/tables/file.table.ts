import type { ErrorParams } from '@nephra/plugin-sdk/contract';
import { closedDoor, column, defineTable, type StoredOf } from '@nephra/plugin-sdk/server';

/** Files on the disk that count. Who may fetch one is decided by its type and organisation (routes/file.routes.ts). */
export const storedFileTable = defineTable(
  'core.stored_file',
  {
    id: column.id(),
    type: column.text(200),
    name: column.text(200),
    size: column.int(0, Number.MAX_SAFE_INTEGER),
    contentType: column.text(200),
    sha256: column.text(64),
    /** Empty for files of a plugin itself; they were made by `plugin:<id>`. */
    orgId: column.text(64),
    createdBy: column.text(200),
    createdAt: column.instant(),
    /** When it was found that no row names it. */
    orphanSince: column.instant().nullable(),
    /** What the virus scanner said (`UploadScan`). */
    scan: column.choice('none', 'clean', 'missed', 'infected'),
    /** The plugin that keeps it: of those from outside no other reaches it. Empty: none does yet, such as what a person has just uploaded; `*`: from before this was noted. */
    plugin: column.text(64),
  },
  { rowsStay: true, scope: closedDoor },
);

/** Files that arrive in parts. Each is its sender's alone, and no part of it can be fetched. */
export const partUploadTable = defineTable(
  'core.part_upload',
  {
    /** SHA-256 of person and identifier, hexadecimal. */
    id: column.id(),
    userId: column.ref('core.user_account'),
    totalParts: column.int(1, 1_000_000),
    /** Where its parts lie, below the folder of all parts. */
    folder: column.text(64),
    /** What was made of the parts. */
    fileId: column.text(200).nullable(),
    /** On the steady line. */
    touchedAt: column.instant(),
  },
  { rowsStay: true, scope: closedDoor },
);

/** Exports that outlast their call: made in the background, fetched afterwards by whoever asked for them. */
export const exportJobTable = defineTable(
  'core.export_job',
  {
    id: column.id(),
    userId: column.id(),
    /** Facility of the session that asked. */
    orgId: column.text(64),
    /** Name of the export's route, whose permission the file needs, too. */
    route: column.text(200),
    name: column.text(1_000),
    state: column.choice('running', 'done', 'failed', 'cancelled'),
    rowsRead: column.int(0, Number.MAX_SAFE_INTEGER),
    rowsWritten: column.int(0, Number.MAX_SAFE_INTEGER),
    bytes: column.int(0, Number.MAX_SAFE_INTEGER),
    /** Key of the refusal, with its parameters. */
    error: column.text(200),
    errorParams: column.json<ErrorParams>(),
    fileId: column.id().nullable(),
    startedAt: column.instant(),
    endedAt: column.instant().nullable(),
    /** The last sign of life of who makes it, on the steady line. */
    seenAt: column.instant(),
  },
  { rowsStay: true, scope: closedDoor, unique: { export_job_running: ['userId'] }, uniqueWhere: { export_job_running: "(state = 'running'::text)" } },
);
export interface ExportJobStored extends StoredOf<typeof exportJobTable> {}
