import type { UserId } from '@nephra/plugin-sdk/contract';
import { GROUP_PREFIX, isGroupPeer } from '../../contract/limits.ts';
import { pairOf, type Sides } from '../../domain/peer.ts';
import type { Ctx } from '../tables/tables.ts';

/** A conversation as somebody who is in it stands in it. */
export interface Standing extends Sides {
  readonly conversationId: string;
  readonly fullName: string;
  readonly ownerId: string;
  readonly lastSeq: number;
  /** What one sees stands behind this place. */
  readonly fromSeq: number;
  readonly readSeq: number;
}

/**
 * The caller's conversation with a person or a group. This is the door to all that is in it: who is not in it, or no longer, has none.
 * @param peerId as it stands on the wire
 */
export async function standingIn(ctx: Ctx, peerId: string): Promise<Standing | undefined> {
  const { lowId, highId } = isGroupPeer(peerId) ? { lowId: peerId.slice(GROUP_PREFIX.length), highId: '' } : pairOf(ctx.user.userId, peerId);
  // rows: the one conversation of these two, or this group, as far as the caller is in it
  return await ctx.db
    .selectFrom('chat.conversation as c')
    .innerJoin('chat.member as me', 'me.conversation_id', 'c.id')
    .select(['c.id as conversationId', 'c.kind', 'c.low_id as lowId', 'c.high_id as highId', 'c.full_name as fullName', 'c.owner_id as ownerId'])
    .select(['c.last_seq as lastSeq', 'me.from_seq as fromSeq', 'me.read_seq as readSeq'])
    .where('c.low_id', '=', lowId)
    .where('c.high_id', '=', highId)
    .where('me.user_id', '=', ctx.user.userId)
    .where('me.left_at', 'is', null)
    .executeTakeFirst();
}

export interface Member {
  readonly userId: UserId;
  readonly readSeq: number;
  readonly joinedAt: Date;
}

/** Who is in a conversation, the longest first. */
export async function membersOf(ctx: Pick<Ctx, 'db'>, conversationId: string): Promise<Member[]> {
  // rows: people of a conversation that the caller is in, see `standingIn`
  const rows = await ctx.db
    .selectFrom('chat.member')
    .select(['user_id', 'read_seq', 'joined_at'])
    .where('conversation_id', '=', conversationId)
    .where('left_at', 'is', null)
    .orderBy('joined_at')
    .orderBy('user_id')
    .execute();
  return rows.map((row) => ({ userId: row.user_id as UserId, readSeq: row.read_seq, joinedAt: row.joined_at }));
}
