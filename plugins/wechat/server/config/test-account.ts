import type { WorkTestReply } from '../../contract/work/work-config.contract.ts';
import { failureOf } from '../../domain/work/work-errors.ts';
import { WechatError } from '../gateway/wechat-error.ts';
import { exchange } from '../gateway/exchange.ts';
import { fetchToken } from '../gateway/work-token.ts';
import type { Ctx } from '../tables/tables.ts';
import { WORK, workAccount } from '../account/work-account.ts';

/**
 * Whether the account works, and in one sentence why not: a token of its own, past the one that is kept, and the agent by its number. The second call is what the list of
 * trusted addresses counts for; the first one is answered to anybody.
 */
export async function testWorkAccount(ctx: Ctx): Promise<WorkTestReply> {
  const began = ctx.clock.steady().getTime();
  const account = await workAccount(ctx);
  ctx.audit({ subject: 'wechat-work-account', subjectId: WORK, note: 'test' });
  const answer = (reply: Pick<WorkTestReply, 'ok' | 'failure' | 'message' | 'errcode'>): WorkTestReply => ({
    ...reply,
    milliseconds: Math.max(0, ctx.clock.steady().getTime() - began),
  });
  try {
    if (!account) throw new WechatError('off');
    const { token } = await fetchToken(ctx, account);
    const query = { access_token: token, agentid: String(account.agentId) };
    const said = await exchange(ctx, account.gateway, { path: '/cgi-bin/agent/get', query, repeatable: true });
    const failure = failureOf(said.errcode);
    if (failure) throw new WechatError(failure, { errcode: said.errcode, said: said.errmsg });
    const name = typeof said.name === 'string' ? said.name.slice(0, 60) : '';
    return answer({ ok: true, failure: '', errcode: 0, message: ctx.text('config.testOk', { name }) });
  } catch (error) {
    if (!(error instanceof WechatError)) throw error;
    const { failure, errcode } = error;
    return answer({ ok: false, failure, errcode, message: ctx.text(`errors.wechat.work-${failure}`, error.params(account?.gateway ?? '')) });
  }
}
