import { AppError, type DataRights, EnvelopeCode, type OrgId } from '@nephra/plugin-sdk/contract';
import { dataRights, type RequestContext, type ServerContext } from '@nephra/plugin-sdk/server';
import { type PatientFile, patientDirectory } from '../../../patient/contract/index.ts';
import type { ChargingTables } from '../charging-tables.ts';

/** A person with all ids that old records may carry. */
export interface Person {
  readonly patient: PatientFile;
  /** The file's own id first. */
  readonly ids: readonly string[];
}

/**
 * The person behind a patient id; for reading, a file that was merged away leads to the one that is left.
 * @param rights on patients, of the person who names the id
 * @throws AppError `charging.patient-not-found`
 */
export async function personOf(ctx: ServerContext<ChargingTables>, patientId: string, orgIds: readonly OrgId[], rights?: DataRights): Promise<Person> {
  const directory = ctx.service(patientDirectory);
  const ids = await directory.idsOfPerson(patientId, orgIds);
  const patient = ids[0] === undefined ? undefined : await directory.get(ids[0], orgIds, rights);
  if (!patient) throw new AppError('charging.patient-not-found', { code: EnvelopeCode.NotFound });
  return { patient, ids };
}

/** For writing. @throws AppError `charging.patient-merged`, naming the file that is left, without rights `charging.patient-merged-unnamed`; `charging.patient-not-found`. */
export async function personToWriteFor(ctx: ServerContext<ChargingTables>, patientId: string, orgIds: readonly OrgId[], rights?: DataRights): Promise<Person> {
  const person = await personOf(ctx, patientId, orgIds, rights);
  const { patient } = person;
  if (patient.patientId !== patientId) {
    if (!rights) throw new AppError('charging.patient-merged-unnamed');
    throw new AppError('charging.patient-merged', { params: { name: patient.patientName, code: patient.outpatientCode } });
  }
  return person;
}

/** For acts on patients whom a person names. @throws AppError `charging.patient-not-found` when one is hidden from the caller */
export async function assertPatientsSeen(ctx: RequestContext<ChargingTables>, patientIds: readonly string[]): Promise<void> {
  const seen = await ctx.service(patientDirectory).seenIds(ctx.user.orgIds, dataRights(ctx, 'his.patient'));
  if (seen === undefined) return;
  const ids = new Set(seen);
  if (patientIds.some((id) => !ids.has(id))) throw new AppError('charging.patient-not-found', { code: EnvelopeCode.NotFound });
}
