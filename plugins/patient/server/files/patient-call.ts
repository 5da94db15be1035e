import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { dataRights, type RequestContext } from '@nephra/plugin-sdk/server';
import type { Complaint } from '../../domain/file/file-check.ts';
import { PatientRepo } from './patient.repo.ts';
import { patientModel, type PatientStored } from './patient.table.ts';
import type { PatientDb } from '../tables.ts';

export type Ctx = RequestContext<PatientDb>;

/** Somebody whose file the caller may not see has no name: not in a sentence, not in a history. */
export const NAMELESS = '＊＊';

/** Files that the caller may see; all others do not exist for it. */
export const repoOf = (ctx: Ctx): PatientRepo => new PatientRepo(ctx, dataRights(ctx, patientModel.menu));

/** The patient, or "not found" – also when it belongs to another facility or the caller's data rights do not reach it. */
export async function demand(ctx: Ctx, id: string): Promise<PatientStored> {
  const row = await repoOf(ctx).find(id, ctx.user.orgIds);
  if (!row) throw new AppError('patient.not-found', { code: EnvelopeCode.NotFound });
  ctx.audit({ subject: 'patient', subjectId: row.id, patientId: row.id });
  return row;
}

/** A merged file is read only; the refusal names the file that is left. */
export async function assertNotMerged(ctx: Ctx, row: PatientStored): Promise<void> {
  if (row.mergedInto === null) return;
  const left = await repoOf(ctx).find(row.mergedInto, [row.orgId]);
  throw new AppError('patient.merged', {
    params: { name: row.patientName, code: row.outpatientCode, leftName: left?.patientName ?? '', leftCode: left?.outpatientCode ?? '' },
  });
}

/** Says the first complaint, at its field. */
export function refuse([first]: readonly Complaint[]): void {
  if (first) throw new AppError(`patient.${first.key}`, { code: EnvelopeCode.Invalid, params: { ...first.params }, fields: [{ path: first.field, msg: '' }] });
}
