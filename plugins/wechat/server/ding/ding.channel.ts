import type { MessageChannel } from '@nephra/plugin-sdk/server';
import { dingMessage, isKnownStill } from '../../domain/ding/ding-message.ts';
import { staffChannel } from '../message/staff-channel.ts';
import type { ReadCtx } from '../tables/tables.ts';
import { callDing } from './call-ding.ts';
import { dingAccount, storedDingAccount } from './ding-account.ts';
import { dingUserIds } from './ding-members.ts';

/** Messages to staff by DingTalk: the title of the kind and a link behind the sign-in. */
export const dingChannel = (ctx: ReadCtx): MessageChannel =>
  staffChannel(
    ctx,
    {
      async account() {
        const account = await dingAccount(ctx);
        return account?.messageOn ? account : undefined;
      },
      isKnownStill,
      async deliver(account, { id, address: userId }, words) {
        const body = dingMessage({ id, userId, agentId: account.agentId, siteAddress: account.siteAddress, ...words });
        // Repeatable: one member gets the same content of one app once a day.
        await callDing(ctx, account, { path: '/topapi/message/corpconversation/asyncsend_v2', query: {}, body, repeatable: true });
        return { outcome: 'sent' };
      },
    },
    {
      code: 'dingtalk',
      title: { zh: '钉钉', zhtw: '釘釘', en: 'DingTalk' },
      async ready() {
        const account = await storedDingAccount(ctx);
        return account?.messageOn === true && account.agentId !== '' && account.secret !== '' && ctx.outbound.allows(`${account.gateway}/`);
      },
      addresses: (people) => dingUserIds(ctx, people),
    },
  );
