import { sql } from '@nephra/plugin-sdk/server';
import { type Ctx, notFound } from '../permission-call.ts';
import { type RoleStored, roleTable } from '../tables/role.table.ts';

/** Organisations a role (alias `role`) is limited to; empty = none. */
// rows: organisations of a role that came through its door
export const roleOrgIds = sql<string[]>`array(select limited.org_id from core.role_org as limited where limited.role_id = role.id order by 1)`;

const rolesOf = (ctx: Ctx) => roleTable.select(ctx, 'role').select(roleOrgIds.as('orgIds'));
export type RoleRecord = RoleStored & { readonly orgIds: readonly string[] };

/** A role that the caller sees, with its organisations; inside a write its row is locked. @throws AppError 404 */
export async function requireRole(ctx: Ctx, id: string, lock = false): Promise<RoleRecord> {
  const query = rolesOf(ctx).where('role.id', '=', id);
  const row = await (lock ? query.forNoKeyUpdate() : query).executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

export async function setRoleOrgs(ctx: Ctx, roleId: string, orgIds: readonly string[]): Promise<void> {
  // rows: organisations of a role that was locked through its door
  await ctx.db.deleteFrom('core.role_org').where('role_id', '=', roleId).execute();
  if (orgIds.length === 0) return;
  await ctx.db
    .insertInto('core.role_org')
    .values(orgIds.map((org_id) => ({ role_id: roleId, org_id })))
    .execute();
}
