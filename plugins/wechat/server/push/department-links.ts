import type { SyncSource } from '../../contract/sync/sync-limits.ts';
import { departmentLinkTable } from '../tables/department-link.table.ts';
import type { ReadCtx } from '../tables/tables.ts';

/** Department here to its counterpart there. */
export async function departmentLinks(ctx: Pick<ReadCtx, 'db'>, service: SyncSource): Promise<ReadonlyMap<string, string>> {
  const rows = await departmentLinkTable
    .everywhere(ctx, 'counterparts of departments, for a sync of the installation', 'link')
    .where('link.service', '=', service)
    .execute();
  return new Map(rows.map(({ departmentId, foreignId }) => [departmentId, foreignId]));
}

/** Within the transaction of a line of a sync. */
export async function unlinkDepartment(ctx: Pick<ReadCtx, 'db'>, service: SyncSource, departmentId: string): Promise<void> {
  // rows: a line of a sync, agreed to by an administrator of the installation
  await ctx.db.deleteFrom('wechat.department_link').where('service', '=', service).where('department_id', '=', departmentId).execute();
}

/** As above. One department there is the counterpart of one here. */
export async function linkDepartment(ctx: Pick<ReadCtx, 'db'>, service: SyncSource, departmentId: string, foreignId: string): Promise<void> {
  // rows: counterparts of one department, which the line names anew
  await ctx.db
    .deleteFrom('wechat.department_link')
    .where('service', '=', service)
    .where((eb) => eb.or([eb('department_id', '=', departmentId), eb('foreign_id', '=', foreignId)]))
    .execute();
  await departmentLinkTable.insertAll(ctx, [{ service, departmentId, foreignId }]);
}
