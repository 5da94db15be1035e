import { AppError, EnvelopeCode, type PageRequest } from '@nephra/plugin-sdk/contract';
import { dataRights, pick, type RequestContext } from '@nephra/plugin-sdk/server';
import { patientDirectory } from '../../../patient/contract/index.ts';
import { prescriptionLedger, RxStatus } from '../../../prescription/contract/index.ts';
import type { PatientRecord } from '../../contract/index.ts';
import { MAX_RECORD_NAMES } from '../../contract/dispensing.schema.ts';
import { dispensableLines } from '../../domain/dispensing/dispensable-lines.ts';
import type { PharmacyTables } from '../pharmacy-tables.ts';
import { queueRights } from '../queue-row-filter.ts';
import { lastStepsOf } from './step.table.ts';

/** Everything that reached the pharmacy: neither drafts nor what was voided. */
const AT_PHARMACY: readonly RxStatus[] = [
  RxStatus.Confirmed,
  RxStatus.Approved,
  RxStatus.Picked,
  RxStatus.Dispensed,
  RxStatus.PartlyDispensed,
  RxStatus.PartlyReturned,
  RxStatus.Returned,
  RxStatus.RefusedByPharmacist,
];

/**
 * GET pharmacy/patient/{id}: prescriptions of one patient with something to hand out, newest first, and what was done with each.
 * @throws AppError `pharmacy.patient-not-found` (404), also for one of another facility or hidden from the caller
 */
export async function recordsOfPatient(ctx: RequestContext<PharmacyTables>, patientId: string, page: PageRequest) {
  const directory = ctx.service(patientDirectory);
  const patient = await directory.get(patientId, ctx.user.orgIds, dataRights(ctx, 'his.patient'));
  if (!patient) throw new AppError('pharmacy.patient-not-found', { code: EnvelopeCode.NotFound });
  ctx.audit({ subject: 'patient', subjectId: patientId, patientId });
  const ledger = ctx.service(prescriptionLedger);
  const orgIds = [patient.orgId];
  const rights = queueRights(ctx);
  const patientIds = await directory.idsOfPerson(patientId, orgIds);
  const { currentPage, pageSize } = page;
  const heads = await ledger.list({ orgIds, rights, patientIds, withStockLines: true, rxStatus: AT_PHARMACY, shownOnly: true, currentPage, pageSize });
  const dpIds = heads.list.map(({ dpId }) => dpId);
  const steps = await lastStepsOf(ctx, dpIds);
  const list = (await ledger.getMany(dpIds, orgIds, rights)).map((prescription): PatientRecord => {
    const step = steps.get(prescription.dpId);
    const drugs = dispensableLines(prescription.lines);
    return {
      ...pick(prescription, 'dpId', 'dpNumber', 'dpDate', 'workerName', 'payStatus', 'rxStatus'),
      action: step?.action ?? '',
      actTime: step?.actedAt.getTime() ?? null,
      operatorName: step?.operatorName ?? '',
      drugNames: drugs.slice(0, MAX_RECORD_NAMES).map(({ drugName }) => drugName),
      drugCount: drugs.length,
    };
  });
  return { list, pagination: heads.pagination };
}
