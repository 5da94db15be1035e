import type { AccountTestReply } from '../../contract/account/account-parts.ts';
import { failureOf } from '../../domain/work/work-errors.ts';
import { nameTold, testAccount } from '../gateway/try-account.ts';
import { WORK, workAccount } from '../account/work-account.ts';
import { exchange } from '../gateway/exchange.ts';
import { WechatError } from '../gateway/wechat-error.ts';
import { fetchToken } from '../gateway/work-token.ts';
import type { Ctx } from '../tables/tables.ts';

/**
 * Whether the account works, and in one sentence why not: a token of its own, past the one that is kept, and the agent by its number. The second call is what the list of
 * trusted addresses counts for; the first one is answered to anybody.
 */
export async function testWorkAccount(ctx: Ctx): Promise<AccountTestReply> {
  const account = await workAccount(ctx);
  ctx.audit({ subject: 'wechat-work-account', subjectId: WORK, note: 'test' });
  return await testAccount(
    ctx,
    account?.gateway ?? '',
    (failure, params) => ctx.text(`errors.wechat.work-${failure}`, params),
    async () => {
      if (!account) throw new WechatError('off');
      const { token } = await fetchToken(ctx, account);
      const query = { access_token: token, agentid: String(account.agentId) };
      const said = await exchange(ctx, account.gateway, { path: '/cgi-bin/agent/get', query, repeatable: true });
      const failure = failureOf(said.errcode);
      if (failure) throw new WechatError(failure, { errcode: said.errcode, said: said.errmsg });
      return ctx.text('config.testOk', { name: nameTold(said.name) });
    },
  );
}
