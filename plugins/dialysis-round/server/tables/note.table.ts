import { EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { column, defineTable, type SqlRow, type StoredOf } from '@nephra/plugin-sdk/server';
import { MAX_REASON } from '../../contract/limits.ts';
import type { NoteContent } from '../../contract/round.schema.ts';

const id = () => column.text(64);
const name = () => column.text(100);

/** Round notes; a row gets its signature and nothing else. */
export const noteTable = defineTable(
  'dialysis_round.note',
  {
    id: column.id(),
    orgId: column.org(),
    patientId: id(),
    sessionId: id(),
    day: column.day(),
    content: column.json<NoteContent>(),
    authorId: id(),
    authorName: name(),
    writtenAt: column.instant(),
    signedAt: column.instant().nullable(),
    signedById: id(),
    signedByName: name(),
    corrects: id().nullable(),
    reason: column.text(MAX_REASON),
    createdAt: column.instant(),
    updatedAt: column.instant(),
    version: column.int(1, 2_000_000_000),
  },
  {
    rowsStay: true,
    unique: { note_corrects_idx: ['corrects'] },
    uniqueWhere: { note_corrects_idx: '(corrects IS NOT NULL)' },
    taken: { corrects: ['corrected', 'corrects', EnvelopeCode.Conflict] },
    errorPrefix: 'note',
  },
);
export interface NoteStored extends StoredOf<typeof noteTable> {}
export type NoteSqlRow = SqlRow<typeof noteTable>;
