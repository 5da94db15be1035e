import { hear, sql } from '@nephra/plugin-sdk/server';
import { type UnreadConversation, conversationCounts } from '../../contract/conversation-counts.ts';
import { messageFrames } from '../../contract/message.frames.ts';
import type { FurtherTexts } from '../tables/item.table.ts';
import type { Ctx, MessageDb } from '../tables/tables.ts';
import { saidIn } from './item-view.ts';
import { type Reader, readerOf } from './reader.query.ts';
import { unreadOf } from './unread.query.ts';
import { shownTargets } from './shown-targets.ts';

interface Newest {
  readonly text: string;
  readonly time: number | null;
}
const NONE: Newest = { text: '', time: null };

/** The newest notice and the newest of the other messages, pinned or not. */
async function newest(ctx: Ctx, reader: Reader): Promise<{ readonly notice: Newest; readonly message: Newest }> {
  // Each walks an index as far as its first row, all of them in one statement: after a restart every window of a centre asks within seconds.
  // rows: titles of items that the reader has in the list
  const { rows } = await sql<{ is_notice: boolean; released_at: Date; title: string; texts: FurtherTexts | null }>`
    select one.is_notice, one.released_at, item.title, item.texts from (
      select distinct on (wanted.is_notice) wanted.is_notice, walked.item_id, walked.released_at
      from (values (true, true), (true, false), (false, true), (false, false)) as wanted (is_notice, pinned)
      cross join unnest(${[...reader.keys]}::text[]) as key (addressee)
      cross join lateral (
        select target.item_id, target.released_at ${shownTargets(ctx, reader, {})}
          and target.addressee = key.addressee and target.pinned = wanted.pinned and (target.type = 1) = wanted.is_notice
        order by target.released_at desc, target.item_id desc limit 1
      ) as walked
      order by wanted.is_notice, walked.released_at desc, wanted.pinned desc, walked.item_id desc
    ) as one join message.item as item on item.id = one.item_id`.execute(ctx.db);
  const told = (notices: boolean): Newest => {
    const row = rows.find(({ is_notice }) => is_notice === notices);
    if (!row) return NONE;
    const { title } = saidIn(ctx.language, { title: row.title, bodyText: '', creatorUser: '' }, row.texts);
    return { text: title, time: row.released_at.getTime() };
  };
  return { notice: told(true), message: told(false) };
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
    const { notice, message } = await newest(ctx, reader);
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
