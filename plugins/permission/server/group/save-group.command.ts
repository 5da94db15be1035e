import { isEnCode } from '@nephra/plugin-sdk/contract';
import { assertVersion, searchGrams } from '@nephra/plugin-sdk/server';
import type { GroupBody } from '../../contract/group.contract.ts';
import { assertHoldsAllOf } from '../authority/granted-rights.ts';
import { assertUnused, type Ctx, refusedAt } from '../permission-call.ts';
import { assertGroupCodeFree, assertMayChangeGroup, countGroupPeople, demandGroup, type GroupRecord } from './group.repo.ts';

/** What an audit entry says of a group. */
const facts = (group: GroupRecord) => ({
  enCode: group.en_code,
  fullName: group.full_name,
  type: group.type,
  enabled: group.enabled,
  description: group.description,
  sortCode: group.sort_code,
});

async function checkGroup(ctx: Ctx, body: GroupBody, ownId?: string): Promise<void> {
  if (body.fullName.trim() === '') throw refusedAt('fullName', 'name-missing');
  if (!isEnCode(body.enCode)) throw refusedAt('enCode', 'bad-code');
  await assertGroupCodeFree(ctx, body.enCode, ownId);
}

const columnsOf = (body: GroupBody) => ({
  en_code: body.enCode,
  full_name: body.fullName.trim(),
  type: body.type ?? '',
  enabled: body.enabledMark === 1,
  sort_code: body.sortCode,
  description: body.description ?? '',
  search_grams: searchGrams(body.fullName, body.enCode),
});

export async function createGroup(ctx: Ctx, body: GroupBody): Promise<{ id: string; version: number }> {
  await checkGroup(ctx, body);
  const id = ctx.newId();
  await ctx.db
    .insertInto('core.user_group')
    .values({ id, ...columnsOf(body), deleted_at: null })
    .execute();
  ctx.audit({ subject: 'permission.group', subjectId: id, after: facts(await demandGroup(ctx, id)) });
  return { id, version: 1 };
}

export async function editGroup(ctx: Ctx, id: string, body: GroupBody): Promise<{ id: string; version: number }> {
  const before = await demandGroup(ctx, id, true);
  await assertMayChangeGroup(ctx, id);
  assertVersion(before.version, body.version, 'permission.stale');
  await checkGroup(ctx, body, id);
  if (body.enabledMark === 1 && !before.enabled) await assertHoldsAllOf(ctx, 'group', [id]);
  await ctx.db
    .updateTable('core.user_group')
    .set({ ...columnsOf(body), version: before.version + 1, updated_at: ctx.clock.now() })
    .where('id', '=', id)
    .execute();
  ctx.audit({ subject: 'permission.group', subjectId: id, before: facts(before), after: facts(await demandGroup(ctx, id)) });
  return { id, version: before.version + 1 };
}

export async function removeGroup(ctx: Ctx, id: string): Promise<void> {
  const group = await demandGroup(ctx, id, true);
  await assertMayChangeGroup(ctx, id);
  assertUnused(ctx, group.full_name, { person: (await countGroupPeople(ctx, id)).all });
  await ctx.db
    .updateTable('core.user_group')
    .set({ deleted_at: ctx.clock.now(), version: group.version + 1 })
    .where('id', '=', id)
    .execute();
  ctx.audit({ subject: 'permission.group', subjectId: id, before: facts(group), after: { deleted: true } });
}

export async function toggleGroup(ctx: Ctx, id: string): Promise<void> {
  const group = await demandGroup(ctx, id, true);
  await assertMayChangeGroup(ctx, id);
  if (!group.enabled) await assertHoldsAllOf(ctx, 'group', [id]);
  await ctx.db
    .updateTable('core.user_group')
    .set({ enabled: !group.enabled, version: group.version + 1, updated_at: ctx.clock.now() })
    .where('id', '=', id)
    .execute();
  ctx.audit({ subject: 'permission.group', subjectId: id, before: { enabled: group.enabled }, after: { enabled: !group.enabled } });
}
