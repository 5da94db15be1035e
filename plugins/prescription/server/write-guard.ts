import { AppError, dayOf, EnvelopeCode, type OrgId } from '@nephra/plugin-sdk/contract';
import { dataRights, type RequestContext, type ServerContext } from '@nephra/plugin-sdk/server';
import { type PatientFile, patientDirectory } from '../../patient/contract/index.ts';
import { prescriptionClosedMonth } from '../contract/index.ts';
import { prescribableMonths } from '../domain/prescribable-days.ts';
import type { PrescriptionDb } from './tables.ts';

type Ctx = RequestContext<PrescriptionDb>;

/** How a patient comes into a call: named by the caller, whose data rights on patients count then, or by a record that the caller may see. */
export type NamedBy = 'chosen' | 'recorded';

/** The patient; one of another facility, or hidden from the caller when it was chosen, is "not found". */
export async function requirePatient(ctx: Ctx, patientId: string, namedBy: NamedBy = 'chosen'): Promise<PatientFile> {
  const rights = namedBy === 'chosen' ? dataRights(ctx, 'his.patient') : undefined;
  const patient = await ctx.service(patientDirectory).get(patientId, ctx.user.orgIds, rights);
  if (!patient) throw new AppError('prescription.patient-not-found', { code: EnvelopeCode.NotFound });
  return patient;
}

/** The file that speaks for a person today: the one that is left when this one was merged away. */
export async function currentFile(ctx: ServerContext<PrescriptionDb>, patientId: string, orgId: OrgId): Promise<PatientFile | undefined> {
  const directory = ctx.service(patientDirectory);
  const patient = await directory.get(patientId, [orgId]);
  return patient?.mergedInto ? ((await directory.get(patient.mergedInto, [orgId])) ?? patient) : patient;
}

/** Every id under which the prescriptions of this person may lie; never empty. */
export async function idsOfPatient(ctx: Ctx, patient: PatientFile): Promise<string[]> {
  const ids = await ctx.service(patientDirectory).idsOfPerson(patient.patientId, [patient.orgId]);
  return ids.length > 0 ? ids : [patient.patientId];
}

/**
 * The patient, when something new may be written for him.
 * @throws AppError `prescription.patient-merged` naming the file that is left, or `prescription.patient-merged-unnamed` to whom it is hidden. Taking back and deleting stay possible.
 */
export async function requireWritablePatient(ctx: Ctx, patientId: string, namedBy: NamedBy): Promise<PatientFile> {
  const patient = await requirePatient(ctx, patientId, namedBy);
  if (patient.mergedInto !== null) {
    const left = await ctx.service(patientDirectory).get(patient.mergedInto, ctx.user.orgIds, dataRights(ctx, 'his.patient'));
    const params = { name: patient.patientName, ...(left ? { left: `${left.patientName} ${left.outpatientCode}` } : {}) };
    throw new AppError(left ? 'prescription.patient-merged' : 'prescription.patient-merged-unnamed', { code: EnvelopeCode.Refused, params });
  }
  return patient;
}

/** @throws AppError `prescription.month-closed` when the accounts of that month are closed. */
export async function assertMonthOpen(ctx: Ctx, at: { orgId: OrgId; patientId: string; dpDate: Date }): Promise<void> {
  const day = dayOf(at.dpDate.getTime());
  const month = await ctx.optionalService(prescriptionClosedMonth)?.closedMonth({ orgId: at.orgId, patientId: at.patientId, day });
  if (month !== undefined) throw new AppError('prescription.month-closed', { code: EnvelopeCode.Refused, params: { month } });
}

/** Months within reach of a new prescription that are closed, `YYYY-MM`. */
export async function closedMonthsNear(ctx: Ctx, { orgId, patientId }: Pick<PatientFile, 'orgId' | 'patientId'>): Promise<string[]> {
  const service = ctx.optionalService(prescriptionClosedMonth);
  if (!service) return [];
  const months: string[] = [];
  for (const month of prescribableMonths(ctx.clock.today())) {
    if ((await service.closedMonth({ orgId, patientId, day: `${month}-01` })) !== undefined) months.push(month);
  }
  return months;
}
