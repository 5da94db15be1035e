import { isMobile, type ReplyOf } from '@nephra/plugin-sdk/contract';
import { workAccounts } from '@nephra/plugin-sdk/server';
import { MAX_MATCHES } from '../../contract/work/work-limits.ts';
import type { WorkMatch, workPeopleContract } from '../../contract/work/work-people.contract.ts';
import { workAccount } from '../account/work-account.ts';
import { callWork } from '../gateway/call-work.ts';
import { refusalOf, WechatError } from '../gateway/wechat-error.ts';
import type { Ctx } from '../tables/tables.ts';

type Reply = ReplyOf<typeof workPeopleContract.routes.match>;

/** Calls at the same time: the service counts them. */
const AT_ONCE = 4;

/**
 * Members with the mobile numbers of unbound staff; nothing is bound. A number that the service does not know is simply not proposed.
 * @throws AppError `wechat.work-…`
 */
export async function matchMobiles(ctx: Ctx, currentPage: number): Promise<Reply> {
  const page = await ctx.service(workAccounts).page(ctx, { bound: 'no', currentPage, pageSize: MAX_MATCHES });
  const asked = page.list.filter(({ open, mobile }) => open && isMobile(mobile));
  ctx.audit({ subject: 'wechat-work-people', note: `${asked.length} mobile numbers asked about` });
  const account = await workAccount(ctx);
  if (!account) throw refusalOf(new WechatError('off'), '');
  const matches: WorkMatch[] = [];
  for (let from = 0; from < asked.length; from += AT_ONCE) {
    const found = await Promise.all(
      asked.slice(from, from + AT_ONCE).map(async ({ id, account: name, realName, mobile }) => {
        try {
          const said = await callWork(ctx, account, { path: '/cgi-bin/user/getuserid', query: {}, body: { mobile }, repeatable: true });
          return typeof said.userid === 'string' ? { id, account: name, realName, qyWxUserId: said.userid } : undefined;
        } catch (error) {
          if (!(error instanceof WechatError)) throw error;
          if (error.failure === 'nobody') return undefined;
          throw refusalOf(error, account.gateway);
        }
      }),
    );
    matches.push(...found.filter((one) => one !== undefined));
  }
  return { matches, asked: asked.length, total: page.pagination.total };
}
