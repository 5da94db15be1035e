import { MAX_NOTES } from '../../contract/limits.ts';
import type { NoteView } from '../../contract/round.schema.ts';
import { noteTable, type NoteStored } from '../tables/note.table.ts';
import type { Ctx } from '../tables/tables.ts';

export const noteView = (row: NoteStored, correctedBy = ''): NoteView => ({
  ...{ noteId: row.id, patientId: row.patientId, sessionId: row.sessionId, day: row.day, content: row.content, authorName: row.authorName },
  ...{ writtenAt: row.writtenAt.getTime(), signedAt: row.signedAt?.getTime() ?? null, signedByName: row.signedByName },
  ...{ corrects: row.corrects ?? '', reason: row.reason, correctedBy, version: row.version },
});

/** Notes of a patient, newest first; corrected ones stay, and say by which. */
export async function notesOf(ctx: Ctx, patientIds: readonly string[]): Promise<NoteView[]> {
  const rows = await noteTable
    .select(ctx, 'n')
    .where('n.patientId', 'in', [...patientIds])
    .orderBy('n.writtenAt', 'desc')
    .orderBy('n.id', 'desc')
    .limit(MAX_NOTES)
    .execute();
  const correctedBy = new Map(rows.flatMap(({ id, corrects }) => (corrects === null ? [] : [[corrects, id] as const])));
  return rows.map((row) => noteView(row, correctedBy.get(row.id) ?? ''));
}
