import type { ChannelMessage, ChannelResult, MessageChannel } from '@nephra/plugin-sdk/server';
import { WechatError } from '../gateway/wechat-error.ts';
import type { ReadCtx } from '../tables/tables.ts';
import { resultOf } from './result-of.ts';
import { beginTry, endTry } from './tries.ts';

/** What a message says: the title of its kind, a fixed sentence and a link. */
export interface StaffWords {
  readonly title: string;
  readonly hint: string;
  readonly button: string;
}

interface StaffService<Account> {
  /** Undefined: it is not set up, or messages are off. */
  readonly account: () => Promise<Account | undefined>;
  /** Of two instants, when the first try began and now: whether the service would know the message again, and drop it. */
  readonly isKnownStill: (began: number, now: number) => boolean;
  /** @throws WechatError */
  readonly deliver: (account: Account, message: ChannelMessage, words: StaffWords) => Promise<ChannelResult>;
}

/** Sends to a member of staff by a service that drops what it gets twice for a while. */
export const staffChannel = <Account>(
  ctx: ReadCtx,
  service: StaffService<Account>,
  facts: Pick<MessageChannel, 'code' | 'title' | 'ready' | 'addresses'>,
): MessageChannel => ({
  ...facts,
  limits: { atOnce: 4, perMinute: 200 },
  recognisesRepeats: true,
  async send(message) {
    const account = await service.account();
    if (!account) return { outcome: 'later', reason: 'not-set-up', channelDown: true };
    const began = await beginTry(ctx, message.id);
    // Cut off too long ago: the service would not know it again, so a person decides.
    const known = service.isKnownStill(began.getTime(), ctx.clock.steady().getTime());
    const result: ChannelResult = known ? await sendOnce(ctx, account, service, message) : { outcome: 'doubtful', reason: 'cut-off' };
    await endTry(ctx, message.id);
    return result;
  },
});

async function sendOnce<Account>(ctx: ReadCtx, account: Account, { deliver }: StaffService<Account>, message: ChannelMessage): Promise<ChannelResult> {
  const { subject: title, language } = message;
  try {
    return await deliver(account, message, { title, hint: ctx.text('message.hint', {}, language), button: ctx.text('message.open', {}, language) });
  } catch (error) {
    if (error instanceof WechatError) return resultOf(error);
    throw error;
  }
}
