import { implement, requireSystemAdministrator } from '@nephra/plugin-sdk/server';
import { dingConfigContract, thirdTestContract } from '../../contract/ding/ding-config.contract.ts';
import { DING_GATEWAY } from '../../contract/ding/ding-limits.ts';
import { WORK_GATEWAY } from '../../contract/work/work-limits.ts';
import { failureOf } from '../../domain/work/work-errors.ts';
import { storedWorkAccount, workAccount } from '../account/work-account.ts';
import { exchange } from '../gateway/exchange.ts';
import { refusalOf, WechatError } from '../gateway/wechat-error.ts';
import { fetchToken } from '../gateway/work-token.ts';
import type { Ctx, WechatDb } from '../tables/tables.ts';
import { dingRefusalOf, fetchDingToken } from './call-ding.ts';
import { dingAccount, storedDingAccount } from './ding-account.ts';
import { dingViewOf, saveDingAccount, testDingAccount } from './ding-config.ts';

/** The DingTalk account, for system administrators. */
export const dingConfigRoutes = implement<WechatDb>()(dingConfigContract, {
  async read(_input, ctx) {
    requireSystemAdministrator(ctx);
    return dingViewOf(ctx, await storedDingAccount(ctx));
  },
  save({ body }, ctx) {
    requireSystemAdministrator(ctx);
    return saveDingAccount(ctx, body);
  },
  test(_input, ctx) {
    requireSystemAdministrator(ctx);
    return testDingAccount(ctx);
  },
});

interface TypedWork {
  readonly corpId: string;
  readonly agentId: string;
  readonly secret: string;
}

/** A token for what was typed and, of an app, its agent. What was kept for the same corporation stands in for a secret that was left out. @throws WechatError */
async function tryWork(ctx: Ctx, typed: TypedWork, isApp: boolean): Promise<void> {
  const kept = await workAccount(ctx);
  const [corpId, agentId] = [typed.corpId || (kept?.corpId ?? ''), typed.agentId || String(kept?.agentId ?? '')];
  const secret = typed.secret || (isApp && kept?.corpId === corpId ? kept.secret : '');
  if (corpId === '' || secret === '') throw new WechatError('off');
  const gateway = (await storedWorkAccount(ctx))?.gateway ?? WORK_GATEWAY;
  const { token } = await fetchToken(ctx, { gateway, corpId, secret });
  if (!isApp) return;
  const said = await exchange(ctx, gateway, { path: '/cgi-bin/agent/get', query: { access_token: token, agentid: agentId }, repeatable: true });
  const failure = failureOf(said.errcode);
  if (failure) throw new WechatError(failure, { errcode: said.errcode, said: said.errmsg });
}

/** Tests of the platform's page of configuration. */
export const thirdTestRoutes = implement<WechatDb>()(thirdTestContract, {
  async work({ params, body }, ctx) {
    requireSystemAdministrator(ctx);
    ctx.audit({ subject: 'wechat-work-account', subjectId: 'typed', note: 'test' });
    const isApp = params.type === '1';
    const secret = (isApp ? body.qyhAgentSecret : body.qyhCorpSecret) ?? '';
    try {
      await tryWork(ctx, { corpId: body.qyhCorpId?.trim() ?? '', agentId: body.qyhAgentId?.trim() ?? '', secret: secret.trim() }, isApp);
    } catch (error) {
      if (error instanceof WechatError) throw refusalOf(error, (await storedWorkAccount(ctx))?.gateway ?? WORK_GATEWAY);
      throw error;
    }
    ctx.message('tested');
    return null;
  },
  async ding({ body }, ctx) {
    requireSystemAdministrator(ctx);
    ctx.audit({ subject: 'wechat-ding-account', subjectId: 'typed', note: 'test' });
    const [kept, stored] = [await dingAccount(ctx), await storedDingAccount(ctx)];
    const gateway = stored?.gateway ?? DING_GATEWAY;
    const appKey = body.dingSynAppKey?.trim() || (kept?.appKey ?? '');
    const secret = body.dingSynAppSecret?.trim() || (kept?.appKey === appKey ? kept.secret : '');
    try {
      if (appKey === '' || secret === '') throw new WechatError('off');
      await fetchDingToken(ctx, { gateway, appKey, secret });
    } catch (error) {
      if (error instanceof WechatError) throw dingRefusalOf(error, gateway);
      throw error;
    }
    ctx.message('tested');
    return null;
  },
});
