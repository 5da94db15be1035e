import type { UserId } from '@nephra/plugin-sdk/contract';
import { MAX_PUSH_PERSONS, type PushTarget } from '@nephra/plugin-sdk/server';
import { messageFrames } from '../../contract/message.frames.ts';
import { MessageType } from '../../contract/message-limits.ts';
import type { ReadCtx } from '../tables/tables.ts';

export interface NewItem {
  readonly id: string;
  readonly type: number;
  readonly title: string;
  readonly urgency: string;
  readonly creatorId: string;
}

/** Everybody of the installation, or these. */
export type Receivers = 'all' | readonly UserId[];

function* targetsOf(receivers: Receivers): Generator<PushTarget> {
  if (receivers === 'all') yield 'all';
  else for (let from = 0; from < receivers.length; from += MAX_PUSH_PERSONS) yield { persons: receivers.slice(from, from + MAX_PUSH_PERSONS) };
}

/** Tells open pages of its receivers, and of nobody else, that an item came. */
export async function tellNew(ctx: Pick<ReadCtx, 'socket'>, receivers: Receivers, item: NewItem): Promise<void> {
  const isNotice = item.type === MessageType.notice;
  const body = {
    ...{ id: item.id, userId: item.creatorId, toUserId: [], title: item.title, messageType: item.type, urgency: item.urgency },
    ...{ unreadNoticeCount: isNotice ? 1 : 0, unreadMessageCount: isNotice ? 0 : 1 },
  };
  for (const target of targetsOf(receivers)) await ctx.socket.push(target, messageFrames, 'messagePush', body);
}

/** Tells those who had it that a notice is gone, or is shown otherwise. */
export async function tellChanged(ctx: Pick<ReadCtx, 'socket'>, receivers: Receivers, id: string): Promise<void> {
  for (const target of targetsOf(receivers)) await ctx.socket.push(target, messageFrames, 'messageChanged', { id });
}
