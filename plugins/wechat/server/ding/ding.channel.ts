import type { ChannelMessage, ChannelResult, MessageChannel } from '@nephra/plugin-sdk/server';
import { dingMessage, isKnownStill } from '../../domain/ding/ding-message.ts';
import { WechatError } from '../gateway/wechat-error.ts';
import { beginTry, endTry } from '../message/tries.ts';
import { resultOf } from '../message/work.channel.ts';
import type { ReadCtx } from '../tables/tables.ts';
import { callDing } from './call-ding.ts';
import { type DingAccount, dingAccount, storedDingAccount } from './ding-account.ts';
import { dingUserIds } from './ding-members.ts';

async function sendOnce(ctx: ReadCtx, account: DingAccount, { id, address, subject, language }: ChannelMessage): Promise<ChannelResult> {
  const words = { title: subject, hint: ctx.text('message.hint', {}, language), button: ctx.text('message.open', {}, language) };
  const body = dingMessage({ id, userId: address, agentId: account.agentId, siteAddress: account.siteAddress, ...words });
  try {
    // Repeatable: one member gets the same content of one app once a day.
    await callDing(ctx, account, { path: '/topapi/message/corpconversation/asyncsend_v2', query: {}, body, repeatable: true });
    return { outcome: 'sent' };
  } catch (error) {
    if (error instanceof WechatError) return resultOf(error);
    throw error;
  }
}

/** Messages to staff by DingTalk: the title of the kind and a link behind the sign-in. */
export const dingChannel = (ctx: ReadCtx): MessageChannel => ({
  code: 'dingtalk',
  title: { zh: '钉钉', zhtw: '釘釘', en: 'DingTalk' },
  limits: { atOnce: 4, perMinute: 200 },
  recognisesRepeats: true,
  async ready() {
    const account = await storedDingAccount(ctx);
    return account?.messageOn === true && account.agentId !== '' && account.secret !== '' && ctx.outbound.allows(`${account.gateway}/`);
  },
  addresses: (people) => dingUserIds(ctx, people),
  async send(message) {
    const account = await dingAccount(ctx);
    if (!account?.messageOn) return { outcome: 'later', reason: 'not-set-up', channelDown: true };
    const began = await beginTry(ctx, message.id);
    // Cut off too long ago: the service would not know it again, so a person decides.
    const known = isKnownStill(began.getTime(), ctx.clock.steady().getTime());
    const result: ChannelResult = known ? await sendOnce(ctx, account, message) : { outcome: 'doubtful', reason: 'cut-off' };
    await endTry(ctx, message.id);
    return result;
  },
});
