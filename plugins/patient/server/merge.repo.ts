import { assertChanged, type Kysely } from '@nephra/plugin-sdk/server';
import type { FileContent } from '../domain/file-content.ts';
import type { MergeTable, PatientDb } from './tables.ts';

const COLUMNS = [
  'id',
  'org_id',
  'from_id',
  'into_id',
  'merged_at',
  'user_id',
  'user_name',
  'reason',
  'from_before',
  'into_before',
  'into_version',
  'carried',
  'undone_at',
  'undone_by',
] as const satisfies readonly (keyof MergeTable)[];

/** Records of merges: who, when, from which file into which, and both files as they were. */
export class MergeRepo {
  constructor(private readonly db: Kysely<PatientDb>) {}

  async insert(row: Omit<MergeTable, 'undone_at' | 'undone_by'>): Promise<void> {
    await this.db
      .insertInto('patient.merge')
      .values({
        ...row,
        // Sent as text, like every JSON column.
        from_before: JSON.stringify(row.from_before) as unknown as FileContent,
        into_before: JSON.stringify(row.into_before) as unknown as FileContent,
        undone_at: null,
        undone_by: '',
      })
      .execute();
  }

  find(id: string, orgIds: readonly string[]): Promise<MergeTable | undefined> {
    return this.db.selectFrom('patient.merge').select(COLUMNS).where('id', '=', id).where('org_id', 'in', orgIds).executeTakeFirst();
  }

  /** Merges in which the file took part, newest first. */
  of(patientId: string): Promise<MergeTable[]> {
    return this.db
      .selectFrom('patient.merge')
      .select(COLUMNS)
      .where((eb) => eb.or([eb('into_id', '=', patientId), eb('from_id', '=', patientId)]))
      .orderBy('merged_at', 'desc')
      .orderBy('id', 'desc')
      .limit(200)
      .execute();
  }

  /** Files that were merged into this one. */
  async carriedBy(id: string): Promise<string[]> {
    const rows = await this.db.selectFrom('patient.patient').select('id').where('merged_into', '=', id).orderBy('id').execute();
    return rows.map((row) => row.id);
  }

  async repoint(ids: readonly string[], into: string): Promise<void> {
    if (ids.length > 0) await this.db.updateTable('patient.patient').set({ merged_into: into }).where('id', 'in', ids).execute();
  }

  async markUndone(id: string, at: Date, by: string): Promise<void> {
    const result = await this.db
      .updateTable('patient.merge')
      .set({ undone_at: at, undone_by: by })
      .where('id', '=', id)
      .where('undone_at', 'is', null)
      .executeTakeFirstOrThrow();
    assertChanged(result, 'patient.separate-done');
  }
}
