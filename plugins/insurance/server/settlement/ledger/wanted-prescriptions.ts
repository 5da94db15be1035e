import { AppError, EnvelopeCode, type OrgId } from '@nephra/plugin-sdk/contract';
import { dataRights } from '@nephra/plugin-sdk/server';
import { type PatientFile, patientDirectory } from '../../../../patient/contract/index.ts';
import { type LedgerPrescription, prescriptionLedger } from '../../../../prescription/contract/index.ts';
import { withMappedCodes } from '../../catalogue/mapping/mapped-lines.query.ts';
import type { CallCtx } from './settlement-context.ts';

/**
 * Prescriptions that a person names, all of one patient, with the codes that the insurer would get. Like a settlement they are there for
 * whoever may see the patient, and has them at the desk.
 * @throws AppError `insurance.prescription-not-found` (404)
 */
export async function wantedPrescriptions(ctx: CallCtx, dpIds: readonly string[]): Promise<{ patient: PatientFile; prescriptions: LedgerPrescription[] }> {
  const { orgIds } = ctx.user;
  const found = await ctx.service(prescriptionLedger).getMany([...new Set(dpIds)], orgIds, dataRights(ctx, 'his.charging'));
  const [first] = found;
  const ofOne = found.length === new Set(dpIds).size && found.every((one) => one.patientId === first?.patientId && one.orgId === first.orgId);
  const patient = first && ofOne ? await ctx.service(patientDirectory).get(first.patientId, [first.orgId], dataRights(ctx, 'his.patient')) : undefined;
  if (!patient) throw new AppError('insurance.prescription-not-found', { code: EnvelopeCode.NotFound });
  return { patient, prescriptions: await withMappedCodes(ctx, patient.orgId as OrgId, found) };
}
