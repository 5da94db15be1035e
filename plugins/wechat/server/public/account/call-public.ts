import { publicFailureOf, tokenFailureOf } from '../../../domain/public/public-errors.ts';
import { isStaleToken, readSaid, type WechatSaid } from '../../../domain/work/work-errors.ts';
import { PUBLIC, type PublicAccount, publicMarkOf } from './public-account.ts';
import type { ReadCtx } from '../../tables/tables.ts';
import { accessToken, type TokenOwner } from '../../gateway/access-token.ts';
import { exchangeFor, type WechatRequest } from '../../gateway/exchange.ts';
import { WechatError } from '../../gateway/wechat-error.ts';

const said = ({ body }: { readonly body: Buffer }): WechatSaid | undefined => readSaid(body.toString('utf8'), 0);

/**
 * Asks the service for a token by its call for several servers: it gives the same one to all and replaces none before its time, unless it refused the one that it gave.
 * @throws WechatError
 */
export async function fetchPublicToken(ctx: ReadCtx, account: PublicAccount, anew = false): Promise<{ readonly token: string; readonly seconds: number }> {
  const body = { grant_type: 'client_credential', appid: account.appId, secret: account.secret, force_refresh: anew };
  const answer = await exchangeFor(ctx, account.gateway, { path: '/cgi-bin/stable_token', query: {}, body, repeatable: true }, said);
  const failure = tokenFailureOf(answer.errcode);
  if (failure) throw new WechatError(failure, { errcode: answer.errcode, said: answer.errmsg });
  const { access_token: token, expires_in: seconds } = answer;
  if (typeof token !== 'string' || token === '' || typeof seconds !== 'number') throw new WechatError('garbled');
  return { token, seconds };
}

export const publicToken = (account: PublicAccount): TokenOwner => ({
  id: PUBLIC,
  mark: publicMarkOf(account),
  fetch: (ctx, rejected) => fetchPublicToken(ctx, account, rejected),
});

async function called<T extends { readonly errcode: number; readonly errmsg: string }>(
  ctx: ReadCtx,
  account: PublicAccount,
  request: WechatRequest,
  read: (reply: { readonly body: Buffer; readonly headers: Readonly<Record<string, string>> }) => T | undefined,
): Promise<T> {
  const owner = publicToken(account);
  let token = await accessToken(ctx, owner);
  for (let tries = 1; ; tries += 1) {
    const answer = await exchangeFor(ctx, account.gateway, { ...request, query: { ...request.query, access_token: token } }, read);
    const failure = publicFailureOf(answer.errcode);
    if (failure === undefined) return answer;
    // The service did not work on a call with a token that is none any more.
    if (!isStaleToken(answer.errcode) || tries > 1) throw new WechatError(failure, { errcode: answer.errcode, said: answer.errmsg });
    token = await accessToken(ctx, owner, token);
  }
}

/** One call in the name of the public account. Outside of any transaction. @throws WechatError */
export const callPublic = (ctx: ReadCtx, account: PublicAccount, request: WechatRequest): Promise<WechatSaid> => called(ctx, account, request, said);

/** The same for what is answered with bytes: a picture; what is wrong comes as JSON. @throws WechatError */
export const fetchPublic = (ctx: ReadCtx, account: PublicAccount, request: WechatRequest) =>
  called(ctx, account, request, (reply) => {
    const refusal = /json|text\/plain/.test(reply.headers['content-type'] ?? '') ? said(reply) : undefined;
    return refusal
      ? { ...refusal, content: Buffer.alloc(0), type: '' }
      : { errcode: 0, errmsg: '', content: reply.body, type: reply.headers['content-type'] ?? '' };
  });
