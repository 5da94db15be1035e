import { type ContentOf, column, defineTable } from '@nephra/plugin-sdk/server';
import { MAX_REASON } from '../../contract/limits.ts';
import type { ContentChange } from '../../domain/file/file-content.ts';

/** History of files. */
export const changeTable = defineTable(
  'patient.change',
  {
    id: column.id(),
    patientId: column.ref('patient.patient'),
    orgId: column.org(),
    changedAt: column.instant(),
    userId: column.text(64),
    userName: column.text(100),
    act: column.choice('created', 'edited', 'enabled', 'disabled', 'merged', 'absorbed', 'separated'),
    reason: column.text(MAX_REASON),
    /** The other file of a merge. */
    otherId: column.ref('patient.patient').nullable(),
    /** Numbers in full; masked before anybody sees them. */
    fields: column.json<readonly ContentChange[]>(),
  },
  { rowsStay: true },
);
export type ChangeContent = ContentOf<typeof changeTable>;
