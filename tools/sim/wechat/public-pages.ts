import { escaped, page } from './pages.ts';
import type { PublicAccount, SimDelivery } from './public-account.ts';

const LINKS = '<p><a href="/">员工消息</a> · <a href="/mp">关注者</a> · <a href="/mp/console">公众号后台</a></p>';

export const followersPage = ({ followers }: PublicAccount): string =>
  page(
    '公众号的关注者',
    `${LINKS}<ul>${followers.map(({ openid, name }) => `<li><a class="scan" href="/mp/phone?openid=${encodeURIComponent(openid)}"><span>${escaped(name)}</span><small>${escaped(openid)}</small></a></li>`).join('')}</ul>`,
  );

const INPUT = 'style="width:100%;box-sizing:border-box;padding:8px;margin:4px 0 10px;font:inherit"';

/** Where it calls us, as the real console asks. */
export const consolePage = ({ callback }: PublicAccount, said: string): string =>
  page(
    '公众号后台：服务器配置',
    `${LINKS}${said === '' ? '' : `<p class="card">${escaped(said)}</p>`}<form class="card" method="post" action="/mp/console"><label>服务器地址(URL)<input name="url" ${INPUT} value="${escaped(callback?.url ?? 'http://127.0.0.1:5000/api/WeChat/MP/Callback')}"></label><label>令牌(Token)<input name="token" ${INPUT} value="${escaped(callback?.token ?? 'SIMcallbacktoken')}"></label><button>提交</button></form>`,
  );

function deliveryOf({ kind, body }: SimDelivery): string {
  if (kind === 'text') return escaped(String((body.text as { readonly content?: unknown } | undefined)?.content ?? ''));
  const data = Object.entries((body.data ?? {}) as Readonly<Record<string, { readonly value?: unknown }>>);
  return `<strong>[模板]</strong> ${data.map(([name, { value }]) => `${escaped(name)}: ${escaped(String(value))}`).join('; ')}`;
}

/** What a follower got, and what they may do. */
export function phonePage(account: PublicAccount, openid: string): string {
  const name = account.followers.find((one) => one.openid === openid)?.name ?? openid;
  const rows = account.delivered
    .filter((one) => one.openid === openid)
    .map((one) => `<li><small>${new Date(one.at).toISOString()}</small><div>${deliveryOf(one)}</div></li>`);
  const hidden = `<input type="hidden" name="openid" value="${escaped(openid)}">`;
  const buttons = (account.menu ?? []).flatMap(({ sub_button: below, ...top }) => (below ? below : [top]));
  const keys = buttons
    .filter(({ type }) => type === 'click')
    .map(
      ({ name: called, key = '' }) =>
        `<form method="post" action="/mp/phone" style="display:inline">${hidden}<input type="hidden" name="event" value="CLICK"><input type="hidden" name="key" value="${escaped(key)}"><button>${escaped(called)}</button></form> `,
    );
  return page(
    `${name} 的手机`,
    `${LINKS}<ul>${rows.join('')}</ul><form class="card" method="post" action="/mp/phone">${hidden}<label>写给公众号<input name="text" ${INPUT}></label><button>发送</button></form><p>${keys.join('')}</p>`,
  );
}
