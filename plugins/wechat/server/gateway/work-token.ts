import { failureOf } from '../../domain/work/work-errors.ts';
import { markOf, type WorkAccount } from '../account/work-account.ts';
import type { ReadCtx } from '../tables/tables.ts';
import type { TokenOwner } from './access-token.ts';
import { exchange } from './exchange.ts';
import { WechatError } from './wechat-error.ts';

/** Asks the service for a token. @throws WechatError */
export async function fetchToken(
  ctx: ReadCtx,
  { gateway, corpId, secret }: Pick<WorkAccount, 'gateway' | 'corpId' | 'secret'>,
): Promise<{ readonly token: string; readonly seconds: number }> {
  const query = { corpid: corpId, corpsecret: secret };
  const said = await exchange(ctx, gateway, { path: '/cgi-bin/gettoken', query, repeatable: true });
  const failure = failureOf(said.errcode);
  if (failure) throw new WechatError(failure, { errcode: said.errcode, said: said.errmsg });
  const { access_token: token, expires_in: seconds } = said;
  if (typeof token !== 'string' || token === '' || typeof seconds !== 'number') throw new WechatError('garbled');
  return { token, seconds };
}

/** The token of the work account: the service gives the same one for as long as it lives. */
export const workToken = (account: WorkAccount): TokenOwner => ({ id: account.id, mark: markOf(account), fetch: (ctx) => fetchToken(ctx, account) });
