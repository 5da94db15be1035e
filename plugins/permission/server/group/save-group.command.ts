import { assertVersion } from '@nephra/plugin-sdk/server';
import type { Receiver } from '../../domain/giving.ts';
import type { GroupBody } from '../../contract/group.contract.ts';
import { assertMayGive } from '../authority/giver.ts';
import { checkSet, contentOfSet, factsOf, removeSet, toggleSet } from '../members/people-set.ts';
import type { Ctx } from '../permission-call.ts';
import { assertMayChangeGroup } from './group.repo.ts';
import { type GroupStored, groupTable } from './group.table.ts';

/** Groups are of no organisation: only what the caller holds comes with them. */
const EVERYWHERE: Receiver = { isGiver: false, orgIds: [] };

export async function createGroup(ctx: Ctx, body: GroupBody): Promise<{ id: string; version: number }> {
  await checkSet(ctx, 'group', body);
  const group = await groupTable.insert(ctx, contentOfSet(body));
  ctx.audit({ subject: 'permission.group', subjectId: group.id, after: factsOf(group) });
  return { id: group.id, version: group.version };
}

export async function editGroup(ctx: Ctx, id: string, body: GroupBody): Promise<{ id: string; version: number }> {
  const before = await openGroup(ctx, id);
  assertVersion(before.version, body.version, 'permission.stale');
  await checkSet(ctx, 'group', body, id);
  if (body.enabledMark === 1 && !before.enabled) await assertMayGive(ctx, 'group', [id], EVERYWHERE);
  const after = await groupTable.update(ctx, before, contentOfSet(body, before.type));
  ctx.audit({ subject: 'permission.group', subjectId: id, before: factsOf(before), after: factsOf(after) });
  return { id, version: after.version };
}

export const removeGroup = async (ctx: Ctx, id: string): Promise<void> => removeSet(ctx, 'group', await openGroup(ctx, id));

export const toggleGroup = async (ctx: Ctx, id: string): Promise<void> => toggleSet(ctx, 'group', await openGroup(ctx, id), EVERYWHERE);

/** The group, locked, when the caller may change it. */
async function openGroup(ctx: Ctx, id: string): Promise<GroupStored> {
  const group = await groupTable.lock(ctx, id);
  await assertMayChangeGroup(ctx, id);
  return group;
}
