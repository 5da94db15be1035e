import { AppError, EnvelopeCode, type Right } from '@nephra/plugin-sdk/contract';
import { type GrantSubject, sql } from '@nephra/plugin-sdk/server';
import { delegated, type Delegation } from '../../domain/rights/delegation.ts';
import { beyondReach, type Giver, problemToGive, type RankedRole, type Receiver } from '../../domain/rights/giving.ts';
import { groupBy } from '../../domain/group-by.ts';
import { ADMINISTRATOR_ROLE } from '../../domain/member-change.ts';
import { type Ctx, delegationsOf } from '../permission-call.ts';
import { grantedRights, holder, refuseMoreThanHeld } from './granted-rights.ts';

const EVERYTHING: Giver = { isAdministrator: true, holds: () => true, administers: () => true, namedAt: () => [] };

/**
 * The caller as somebody who gives roles and rights to others.
 * @param rights what the caller's holding will be asked of, besides what the named roles grant
 */
export async function giverOf(ctx: Ctx, rights: readonly Right[] = []): Promise<Giver> {
  if (ctx.user.isAdministrator) return EVERYTHING;
  const [delegations, named, parents] = await Promise.all([delegationsOf(ctx, ctx.user.userId), namedRoles(ctx), parentsOf(ctx)]);
  const roles = new Map((await rankedRoles(ctx, [...new Set(named.map((row) => row.role_id))])).map((role) => [role.id, role]));
  const holds = await holder(ctx, [...rights, ...[...roles.values()].flatMap((role) => role.rights)]);
  const pathOf = (orgId: string): string[] => {
    const path: string[] = [];
    for (let at: string | null = orgId; at !== null && path.length < 64; at = parents.get(at) ?? null) path.push(at);
    return path;
  };
  const rolesOf = groupBy(named, (row) => row.org_id);
  const counts = ({ orgId, thisLayer, subLayer }: Delegation, path: readonly string[]): boolean => {
    const at = path.indexOf(orgId);
    if (at < 0) return false;
    const acts = at === 0 ? thisLayer : subLayer;
    return acts.add || acts.edit;
  };
  const known = new Map<string, readonly RankedRole[]>();
  const namedAt = (orgId: string): readonly RankedRole[] => {
    const before = known.get(orgId);
    if (before) return before;
    const path = pathOf(orgId);
    const ids = ctx.user.orgIds.includes(orgId)
      ? delegations.filter((one) => counts(one, path)).flatMap((one) => (rolesOf.get(one.orgId) ?? []).map((row) => row.role_id))
      : [];
    const found = [...new Set(ids)].flatMap((id) => roles.get(id) ?? []);
    known.set(orgId, found);
    return found;
  };
  return {
    isAdministrator: false,
    holds,
    administers: (orgId) => ctx.user.orgIds.includes(orgId) && delegated('edit', pathOf(orgId), delegations),
    namedAt,
  };
}

/** Organisations visible to the caller whose people may be given something. */
export async function orgsToGiveAt(ctx: Ctx): Promise<string[]> {
  const delegations = await delegationsOf(ctx, ctx.user.userId);
  if (delegations.length === 0) return [];
  const parents = await parentsOf(ctx);
  return ctx.user.orgIds.filter((orgId) => {
    const path: string[] = [];
    for (let at: string | null = orgId; at !== null && path.length < 64; at = parents.get(at) ?? null) path.push(at);
    return delegated('add', path, delegations) || delegated('edit', path, delegations);
  });
}

// rows: roles that the caller was given to hand on
const namedRoles = async (ctx: Ctx): Promise<{ org_id: string; role_id: string }[]> =>
  await ctx.db
    .selectFrom('core.org_admin_role as named')
    .innerJoin('core.role as role', 'role.id', 'named.role_id')
    .select(['named.org_id', 'named.role_id'])
    .where('named.user_id', '=', ctx.user.userId)
    .where('role.deleted_at', 'is', null)
    .execute();

async function parentsOf(ctx: Ctx): Promise<ReadonlyMap<string, string | null>> {
  // rows: the tree of organisations, to decide by; nothing of it is told
  const rows = await ctx.db.selectFrom('core.org').select(['id', 'parent_id']).execute();
  return new Map(rows.map((row) => [row.id, row.parent_id]));
}

/** Roles with what decides who may give them; those that were deleted are left out. */
export async function rankedRoles(ctx: Ctx, ids: readonly string[]): Promise<(RankedRole & { readonly name: string })[]> {
  if (ids.length === 0) return [];
  // rows: what roles hold, to decide who may give them; nothing of it is told
  const { rows } = await sql<{
    id: string;
    en_code: string;
    full_name: string;
    rank: RankedRole['rank'];
    org_ids: string[];
    kind: Right['kind'] | null;
    menu_code: string;
    item_code: string;
  }>`
    select role.id, role.en_code, role.full_name, role.rank,
      array(select limited.org_id from core.role_org as limited where limited.role_id = role.id order by 1) as org_ids,
      held.kind, held.menu_code, held.item_code
    from core.role as role left join core.permission_grant as held on held.subject_type = 'role' and held.subject_id = role.id
    where role.id = any(${[...ids]}) and role.deleted_at is null
    order by role.sort_code, role.id, held.menu_code, held.kind, held.item_code`.execute(ctx.db);
  return [...groupBy(rows, (row) => row.id).values()].flatMap((all) => {
    const [role] = all;
    if (!role) return [];
    return [
      {
        id: role.id,
        name: role.full_name,
        rank: role.en_code === ADMINISTRATOR_ROLE ? ('system' as const) : role.rank,
        orgIds: role.org_ids,
        rights: all.flatMap(({ kind, menu_code, item_code }) => (kind === null ? [] : [{ kind, menuCode: menu_code, itemCode: item_code }])),
      },
    ];
  });
}

/**
 * Refuses to give a role, position or group to somebody, or to wake one that they have.
 * @throws AppError `permission.role-above`, `permission.role-not-named`, `permission.more-than-held`
 */
export async function assertMayGive(ctx: Ctx, type: GrantSubject, ids: readonly string[], receiver: Receiver): Promise<void> {
  if (ctx.user.isAdministrator || ids.length === 0) return;
  if (type !== 'role') {
    const rights = await grantedRights(ctx, type, ids);
    await refuseMoreThanHeld(ctx, beyondReach(rights, await giverOf(ctx, rights), receiver));
    return;
  }
  const roles = await rankedRoles(ctx, ids);
  const giver = await giverOf(
    ctx,
    roles.flatMap((role) => role.rights),
  );
  for (const role of roles) {
    const problem = problemToGive(role, giver, receiver);
    if (problem?.reason === 'more-than-held') await refuseMoreThanHeld(ctx, problem.rights);
    else if (problem) throw new AppError(`permission.${problem.reason}`, { code: EnvelopeCode.Forbidden, params: { name: role.name } });
  }
}

// rows: whether the caller is a member; their own links
const LINKS = {
  role: { table: sql.table('core.user_role'), column: sql.ref('role_id') },
  position: { table: sql.table('core.user_position'), column: sql.ref('position_id') },
  group: { table: sql.table('core.user_group_member'), column: sql.ref('group_id') },
} as const;

/** Whether the caller has a role or position or is in a group: what it grants is then given to the caller, too. */
export async function hasItself(ctx: Ctx, type: keyof typeof LINKS, id: string): Promise<boolean> {
  const { table, column } = LINKS[type];
  const { rows } = await sql`select 1 from ${table} where user_id = ${ctx.user.userId} and ${column} = ${id}`.execute(ctx.db);
  return rows.length > 0;
}
