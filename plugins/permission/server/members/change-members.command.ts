import type { MemberObjectType } from '../../contract/members.contract.ts';
import { type MemberChange, replaceMembers } from '../../domain/member-change.ts';
import { assertMayGive } from '../access/giver.ts';
import { assertAdministers, type Ctx, notFound } from '../permission-call.ts';
import { assertAdministersUsers, orgIdsOfPeople } from '../access/user-scope.ts';
import { assertAdministratorRoleKeepsSomebody, lockMembers } from '../access/administrator-role.ts';
import { assertMayMember, requireMemberObject, type MemberObject } from './member-object.ts';
import { addMembers, type MemberFacts, membersOf, removeMembers, visiblePeople } from './members.repo.ts';

/** Ids in an audit entry; more of them are counted. */
const MAX_LISTED = 200;

export interface MembersChanged {
  added: number;
  removed: number;
}

/** Replaces the members visible to the caller; the others stay. */
export async function replaceMembersOf(ctx: Ctx, objectId: string, type: MemberObjectType, userIds: readonly string[]): Promise<MembersChanged> {
  const object = await openObject(ctx, objectId, type);
  const members = await membersOf(ctx, object);
  const visible = new Set(members.filter((member) => member.visible).map((member) => member.id));
  const change = replaceMembers(
    members.map((member) => member.id),
    userIds,
    (id) => visible.has(id),
  );
  return apply(ctx, object, members, change);
}

/** Adds and removes named people; adding a member or removing somebody who is none changes nothing. */
export async function changeMembersOf(ctx: Ctx, objectId: string, type: MemberObjectType, change: MemberChange): Promise<MembersChanged> {
  const object = await openObject(ctx, objectId, type);
  const members = await membersOf(ctx, object);
  const now = new Map(members.map((member) => [member.id, member]));
  const remove = [...new Set(change.remove)].filter((id) => now.has(id));
  if (remove.some((id) => now.get(id)?.visible === false)) throw notFound();
  return apply(ctx, object, members, { add: [...new Set(change.add)].filter((id) => !now.has(id)), remove });
}

async function openObject(ctx: Ctx, objectId: string, type: MemberObjectType): Promise<MemberObject> {
  const object = await requireMemberObject(ctx, objectId, type);
  assertMayMember(ctx, object, 'btn_member');
  if (object.orgId !== null) await assertAdministers(ctx, 'edit', object.orgId);
  await lockMembers(ctx, object.id);
  return object;
}

async function apply(ctx: Ctx, object: MemberObject, members: readonly MemberFacts[], { add, remove }: MemberChange): Promise<MembersChanged> {
  if (add.length + remove.length === 0) return { added: 0, removed: 0 };
  const people = await visiblePeople(ctx, [...add, ...remove]);
  // Somebody of another organisation answers like somebody who does not exist.
  if (people.length !== add.length + remove.length) throw notFound();
  await assertAdministersUsers(ctx, 'edit', people);
  if (add.length > 0) {
    const orgIds = object.type === 'group' ? [] : await orgIdsOfPeople(ctx, add);
    await assertMayGive(ctx, object.type, [object.id], { isGiver: add.includes(ctx.user.userId), orgIds });
  }
  if (object.isAdministratorRole) {
    const coming = people.filter((person) => person.enabled && add.includes(person.id));
    await assertAdministratorRoleKeepsSomebody(ctx, remove, { coming: coming.map((person) => person.id) });
  }
  await removeMembers(ctx, object, remove);
  await addMembers(ctx, object, add);
  ctx.audit({
    subject: `permission.${object.type}`,
    subjectId: object.id,
    before: { members: members.length },
    after: {
      members: members.length + add.length - remove.length,
      added: add.slice(0, MAX_LISTED),
      removed: remove.slice(0, MAX_LISTED),
      addedCount: add.length,
      removedCount: remove.length,
    },
    note: `members of ${object.name}`,
  });
  return { added: add.length, removed: remove.length };
}
