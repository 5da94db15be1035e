import type { OrgId } from '@nephra/plugin-sdk/contract';
import { type SqlBool, sql } from '@nephra/plugin-sdk/server';
import type { DialysisDirectory, DialysisPattern, PlanningFacts } from '../../contract/index.ts';
import { fileTable } from '../tables/file.table.ts';
import { patternTable } from '../tables/part.tables.ts';
import type { WorkCtx } from '../tables/tables.ts';
import { bedsideFacts, planningFacts } from './facts.ts';
import { allLimits, INFECTION_LIMITS, type InfectionLimits, limitsOf } from './limits.ts';
import { type Parts, partsOf, patternOf } from './parts.query.ts';

/** Limits of each facility among some patients, each read once. */
export async function limitsByOrg(ctx: WorkCtx, parts: Iterable<Pick<Parts, 'file'>>): Promise<(orgId: OrgId) => InfectionLimits> {
  const found = new Map<OrgId, InfectionLimits>();
  for (const { file } of parts) if (!found.has(file.orgId)) found.set(file.orgId, await limitsOf(ctx, file.orgId, INFECTION_LIMITS));
  return (orgId) => {
    const limits = found.get(orgId);
    if (!limits) throw new TypeError(`limits of ${orgId} were not read`);
    return limits;
  };
}

/** Patients on dialysis for other plugins (`dialysis-file.directory@1`). */
export const directoryOf = (ctx: WorkCtx): DialysisDirectory => ({
  async patterns({ orgIds, from, to, patientIds }): Promise<readonly DialysisPattern[]> {
    if (orgIds.length === 0 || patientIds?.length === 0) return [];
    let found = patternTable
      .everywhere(ctx, 'patterns for plugins that plan, within the organisations that they name', 'row')
      .where('row.orgId', 'in', [...orgIds])
      .where('row.cancelled', '=', false)
      .where('row.fromDay', '<=', to)
      .where((eb) => eb.or([eb('row.toDay', 'is', null), eb('row.toDay', '>=', from)]));
    if (patientIds) found = found.where('row.patientId', 'in', [...patientIds]);
    return (await found.orderBy('row.patientId').orderBy('row.fromDay').execute()).map(patternOf);
  },

  async planning(patientIds, orgIds, day): Promise<ReadonlyMap<string, PlanningFacts>> {
    const parts = await partsOf(ctx, patientIds, orgIds);
    const limits = await limitsByOrg(ctx, parts.values());
    return new Map([...parts].map(([id, one]) => [id, planningFacts(one, day, limits(one.file.orgId))]));
  },

  async outcomes(patientIds, orgIds) {
    if (orgIds.length === 0 || patientIds.length === 0) return new Map();
    const rows = await fileTable
      .everywhere(ctx, 'who left, for plugins that look through a month, within the organisations that they name', 'file')
      .clearSelect()
      .select(['file.id', 'file.outcomeOn'])
      .where('file.orgId', 'in', [...orgIds])
      .where('file.outcomeOn', 'is not', null)
      .where(sql<SqlBool>`file.id = any(${[...patientIds]}::text[])`)
      .execute();
    return new Map(rows.flatMap(({ id, outcomeOn }) => (outcomeOn === null ? [] : [[id, outcomeOn] as const])));
  },

  async bedside(patientId, orgIds, day) {
    const parts = (await partsOf(ctx, [patientId], orgIds)).get(patientId);
    return parts && bedsideFacts(parts, day, await limitsOf(ctx, parts.file.orgId, INFECTION_LIMITS));
  },

  limits: (orgId) => allLimits(ctx, orgId),
  someLimits: (orgId, names) => limitsOf(ctx, orgId, names),
});
