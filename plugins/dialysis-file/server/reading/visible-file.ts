import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { dataRights } from '@nephra/plugin-sdk/server';
import { type PatientFile, patientDirectory } from '../../../patient/contract/index.ts';
import { type FileStored, fileTable } from '../tables/file.table.ts';
import type { Ctx } from '../tables/tables.ts';

export const PATIENT_MENU = 'his.patient';

const notFound = (): AppError => new AppError('dialysis-file.not-found', { code: EnvelopeCode.NotFound });

/** The patient as the caller may see him. @throws AppError `dialysis-file.not-found` */
export async function requirePatient(ctx: Ctx, patientId: string): Promise<PatientFile> {
  const patient = await ctx.service(patientDirectory).get(patientId, ctx.user.orgIds, dataRights(ctx, PATIENT_MENU));
  if (!patient) throw notFound();
  ctx.audit({ subject: 'dialysis-file', subjectId: patientId, patientId });
  return patient;
}

/** The patient and the dialysis file. @throws AppError `dialysis-file.not-found` */
export async function requireFile(ctx: Ctx, patientId: string): Promise<{ readonly patient: PatientFile; readonly file: FileStored }> {
  const patient = await requirePatient(ctx, patientId);
  const file = await fileTable.find(ctx, patientId);
  if (!file) throw notFound();
  return { patient, file };
}

/** The same, kept from other writers until the transaction ends. @throws AppError `dialysis-file.stale` too */
export async function lockFile(ctx: Ctx, patientId: string, version?: number): Promise<FileStored> {
  await requireFile(ctx, patientId);
  return await fileTable.lock(ctx, patientId, version);
}

export const partNotFound = notFound;
