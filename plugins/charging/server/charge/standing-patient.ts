import { AppError, type DataRights, EnvelopeCode, type OrgId } from '@nephra/plugin-sdk/contract';
import type { ServerContext } from '@nephra/plugin-sdk/server';
import { patientDirectory } from '../../../patient/contract/index.ts';
import type { ChargingTables } from '../charging-tables.ts';

/**
 * Money is taken only from a patient whose file stands; it may have been merged or deleted since the prescription was written.
 * @param rights on patients, of the person who is told; without, nobody is named
 * @throws AppError `charging.patient-gone`, `charging.patient-merged` (naming the file that is left), `charging.patient-merged-unnamed`.
 */
export async function assertPatientStands(ctx: ServerContext<ChargingTables>, patientId: string, orgIds: readonly OrgId[], rights?: DataRights): Promise<void> {
  const directory = ctx.service(patientDirectory);
  const patient = await directory.standing(patientId, orgIds);
  if (patient?.enableMark !== 1) throw new AppError('charging.patient-gone', { code: EnvelopeCode.Conflict });
  if (patient.mergedInto === null) return;
  const left = rights && (await directory.get(patient.mergedInto, orgIds, rights));
  if (!left) throw new AppError('charging.patient-merged-unnamed', { code: EnvelopeCode.Conflict });
  throw new AppError('charging.patient-merged', { code: EnvelopeCode.Conflict, params: { name: left.patientName, code: left.outpatientCode } });
}
