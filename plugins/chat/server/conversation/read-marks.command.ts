import type { UserId } from '@nephra/plugin-sdk/contract';
import { sql } from '@nephra/plugin-sdk/server';
import { chatFrames } from '../../contract/chat-frames.ts';
import { peerOf } from '../../domain/peer.ts';
import type { Ctx } from '../tables/tables.ts';
import { standingIn } from './standing.ts';

/**
 * The caller has read what stands up to a place. Marks go forward alone: said again, late or with a place that nothing stands at yet, it changes nothing.
 * @param seq left out: up to the newest
 */
export async function markRead(ctx: Ctx, peerId: string, seq: number | undefined): Promise<void> {
  const standing = await standingIn(ctx, peerId);
  if (!standing) return;
  const { conversationId, kind, lastSeq, readSeq } = standing;
  const upTo = Math.min(seq ?? lastSeq, lastSeq);
  if (upTo <= readSeq) return;
  const { userId } = ctx.user;
  const now = ctx.clock.now();
  // rows: the caller's own mark
  const { rows } = await sql<{ read_seq: number }>`
    update chat.member set read_seq = ${upTo} where conversation_id = ${conversationId} and user_id = ${userId} and read_seq < ${upTo}
    returning read_seq`.execute(ctx.db);
  if (rows.length === 0) return;
  const body = { readerId: userId, seq: upTo, readTime: now.getTime() };
  await ctx.socket.push({ person: userId }, chatFrames, 'messagesRead', { ...body, formUserId: peerId });
  if (kind === 'group') return;
  // rows: what the other one wrote in the caller's own conversation
  await ctx.lateDb
    .updateTable('chat.message')
    .set({ read_at: now })
    .where('conversation_id', '=', conversationId)
    .where('seq', '>', readSeq)
    .where('seq', '<=', upTo)
    .where('sender_id', '<>', userId)
    .where('read_at', 'is', null)
    .execute();
  await ctx.socket.push({ person: peerOf(standing, userId) as UserId }, chatFrames, 'messagesRead', { ...body, formUserId: userId });
}
