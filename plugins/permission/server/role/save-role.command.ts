import { AppError } from '@nephra/plugin-sdk/contract';
import { assertVersion } from '@nephra/plugin-sdk/server';
import type { RoleBody } from '../../contract/role.contract.ts';
import { assertHoldsAllOf } from '../authority/granted-rights.ts';
import { checkSet, factsOf, insertSet, removeSet, toggleSet, updateSet } from '../members/people-set.ts';
import { type Ctx, refusedAt } from '../permission-call.ts';
import { demandRole, type RoleRecord, setRoleOrgs } from './role.repo.ts';
import { assertMayChangeRole, assertNotAdministratorRole } from './role-reach.ts';

const orgIdsOf = ({ globalMark, organizeIdsTree }: RoleBody): string[] => [
  ...new Set(globalMark === 1 ? [] : organizeIdsTree.flatMap((path) => path.at(-1) ?? [])),
];

/** What an audit entry says of a role. */
const facts = (role: RoleRecord) => ({ ...factsOf(role), organizations: role.org_ids });

async function checkRole(ctx: Ctx, body: RoleBody, orgIds: readonly string[], ownId?: string): Promise<void> {
  if (body.globalMark === 0 && orgIds.length === 0) throw refusedAt('organizeIdsTree', 'role-org-missing');
  await assertMayChangeRole(ctx, ownId === undefined ? 'add' : 'edit', orgIds);
  if (orgIds.length > 0) {
    const known = await ctx.db.selectFrom('core.org').select('id').where('id', 'in', orgIds).where('deleted_at', 'is', null).execute();
    if (known.length !== orgIds.length) throw new AppError('permission.org-missing', { fields: [{ path: 'organizeIdsTree', msg: '' }] });
  }
  await checkSet(ctx, 'role', body, ownId);
}

export async function createRole(ctx: Ctx, body: RoleBody): Promise<{ id: string; version: number }> {
  const orgIds = orgIdsOf(body);
  await checkRole(ctx, body, orgIds);
  const id = await insertSet(ctx, 'role', body);
  await setRoleOrgs(ctx, id, orgIds);
  ctx.audit({ subject: 'permission.role', subjectId: id, after: facts(await demandRole(ctx, id)) });
  return { id, version: 1 };
}

export async function editRole(ctx: Ctx, id: string, body: RoleBody): Promise<{ id: string; version: number }> {
  const before = await demandRole(ctx, id, true);
  await assertMayChangeRole(ctx, 'edit', before.org_ids);
  assertVersion(before.version, body.version, 'permission.stale');
  const orgIds = orgIdsOf(body);
  await checkRole(ctx, body, orgIds, id);
  // The role of the administrators keeps its code, its reach and its state: the system looks for it.
  const changesItself = body.enCode !== before.en_code || orgIds.length > 0 || (before.enabled && body.enabledMark === 0);
  if (changesItself) assertNotAdministratorRole(before);
  const reachesFurther = (body.enabledMark === 1 && !before.enabled) || orgIds.some((orgId) => !before.org_ids.includes(orgId));
  if (reachesFurther) await assertHoldsAllOf(ctx, 'role', [id]);
  await updateSet(ctx, 'role', before, body);
  if (orgIds.join() !== before.org_ids.join()) await setRoleOrgs(ctx, id, orgIds);
  ctx.audit({ subject: 'permission.role', subjectId: id, before: facts(before), after: facts(await demandRole(ctx, id)) });
  return { id, version: before.version + 1 };
}

export async function removeRole(ctx: Ctx, id: string): Promise<void> {
  const role = await demandRole(ctx, id, true);
  await assertMayChangeRole(ctx, 'delete', role.org_ids);
  assertNotAdministratorRole(role);
  await removeSet(ctx, 'role', role, facts(role));
}

export async function toggleRole(ctx: Ctx, id: string): Promise<void> {
  const role = await demandRole(ctx, id, true);
  await assertMayChangeRole(ctx, 'edit', role.org_ids);
  if (role.enabled) assertNotAdministratorRole(role);
  await toggleSet(ctx, 'role', role);
}
