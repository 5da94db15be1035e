import { assertChanged, type Kysely } from '@nephra/plugin-sdk/server';
import type { PatientDb } from '../tables.ts';

/** What a merge does to the files that had been merged before, and to its own record. */
export class MergeRepo {
  constructor(private readonly db: Kysely<PatientDb>) {}

  /** Files that were merged into this one. */
  async carriedBy(id: string): Promise<string[]> {
    // rows: files that were merged into one that came through its door are seen through it
    const rows = await this.db.selectFrom('patient.patient').select('id').where('merged_into', '=', id).orderBy('id').execute();
    return rows.map((row) => row.id);
  }

  async repoint(ids: readonly string[], into: string): Promise<void> {
    // rows: files that `carriedBy` found, or that a record of a merge names
    if (ids.length > 0) await this.db.updateTable('patient.patient').set({ merged_into: into }).where('id', 'in', ids).execute();
  }

  async markUndone(id: string, at: Date, by: string): Promise<void> {
    // rows: the record of a merge that came through its door
    const result = await this.db
      .updateTable('patient.merge')
      .set({ undone_at: at, undone_by: by })
      .where('id', '=', id)
      .where('undone_at', 'is', null)
      .executeTakeFirstOrThrow();
    assertChanged(result, 'patient.separate-done');
  }
}
