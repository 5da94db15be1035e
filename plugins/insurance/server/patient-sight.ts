import { AppError, EnvelopeCode, type OrgId } from '@nephra/plugin-sdk/contract';
import { dataRights, type RawBuilder, type RequestContext, sql, type SqlBool } from '@nephra/plugin-sdk/server';
import { patientDirectory } from '../../patient/contract/index.ts';

type Caller = Pick<RequestContext<never>, 'service' | 'user' | 'dataScope'>;

/** What belongs to a patient is seen by whoever may see the patient. @throws AppError `insurance.settlement-not-found` */
export async function assertPatientSeen(ctx: Caller, row: { readonly patient_id: string; readonly org_id: string }): Promise<void> {
  const file = await ctx.service(patientDirectory).get(row.patient_id, [row.org_id as OrgId], dataRights(ctx, 'his.patient'));
  if (!file) throw new AppError('insurance.settlement-not-found', { code: EnvelopeCode.NotFound });
}

/**
 * Condition on a table with the column `patient_id`: the caller sees the patient, whatever the state of the file, or the row is about no
 * patient at all. It belongs into the query of every list and count, before pages are cut: a total must not tell of somebody hidden.
 * @param unnamed which rows without a patient may be told to whom some patients are hidden; default: all
 */
export async function ofSeenPatients(ctx: Caller, unnamed: RawBuilder<SqlBool> = sql<SqlBool>`true`): Promise<RawBuilder<SqlBool>> {
  const ids = await ctx.service(patientDirectory).seenIds(ctx.user.orgIds, dataRights(ctx, 'his.patient'));
  return ids === undefined ? sql<SqlBool>`true` : sql<SqlBool>`((patient_id is null and ${unnamed}) or patient_id = any(${ids}))`;
}

/**
 * For figures and acts that are about everybody's settlements: part of them would add up to nothing, and the whole tells of hidden patients.
 * @throws AppError `insurance.needs-all-patients` (403)
 */
export async function assertSeesAllPatients(ctx: Caller): Promise<void> {
  const ids = await ctx.service(patientDirectory).seenIds(ctx.user.orgIds, dataRights(ctx, 'his.patient'));
  if (ids !== undefined) throw new AppError('insurance.needs-all-patients', { code: EnvelopeCode.Forbidden });
}
