import { AppError, EnvelopeCode, type UserId } from '@nephra/plugin-sdk/contract';
import { sql } from '@nephra/plugin-sdk/server';
import { chatFrames } from '../../contract/chat-frames.ts';
import { MAX_GROUP_MEMBERS, MAX_GROUPS_OF_PERSON } from '../../contract/limits.ts';
import type { ChatGroup } from '../../contract/group.contract.ts';
import { wholeCharacters } from '../../domain/whole-characters.ts';
import { personUnknown } from '../conversation/open-conversation.ts';
import { peopleOf } from '../conversation/people.ts';
import { membersOf, type Standing } from '../conversation/standing.ts';
import { conversationTable, memberTable } from '../tables/conversation.table.ts';
import type { Ctx } from '../tables/tables.ts';
import { assertOwner, groupOf, shownGroup } from './group.query.ts';

/** A name that says something. @throws AppError `chat.group-name` */
function nameOf(fullName: string): string {
  const name = wholeCharacters(fullName).trim();
  if (name === '') throw new AppError('chat.group-name', { code: EnvelopeCode.Invalid, fields: [{ path: 'fullName', msg: '' }] });
  return name;
}

/** @throws AppError `chat.person-unknown` where one of them may not be written to by the caller */
async function assertReachable(ctx: Ctx, ids: readonly string[]): Promise<void> {
  const people = await peopleOf(ctx, ids);
  if (ids.some((id) => people.get(id)?.reachable !== true)) throw personUnknown();
}

const assertRoom = (count: number): void => {
  if (count > MAX_GROUP_MEMBERS) throw new AppError('chat.group-full', { params: { limit: MAX_GROUP_MEMBERS } });
};

/** Keeps writers and other changes of the group waiting, and tells how it stands then. @throws AppError `chat.group-unknown` */
async function lockedGroup(ctx: Ctx, groupId: string): Promise<Standing> {
  await groupOf(ctx, groupId);
  // rows: the group that the caller was just found to be in
  await ctx.db.selectFrom('chat.conversation').select('id').where('id', '=', groupId).forNoKeyUpdate().execute();
  return await groupOf(ctx, groupId);
}

const tell = (ctx: Ctx, groupId: string, people: readonly UserId[]): Promise<void> =>
  ctx.socket.push({ persons: [...new Set(people)] }, chatFrames, 'groupChanged', { groupId });

async function tellMembers(ctx: Ctx, groupId: string, alsoTo: readonly string[] = []): Promise<void> {
  const members = await membersOf(ctx, groupId);
  await tell(ctx, groupId, [...members.map(({ userId }) => userId), ...(alsoTo as UserId[])]);
}

/** @throws AppError `chat.group-name`, `chat.person-unknown`, `chat.group-full`, `chat.too-many-groups` */
export async function createGroup(ctx: Ctx, asked: { readonly fullName: string; readonly userIds: readonly string[] }): Promise<ChatGroup> {
  const { userId } = ctx.user;
  const fullName = nameOf(asked.fullName);
  const others = [...new Set(asked.userIds)].filter((id) => id !== userId);
  assertRoom(others.length + 1);
  await assertReachable(ctx, others);
  // rows: how many groups the caller looks after
  const { rows } = await sql<{ count: string }>`
    select count(*) as count from chat.conversation where owner_id = ${userId} and owner_id <> '' and ended_at is null`.execute(ctx.db);
  if (Number(rows[0]?.count ?? 0) >= MAX_GROUPS_OF_PERSON) throw new AppError('chat.too-many-groups', { params: { limit: MAX_GROUPS_OF_PERSON } });
  const [id, now] = [ctx.newId(), ctx.clock.now()];
  await conversationTable.insertAll({ db: ctx.db }, [
    { id, kind: 'group', lowId: id, highId: '', fullName, ownerId: userId, lastSeq: 0, lastAt: now, createdAt: now, endedAt: null },
  ]);
  await memberTable.insertAll(
    { db: ctx.db },
    [userId, ...others].map((member) => ({ conversationId: id, userId: member, fromSeq: 0, readSeq: 0, joinedAt: now, leftAt: null })),
  );
  ctx.audit({ subject: 'chat-group', subjectId: id, after: { fullName, members: [userId, ...others] } });
  await tellMembers(ctx, id);
  return await shownGroup(ctx, id);
}

/** @throws AppError `chat.group-unknown`, `chat.group-owner-only`, `chat.group-name` */
export async function renameGroup(ctx: Ctx, groupId: string, asked: string): Promise<ChatGroup> {
  const fullName = nameOf(asked);
  const group = await lockedGroup(ctx, groupId);
  assertOwner(ctx, group);
  // rows: the group that was just locked
  await ctx.db.updateTable('chat.conversation').set({ full_name: fullName }).where('id', '=', groupId).execute();
  ctx.audit({ subject: 'chat-group', subjectId: groupId, before: { fullName: group.fullName }, after: { fullName } });
  await tellMembers(ctx, groupId);
  return await shownGroup(ctx, groupId);
}

/** @throws AppError `chat.group-unknown`, `chat.person-unknown`, `chat.group-full` */
export async function addMembers(ctx: Ctx, groupId: string, userIds: readonly string[]): Promise<ChatGroup> {
  const { lastSeq } = await lockedGroup(ctx, groupId);
  const members = await membersOf(ctx, groupId);
  const present = new Set<string>(members.map(({ userId }) => userId));
  const added = [...new Set(userIds)].filter((id) => !present.has(id));
  if (added.length > 0) {
    assertRoom(members.length + added.length);
    await assertReachable(ctx, added);
    const now = ctx.clock.now();
    // Who comes again is there already; what was written before stays hidden from them, too.
    await sql`
      insert into chat.member (conversation_id, user_id, from_seq, read_seq, joined_at, left_at)
      select ${groupId}, added.id, ${lastSeq}, ${lastSeq}, ${now}, null from unnest(${added}::text[]) as added (id)
      on conflict (conversation_id, user_id) do update set from_seq = excluded.from_seq, read_seq = excluded.read_seq, joined_at = excluded.joined_at, left_at = null
    `.execute(ctx.db);
    await tellMembers(ctx, groupId);
  }
  ctx.audit({ subject: 'chat-group', subjectId: groupId, after: { added } });
  return await shownGroup(ctx, groupId);
}

async function takeOut(ctx: Ctx, groupId: string, userId: string): Promise<void> {
  // rows: somebody of the group that was just locked
  await ctx.db
    .updateTable('chat.member')
    .set({ left_at: ctx.clock.now() })
    .where('conversation_id', '=', groupId)
    .where('user_id', '=', userId)
    .where('left_at', 'is', null)
    .execute();
}

const setOwner = async (ctx: Ctx, groupId: string, ownerId: string): Promise<void> => {
  // rows: the group that was just locked
  await ctx.db.updateTable('chat.conversation').set({ owner_id: ownerId }).where('id', '=', groupId).execute();
};

/** @throws AppError `chat.group-unknown`, `chat.group-owner-only`, `chat.group-owner-stays` */
export async function removeMember(ctx: Ctx, groupId: string, userId: string): Promise<ChatGroup> {
  assertOwner(ctx, await lockedGroup(ctx, groupId));
  if (userId === ctx.user.userId) throw new AppError('chat.group-owner-stays', { code: EnvelopeCode.Invalid });
  await takeOut(ctx, groupId, userId);
  ctx.audit({ subject: 'chat-group', subjectId: groupId, after: { removed: userId } });
  await tellMembers(ctx, groupId, [userId]);
  return await shownGroup(ctx, groupId);
}

/** @throws AppError `chat.group-unknown`, `chat.group-owner-only`, `chat.not-in-group` */
export async function handOver(ctx: Ctx, groupId: string, userId: string): Promise<ChatGroup> {
  const group = await lockedGroup(ctx, groupId);
  assertOwner(ctx, group);
  if (!(await membersOf(ctx, groupId)).some((member) => member.userId === userId)) throw new AppError('chat.not-in-group', { code: EnvelopeCode.NotFound });
  await setOwner(ctx, groupId, userId);
  ctx.audit({ subject: 'chat-group', subjectId: groupId, before: { ownerId: group.ownerId }, after: { ownerId: userId } });
  await tellMembers(ctx, groupId);
  return await shownGroup(ctx, groupId);
}

/** Left already, or never in it: nothing happens. */
export async function leaveGroup(ctx: Ctx, groupId: string): Promise<void> {
  ctx.audit({ subject: 'chat-group', subjectId: groupId });
  const { userId } = ctx.user;
  // rows: whether the caller is in the group
  const there = await ctx.db
    .selectFrom('chat.member as me')
    .innerJoin('chat.conversation as c', 'c.id', 'me.conversation_id')
    .select('c.id')
    .where('me.conversation_id', '=', groupId)
    .where('me.user_id', '=', userId)
    .where('me.left_at', 'is', null)
    .where('c.kind', '=', 'group')
    .executeTakeFirst();
  if (!there) return;
  const group = await lockedGroup(ctx, groupId);
  await takeOut(ctx, groupId, userId);
  const [longest] = await membersOf(ctx, groupId);
  if (!longest) {
    // rows: the group that was just locked, and that nobody is in any more
    await ctx.db.updateTable('chat.conversation').set({ ended_at: ctx.clock.now() }).where('id', '=', groupId).execute();
  } else if (group.ownerId === userId) await setOwner(ctx, groupId, longest.userId);
  await tellMembers(ctx, groupId, [userId]);
}
