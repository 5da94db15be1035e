import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { dingFailureOf, isStaleDingToken } from '../../domain/ding/ding-errors.ts';
import type { WechatSaid } from '../../domain/work/work-errors.ts';
import { accessToken, type TokenOwner } from '../gateway/access-token.ts';
import { exchange, type WechatRequest } from '../gateway/exchange.ts';
import { WechatError } from '../gateway/wechat-error.ts';
import type { ReadCtx } from '../tables/tables.ts';
import { DING, type DingAccount, dingMark } from './ding-account.ts';

type Keys = Pick<DingAccount, 'gateway' | 'appKey' | 'secret'>;

/** Asks the service for a token. @throws WechatError */
export async function fetchDingToken(ctx: ReadCtx, { gateway, appKey, secret }: Keys): Promise<{ readonly token: string; readonly seconds: number }> {
  const said = await exchange(ctx, gateway, { path: '/gettoken', query: { appkey: appKey, appsecret: secret }, repeatable: true });
  const failure = dingFailureOf(said.errcode);
  if (failure) throw new WechatError(failure, { errcode: said.errcode, said: said.errmsg });
  const { access_token: token, expires_in: seconds } = said;
  if (typeof token !== 'string' || token === '' || typeof seconds !== 'number') throw new WechatError('garbled');
  return { token, seconds };
}

/** The token of the account: the service gives the same one for as long as it lives. */
const dingToken = (account: DingAccount): TokenOwner => ({ id: DING, mark: dingMark(account), fetch: (ctx) => fetchDingToken(ctx, account) });

/**
 * One call in the name of the account. A token that is no good any more is replaced and the call made again: the service did not work on it.
 * Outside of any transaction.
 * @throws WechatError
 */
export async function callDing(ctx: ReadCtx, account: DingAccount, request: WechatRequest): Promise<WechatSaid> {
  const owner = dingToken(account);
  let token = await accessToken(ctx, owner);
  for (let tries = 1; ; tries += 1) {
    const said = await exchange(ctx, account.gateway, { ...request, query: { ...request.query, access_token: token } });
    const failure = dingFailureOf(said.errcode);
    if (failure === undefined) return said;
    if (!isStaleDingToken(said.errcode) || tries > 1) throw new WechatError(failure, { errcode: said.errcode, said: said.errmsg });
    token = await accessToken(ctx, owner, token);
  }
}

/** A failure as a person reads it. */
export const dingRefusalOf = (error: WechatError, gateway: string): AppError =>
  new AppError(`wechat.ding-${error.failure}`, { code: EnvelopeCode.Refused, params: error.params(gateway), cause: error });
