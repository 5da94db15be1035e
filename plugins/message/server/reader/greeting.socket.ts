import { hear } from '@nephra/plugin-sdk/server';
import { type UnreadConversation, conversationCounts } from '../../contract/conversation-counts.ts';
import { messageFrames } from '../../contract/message.frames.ts';
import type { Ctx, MessageDb } from '../tables/tables.ts';
import { saidIn } from './item-view.ts';
import { type Reader, readerOf } from './reader.query.ts';
import { unreadOf } from './unread.query.ts';
import { shownSlice } from './shown-targets.ts';

/** The newest item of some types, pinned or not. */
async function newest(ctx: Ctx, reader: Reader, notices: boolean): Promise<{ readonly text: string; readonly time: number | null }> {
  const first = { oldestFirst: false, limit: 1, offset: 0 };
  const type = notices ? 1 : 'others';
  // Each is the first of a walk; together they would have to be sorted.
  const found = [...(await shownSlice(ctx, reader, { type, pinned: true }, first)), ...(await shownSlice(ctx, reader, { type, pinned: false }, first))];
  const [last] = found.toSorted((one, other) => other.released_at.getTime() - one.released_at.getTime());
  // rows: the one that the reader has in the list
  const item = last && (await ctx.db.selectFrom('message.item').select(['title', 'texts']).where('id', '=', last.item_id).executeTakeFirst());
  if (!item) return { text: '', time: null };
  const { title } = saidIn(ctx.language, { title: item.title, bodyText: '', creatorUser: '' }, item.texts);
  return { text: title, time: last.released_at.getTime() };
}

/** Conversations of the plugins that have some; one that cannot tell keeps nobody from the rest. */
async function conversationsOf(ctx: Ctx): Promise<UnreadConversation[]> {
  const { userId, orgId, language } = ctx.user;
  const all: UnreadConversation[] = [];
  for (const { pluginId, value } of ctx.extensions(conversationCounts)) {
    try {
      all.push(...(await value.unreadOf({ userId, orgId, language })));
    } catch (error) {
      ctx.log.warn({ err: error, plugin: pluginId }, 'unread conversations could not be read');
    }
  }
  return all;
}

/** Greets a socket with what is unread. */
export const greeting = hear<MessageDb>()(messageFrames, {
  async OnConnection(_body, ctx) {
    const { userId } = ctx.user;
    const reader = await readerOf(ctx, userId);
    const [notice, message] = [await newest(ctx, reader, true), await newest(ctx, reader, false)];
    return {
      onlineUserList: [userId],
      onlineUsers: [userId],
      userId,
      ...(await unreadOf(ctx, reader)),
      ...{ noticeDefaultText: notice.text, noticeDefaultTime: notice.time, messageDefaultText: message.text, messageDefaultTime: message.time },
      // Last: a statement that fails there must not fail these.
      unreadNums: await conversationsOf(ctx),
    };
  },
});
