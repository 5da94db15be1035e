import { type ChannelMessage, type ChannelResult, type MessageChannel, workAccounts } from '@nephra/plugin-sdk/server';
import { SAFE_AGAIN_MS, workMessage } from '../../domain/work/work-message.ts';
import { isUsable, storedWorkAccount, type WorkAccount, workAccount } from '../account/work-account.ts';
import { callWork } from '../gateway/call-work.ts';
import { WechatError, type WechatFailure } from '../gateway/wechat-error.ts';
import type { ReadCtx } from '../tables/tables.ts';
import { beginTry, endTry } from './tries.ts';

/** Reasons of the outbox, and whether nothing gets through at the moment. What is not named here waits and is tried again. */
const REASONS: Readonly<Partial<Record<WechatFailure, readonly [reason: string, kind: 'down' | 'later' | 'refused']>>> = {
  app: ['auth', 'down'],
  template: ['no-template', 'down'],
  'too-late': ['not-wanted', 'refused'],
  'not-wanted': ['not-wanted', 'refused'],
  content: ['refused', 'refused'],
  off: ['not-set-up', 'down'],
  'not-listed': ['not-listed', 'down'],
  unreachable: ['unreachable', 'down'],
  corp: ['auth', 'down'],
  secret: ['auth', 'down'],
  token: ['auth', 'down'],
  agent: ['auth', 'down'],
  ip: ['forbidden', 'down'],
  'no-right': ['auth', 'down'],
  limited: ['limited', 'down'],
  busy: ['limited', 'later'],
  nobody: ['bad-address', 'refused'],
  refused: ['refused', 'refused'],
};

/** What a failure means for a message. */
export function resultOf(error: WechatError): ChannelResult {
  const said = error.errcode === 0 ? error.said : `${error.errcode} ${error.said}`;
  if (error.doubtful) return { outcome: 'doubtful', reason: 'no-answer', said };
  const [reason, kind] = REASONS[error.failure] ?? ['refused', 'later'];
  if (kind === 'refused') return { outcome: 'refused', reason, said };
  return { outcome: 'later', reason, said, ...(kind === 'down' && { channelDown: true }) };
}

async function sendOnce(ctx: ReadCtx, account: WorkAccount, { id, address, subject, language }: ChannelMessage): Promise<ChannelResult> {
  const words = { title: subject, hint: ctx.text('message.hint', {}, language), button: ctx.text('message.open', {}, language) };
  const body = workMessage({ id, touser: address, agentId: account.agentId, siteAddress: account.siteAddress, ...words });
  try {
    // Repeatable: the service drops what it gets twice within half an hour.
    const said = await callWork(ctx, account, { path: '/cgi-bin/message/send', query: {}, body, repeatable: true });
    if (typeof said.invaliduser === 'string' && said.invaliduser !== '') return { outcome: 'refused', reason: 'bad-address', said: said.errmsg };
    return { outcome: 'sent' };
  } catch (error) {
    if (error instanceof WechatError) return resultOf(error);
    throw error;
  }
}

/** Messages to staff by the work account: the title of the kind and a link behind the sign-in. */
export const workChannel = (ctx: ReadCtx): MessageChannel => ({
  code: 'wecom',
  title: { zh: '企业微信', zhtw: '企業微信', en: 'WeCom' },
  limits: { atOnce: 4, perMinute: 200 },
  recognisesRepeats: true,
  async ready() {
    const account = await storedWorkAccount(ctx);
    return account?.messageOn === true && isUsable(ctx, account);
  },
  addresses: async (people) => (await ctx.optionalService(workAccounts)?.workUserIds(people)) ?? new Map(),
  async send(message) {
    const account = await workAccount(ctx);
    if (!account?.messageOn) return { outcome: 'later', reason: 'not-set-up', channelDown: true };
    const began = await beginTry(ctx, message.id);
    // Cut off too long ago: the service would not know it again, so a person decides.
    const known = ctx.clock.steady().getTime() - began.getTime() < SAFE_AGAIN_MS;
    const result: ChannelResult = known ? await sendOnce(ctx, account, message) : { outcome: 'doubtful', reason: 'cut-off' };
    await endTry(ctx, message.id);
    return result;
  },
});
