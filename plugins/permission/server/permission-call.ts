import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { type IdentityTables, type RequestContext, sql } from '@nephra/plugin-sdk/server';
import { type DelegatedAct, delegated } from '../domain/delegation.ts';

export type PermissionDb = IdentityTables;
export type Ctx = RequestContext<PermissionDb>;

/** The organisation and those above it, nearest first. */
export async function pathUp(ctx: Ctx, orgId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive above as (
      select id, parent_id, 0 as depth from core.org where id = ${orgId}
      union all
      select org.id, org.parent_id, above.depth + 1 from core.org as org join above on org.id = above.parent_id where above.depth < 32
    ) select id from above order by depth`.execute(ctx.db);
  return rows.map((row) => row.id);
}

/**
 * Whether the caller may do this to an organisation and to departments, positions and people of it: an administrator may; somebody else
 * needs a delegation (organizeAdminIsTrator) besides the button's code.
 */
export async function mayAdminister(ctx: Ctx, act: DelegatedAct, orgId: string): Promise<boolean> {
  if (ctx.user.isAdministrator) return true;
  if (!ctx.user.orgIds.includes(orgId)) return false;
  const rows = await ctx.db
    .selectFrom('core.org_admin')
    .select(['org_id', 'this_add', 'this_edit', 'this_delete', 'sub_add', 'sub_edit', 'sub_delete'])
    .where('user_id', '=', ctx.user.userId)
    .execute();
  if (rows.length === 0) return false;
  const delegations = rows.map((row) => ({
    orgId: row.org_id,
    thisLayer: { add: row.this_add, edit: row.this_edit, delete: row.this_delete },
    subLayer: { add: row.sub_add, edit: row.sub_edit, delete: row.sub_delete },
  }));
  return delegated(act, await pathUp(ctx, orgId), delegations);
}

/**
 * @throws AppError `permission.not-found` for organisations out of the caller's sight – they answer like missing ones –,
 * `permission.not-delegated` when the caller sees it but was not given the right.
 */
export async function assertAdministers(ctx: Ctx, act: DelegatedAct, orgId: string): Promise<void> {
  if (!ctx.user.isAdministrator && !ctx.user.orgIds.includes(orgId)) throw notFound();
  if (!(await mayAdminister(ctx, act, orgId))) throw new AppError('permission.not-delegated', { code: EnvelopeCode.Forbidden });
}

/** What is asked for does not exist, or belongs to an organisation out of sight. */
export const notFound = (): AppError => new AppError('permission.not-found', { code: EnvelopeCode.NotFound });
