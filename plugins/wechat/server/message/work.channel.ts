import { type MessageChannel, workAccounts } from '@nephra/plugin-sdk/server';
import { SAFE_AGAIN_MS, workMessage } from '../../domain/work/work-message.ts';
import { isUsable, storedWorkAccount, workAccount } from '../account/work-account.ts';
import { callWork } from '../gateway/call-work.ts';
import type { ReadCtx } from '../tables/tables.ts';
import { staffChannel } from './staff-channel.ts';

/** Messages to staff by the work account: the title of the kind and a link behind the sign-in. */
export const workChannel = (ctx: ReadCtx): MessageChannel =>
  staffChannel(
    ctx,
    {
      async account() {
        const account = await workAccount(ctx);
        return account?.messageOn ? account : undefined;
      },
      isKnownStill: (began, now) => now - began < SAFE_AGAIN_MS,
      async deliver(account, { id, address: touser }, words) {
        const body = workMessage({ id, touser, agentId: account.agentId, siteAddress: account.siteAddress, ...words });
        // Repeatable: the service drops what it gets twice within half an hour.
        const said = await callWork(ctx, account, { path: '/cgi-bin/message/send', query: {}, body, repeatable: true });
        if (typeof said.invaliduser === 'string' && said.invaliduser !== '') return { outcome: 'refused', reason: 'bad-address', said: said.errmsg };
        return { outcome: 'sent' };
      },
    },
    {
      code: 'wecom',
      title: { zh: '企业微信', zhtw: '企業微信', en: 'WeCom' },
      async ready() {
        const account = await storedWorkAccount(ctx);
        return account?.messageOn === true && isUsable(ctx, account);
      },
      addresses: async (people) => (await ctx.optionalService(workAccounts)?.workUserIds(people)) ?? new Map(),
    },
  );
