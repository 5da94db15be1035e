import { assertVersion } from '@nephra/plugin-sdk/server';
import type { RoleBody } from '../../contract/role.contract.ts';
import { assertMayGive, hasItself } from '../access/giver.ts';
import { checkSet, contentOfSet, factsOf, removeSet, toggleSet } from '../members/people-set.ts';
import { departmentTable } from '../tables/department.table.ts';
import { orgTable } from '../tables/org.table.ts';
import { type Ctx, refusedAt } from '../permission-call.ts';
import { requireRole, type RoleRecord, setRoleOrgs } from './role.repo.ts';
import { roleTable } from '../tables/role.table.ts';
import { assertMayChangeRole, assertMayRank, assertNotAdministratorRole } from './role-reach.ts';

const orgIdsOf = ({ globalMark, organizeIdsTree }: RoleBody): string[] => [
  ...new Set(globalMark === 1 ? [] : organizeIdsTree.flatMap((path) => path.at(-1) ?? [])),
];

/** What an audit entry says of a role. */
const facts = (role: RoleRecord) => ({ ...factsOf(role), rank: role.rank, organizations: role.orgIds });

/** Pickers of older clients offer departments for roles, too. @throws AppError `permission.role-for-department` that says what to choose instead */
async function assertNoDepartment(ctx: Ctx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const found = await departmentTable
    .select(ctx, 'd')
    .innerJoin(orgTable.as(ctx, 'org'), 'org.id', 'd.orgId')
    .clearSelect()
    .select(['d.fullName as name', 'org.fullName as organize'])
    .where('d.id', 'in', ids)
    .executeTakeFirst();
  if (found) throw refusedAt('organizeIdsTree', 'role-for-department', { name: found.name, organize: found.organize });
}

async function checkRole(ctx: Ctx, body: RoleBody, orgIds: readonly string[], ownId?: string): Promise<void> {
  if (body.globalMark === 0 && orgIds.length === 0) throw refusedAt('organizeIdsTree', 'role-org-missing');
  await assertNoDepartment(ctx, orgIds);
  await assertMayChangeRole(ctx, ownId === undefined ? 'add' : 'edit', orgIds);
  if (orgIds.length > 0) {
    // rows: whether they are there; whether the caller may name them `assertMayChangeRole` has decided
    const known = await ctx.db.selectFrom('core.org').select('id').where('id', 'in', orgIds).where('deleted_at', 'is', null).execute();
    if (known.length !== orgIds.length) throw refusedAt('organizeIdsTree', 'org-missing');
  }
  await checkSet(ctx, 'role', body, ownId);
}

export async function createRole(ctx: Ctx, body: RoleBody): Promise<{ id: string; version: number }> {
  const orgIds = orgIdsOf(body);
  await checkRole(ctx, body, orgIds);
  assertMayRank(ctx, body.rank, 'work');
  const { id, version } = await roleTable.insert(ctx, { ...contentOfSet(body), rank: body.rank ?? 'work' });
  await setRoleOrgs(ctx, id, orgIds);
  ctx.audit({ subject: 'permission.role', subjectId: id, after: facts(await requireRole(ctx, id)) });
  return { id, version };
}

export async function editRole(ctx: Ctx, id: string, body: RoleBody): Promise<{ id: string; version: number }> {
  const before = await requireRole(ctx, id, true);
  await assertMayChangeRole(ctx, 'edit', before.orgIds, before);
  assertVersion(before.version, body.version, 'permission.stale');
  const orgIds = orgIdsOf(body);
  await checkRole(ctx, body, orgIds, id);
  // The role of the administrators keeps its code, its rank, its reach and its state: the system looks for it.
  const rank = body.rank ?? before.rank;
  const changesItself = body.enCode !== before.enCode || orgIds.length > 0 || (before.enabled && body.enabledMark === 0) || rank !== before.rank;
  if (changesItself) assertNotAdministratorRole(before);
  assertMayRank(ctx, body.rank, before.rank);
  const reachesFurther = (body.enabledMark === 1 && !before.enabled) || orgIds.some((orgId) => !before.orgIds.includes(orgId));
  if (reachesFurther) await assertMayGive(ctx, 'role', [id], { isGiver: await hasItself(ctx, 'role', id), orgIds });
  const { version } = await roleTable.update(ctx, before, { ...contentOfSet(body, before.type), rank });
  if (orgIds.join() !== before.orgIds.join()) await setRoleOrgs(ctx, id, orgIds);
  ctx.audit({ subject: 'permission.role', subjectId: id, before: facts(before), after: facts(await requireRole(ctx, id)) });
  return { id, version };
}

export async function removeRole(ctx: Ctx, id: string): Promise<void> {
  const role = await requireRole(ctx, id, true);
  await assertMayChangeRole(ctx, 'delete', role.orgIds, role);
  assertNotAdministratorRole(role);
  await removeSet(ctx, 'role', role, facts(role));
}

export async function toggleRole(ctx: Ctx, id: string): Promise<void> {
  const role = await requireRole(ctx, id, true);
  await assertMayChangeRole(ctx, 'edit', role.orgIds, role);
  if (role.enabled) assertNotAdministratorRole(role);
  await toggleSet(ctx, 'role', role, { isGiver: await hasItself(ctx, 'role', id), orgIds: role.orgIds });
}
