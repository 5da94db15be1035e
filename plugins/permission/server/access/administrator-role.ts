import { AppError } from '@nephra/plugin-sdk/contract';
import { sql } from '@nephra/plugin-sdk/server';
import { ADMINISTRATOR_ROLE } from '../../domain/member-change.ts';
import type { Ctx } from '../permission-call.ts';

/** Changes of the members of one object come one after the other: who checks must see what is really there. */
export async function lockMembers(ctx: Ctx, objectId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`members ${objectId}`}, 0))`.execute(ctx.db);
}

/**
 * The administrators' role keeps somebody in use, whichever way people leave it: members dialog, edit, disable, delete.
 * @param leaving who goes out of use, or loses roles
 * @param change `coming`: who gets the role in the same change and is in use; `lost`: roles that are lost, all where none are named
 * @throws AppError `permission.last-administrator`
 */
export async function assertAdministratorRoleKeepsSomebody(
  ctx: Ctx,
  leaving: readonly string[],
  { coming = [], lost }: { readonly coming?: readonly string[]; readonly lost?: readonly string[] } = {},
): Promise<void> {
  if (leaving.length === 0 || coming.length > 0 || lost?.length === 0) return;
  // rows: whether an administrator is left in the whole installation; nobody is told who
  const role = await ctx.db.selectFrom('core.role').select('id').where('en_code', '=', ADMINISTRATOR_ROLE).where('deleted_at', 'is', null).executeTakeFirst();
  if (!role || (lost && !lost.includes(role.id)) || !(await holdersInUse(ctx, role.id)).some((id) => leaving.includes(id))) return;
  await lockMembers(ctx, role.id);
  if ((await holdersInUse(ctx, role.id)).every((id) => leaving.includes(id))) throw new AppError('permission.last-administrator');
}

async function holdersInUse(ctx: Ctx, roleId: string): Promise<string[]> {
  // rows: whether an administrator is left in the whole installation; nobody is told who
  const rows = await ctx.db
    .selectFrom('core.user_role as link')
    .innerJoin('core.user_account as person', 'person.id', 'link.user_id')
    .select('person.id')
    .where('link.role_id', '=', roleId)
    .where('person.enabled', '=', true)
    .where('person.deleted_at', 'is', null)
    .execute();
  return rows.map((row) => row.id);
}
