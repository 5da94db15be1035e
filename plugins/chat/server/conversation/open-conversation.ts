import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import type { Contact } from '../../../permission/contract/index.ts';
import { isGroupPeer } from '../../contract/limits.ts';
import { pairOf } from '../../domain/peer.ts';
import { conversationTable, memberTable } from '../tables/conversation.table.ts';
import type { Ctx } from '../tables/tables.ts';
import { type Standing, standingIn } from './standing.ts';

/** A group that one is not in answers like one that does not exist. */
export const groupUnknown = (): AppError => new AppError('chat.group-unknown', { code: EnvelopeCode.NotFound });
/** A person whom one may not see answers like one who does not exist. */
export const personUnknown = (): AppError => new AppError('chat.person-unknown', { code: EnvelopeCode.NotFound });

/**
 * The conversation that the caller writes into; one of two begins with the first message.
 * @param people the other one among them
 * @throws AppError `chat.yourself`, `chat.person-unknown`, `chat.person-gone`, `chat.group-unknown`
 */
export async function conversationToWrite(ctx: Ctx, peerId: string, people: ReadonlyMap<string, Contact>): Promise<Standing> {
  if (peerId === ctx.user.userId) throw new AppError('chat.yourself', { code: EnvelopeCode.Invalid });
  const standing = await standingIn(ctx, peerId);
  if (isGroupPeer(peerId)) {
    if (!standing) throw groupUnknown();
    return standing;
  }
  const peer = people.get(peerId);
  if (!peer?.reachable && !(standing && peer && (await hasWritten(ctx, standing.conversationId, peerId)))) throw personUnknown();
  if (!peer.open) throw new AppError('chat.person-gone', { params: { name: peer.realName } });
  return standing ?? (await begin(ctx, peerId));
}

/** Whoever was written to may answer, even where the other one works in an organisation that is not shown here. */
async function hasWritten(ctx: Ctx, conversationId: string, personId: string): Promise<boolean> {
  // rows: whether somebody has written in the caller's own conversation
  const found = await ctx.db
    .selectFrom('chat.message')
    .select('id')
    .where('conversation_id', '=', conversationId)
    .where('sender_id', '=', personId)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

async function begin(ctx: Ctx, peerId: string): Promise<Standing> {
  const pair = pairOf(ctx.user.userId, peerId);
  const now = ctx.clock.now();
  const row = { id: ctx.newId(), kind: 'person', ...pair, fullName: '', ownerId: '', lastSeq: 0, lastAt: now, createdAt: now, endedAt: null } as const;
  // Both may write their first message at the same moment: the second one waits here and joins the conversation of the first.
  await conversationTable.insertAll({ db: ctx.db }, [row], { unlessTaken: ['lowId', 'highId'] });
  const { id } = await conversationTable
    .everywhere(ctx, 'the conversation of the caller and the other, which stands by now', 'c')
    .where('c.lowId', '=', pair.lowId)
    .where('c.highId', '=', pair.highId)
    .executeTakeFirstOrThrow();
  const member = { conversationId: id, fromSeq: 0, readSeq: 0, joinedAt: now, leftAt: null };
  await memberTable.insertAll(
    { db: ctx.db },
    [
      { ...member, userId: pair.lowId },
      { ...member, userId: pair.highId },
    ],
    { unlessTaken: ['conversationId', 'userId'] },
  );
  const standing = await standingIn(ctx, peerId);
  if (!standing) throw personUnknown();
  return standing;
}
