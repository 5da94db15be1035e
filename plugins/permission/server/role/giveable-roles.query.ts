import type { StaffTreeNode } from '@nephra/plugin-sdk/contract';
import { problemToGive, type Receiver } from '../../domain/rights/giving.ts';
import { giverOf, orgsToGiveAt, rankedRoles } from '../access/giver.ts';
import { roleTree } from '../directory/role-tree.query.ts';
import { directoryContext } from '../directory/directory-context.ts';
import { departmentTable } from '../tables/department.table.ts';
import { orgTable } from '../tables/org.table.ts';
import { type Ctx, notFound } from '../permission-call.ts';

/** Of these roles those that the caller may give to somebody. */
export async function giveableIds(ctx: Ctx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ctx.user.isAdministrator) return new Set(ids);
  const places = await orgsToGiveAt(ctx);
  return await givenTo(
    ctx,
    ids,
    places.map((orgId) => ({ isGiver: false, orgIds: [orgId] })),
  );
}

/** The tree of a picker: roles that the caller may give to people who work at all of these places, and nothing else. */
export async function giveableRoles(ctx: Ctx, placeIds: readonly string[], keyword?: string): Promise<StaffTreeNode[]> {
  const orgIds = placeIds.length === 0 ? undefined : await orgIdsOf(ctx, placeIds);
  const tree = await roleTree(await directoryContext(ctx), keyword);
  if (ctx.user.isAdministrator) return tree;
  const ids = tree.flatMap((branch) => (branch.children ?? []).map((role) => role.id));
  const giveable = orgIds === undefined ? await giveableIds(ctx, ids) : await givenTo(ctx, ids, [{ isGiver: false, orgIds }]);
  return tree.flatMap((branch) => {
    const children = (branch.children ?? []).filter((role) => giveable.has(role.id));
    return children.length === 0 ? [] : [{ ...branch, children }];
  });
}

/** Roles that may be given to at least one of the receivers. */
async function givenTo(ctx: Ctx, ids: readonly string[], receivers: readonly Receiver[]): Promise<ReadonlySet<string>> {
  const roles = await rankedRoles(ctx, [...new Set(ids)]);
  const giver = await giverOf(
    ctx,
    roles.flatMap((role) => role.rights),
  );
  return new Set(roles.filter((role) => receivers.some((receiver) => problemToGive(role, giver, receiver) === undefined)).map((role) => role.id));
}

/** Organisations of these organisations and departments. @throws AppError 404 for one that is hidden */
async function orgIdsOf(ctx: Ctx, placeIds: readonly string[]): Promise<string[]> {
  const departments = await departmentTable
    .select(ctx, 'd')
    .where('d.id', 'in', [...placeIds])
    .execute();
  const orgOf = new Map<string, string>(departments.map((row) => [row.id, row.orgId]));
  const orgIds = [...new Set(placeIds.map((id) => orgOf.get(id) ?? id))];
  const known = await orgTable.select(ctx, 'org').where('org.id', 'in', orgIds).execute();
  if (known.length !== orgIds.length) throw notFound();
  return orgIds;
}
