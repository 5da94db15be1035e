import type { SimMember } from './people.ts';
import type { SimMessage } from './work-account.ts';

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
export const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => SIGNS[sign] ?? sign);

const STYLE = `body{margin:0;font:16px/1.6 system-ui,"PingFang SC","Microsoft YaHei",sans-serif;background:#f2f5f8;color:#14293d}
main{max-width:640px;margin:0 auto;padding:24px 16px}h1{font-size:22px}ul{list-style:none;padding:0;display:grid;gap:10px}
li,.card{background:#fff;border:1px solid #dde6ee;border-radius:12px;padding:14px 16px}a{color:#155f9f}li>a.scan{display:flex;justify-content:space-between;text-decoration:none;gap:12px}
small{color:#5c7287}.sim{background:#fff7e0;border:1px solid #ecd9a0;border-radius:8px;padding:6px 12px}`;

export const page = (title: string, body: string): string =>
  `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)}</title><style>${STYLE}</style><main><p class="sim">SIMULATION · 模拟的企业微信，不会连接任何真实系统</p><h1>${escaped(title)}</h1>${body}</main></html>`;

/** In place of the picture to scan: one press is the scan of that person. */
export function scanPage(members: readonly SimMember[], query: URLSearchParams): string {
  const link = (userid: string): string => {
    const asked = new URLSearchParams({ redirect_uri: query.get('redirect_uri') ?? '', state: query.get('state') ?? '', userid });
    return `/wwlogin/scan?${escaped(asked.toString())}`;
  };
  const rows = members.map(
    ({ userid, name }) => `<li><a class="scan" href="${link(userid)}"><span>以 ${escaped(name)} 扫码</span><small>${escaped(userid)}</small></a></li>`,
  );
  return page(
    '请选择由谁扫码',
    `<ul>${rows.join('')}<li><a class="scan" href="${link('SIM.nobody')}"><span>以非企业成员扫码</span><small>openid</small></a></li></ul>`,
  );
}

export const flawPage = (flaw: string): string => page('无法登录', `<p class="card">${escaped(flaw)}</p>`);

/** What was sent, the latest first. */
export function mailboxPage(sent: readonly SimMessage[]): string {
  const rows = [...sent].reverse().map(({ at, touser, content }) => {
    const { title = '', description = '', content: text = '', url = '' } = content;
    // Only web addresses become links.
    const link = /^https?:\/\//.test(url) ? `<p><a href="${escaped(url)}">${escaped(url)}</a></p>` : '';
    return `<li><small>${escaped(touser)} · ${new Date(at).toISOString()}</small><div><strong>${escaped(title)}</strong></div><div>${escaped(description || text)}</div>${link}</li>`;
  });
  return page('已发送的消息', rows.length === 0 ? '<p class="card">还没有消息。</p>' : `<ul>${rows.join('')}</ul>`);
}
