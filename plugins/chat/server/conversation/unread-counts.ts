import { defineExtension, type ExtensionToken } from '@nephra/plugin-sdk/contract';
import { extend, sql } from '@nephra/plugin-sdk/server';
import type { ConversationCounts, UnreadConversation } from '../../../message/contract/index.ts';
import { peerOf } from '../../domain/peer.ts';
import type { ChatDb, WorkCtx } from '../tables/tables.ts';

/** The token of the plugin `message`, named here once more: chat works without that plugin, and so may not import more of it than types. */
const conversationCounts: ExtensionToken<ConversationCounts> = defineExtension('message.conversation-counts@1');

/** Conversations that the greeting tells of; its badge needs no more. */
const MAX_TOLD = 100;
const MAX_UNREAD = 999;

interface Row {
  readonly kind: 'person' | 'group';
  readonly low_id: string;
  readonly high_id: string;
  readonly unread: string;
  readonly content: string;
  readonly latest_kind: string;
  readonly sent_at: Date;
}

/** Conversations in which the others have written something that the person has not read, the newest first. */
async function unreadOf(ctx: WorkCtx, userId: string): Promise<UnreadConversation[]> {
  // rows: conversations that the greeted person is in, and of each what the others wrote since
  const { rows } = await sql<Row>`
    select c.kind, c.low_id, c.high_id, latest.content, latest.kind as latest_kind, latest.sent_at,
      (select count(*) from (select 1 from chat.message as u where u.conversation_id = c.id and u.seq > me.read_seq and u.sender_id <> ${userId}
        limit ${MAX_UNREAD}) as newer) as unread
    from chat.member as me join chat.conversation as c on c.id = me.conversation_id
    cross join lateral (select m.content, m.kind, m.sent_at from chat.message as m where m.conversation_id = c.id and m.seq > me.read_seq and m.sender_id <> ${userId}
      order by m.seq desc limit 1) as latest
    where me.user_id = ${userId} and me.left_at is null and c.last_seq > me.read_seq order by latest.sent_at desc limit ${MAX_TOLD}`.execute(ctx.db);
  return rows.map(({ kind, low_id: lowId, high_id: highId, unread, content, latest_kind, sent_at }) => ({
    ...{ sendUserId: peerOf({ kind, lowId, highId }, userId), receiveUserId: userId, unreadNum: Number(unread) },
    ...{ defaultMessage: content, defaultMessageType: latest_kind, defaultMessageTime: sent_at.getTime() },
  }));
}

/** What `initMessage` tells of the chat, wherever the plugin `message` is there to send it. */
export const chatUnreadCounts = extend<ConversationCounts, ChatDb>(conversationCounts, (ctx) => ({ unreadOf: ({ userId }) => unreadOf(ctx, userId) }));
