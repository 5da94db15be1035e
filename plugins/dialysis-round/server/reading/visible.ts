import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { dataRights } from '@nephra/plugin-sdk/server';
import { type PatientFile, patientDirectory, type PatientRow } from '../../../patient/contract/index.ts';
import type { Ctx } from '../tables/tables.ts';

const PATIENT_MENU = 'his.patient';

const notFound = (): AppError => new AppError('dialysis-round.not-found', { code: EnvelopeCode.NotFound });

/** The patient as the caller may see him. @throws AppError `dialysis-round.not-found` */
export async function requirePatient(ctx: Ctx, patientId: string): Promise<PatientFile> {
  const patient = await ctx.service(patientDirectory).get(patientId, ctx.user.orgIds, dataRights(ctx, PATIENT_MENU));
  if (!patient) throw notFound();
  ctx.audit({ subject: 'dialysis-round', subjectId: patientId, patientId });
  return patient;
}

/** Those of these patients whom the caller may see, by id. */
export async function visiblePatients(ctx: Ctx, patientIds: readonly string[]): Promise<ReadonlyMap<string, PatientRow>> {
  const directory = ctx.service(patientDirectory);
  const ids = [...new Set(patientIds)];
  const among = await directory.rowFilter(ctx.user.orgIds, dataRights(ctx, PATIENT_MENU))?.among(ids);
  const rows = await directory.list(among ? ids.filter((id) => among.has(id)) : ids, ctx.user.orgIds);
  return new Map(rows.map((row) => [row.patientId, row]));
}
