import type { DataRights } from '@nephra/plugin-sdk/contract';
import type { ReadContext, RequestContext, ServerContext } from '@nephra/plugin-sdk/server';
import { PrescriptionRepo, type PrescriptionRows } from './prescription.repo.ts';
import { prescriptionTable } from './tables/prescription.table.ts';
import type { PrescriptionDb } from './tables.ts';

/** The rows of a door; of some organisations alone where a list is read facility by facility, so that each part keeps the order of its index. */
const rowsOf =
  (reader: ReadContext): PrescriptionRows =>
  (orgIds) => {
    if (!orgIds) return prescriptionTable.select(reader, 'rx');
    const visible = reader.user.orgIds.filter((id) => orgIds.includes(id));
    return prescriptionTable.select({ ...reader, user: { ...reader.user, orgIds: visible } }, 'rx');
  };

/** Prescriptions that the caller may see; all others do not exist for it. */
export const repoOf = ({ db, log, pluginId, user, dataScope }: RequestContext<PrescriptionDb>): PrescriptionRepo =>
  new PrescriptionRepo(db, rowsOf({ db, log, pluginId, user, dataScope }));

/** Prescriptions that somebody may see for whom another plugin asks. */
export function repoFor(ctx: ServerContext<PrescriptionDb>, { userId, orgId, orgIds, scope }: DataRights): PrescriptionRepo {
  // The door asks who somebody is and what the schemes let through, no more.
  const user = { userId, orgId, orgIds } as ReadContext['user'];
  return new PrescriptionRepo(ctx.db, rowsOf({ db: ctx.db, log: ctx.log, pluginId: ctx.pluginId, user, dataScope: () => scope }));
}
