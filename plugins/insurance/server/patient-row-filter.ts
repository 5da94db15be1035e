import { AppError, EnvelopeCode, type OrgId } from '@nephra/plugin-sdk/contract';
import { dataRights, type RawBuilder, type RequestContext, sql, type SqlBool } from '@nephra/plugin-sdk/server';
import { patientDirectory, type PatientRowFilter } from '../../patient/contract/index.ts';

export type Caller = Pick<RequestContext<never>, 'service' | 'user' | 'dataScope'>;

/** What belongs to a patient is seen by whoever may see the patient. @throws AppError `insurance.settlement-not-found` */
export async function assertPatientSeen(ctx: Caller, row: { readonly patientId: string; readonly orgId: OrgId }): Promise<void> {
  const file = await ctx.service(patientDirectory).get(row.patientId, [row.orgId], dataRights(ctx, 'his.patient'));
  if (!file) throw new AppError('insurance.settlement-not-found', { code: EnvelopeCode.NotFound });
}

/**
 * Condition on rows that came through a door and name a `patientId`: the caller sees the patient, whatever the state of the file, or the row is about no
 * patient at all. It carries every id visible: for figures and single records; lists go through `seenPage`.
 * @param unnamed which rows without a patient may be told to whom some patients are hidden; default: all
 */
export async function ofSeenPatients(ctx: Caller, unnamed: RawBuilder<SqlBool> = sql<SqlBool>`true`): Promise<RawBuilder<SqlBool>> {
  const ids = await ctx.service(patientDirectory).seenIds(ctx.user.orgIds, dataRights(ctx, 'his.patient'));
  return ids === undefined ? sql<SqlBool>`true` : sql<SqlBool>`(("patientId" is null and ${unnamed}) or "patientId" = any(${ids}))`;
}

/** Which patients the caller sees; undefined: all of them. */
export const patientRowFilter = (ctx: Caller): PatientRowFilter | undefined =>
  ctx.service(patientDirectory).rowFilter(ctx.user.orgIds, dataRights(ctx, 'his.patient'));

/**
 * Those of these records whose patient is visible, and those about no patient.
 * @param known answers of earlier calls, added to
 */
export async function seenAmong<Row extends { readonly patientId: string | null }>(
  rowFilter: PatientRowFilter | undefined,
  rows: readonly Row[],
  known = new Map<string, boolean>(),
): Promise<readonly Row[]> {
  if (!rowFilter) return rows;
  const unknown = [...new Set(rows.flatMap(({ patientId }) => (patientId === null || known.has(patientId) ? [] : [patientId])))];
  const seen = await rowFilter.among(unknown);
  for (const id of unknown) known.set(id, seen.has(id));
  return rows.filter(({ patientId }) => patientId === null || known.get(patientId) === true);
}

/**
 * For figures and acts that are about everybody's settlements: part of them would add up to nothing, and the whole tells of hidden patients.
 * @throws AppError `insurance.needs-all-patients` (403)
 */
export async function assertSeesAllPatients(ctx: Caller): Promise<void> {
  if (patientRowFilter(ctx)) throw new AppError('insurance.needs-all-patients', { code: EnvelopeCode.Forbidden });
}
