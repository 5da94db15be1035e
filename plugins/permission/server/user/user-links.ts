import { visibleRoles } from '../directory/role-tree.query.ts';
import { type Ctx, sees } from '../permission-call.ts';

export interface Named {
  readonly id: string;
  readonly name: string;
}

export interface UserLinks {
  /** `name` is the one on record; what readers are shown says `shownRoleName`. */
  readonly roles: readonly (Named & { readonly enCode: string })[];
  readonly positions: readonly (Named & { readonly orgId: string; readonly major: boolean })[];
  readonly groups: readonly Named[];
}

const NONE: UserLinks = { roles: [], positions: [], groups: [] };

/** What `linksOf` finds, without roles and positions of organisations that are none of the caller's business. */
export async function seenLinksOf(ctx: Ctx, userIds: readonly string[]): Promise<(userId: string) => UserLinks> {
  const links = await linksOf(ctx, userIds);
  if (ctx.user.isAdministrator) return links;
  const roleIds = new Set((await visibleRoles(ctx)).map(({ entry }) => entry.id));
  return (userId) => {
    const { roles, positions, groups } = links(userId);
    return { roles: roles.filter(({ id }) => roleIds.has(id)), positions: positions.filter(({ orgId }) => sees(ctx, orgId)), groups };
  };
}

/** Roles, positions and groups of people, by user; those that were deleted do not count. */
export async function linksOf(ctx: Ctx, userIds: readonly string[]): Promise<(userId: string) => UserLinks> {
  if (userIds.length === 0) return () => NONE;
  // rows: what people hold who came through their door; `seenLinksOf` keeps back what the caller does not see
  const [roles, positions, groups] = await Promise.all([
    ctx.db
      .selectFrom('core.user_role as link')
      .innerJoin('core.role as role', 'role.id', 'link.role_id')
      .select(['link.user_id', 'role.id', 'role.full_name as name', 'role.en_code as enCode'])
      .where('link.user_id', 'in', userIds)
      .where('role.deleted_at', 'is', null)
      .orderBy('role.sort_code')
      .orderBy('role.id')
      .execute(),
    ctx.db
      .selectFrom('core.user_position as link')
      .innerJoin('core.position as position', 'position.id', 'link.position_id')
      .select(['link.user_id', 'position.id', 'position.full_name as name', 'position.org_id as orgId', 'link.is_major as major'])
      .where('link.user_id', 'in', userIds)
      .where('position.deleted_at', 'is', null)
      .orderBy('link.is_major', 'desc')
      .orderBy('position.sort_code')
      .orderBy('position.id')
      .execute(),
    ctx.db
      .selectFrom('core.user_group_member as link')
      .innerJoin('core.user_group as member', 'member.id', 'link.group_id')
      .select(['link.user_id', 'member.id', 'member.full_name as name'])
      .where('link.user_id', 'in', userIds)
      .where('member.deleted_at', 'is', null)
      .orderBy('member.sort_code')
      .orderBy('member.id')
      .execute(),
  ]);
  const all = new Map(
    userIds.map((id) => [id, { roles: [] as UserLinks['roles'][number][], positions: [] as UserLinks['positions'][number][], groups: [] as Named[] }]),
  );
  for (const { user_id, ...role } of roles) all.get(user_id)?.roles.push(role);
  for (const { user_id, ...position } of positions) all.get(user_id)?.positions.push(position);
  for (const { user_id, id, name } of groups) all.get(user_id)?.groups.push({ id, name });
  return (userId) => all.get(userId) ?? NONE;
}
