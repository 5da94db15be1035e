import { sql } from '@nephra/plugin-sdk/server';
import type { RoleRank } from '../../domain/giving.ts';
import { type Ctx, notFound, orgsInSight } from '../permission-call.ts';

/** Organisations a role is limited to; empty = none. */
export const roleOrgIds = sql<string[]>`array(select limited.org_id from core.role_org as limited where limited.role_id = role.id order by 1)`;

/** Roles for everybody, and those of organisations in the caller's sight. */
export function roleInSight(ctx: Ctx) {
  const orgIds = orgsInSight(ctx);
  if (orgIds === undefined) return sql<boolean>`role.deleted_at is null`;
  return sql<boolean>`role.deleted_at is null and (not exists (select 1 from core.role_org as limited where limited.role_id = role.id)
    or exists (select 1 from core.role_org as limited where limited.role_id = role.id and limited.org_id = any(${orgIds})))`;
}

export async function roleIsInSight(ctx: Ctx, id: string): Promise<boolean> {
  return (await ctx.db.selectFrom('core.role as role').select('role.id').where('role.id', '=', id).where(roleInSight(ctx)).executeTakeFirst()) !== undefined;
}

const rolesOf = (ctx: Ctx) =>
  ctx.db
    .selectFrom('core.role as role')
    .select(['role.id', 'role.en_code', 'role.full_name', 'role.type', 'role.rank', 'role.enabled', 'role.sort_code', 'role.description', 'role.version'])
    .select(roleOrgIds.as('org_ids'));
export type RoleRecord = Awaited<ReturnType<ReturnType<typeof rolesOf>['executeTakeFirstOrThrow']>>;

/** A role in the caller's sight; inside a write its row is locked. @throws AppError 404 */
export async function demandRole(ctx: Ctx, id: string, lock = false): Promise<RoleRecord> {
  const query = rolesOf(ctx).where('role.id', '=', id).where(roleInSight(ctx));
  const row = await (lock ? query.forUpdate() : query).executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

export async function setRank(ctx: Ctx, roleId: string, rank: RoleRank): Promise<void> {
  await ctx.db.updateTable('core.role').set({ rank }).where('id', '=', roleId).execute();
}

export async function setRoleOrgs(ctx: Ctx, roleId: string, orgIds: readonly string[]): Promise<void> {
  await ctx.db.deleteFrom('core.role_org').where('role_id', '=', roleId).execute();
  if (orgIds.length === 0) return;
  await ctx.db
    .insertInto('core.role_org')
    .values(orgIds.map((org_id) => ({ role_id: roleId, org_id })))
    .execute();
}
