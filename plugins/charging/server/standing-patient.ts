import { AppError, EnvelopeCode, type OrgId } from '@nephra/plugin-sdk/contract';
import type { ServerContext } from '@nephra/plugin-sdk/server';
import { patientDirectory } from '../../patient/contract/index.ts';
import type { ChargingTables } from './charging-tables.ts';

/**
 * Money is taken only from a patient whose file stands; it may have been merged or deleted since the prescription was written.
 * @throws AppError `charging.patient-gone`, `charging.patient-merged` (naming the file that is left).
 */
export async function assertPatientStands(ctx: ServerContext<ChargingTables>, patientId: string, orgIds: readonly OrgId[]): Promise<void> {
  const directory = ctx.service(patientDirectory);
  const [patient] = await directory.list([patientId], orgIds);
  if (patient?.enableMark !== 1) throw new AppError('charging.patient-gone', { code: EnvelopeCode.Conflict });
  if (patient.mergedInto === null) return;
  const [left] = await directory.list([patient.mergedInto], orgIds);
  throw new AppError('charging.patient-merged', { code: EnvelopeCode.Conflict, params: { name: left?.patientName ?? '', code: left?.outpatientCode ?? '' } });
}
