import { column, defineTable, type StoredOf } from '@nephra/plugin-sdk/server';
import { MAX_REASON } from '../../contract/limits.ts';
import type { FileContent } from '../../domain/file/file-content.ts';

/** Records of merges: who, when, from which file into which, and both files as they were. */
export const mergeTable = defineTable(
  'patient.merge',
  {
    id: column.id(),
    orgId: column.org(),
    fromId: column.ref('patient.patient'),
    intoId: column.ref('patient.patient'),
    mergedAt: column.instant(),
    userId: column.text(64),
    userName: column.text(100),
    reason: column.text(MAX_REASON),
    fromBefore: column.json<FileContent>(),
    intoBefore: column.json<FileContent>(),
    /** Version of the file that is left right after; any later change shows as another one. */
    intoVersion: column.int(1, 2_000_000_000),
    /** Files that had been merged into the one that went, and were repointed. */
    carried: column.texts(64),
    /** What other plugins moved, by their names. */
    followed: column.json<Readonly<Record<string, unknown>>>(),
    undoneAt: column.instant().nullable(),
    undoneBy: column.text(100),
  },
  { rowsStay: true },
);
export interface MergeStored extends StoredOf<typeof mergeTable> {}
