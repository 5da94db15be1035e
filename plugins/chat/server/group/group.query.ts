import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { GROUP_PREFIX } from '../../contract/limits.ts';
import type { ChatGroup, GroupMember } from '../../contract/group.contract.ts';
import { groupUnknown } from '../conversation/open-conversation.ts';
import { nobody, peopleOf } from '../conversation/people.ts';
import { membersOf, type Standing, standingIn } from '../conversation/standing.ts';
import { type ConversationStored, conversationTable } from '../tables/conversation.table.ts';
import type { Ctx } from '../tables/tables.ts';

type GroupRow = Pick<ConversationStored, 'id' | 'fullName' | 'ownerId' | 'createdAt'>;

/** @throws AppError `chat.group-unknown`, also where the caller is not in it */
export async function groupOf(ctx: Ctx, groupId: string): Promise<Standing> {
  const standing = await standingIn(ctx, `${GROUP_PREFIX}${groupId}`);
  if (!standing) throw groupUnknown();
  return standing;
}

/** @throws AppError `chat.group-owner-only` */
export function assertOwner(ctx: Ctx, { ownerId }: Pick<Standing, 'ownerId'>): void {
  if (ownerId !== ctx.user.userId) throw new AppError('chat.group-owner-only', { code: EnvelopeCode.Forbidden });
}

/** The group as it stands now. */
export async function shownGroup(ctx: Ctx, groupId: string): Promise<ChatGroup> {
  const row = await conversationTable.everywhere(ctx, 'a group that the caller is in', 'c').where('c.id', '=', groupId).executeTakeFirstOrThrow();
  return shown(row, (await membersOf(ctx, groupId)).length, (await peopleOf(ctx, [row.ownerId])).get(row.ownerId)?.realName ?? '');
}

const shown = ({ id, fullName, ownerId, createdAt }: GroupRow, memberCount: number, ownerName: string): ChatGroup => ({
  ...{ id, fullName, ownerId, ownerName, memberCount },
  creatorTime: createdAt.getTime(),
});

export async function groupsOf(ctx: Ctx): Promise<ChatGroup[]> {
  // rows: groups that the caller is in
  const rows = await ctx.db
    .selectFrom('chat.member as me')
    .innerJoin('chat.conversation as c', 'c.id', 'me.conversation_id')
    .select(['c.id', 'c.full_name as fullName', 'c.owner_id as ownerId', 'c.created_at as createdAt'])
    .select((eb) =>
      eb
        .selectFrom('chat.member as other')
        .whereRef('other.conversation_id', '=', 'c.id')
        .where('other.left_at', 'is', null)
        .select(eb.fn.countAll<string>().as('people'))
        .as('people'),
    )
    .where('me.user_id', '=', ctx.user.userId)
    .where('me.left_at', 'is', null)
    .where('c.kind', '=', 'group')
    .orderBy('c.full_name')
    .orderBy('c.id')
    .execute();
  const people = await peopleOf(
    ctx,
    rows.map(({ ownerId }) => ownerId),
  );
  return rows.map((row) => shown(row, Number(row.people), people.get(row.ownerId)?.realName ?? ''));
}

export async function groupWithMembers(ctx: Ctx, groupId: string): Promise<ChatGroup & { members: GroupMember[] }> {
  const { ownerId } = await groupOf(ctx, groupId);
  const [group, members] = [await shownGroup(ctx, groupId), await membersOf(ctx, groupId)];
  const people = await peopleOf(
    ctx,
    members.map(({ userId }) => userId),
  );
  const rows = members.map(({ userId, readSeq, joinedAt }): GroupMember => {
    const { account, realName, headIcon, open } = people.get(userId) ?? nobody(userId);
    return { id: userId, account, realName, headIcon, isOwner: userId === ownerId ? 1 : 0, open, joinTime: joinedAt.getTime(), readSeq };
  });
  return { ...group, members: rows.toSorted((one, other) => other.isOwner - one.isOwner) };
}
