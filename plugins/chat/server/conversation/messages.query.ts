import { type HeardBody, type Page, type PushedBody, toPage } from '@nephra/plugin-sdk/contract';
import { matchesKeyword, selectPage } from '@nephra/plugin-sdk/server';
import type { chatFrames } from '../../contract/chat-frames.ts';
import { HISTORY_PAGE, isGroupPeer } from '../../contract/limits.ts';
import type { ChatMessage } from '../../contract/message.schema.ts';
import { receiverOf } from '../../domain/peer.ts';
import { isReadByAll, readByOthers } from '../../domain/read-state.ts';
import type { Ctx } from '../tables/tables.ts';
import { groupUnknown } from './open-conversation.ts';
import { nobody, peopleOf } from './people.ts';
import { type Member, membersOf, type Standing, standingIn } from './standing.ts';

interface Row {
  readonly id: string;
  readonly seq: number;
  readonly senderId: string;
  readonly kind: ChatMessage['contentType'];
  readonly content: string;
  readonly clientId: string;
  readonly sentAt: Date;
  readonly readAt: Date | null;
}

/** Messages of the conversation that the caller may see. */
const messagesIn = (ctx: Ctx, { conversationId, fromSeq }: Standing) =>
  // rows: of a conversation that the caller is in, from when they came on
  ctx.db
    .selectFrom('chat.message as m')
    .select(['m.id', 'm.seq', 'm.sender_id as senderId', 'm.kind', 'm.content', 'm.client_id as clientId', 'm.sent_at as sentAt', 'm.read_at as readAt'])
    .where('m.conversation_id', '=', conversationId)
    .where('m.seq', '>', fromSeq);

async function shown(ctx: Ctx, standing: Standing, members: readonly Member[], rows: readonly Row[]): Promise<ChatMessage[]> {
  const { userId } = ctx.user;
  const people = await peopleOf(
    ctx,
    rows.map(({ senderId }) => senderId),
  );
  return rows.map(({ id, seq, senderId, kind, content, clientId, sentAt, readAt }) => {
    const sender = people.get(senderId) ?? nobody(senderId);
    return {
      ...{ id, seq, sendUserId: senderId, sendRealName: sender.realName, sendHeadIcon: sender.headIcon, sendTime: sentAt.getTime() },
      ...{ receiveUserId: receiverOf(standing, senderId), receiveTime: readAt?.getTime() ?? null, content, contentType: kind },
      state: isReadByAll(seq, senderId, members) ? 1 : 0,
      clientId: senderId === userId ? clientId : '',
    };
  });
}

/** The frame `MessageList`: with somebody to whom nothing was written yet it is an empty page. */
export async function messageList(ctx: Ctx, asked: HeardBody<typeof chatFrames, 'MessageList'>): Promise<PushedBody<typeof chatFrames, 'messageList'>> {
  const { toUserId, currentPage = 1, pageSize = HISTORY_PAGE, sord, keyword = '' } = asked;
  const request = { currentPage, pageSize, keyword };
  const standing = await standingIn(ctx, toUserId);
  if (!standing) return { ...toPage<ChatMessage>([], 0, request), toUserId };
  const matches = matchesKeyword('m.search_grams', keyword, ['m.content']);
  const query = messagesIn(ctx, standing);
  const page = await selectPage(matches ? query.where(matches) : query, {
    db: ctx.db,
    request,
    sorts: {},
    byDefault: ['m.seq', sord === 'asc' ? 'asc' : 'desc'],
    tieBreaker: 'm.seq',
  });
  const rows = page.list.toSorted((one, other) => one.seq - other.seq);
  return { pagination: page.pagination, list: await shown(ctx, standing, await membersOf(ctx, standing.conversationId), rows), toUserId };
}

interface PlaceAsked {
  readonly peerId: string;
  readonly afterSeq?: number;
  readonly beforeSeq?: number;
  readonly pageSize?: number;
}
interface MessagesRead extends Pick<Page<ChatMessage>, 'list'> {
  more: boolean;
  latestSeq: number;
  readSeq: number;
  peerReadSeq: number;
}

/** @throws AppError `chat.group-unknown` */
export async function messagesByPlace(ctx: Ctx, { peerId, afterSeq, beforeSeq, pageSize = 50 }: PlaceAsked): Promise<MessagesRead> {
  const standing = await standingIn(ctx, peerId);
  if (!standing) {
    if (isGroupPeer(peerId)) throw groupUnknown();
    return { list: [], more: false, latestSeq: 0, readSeq: 0, peerReadSeq: 0 };
  }
  const ascending = afterSeq !== undefined;
  let query = messagesIn(ctx, standing);
  if (afterSeq !== undefined) query = query.where('m.seq', '>', afterSeq);
  if (beforeSeq !== undefined) query = query.where('m.seq', '<', beforeSeq);
  const found = await query
    .orderBy('m.seq', ascending ? 'asc' : 'desc')
    .limit(pageSize + 1)
    .execute();
  const rows = found.slice(0, pageSize).toSorted((one, other) => one.seq - other.seq);
  const members = await membersOf(ctx, standing.conversationId);
  return {
    list: await shown(ctx, standing, members, rows),
    more: found.length > pageSize,
    latestSeq: standing.lastSeq,
    readSeq: standing.readSeq,
    peerReadSeq: readByOthers(members, ctx.user.userId),
  };
}
