import { AppError, isEnCode } from '@nephra/plugin-sdk/contract';
import { assertVersion, searchGrams } from '@nephra/plugin-sdk/server';
import type { RoleBody } from '../../contract/role.contract.ts';
import { assertHoldsAllOf } from '../authority/granted-rights.ts';
import { type Ctx, refusedAt } from '../permission-call.ts';
import { assertUnused } from '../permission-call.ts';
import { assertRoleCodeFree, countRolePeople, demandRole, type RoleRecord, setRoleOrgs } from './role.repo.ts';
import { assertMayChangeRole, assertNotAdministratorRole } from './role-reach.ts';

const orgIdsOf = ({ globalMark, organizeIdsTree }: RoleBody): string[] => [
  ...new Set(globalMark === 1 ? [] : organizeIdsTree.flatMap((path) => path.at(-1) ?? [])),
];

/** What an audit entry says of a role. */
const facts = (role: RoleRecord) => ({
  enCode: role.en_code,
  fullName: role.full_name,
  type: role.type,
  enabled: role.enabled,
  organizations: role.org_ids,
  description: role.description,
  sortCode: role.sort_code,
});

async function checkRole(ctx: Ctx, body: RoleBody, orgIds: readonly string[], ownId?: string): Promise<void> {
  if (body.fullName.trim() === '') throw refusedAt('fullName', 'name-missing');
  if (!isEnCode(body.enCode)) throw refusedAt('enCode', 'bad-code');
  if (body.globalMark === 0 && orgIds.length === 0) throw refusedAt('organizeIdsTree', 'role-org-missing');
  await assertMayChangeRole(ctx, ownId === undefined ? 'add' : 'edit', orgIds);
  if (orgIds.length > 0) {
    const known = await ctx.db.selectFrom('core.org').select('id').where('id', 'in', orgIds).where('deleted_at', 'is', null).execute();
    if (known.length !== orgIds.length) throw new AppError('permission.org-missing', { fields: [{ path: 'organizeIdsTree', msg: '' }] });
  }
  await assertRoleCodeFree(ctx, body.enCode, ownId);
}

const columnsOf = (body: RoleBody) => ({
  en_code: body.enCode,
  full_name: body.fullName.trim(),
  type: body.type ?? '',
  enabled: body.enabledMark === 1,
  sort_code: body.sortCode,
  description: body.description ?? '',
  search_grams: searchGrams(body.fullName, body.enCode),
});

export async function createRole(ctx: Ctx, body: RoleBody): Promise<{ id: string; version: number }> {
  const orgIds = orgIdsOf(body);
  await checkRole(ctx, body, orgIds);
  const id = ctx.newId();
  await ctx.db
    .insertInto('core.role')
    .values({ id, ...columnsOf(body), deleted_at: null })
    .execute();
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
  await ctx.db
    .updateTable('core.role')
    .set({ ...columnsOf(body), version: before.version + 1, updated_at: ctx.clock.now() })
    .where('id', '=', id)
    .execute();
  if (orgIds.join() !== before.org_ids.join()) await setRoleOrgs(ctx, id, orgIds);
  ctx.audit({ subject: 'permission.role', subjectId: id, before: facts(before), after: facts(await demandRole(ctx, id)) });
  return { id, version: before.version + 1 };
}

export async function removeRole(ctx: Ctx, id: string): Promise<void> {
  const role = await demandRole(ctx, id, true);
  await assertMayChangeRole(ctx, 'delete', role.org_ids);
  assertNotAdministratorRole(role);
  assertUnused(ctx, role.full_name, { person: await countRolePeople(ctx, id) });
  await ctx.db
    .updateTable('core.role')
    .set({ deleted_at: ctx.clock.now(), version: role.version + 1 })
    .where('id', '=', id)
    .execute();
  ctx.audit({ subject: 'permission.role', subjectId: id, before: facts(role), after: { deleted: true } });
}

export async function toggleRole(ctx: Ctx, id: string): Promise<void> {
  const role = await demandRole(ctx, id, true);
  await assertMayChangeRole(ctx, 'edit', role.org_ids);
  if (role.enabled) assertNotAdministratorRole(role);
  else await assertHoldsAllOf(ctx, 'role', [id]);
  await ctx.db
    .updateTable('core.role')
    .set({ enabled: !role.enabled, version: role.version + 1, updated_at: ctx.clock.now() })
    .where('id', '=', id)
    .execute();
  ctx.audit({ subject: 'permission.role', subjectId: id, before: { enabled: role.enabled }, after: { enabled: !role.enabled } });
}
