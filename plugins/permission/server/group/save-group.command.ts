import { assertVersion } from '@nephra/plugin-sdk/server';
import type { Receiver } from '../../domain/giving.ts';
import type { GroupBody } from '../../contract/group.contract.ts';
import { assertMayGive } from '../authority/giver.ts';
import { checkSet, factsOf, insertSet, removeSet, toggleSet, updateSet } from '../members/people-set.ts';
import type { Ctx } from '../permission-call.ts';
import { assertMayChangeGroup, demandGroup, type GroupRecord } from './group.repo.ts';

/** Groups are of no organisation: only what the caller holds comes with them. */
const EVERYWHERE: Receiver = { isGiver: false, orgIds: [] };

export async function createGroup(ctx: Ctx, body: GroupBody): Promise<{ id: string; version: number }> {
  await checkSet(ctx, 'group', body);
  const id = await insertSet(ctx, 'group', body);
  ctx.audit({ subject: 'permission.group', subjectId: id, after: factsOf(await demandGroup(ctx, id)) });
  return { id, version: 1 };
}

export async function editGroup(ctx: Ctx, id: string, body: GroupBody): Promise<{ id: string; version: number }> {
  const before = await openGroup(ctx, id);
  assertVersion(before.version, body.version, 'permission.stale');
  await checkSet(ctx, 'group', body, id);
  if (body.enabledMark === 1 && !before.enabled) await assertMayGive(ctx, 'group', [id], EVERYWHERE);
  await updateSet(ctx, 'group', before, body);
  ctx.audit({ subject: 'permission.group', subjectId: id, before: factsOf(before), after: factsOf(await demandGroup(ctx, id)) });
  return { id, version: before.version + 1 };
}

export const removeGroup = async (ctx: Ctx, id: string): Promise<void> => removeSet(ctx, 'group', await openGroup(ctx, id));

export const toggleGroup = async (ctx: Ctx, id: string): Promise<void> => toggleSet(ctx, 'group', await openGroup(ctx, id), EVERYWHERE);

/** The group, locked, when the caller may change it. */
async function openGroup(ctx: Ctx, id: string): Promise<GroupRecord> {
  const group = await demandGroup(ctx, id, true);
  await assertMayChangeGroup(ctx, id);
  return group;
}
