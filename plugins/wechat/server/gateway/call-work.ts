import { failureOf, isStaleToken, type WechatSaid } from '../../domain/work/work-errors.ts';
import type { WorkAccount } from '../account/work-account.ts';
import type { ReadCtx } from '../tables/tables.ts';
import { accessToken } from './access-token.ts';
import { WechatError } from './wechat-error.ts';
import { workToken } from './work-token.ts';
import { exchange, type WechatRequest } from './exchange.ts';

/**
 * One call in the name of the account. A token that is no good any more is replaced and the call made again: the service did not work on it.
 * Outside of any transaction.
 * @throws WechatError
 */
export async function callWork(ctx: ReadCtx, account: WorkAccount, request: WechatRequest): Promise<WechatSaid> {
  const owner = workToken(account);
  let token = await accessToken(ctx, owner);
  for (let tries = 1; ; tries += 1) {
    const said = await exchange(ctx, account.gateway, { ...request, query: { ...request.query, access_token: token } });
    const failure = failureOf(said.errcode);
    if (failure === undefined) return said;
    if (!isStaleToken(said.errcode) || tries > 1) {
      // 40001 answers a wrong secret where a token is asked for; here it is the token that is meant.
      throw new WechatError(isStaleToken(said.errcode) ? 'token' : failure, { errcode: said.errcode, said: said.errmsg });
    }
    token = await accessToken(ctx, owner, token);
  }
}
