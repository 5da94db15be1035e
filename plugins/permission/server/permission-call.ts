import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { type IdentityTables, type RequestContext, sql, type SqlRow, type RowsUser } from '@nephra/plugin-sdk/server';
import { type DelegatedAct, type Delegation, delegated } from '../domain/rights/delegation.ts';
import { type Uses, usesText } from '../domain/in-use.ts';
import type { userImportRowTable, userImportTable } from './user-import/user-import.table.ts';

/** Tables of this plugin's own besides those of the identity schema. */
interface OwnTables {
  'permission.user_import': SqlRow<typeof userImportTable>;
  'permission.user_import_row': SqlRow<typeof userImportRowTable>;
}

export type PermissionDb = IdentityTables & OwnTables;
export type Ctx = RequestContext<PermissionDb>;

/** Whether the caller may see records of an organisation: administrators see all, others their own and those below. */
export const sees = (ctx: Ctx, orgId: string): boolean => ctx.user.isAdministrator || ctx.user.orgIds.includes(orgId);

/** Organisations whose records the caller may see; undefined = all, for administrators. Never empty. */
export const visibleOrgIds = (ctx: { readonly user: RowsUser }): readonly string[] | undefined => (ctx.user.isAdministrator ? undefined : ctx.user.orgIds);

/** The organisation and those above it, nearest first. */
export async function pathUp(ctx: Pick<Ctx, 'db'>, orgId: string): Promise<string[]> {
  // rows: ids above an organisation, to decide by
  const { rows } = await sql<{ id: string }>`
    with recursive above as (
      select id, parent_id, 0 as depth from core.org where id = ${orgId}
      union all
      select org.id, org.parent_id, above.depth + 1 from core.org as org join above on org.id = above.parent_id where above.depth < 32
    ) select id from above order by depth`.execute(ctx.db);
  return rows.map((row) => row.id);
}

/** Delegations that a person has, wherever. */
export async function delegationsOf(ctx: Ctx, userId: string): Promise<Delegation[]> {
  // rows: delegations of a person, to decide by; own ones, or of somebody who came through the door
  const rows = await ctx.db
    .selectFrom('core.org_admin')
    .select(['org_id', 'this_add', 'this_edit', 'this_delete', 'sub_add', 'sub_edit', 'sub_delete'])
    .where('user_id', '=', userId)
    .execute();
  return rows.map((row) => ({
    orgId: row.org_id,
    thisLayer: { add: row.this_add, edit: row.this_edit, delete: row.this_delete },
    subLayer: { add: row.sub_add, edit: row.sub_edit, delete: row.sub_delete },
  }));
}

/**
 * Whether the caller may do this to an organisation and to departments, positions and people of it: an administrator may; somebody else
 * needs a delegation (organizeAdminIsTrator) besides the button's code.
 */
export async function mayAdminister(ctx: Ctx, act: DelegatedAct, orgId: string): Promise<boolean> {
  if (ctx.user.isAdministrator) return true;
  if (!ctx.user.orgIds.includes(orgId)) return false;
  const delegations = await delegationsOf(ctx, ctx.user.userId);
  return delegations.length > 0 && delegated(act, await pathUp(ctx, orgId), delegations);
}

/**
 * @throws AppError `permission.not-found` for organisations hidden from the caller – they answer like missing ones –,
 * `permission.not-delegated` when the caller sees it but was not given the right.
 */
export async function assertAdministers(ctx: Ctx, act: DelegatedAct, orgId: string): Promise<void> {
  if (!sees(ctx, orgId)) throw notFound();
  if (!(await mayAdminister(ctx, act, orgId))) throw notDelegated();
}

/** What is asked for does not exist, or belongs to a hidden organisation. */
export const notFound = (): AppError => new AppError('permission.not-found', { code: EnvelopeCode.NotFound });

export const notDelegated = (): AppError => new AppError('permission.not-delegated', { code: EnvelopeCode.Forbidden });

/** Refuses bad input at its field. `key` without the leading `permission.`. */
export const refusedAt = (path: string, key: string, params: Record<string, string | number> = {}): AppError =>
  new AppError(`permission.${key}`, { code: EnvelopeCode.Invalid, params, fields: [{ path, msg: '' }] });

/** @throws AppError `permission.in-use` that names what hangs on a record, when anything does. */
export function assertUnused(ctx: Ctx, name: string, uses: Uses): void {
  const list = usesText(uses, ctx.language);
  if (list !== '') throw new AppError('permission.in-use', { params: { name, list } });
}
