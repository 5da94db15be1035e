import { AppError, EnvelopeCode, type HeardBody, type UserId } from '@nephra/plugin-sdk/contract';
import { searchGrams, sql } from '@nephra/plugin-sdk/server';
import type { chatFrames } from '../../contract/chat-frames.ts';
import { isGroupPeer } from '../../contract/limits.ts';
import { settings } from '../../contract/settings.ts';
import { indexedPieces } from '../../domain/content.ts';
import { receiverOf } from '../../domain/peer.ts';
import { conversationToWrite, groupUnknown } from '../conversation/open-conversation.ts';
import { peopleOf } from '../conversation/people.ts';
import { membersOf, type Standing } from '../conversation/standing.ts';
import { type MessageStored, messageTable } from '../tables/message.table.ts';
import type { Ctx } from '../tables/tables.ts';
import { pushMessage } from './push-message.ts';
import { contentToKeep } from './sent-content.ts';
import { countSending } from './sending-limit.ts';

type Sent = HeardBody<typeof chatFrames, 'SendMessage'>;

/**
 * Stores a message and tells both sides. The same `clientId` again is the same message: nothing is stored and pushed a second time.
 * @throws AppError as `chatFrames.hears.SendMessage` says
 */
export async function sendMessage(ctx: Ctx, { toUserId, messageType, messageContent, clientId = '' }: Sent): Promise<void> {
  const kept = await contentToKeep(ctx, messageType, messageContent);
  const perMinute = await ctx.setting(settings, 'messagesPerMinute');
  const sent = await countSending(ctx);
  if (clientId !== '' && (await isStored(ctx, { clientId, toUserId, kind: messageType, content: kept.content }))) return;
  if (sent > perMinute) throw new AppError('chat.too-many', { code: EnvelopeCode.TooMany, params: { limit: perMinute } });
  const { userId } = ctx.user;
  const people = await peopleOf(ctx, isGroupPeer(toUserId) ? [userId] : [userId, toUserId]);
  const standing = await conversationToWrite(ctx, toUserId, people);
  const sentAt = ctx.clock.now();
  const message: MessageStored = {
    ...{ id: ctx.newId(), conversationId: standing.conversationId, seq: await nextPlace(ctx, standing, sentAt), senderId: userId },
    ...{ orgId: ctx.user.orgId, kind: messageType, content: kept.content, fileId: kept.fileId, clientId, sentAt, readAt: null },
  };
  const grams = searchGrams(...indexedPieces(messageType, kept.content));
  // Sent with the commit: the place in the conversation, which the next one waits for, is held for as short as possible.
  await messageTable.insertAll({ db: ctx.lateDb }, [{ ...message, searchGrams: grams }]);
  const receivers = standing.kind === 'person' ? [toUserId as UserId] : (await membersOf(ctx, standing.conversationId)).map((member) => member.userId);
  await pushMessage(ctx, { standing, message, people, receivers });
}

/**
 * Whether this message was sent before.
 * @throws AppError `chat.other-content` where the name stands for another one
 */
async function isStored(ctx: Ctx, sent: { clientId: string; toUserId: string; kind: string; content: string }): Promise<boolean> {
  // rows: a message of the caller by the name that the caller gave it
  const found = await ctx.db
    .selectFrom('chat.message as m')
    .innerJoin('chat.conversation as c', 'c.id', 'm.conversation_id')
    .select(['m.kind as messageKind', 'm.content', 'c.kind', 'c.low_id as lowId', 'c.high_id as highId'])
    .where('m.sender_id', '=', ctx.user.userId)
    .where('m.client_id', '=', sent.clientId)
    // The index knows no empty names.
    .where('m.client_id', '<>', '')
    .executeTakeFirst();
  if (!found) return false;
  const { kind, lowId, highId } = found;
  const same = receiverOf({ kind, lowId, highId }, ctx.user.userId) === sent.toUserId && found.messageKind === sent.kind && found.content === sent.content;
  if (!same) throw new AppError('chat.other-content', { code: EnvelopeCode.Conflict });
  return true;
}

/** Takes the next place of the conversation; whoever writes there next waits until this transaction is over, so places are in the order of the commits. */
async function nextPlace(ctx: Ctx, { conversationId }: Standing, now: Date): Promise<number> {
  // rows: the conversation that the caller was found to be in, asked once more now that it stands still
  const { rows } = await sql<{ last_seq: number }>`
    update chat.conversation as c set last_seq = c.last_seq + 1, last_at = ${now} from chat.member as me
    where c.id = ${conversationId} and me.conversation_id = c.id and me.user_id = ${ctx.user.userId} and me.left_at is null
    returning c.last_seq`.execute(ctx.db);
  const [row] = rows;
  // Left, or taken out of the group, meanwhile.
  if (!row) throw groupUnknown();
  return row.last_seq;
}
