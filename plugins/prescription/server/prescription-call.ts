import type { DataRights } from '@nephra/plugin-sdk/contract';
import type { ReadContext, RequestContext, ServerContext } from '@nephra/plugin-sdk/server';
import { PrescriptionRepo } from './prescription.repo.ts';
import { prescriptionTable } from './tables/prescription.table.ts';
import type { PrescriptionDb } from './tables.ts';

/** Prescriptions that the caller may see; all others do not exist for it. */
export const repoOf = (ctx: RequestContext<PrescriptionDb>): PrescriptionRepo => new PrescriptionRepo(ctx.db, () => prescriptionTable.select(ctx, 'rx'));

/** Prescriptions that somebody may see for whom another plugin asks. */
export function repoFor(ctx: ServerContext<PrescriptionDb>, { userId, orgId, orgIds, scope }: DataRights): PrescriptionRepo {
  // The door asks who somebody is and what the schemes let through, no more.
  const user = { userId, orgId, orgIds } as ReadContext['user'];
  const reader: ReadContext = { db: ctx.db, log: ctx.log, pluginId: ctx.pluginId, user, dataScope: () => scope };
  return new PrescriptionRepo(ctx.db, () => prescriptionTable.select(reader, 'rx'));
}
