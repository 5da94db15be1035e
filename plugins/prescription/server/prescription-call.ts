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

/** With the eyes of somebody for whom another plugin asks. */
export function readerFor(
  { db, log, pluginId }: Pick<ServerContext<PrescriptionDb>, 'db' | 'log' | 'pluginId'>,
  { userId, orgId, orgIds, scope }: DataRights,
): ReadContext {
  // The door asks who somebody is and what the schemes let through, no more.
  const user = { userId, orgId, orgIds } as ReadContext['user'];
  return { db, log, pluginId, user, dataScope: () => scope };
}

/** Prescriptions that somebody may see for whom another plugin asks. */
export const repoFor = (ctx: ServerContext<PrescriptionDb>, rights: DataRights): PrescriptionRepo =>
  new PrescriptionRepo(ctx.db, rowsOf(readerFor(ctx, rights)), rights.scope.kind === 'organisation' ? rights.orgIds : undefined);
