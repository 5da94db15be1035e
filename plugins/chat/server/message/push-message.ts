import type { UserId } from '@nephra/plugin-sdk/contract';
import type { Contact } from '../../../permission/contract/index.ts';
import { chatFrames } from '../../contract/chat-frames.ts';
import { pushedContent } from '../../domain/content.ts';
import { peerOf } from '../../domain/peer.ts';
import { nobody } from '../conversation/people.ts';
import type { Standing } from '../conversation/standing.ts';
import type { MessageStored } from '../tables/message.table.ts';
import type { Ctx } from '../tables/tables.ts';

/** A message that was just stored, and whom it is told to. */
interface Told {
  readonly standing: Standing;
  readonly message: MessageStored;
  /** The sender, and in a conversation of two the other one. */
  readonly people: ReadonlyMap<string, Contact>;
  /** Who is in the conversation. */
  readonly receivers: readonly UserId[];
}

/** Tells all sockets of who is in the conversation, the sender's own among them, so that every window shows the same. */
export async function pushMessage(ctx: Ctx, { standing, message, people, receivers }: Told): Promise<void> {
  const { userId } = ctx.user;
  const peerId = peerOf(standing, userId);
  const group = { account: '', headIcon: '', realName: standing.fullName };
  const sender = people.get(userId) ?? nobody(userId);
  const receiver = standing.kind === 'group' ? group : (people.get(peerId) ?? nobody(peerId));
  const at = message.sentAt.getTime();
  const facts = { messageType: message.kind, dateTime: at, latestDate: at, id: message.id, seq: message.seq };
  const content = pushedContent(message.kind, message.content);
  await ctx.socket.push({ person: userId }, chatFrames, 'sendMessage', {
    ...{ UserId: userId, account: sender.account, headIcon: sender.headIcon, realName: sender.realName },
    ...{ toUserId: peerId, toAccount: receiver.account, toHeadIcon: receiver.headIcon, toRealName: receiver.realName },
    ...facts,
    toMessage: content,
    clientId: message.clientId,
  });
  const others = receivers.filter((id) => id !== userId);
  if (others.length === 0) return;
  const { account, headIcon, realName } = standing.kind === 'group' ? group : sender;
  await ctx.socket.push({ persons: others }, chatFrames, 'receiveMessage', {
    formUserId: peerOf(standing, others[0] ?? ''),
    ...{ account, headIcon, realName },
    ...facts,
    formMessage: content,
    ...{ sendUserId: userId, sendRealName: sender.realName, sendHeadIcon: sender.headIcon },
  });
}
