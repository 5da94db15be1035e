import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { type SignInProvider, workAccounts } from '@nephra/plugin-sdk/server';
import { isUsable, storedWorkAccount, workAccount } from '../account/work-account.ts';
import { callWork } from '../gateway/call-work.ts';
import { refusalOf, WechatError } from '../gateway/wechat-error.ts';
import type { ReadCtx } from '../tables/tables.ts';

/** Stands in addresses of the page of sign-in. */
export const WORK_PROVIDER = 'wecom';

const refused = (key: string, params: Record<string, string> = {}): AppError => new AppError(`wechat.${key}`, { code: EnvelopeCode.Refused, params });

/** The id of the member who shows a code. @throws AppError */
async function memberOf(ctx: ReadCtx, code: string): Promise<string> {
  const account = await workAccount(ctx);
  if (!account) throw refused('work-off');
  try {
    // Not asked twice: whether the service took the code is not known when its answer is lost.
    const said = await callWork(ctx, account, { path: '/cgi-bin/auth/getuserinfo', query: { code }, repeatable: false });
    // Who is no member of the enterprise has an openid alone.
    if (typeof said.userid !== 'string' || said.userid === '') throw refused('not-a-member');
    return said.userid;
  } catch (error) {
    if (error instanceof WechatError) throw refusalOf(error, account.gateway);
    throw error;
  }
}

/** Staff sign in by scanning with the app of the work account. */
export const workSignIn = (ctx: ReadCtx): SignInProvider => ({
  code: WORK_PROVIDER,
  title: { zh: '企业微信扫码登录', zhtw: '企業微信掃碼登入', en: 'Scan with WeCom' },
  async ready() {
    const account = await storedWorkAccount(ctx);
    return account?.scanOn === true && isUsable(ctx, account) && ctx.optionalService(workAccounts) !== undefined;
  },
  async address({ returnTo, state }) {
    const account = await storedWorkAccount(ctx);
    if (!account) throw refused('work-off');
    const { loginPage, corpId, agentId, siteAddress } = account;
    // The service returns to the trusted domain alone, and what the page keeps would be missing there.
    if (siteAddress !== '' && new URL(returnTo).origin !== siteAddress) throw refused('other-site', { site: siteAddress });
    const query = new URLSearchParams({ login_type: 'CorpApp', appid: corpId, agentid: String(agentId), redirect_uri: returnTo, state });
    return `${loginPage}/wwlogin/sso/login?${query}`;
  },
  async identify(code) {
    const member = await memberOf(ctx, code);
    const [first, second] = await ctx.service(workAccounts).withWorkUserId(member);
    if (first === undefined) throw refused('unknown-member', { member });
    if (second !== undefined) throw refused('several-accounts', { member });
    return first;
  },
});
