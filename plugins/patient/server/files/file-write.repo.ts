import type { OrgId } from '@nephra/plugin-sdk/contract';
import { type RequestContext, type ServerContext, sql, type WriteContext } from '@nephra/plugin-sdk/server';
import type { FileContent } from '../../domain/file/file-content.ts';
import type { PatientDb } from '../tables.ts';
import { columnsOf } from './file-content.ts';
import { type PatientStored, patientTable } from './patient.table.ts';
import { shiftTable } from '../shift/shift.table.ts';

/** Where those who write files of a facility wait for each other: `lockFacility` is held from the first look for duplicates to the commit. */
export const fileQueue = ({ user }: Pick<RequestContext<never>, 'user'>): string[] => [`files ${user.orgId}`];

/** Writes files and their history. Runs inside the call's transaction. */
export class FileWriteRepo {
  constructor(private readonly ctx: WriteContext & Pick<ServerContext<PatientDb>, 'db'>) {}

  /** Others who open or change files of the facility wait, so that two of them cannot both find "no such person yet". */
  async lockFacility(orgId: string): Promise<void> {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`patient.files ${orgId}`}, 0))`.execute(this.ctx.db);
  }

  async insert(id: string, { orgId, userId }: { orgId: OrgId; userId: string }, content: FileContent): Promise<void> {
    await patientTable.insert(this.ctx, { id, orgId, creatorId: userId, ...columnsOf(content), enabled: true, mergedInto: null });
  }

  /** @returns the new version @throws AppError `patient.stale` when somebody was faster */
  async update(row: PatientStored, set: { content?: FileContent; enabled?: boolean; mergedInto?: string | null }): Promise<number> {
    const { content, ...marks } = set;
    const changed = await patientTable.update(this.ctx, row, { ...(content ? columnsOf(content) : {}), ...marks });
    return changed.version;
  }

  async isCodeTaken(orgId: OrgId, outpatientCode: string, except: string): Promise<boolean> {
    return (await this.#others(orgId, except).where('file.outpatientCode', '=', outpatientCode).executeTakeFirst()) !== undefined;
  }

  async isDialysisNoTaken(orgId: OrgId, dialysisNo: string, except: string): Promise<boolean> {
    const taken = this.#others(orgId, except).where('file.dialysisNo', '=', dialysisNo).where('file.mergedInto', 'is', null);
    return (await taken.executeTakeFirst()) !== undefined;
  }

  async shiftName(orgId: OrgId, id: string): Promise<string | undefined> {
    const shift = await shiftTable
      .everywhere(this.ctx, 'a shift of the facility of the file, whose name every list shows', 's')
      .where('s.orgId', '=', orgId)
      .where('s.id', '=', id)
      .executeTakeFirst();
    return shift?.fullName;
  }

  /** Who has this bed in this shift on one of these weekdays already. */
  async bedTaken(orgId: OrgId, plan: { classId: string; bed: string; weekdays: readonly number[] }, except: string) {
    return await this.#others(orgId, except)
      .select('file.patientName')
      .where('file.patientType', '=', 'dialysis')
      .where('file.enabled', '=', true)
      .where('file.mergedInto', 'is', null)
      .where('file.shiftId', '=', plan.classId)
      .where('file.bed', '=', plan.bed)
      .where(sql<boolean>`file.weekdays && ${[...plan.weekdays]}::smallint[]`)
      .orderBy('file.id')
      .executeTakeFirst();
  }

  /** Files of the facility but this one, visible or not. */
  #others(orgId: OrgId, except: string) {
    const files = patientTable.everywhere(this.ctx, 'a number or a bed is taken, whoever may see by whom; no more is told', 'file').clearSelect();
    return files.select('file.id').where('file.orgId', '=', orgId).where('file.id', '<>', except);
  }
}
