import type { UserId } from '@nephra/plugin-sdk/contract';
import type { StaffSync } from '@nephra/plugin-sdk/server';
import { sourceOf, type SyncItemState, type SyncSource } from '../../contract/sync/sync-limits.ts';
import { TOP_THERE } from '../../domain/sync/plan-push.ts';
import { type DepartmentFacts, idInCode, type PersonFacts, prefixOf } from '../../domain/sync/plan-sync.ts';
import { bindDingMember, unbindDingMember } from '../ding/ding-members.ts';
import type { SyncItemStored, SyncRunStored } from '../tables/sync.table.ts';
import type { ReadCtx } from '../tables/tables.ts';
import type { AddressBook } from './address-book.ts';
import { departmentLinks, linkDepartment, unlinkDepartment } from './department-links.ts';

/** What became of a line over there, and what is to be written here with it, in one transaction. */
export interface Pushed {
  readonly state: SyncItemState;
  readonly key?: string;
  readonly here?: () => Promise<void>;
}

interface PushWork {
  readonly ctx: ReadCtx;
  readonly staff: StaffSync;
  readonly run: SyncRunStored;
  readonly book: AddressBook;
}

const isDepartment = (facts: DepartmentFacts | PersonFacts): facts is DepartmentFacts => 'parent' in facts;
const TOP = String(TOP_THERE);
const KEPT: Pushed = { state: 'kept' };

/** Counterpart of a department here; one that was to be made and was refused, or none: the highest one. */
async function placeThere({ ctx, staff, run }: PushWork, place: string): Promise<string> {
  if (place === '') return TOP;
  const source = sourceOf(run.kind);
  const link = (await departmentLinks(ctx, source)).get(place);
  if (link !== undefined) return link;
  const code = (await staff.departments(run.targetId)).find(({ id }) => id === place)?.enCode ?? '';
  return idInCode(code, prefixOf(source)) ?? TOP;
}

async function bind({ ctx, staff, run }: PushWork, userId: string, memberId: string): Promise<void> {
  if (sourceOf(run.kind) === 'ding') await bindDingMember(ctx, userId, memberId);
  else await staff.apply(run.creatorId as UserId, { kind: 'change-person', id: userId, workUserId: memberId });
}

async function unbind({ ctx, staff, run }: PushWork, userId: string, memberId: string): Promise<void> {
  if (sourceOf(run.kind) === 'ding') await unbindDingMember(ctx, userId, memberId);
  else await staff.apply(run.creatorId as UserId, { kind: 'change-person', id: userId, workUserId: '' });
}

async function pushDepartment(work: PushWork, item: SyncItemStored, before: DepartmentFacts | null, after: DepartmentFacts): Promise<Pushed> {
  const { ctx, book } = work;
  const source: SyncSource = sourceOf(work.run.kind);
  const link = (key: string): Pushed => ({ state: 'done', key, here: () => linkDepartment(ctx, source, item.localId, key) });
  if (after.binds) return link(item.itemKey);
  if (item.act === 'add') return link(await book.addDepartment(after.fullName, await placeThere(work, after.parent)));
  await book.changeDepartment(item.itemKey, {
    ...(before?.fullName !== after.fullName && { name: after.fullName }),
    ...(before?.parent !== after.parent && { parent: await placeThere(work, after.parent) }),
  });
  return { state: 'done' };
}

async function pushPerson(work: PushWork, { act, itemKey, localId }: SyncItemStored, before: PersonFacts | null, after: PersonFacts): Promise<Pushed> {
  const { book } = work;
  if (act === 'add') {
    const { realName: name, mobile, place } = after;
    await book.addMember({ id: itemKey, name, mobile, department: await placeThere(work, place ?? '') });
    return { state: 'done', here: () => bind(work, localId, itemKey) };
  }
  if (act === 'disable') await book.setMemberOn?.(itemKey, false);
  else
    await book.changeMember(itemKey, {
      ...(before?.realName !== after.realName && { name: after.realName }),
      ...(before?.place !== after.place && after.place !== null && { department: await placeThere(work, after.place) }),
    });
  return { state: 'done' };
}

/** One line over there. Made once, however often it is asked for. @throws WechatError */
export async function pushItem(work: PushWork, item: SyncItemStored): Promise<Pushed> {
  const { before, after } = item.facts;
  if (item.act === 'conflict') return { state: 'left' };
  return isDepartment(after)
    ? await pushDepartment(work, item, before as DepartmentFacts | null, after)
    : await pushPerson(work, item, before as PersonFacts | null, after);
}

async function undoDepartment(work: PushWork, item: SyncItemStored, before: DepartmentFacts | null, after: DepartmentFacts): Promise<Pushed> {
  const { ctx, book, run } = work;
  const unlinked: Pushed = { state: 'undone', here: () => unlinkDepartment(ctx, sourceOf(run.kind), item.localId) };
  if (after.binds) return unlinked;
  const there = await book.department(item.itemKey);
  if (item.act === 'add') {
    if (!there) return unlinked;
    return there.name === after.fullName && (await book.removeDepartment(item.itemKey)) ? unlinked : KEPT;
  }
  if (!before || there?.name !== after.fullName || there.parent !== (await placeThere(work, after.parent))) return KEPT;
  await book.changeDepartment(item.itemKey, {
    ...(before.fullName !== after.fullName && { name: before.fullName }),
    ...(before.parent !== after.parent && { parent: await placeThere(work, before.parent) }),
  });
  return { state: 'undone' };
}

/** Whoever has signed in there has something to lose: they go out of use where there is such a state, and stay otherwise. */
async function undoPerson(work: PushWork, { act, itemKey, localId }: SyncItemStored, before: PersonFacts | null, after: PersonFacts): Promise<Pushed> {
  const { book } = work;
  const there = await book.member(itemKey);
  if (act === 'add') {
    const unbound: Pushed = { state: 'undone', here: () => unbind(work, localId, itemKey) };
    if (!there) return unbound;
    if (there.name !== '' && there.name !== after.realName) return KEPT;
    if (!there.active) await book.removeMember(itemKey);
    else if (book.setMemberOn) await book.setMemberOn(itemKey, false);
    else return KEPT;
    return unbound;
  }
  if (!there || !before) return KEPT;
  if (act === 'disable') {
    if (there.on) return KEPT;
    await book.setMemberOn?.(itemKey, true);
    return { state: 'undone' };
  }
  const isPlaced = after.place === null || (there.departments.length === 1 && there.departments[0] === (await placeThere(work, after.place)));
  if ((there.name !== '' && there.name !== after.realName) || !isPlaced) return KEPT;
  await book.changeMember(itemKey, {
    ...(before.realName !== after.realName && { name: before.realName }),
    ...(before.place !== after.place && before.place !== null && { department: await placeThere(work, before.place) }),
  });
  return { state: 'undone' };
}

/** Takes a line back. What somebody changed over there since, or has used, stays. @throws WechatError */
export async function unpushItem(work: PushWork, item: SyncItemStored): Promise<Pushed> {
  const { before, after } = item.facts;
  return isDepartment(after)
    ? await undoDepartment(work, item, before as DepartmentFacts | null, after)
    : await undoPerson(work, item, before as PersonFacts | null, after);
}
