import { assertChanged, type Kysely, type RequestContext, sql } from '@nephra/plugin-sdk/server';
import type { FileContent } from '../../domain/file/file-content.ts';
import { columnsOf } from './file-content.ts';
import type { PatientRecord } from './patient.repo.ts';
import type { PatientDb } from '../tables.ts';

/** Where those who write files of a facility wait for each other: `lockFacility` is held from the first look for duplicates to the commit. */
export const fileQueue = ({ user }: Pick<RequestContext<never>, 'user'>): string[] => [`files ${user.orgId}`];

/** Writes files and their history. Runs inside the call's transaction. */
export class FileWriteRepo {
  constructor(private readonly db: Kysely<PatientDb>) {}

  /** Others who open or change files of the facility wait, so that two of them cannot both find "no such person yet". */
  async lockFacility(orgId: string): Promise<void> {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`patient.files ${orgId}`}, 0))`.execute(this.db);
  }

  async insert(id: string, { orgId, userId }: { orgId: string; userId: string }, content: FileContent, now: Date): Promise<void> {
    await this.db
      .insertInto('patient.patient')
      .values({ id, org_id: orgId, creator_id: userId, ...columnsOf(content), enabled: true, merged_into: null, version: 1, created_at: now, updated_at: now })
      .execute();
  }

  /** @throws AppError `patient.stale` when somebody was faster */
  async update(row: PatientRecord, set: { content?: FileContent; enabled?: boolean; mergedInto?: string | null }, now: Date): Promise<number> {
    const version = row.version + 1;
    const result = await this.db
      .updateTable('patient.patient')
      .set({
        ...(set.content ? columnsOf(set.content) : {}),
        ...(set.enabled === undefined ? {} : { enabled: set.enabled }),
        ...(set.mergedInto === undefined ? {} : { merged_into: set.mergedInto }),
        version,
        updated_at: now,
      })
      .where('id', '=', row.id)
      .where('version', '=', row.version)
      .executeTakeFirstOrThrow();
    assertChanged(result, 'patient.stale', { name: row.patient_name });
    return version;
  }

  async isCodeTaken(orgId: string, outpatientCode: string, except: string): Promise<boolean> {
    const row = await this.db
      .selectFrom('patient.patient')
      .select('id')
      .where('org_id', '=', orgId)
      .where('outpatient_code', '=', outpatientCode)
      .where('id', '<>', except)
      .executeTakeFirst();
    return row !== undefined;
  }

  async isDialysisNoTaken(orgId: string, dialysisNo: string, except: string): Promise<boolean> {
    const row = await this.db
      .selectFrom('patient.patient')
      .select('id')
      .where('org_id', '=', orgId)
      .where('dialysis_no', '=', dialysisNo)
      .where('merged_into', 'is', null)
      .where('id', '<>', except)
      .executeTakeFirst();
    return row !== undefined;
  }

  shiftName(orgId: string, id: string): Promise<{ full_name: string } | undefined> {
    return this.db.selectFrom('patient.shift').select('full_name').where('org_id', '=', orgId).where('id', '=', id).executeTakeFirst();
  }

  /** Who has this bed in this shift on one of these weekdays already. */
  bedTaken(
    orgId: string,
    plan: { classId: string; bed: string; weekdays: readonly number[] },
    except: string,
  ): Promise<{ id: string; patient_name: string } | undefined> {
    return this.db
      .selectFrom('patient.patient')
      .select(['id', 'patient_name'])
      .where('org_id', '=', orgId)
      .where('patient_type', '=', 'dialysis')
      .where('enabled', '=', true)
      .where('merged_into', 'is', null)
      .where('shift_id', '=', plan.classId)
      .where('bed', '=', plan.bed)
      .where('id', '<>', except)
      .where(sql<boolean>`weekdays && ${[...plan.weekdays]}::smallint[]`)
      .orderBy('id')
      .executeTakeFirst();
  }
}
