import axios, { type AxiosResponse } from 'axios';
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { LEVEL_3_PASSWORDS } from '@nephra/plugin-sdk/contract';
import { useButtonPermission } from '@nephra/plugin-sdk/web';
import { sampleMenu, sampleSession, sampleSessionInfo, sampleUser } from './session/session-samples.ts';
import { MENUS, name, Refusal, row, type World } from './start-shell.fixture.ts';
import { startShell } from './start-shell.tsx';

/** Remembers what was typed, as every page remembers its filter and its place in the list. */
function PatientPage() {
  const mayAdd = useButtonPermission('btn_add');
  return (
    <>
      <p>patients of the day{mayAdd ? ', one more' : ''}</p>
      <input aria-label="filter" />
    </>
  );
}
const MODULE = {
  default: { id: 'patient', version: '1.0.0', sdk: '^1.0.0', name, pages: [{ enCode: 'his.patient', load: async () => ({ Page: PatientPage }) }] },
};

let end: (() => void) | undefined;
let world: World;

/** The shell in a document of its own; the server answers from a table. */
async function open(address: string, options: { fromLogin?: boolean } = {}) {
  window.history.replaceState(null, '', address);
  document.body.innerHTML = '<div id="app"></div>';
  const transport = axios.create({
    adapter: async (config) => {
      const path = (config.url ?? '').split('?')[0] ?? '';
      world.sent.push(`${config.method} ${path}`);
      const answer = world.replies[path] ?? null;
      const data =
        answer instanceof Refusal
          ? { code: answer.code, msg: answer.key, data: null, timestamp: world.timestamp ?? 0, extras: { error: answer.key } }
          : answer instanceof Error
            ? { code: 600, msg: answer.message, data: null, timestamp: world.timestamp ?? 0 }
            : { code: 200, msg: '操作成功', data: answer, timestamp: world.timestamp ?? 0 };
      return { data, status: 200, statusText: '', headers: {}, config } as AxiosResponse;
    },
  });
  const location = new Proxy(window.location, { get: (target, key) => (key === 'replace' ? (to: string) => world.gone.push(to) : Reflect.get(target, key)) });
  const view = new Proxy(window, {
    get(target, key) {
      if (key === 'location') return location;
      const value: unknown = Reflect.get(target, key);
      return typeof value === 'function' && !/^[A-Z]/.test(String(key)) ? value.bind(target) : value;
    },
  }) as Window & typeof globalThis;
  await act(async () => {
    end = await startShell(
      {
        page: document,
        view,
        transport,
        early: { begin: () => {}, take: () => undefined, takeFile: () => undefined, forget: () => world.dropped.push(window.location.pathname) },
        apiBase: '',
        now: () => 1_700_000_000_000,
        random: () => 0.5,
        later: () => () => {},
        modules: {
          import: async <T,>() => MODULE as T,
          delete: () => true,
          addFiles: () => {},
          forgetFailures: () => [],
          resolve: (id) => id,
          has: () => false,
        },
      },
      options,
    );
  });
}

const settled = async (look: () => unknown) => {
  for (let turn = 0; turn < 2_000 && !look(); turn += 1) await act(async () => new Promise((done) => setTimeout(done, 5)));
  expect(look()).toBeTruthy();
};
const text = () => document.body.textContent ?? '';

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  localStorage.clear();
  localStorage.setItem('jnpf_token', 'Bearer x|String');
  localStorage.setItem('jnpf_language', 'zh|String');
  vi.stubGlobal(
    'WebSocket',
    class {
      onmessage: ((event: { data: string }) => void) | null = null;
      constructor() {
        world.sockets.push(this);
      }
      close() {}
      send() {}
    },
  );
  vi.stubGlobal('fetch', async () => new Response('{}'));
  world = {
    sent: [],
    gone: [],
    sockets: [],
    dropped: [],
    replies: {
      '/api/oauth/CurrentUser': sampleSession(MENUS, {
        userInfo: sampleUser({ prevLogin: 1, prevLoginTime: 1_600_000_000_000, prevLoginIPAddress: '10.0.0.7' }),
      }),
      '/api/registry/Session': { revision: 'r', plugins: [row], overrides: { slotOrder: {}, hidden: [] } },
      '/api/registry/Plugins/patient/Files': { integrity: {}, css: {}, settings: {}, texts: {} },
    },
  };
});
afterEach(async () => {
  await act(async () => end?.());
  end = undefined;
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

describe('the whole shell', () => {
  test('[2.1-01] [2.1-07] [2.3-06] a signed-in visitor of / gets the start page with menu, greeting and title', async () => {
    await open('/');
    await settled(() => document.querySelector('.nf-home'));
    expect(window.location.pathname).toBe('/home');
    expect(text()).toContain('张医生');
    expect(text()).toContain('医院业务');
    expect(document.title).toBe('首页 - 血透中心信息系统');
    expect(world.sent.slice(0, 2).sort()).toEqual(['get /api/oauth/CurrentUser', 'get /api/registry/Session']);
  });

  test('[2.3-01] every navigation sets the title from the text of the route, else from its Chinese title', async () => {
    await open('/his/patient');
    await settled(() => text().includes('patients of the day'));
    expect(document.title).toBe('患者管理 - 血透中心信息系统');
    expect(world.dropped).toEqual([]);
    await act(async () => void document.querySelector<HTMLElement>('a[href="/home"]')?.click());
    await settled(() => world.dropped.includes('/home'));
    localStorage.setItem('jnpf_language', 'en|String');
    await act(async () => end?.());
    await open('/profile');
    await settled(() => document.title === 'My profile - HIS');
  });

  test('[2.1-14] an unknown address shows the page for it', async () => {
    await open('/no/such');
    await settled(() => text().includes('没有找到这个页面'));
    expect(window.location.pathname).toBe('/404');
  });

  test('[2.1-05] /jump opens without credentials in the address and leads on', async () => {
    await open('/jump?account=a&password=b');
    await settled(() => window.location.pathname === '/home');
    expect(window.location.search).toBe('');
  });

  test('[2.3-05] a bad ticket costs a signed-in person nothing: session and address stay, nothing of it is left in the bar', async () => {
    world.replies['/api/oauth/Ticket'] = new Refusal(500, '票据无效或已过期。');
    await open('/home?token=garbage&x=1');
    await settled(() => text().includes('当前登录保持不变'));
    expect(text()).toContain('张医生');
    expect([window.location.pathname, window.location.search, world.gone]).toEqual(['/home', '?x=1', []]);
    expect(localStorage.getItem('jnpf_token')).toBe('Bearer x|String');
  });

  test('[2.3-05] a ticket opens no locked screen and does not unlock it', async () => {
    localStorage.setItem('jnpf_lock', '1|Number');
    world.replies['/api/oauth/Actions/Alive'] = new Refusal(600, 'core.locked');
    world.replies['/api/oauth/Ticket'] = { token: 'Bearer y', theme: 'classic', userAccount: 'li', userName: '李护士' };
    await open('/home?token=someone');
    await settled(() => window.location.pathname === '/lockScreen');
    expect(localStorage.getItem('jnpf_token')).toBe('Bearer x|String');
    expect(localStorage.getItem('jnpf_lock')).toBe('1|Number');
    expect(world.sent).not.toContain('post /api/oauth/Ticket');
  });

  test('[2.3-05] a ticket of somebody else asks before the person changes, and the session of before is ended', async () => {
    world.replies['/api/oauth/Ticket'] = { token: 'Bearer y', theme: 'classic', userAccount: 'li', userName: '李护士' };
    await open('/home?token=someone');
    await settled(() => text().includes('此链接属于 李护士（li）'));
    expect(localStorage.getItem('jnpf_token')).toBe('Bearer x|String');
    await act(async () => {
      [...document.querySelectorAll('button')].find((button) => button.textContent === '切换用户')?.click();
    });
    await settled(() => world.gone.length > 0);
    expect([world.gone, localStorage.getItem('jnpf_token'), world.sent.includes('get /api/oauth/Logout')]).toEqual([['/'], 'Bearer y|String', true]);
  });

  test('a menu page without its plugin, and a fixed page of a later delivery, say so and name the plugin', async () => {
    await open('/his/lost');
    await settled(() => text().includes('“别的”尚未启用'));
    await act(async () => end?.());
    await open('/workFlowDetail?config=abc');
    await settled(() => text().includes('这个页面由插件“工作流程”提供'));
  });

  test('[2.3-07] [8-03] a session that the server no longer knows leads to the login page with the way back', async () => {
    world.replies['/api/oauth/CurrentUser'] = new Error('登录已过期');
    await open('/his/patient');
    await settled(() => world.gone.length > 0);
    expect(world.gone).toEqual(['/login?redirect=/his/patient']);
    expect(localStorage.getItem('jnpf_token')).toBeNull();
    expect(localStorage.getItem('jnpf_loginNotice')).toBe('登录已过期|String');
  });

  test('[2.3-13] leaving or reloading asks, except when the shell itself leaves', async () => {
    await open('/home');
    await settled(() => document.querySelector('.nf-home'));
    const leave = () => {
      const event = new Event('beforeunload', { cancelable: true });
      window.dispatchEvent(event);
      return event.defaultPrevented;
    };
    expect(leave()).toBe(true);
    await act(async () => void window.dispatchEvent(Object.assign(new Event('storage'), { key: 'jnpf_token', newValue: null })));
    expect(world.gone).toEqual(['/login']);
    expect(leave()).toBe(false);
  });

  test('the product’s time is the server’s: a computer that is off is told so once, with what to do', async () => {
    world.timestamp = 1_700_000_000_000 + 2 * 3_600_000;
    await open('/home');
    await settled(() => document.querySelector('.nf-home'));
    expect(document.querySelector('.nf-home-clock')?.textContent).toContain('08:13');
    const notices = () => [...document.querySelectorAll('.nf-toast')].map((toast) => toast.textContent);
    expect(notices()).toEqual(['本机时钟比服务器慢 120 分钟。系统一律以服务器时间为准；请校准本机的日期、时间和时区，然后刷新页面。']);
    document.querySelector('.nf-toast')?.remove();
    await act(async () => end?.());
    world.timestamp = 1_700_000_000_000 + 60_000;
    await open('/home');
    await settled(() => document.querySelector('.nf-home'));
    expect(notices()).toEqual([]);
  });

  test('what the nightly check found stands on the home page of those whom it concerns', async () => {
    const finding = { pluginId: 'charging', rule: '账单明细之和等于账单总额', organizeName: '广州中心', count: 2, sample: ['b1', 'b2'], error: '' };
    world.replies['/api/system/Watch/Actions/Findings'] = { finishedAt: 1_700_000_000_000, tookMs: 3, rules: 26, findings: [finding] };
    await open('/home');
    await settled(() => document.querySelector('.nf-home-findings'));
    const said = document.querySelector('.nf-home-findings')?.textContent ?? '';
    for (const part of ['夜间数据核对发现不一致', '账单明细之和等于账单总额', '广州中心 · 2 条', 'b1 b2']) expect(said).toContain(part);
  });

  test('[4-13] arriving from the login page shows the log-in before', async () => {
    await open('/home', { fromLogin: true });
    await settled(() => document.querySelector('.nf-last-login'));
    expect(document.querySelector('.nf-last-login')?.textContent).toContain('10.0.0.7');
    await act(async () => end?.());
    await open('/home');
    await settled(() => document.querySelector('.nf-home'));
    expect(document.querySelector('.nf-last-login')).toBeNull();
  });

  test('[2.1-03] [2.3-03] a locked browser shows only the lock screen and asks the server for nothing', async () => {
    localStorage.setItem('jnpf_lock', '1|Number');
    localStorage.setItem('jnpf_lockUser', '{"userAccount":"doctor","userName":"张医生","headIcon":""}|Object');
    await open('/his/patient');
    await settled(() => document.querySelector('.nf-lock'));
    expect([window.location.pathname, document.title, world.sent]).toEqual(['/lockScreen', '锁定屏幕 - 血透中心信息系统', []]);
    expect(text()).toContain('张医生');
    expect(document.querySelector('.nephra-frame')).toBeNull();
  });

  test('[2.1-03] a session that the server locked meanwhile shows the lock screen and stays', async () => {
    localStorage.setItem('jnpf_lockUser', '{"userAccount":"doctor","userName":"张医生","headIcon":""}|Object');
    world.replies['/api/oauth/CurrentUser'] = new Refusal(601, 'core.locked');
    await open('/his/patient');
    await settled(() => document.querySelector('.nf-lock'));
    expect(text()).toContain('张医生');
    expect([localStorage.getItem('jnpf_token'), world.gone]).toEqual(['Bearer x|String', []]);
  });

  test('a due password comes before every page, and the page that was asked for after it', async () => {
    const due = sampleSession(MENUS, { sessionInfo: { ...sampleSessionInfo, passwordDemand: 'first' } });
    const current = world.replies['/api/oauth/CurrentUser'];
    world.replies['/api/oauth/CurrentUser'] = due;
    world.replies['/api/registry/Session'] = new Refusal(403, 'core.password-change-needed');
    world.replies['/api/oauth/PasswordPolicy'] = LEVEL_3_PASSWORDS;
    const registry = { revision: 'r', plugins: [row], overrides: { slotOrder: {}, hidden: [] } };
    await open('/his/patient');
    await settled(() => text().includes('请设置新密码'));
    expect(document.querySelector('.nephra-frame')).toBeNull();
    expect(world.sockets).toHaveLength(0);
    await settled(() => world.sent.includes('get /api/oauth/PasswordPolicy'));

    world.replies['/api/oauth/CurrentUser'] = current;
    world.replies['/api/registry/Session'] = registry;
    const [old, next, again] = [...document.querySelectorAll<HTMLInputElement>('.nf-password input')];
    const write = (input: HTMLInputElement | undefined, value: string) =>
      act(async () => {
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value);
        input?.dispatchEvent(new Event('input', { bubbles: true }));
      });
    await write(old, 'Demo2026');
    await write(next, 'short');
    await write(again, 'short');
    const save = () => act(async () => document.querySelector<HTMLButtonElement>('.nf-password button[type=submit]')?.click());
    await save();
    expect(text()).toContain('请输入8-16位密码（数字和字母，大写、小写、数字、符号至少3种）');
    await write(next, 'Lotus7River');
    await write(again, 'Lotus7River');
    await save();
    await settled(() => text().includes('patients of the day'));
    expect(world.sent).toContain('post /api/permission/Users/Current/Actions/ModifyPassword');
    expect(world.sockets).toHaveLength(1);
  });

  test('a password that expires in the middle covers the page and leaves what was typed in it', async () => {
    await open('/his/patient');
    await settled(() => text().includes('patients of the day'));
    const page = document.querySelector('.nephra-frame');
    world.replies['/api/oauth/CurrentUser'] = sampleSession(MENUS, { sessionInfo: { ...sampleSessionInfo, passwordDemand: 'expired' } });
    world.replies['/api/oauth/PasswordPolicy'] = LEVEL_3_PASSWORDS;
    // Every call finds out; here the one that a frame of the socket leads to.
    await act(async () => world.sockets[0]?.onmessage?.({ data: '{"method":"rightsChanged"}' }));
    await settled(() => text().includes('密码已到期，请更换'));
    expect(document.querySelector('.nephra-frame')).toBe(page);
    expect(page?.closest('[inert]')).not.toBeNull();
  });

  test('[6-04] rights that change are followed: the menu at once, an open page that was lost says so, what is typed elsewhere stays', async () => {
    await open('/his/patient');
    await settled(() => text().includes('patients of the day'));
    const shorter = sampleSession([sampleMenu('his.lost', 2, { fullName: '别的' })], { sessionInfo: { ...sampleSessionInfo, rightsDigest: 'd2' } });
    world.replies['/api/oauth/CurrentUser'] = shorter;
    await act(async () => world.sockets[0]?.onmessage?.({ data: '{"method":"rightsChanged"}' }));
    await settled(() => text().includes('您已没有“患者管理”的权限'));
    expect(text()).not.toContain('patients of the day');
    expect(text()).toContain('您的权限已变更');
    expect(document.querySelector('.nephra-sidebar')?.textContent ?? text()).not.toContain('医院业务');
    // The right comes back: so does the page.
    world.replies['/api/oauth/CurrentUser'] = sampleSession(MENUS, { sessionInfo: { ...sampleSessionInfo, rightsDigest: 'd3' } });
    await act(async () => world.sockets[0]?.onmessage?.({ data: '{"method":"rightsChanged"}' }));
    await settled(() => text().includes('patients of the day'));
  });

  test('[2.5-05] menus and texts that the site changes are followed, without a word about rights', async () => {
    await open('/his/patient');
    await settled(() => text().includes('patients of the day'));
    const registry = { revision: 'r', plugins: [row], overrides: { slotOrder: {}, hidden: [], texts: { 'shell:menuSearch.placeholder': 'SIM 找菜单' } } };
    world.replies['/api/oauth/CurrentUser'] = sampleSession(MENUS, { sessionInfo: { ...sampleSessionInfo, rightsDigest: 'd1.site' } });
    world.replies['/api/registry/Session'] = registry;
    const told = () => act(async () => world.sockets[0]?.onmessage?.({ data: '{"method":"rightsChanged"}' }));
    await told();
    await settled(() => document.body.innerHTML.includes('SIM 找菜单'));
    expect(text()).not.toContain('您的权限已变更');
    // A registry that cannot be had takes nothing back; one that says nothing of the wording does.
    world.replies['/api/registry/Session'] = new Refusal(500, 'core.fault');
    await told();
    await settled(() => world.sent.filter((call) => call.includes('/api/registry/Session')).length === 3);
    expect(document.body.innerHTML).toContain('SIM 找菜单');
    world.replies['/api/registry/Session'] = { ...registry, overrides: { slotOrder: {}, hidden: [] } };
    await told();
    await settled(() => !document.body.innerHTML.includes('SIM 找菜单'));
  });

  test('[2.5-05] texts that come with their frame are drawn at once, and nothing is asked', async () => {
    world.replies['/api/oauth/CurrentUser'] = sampleSession(MENUS, { sessionInfo: { ...sampleSessionInfo, rightsDigest: 'd1.m.t1' } });
    await open('/his/patient');
    await settled(() => text().includes('patients of the day'));
    const asked = world.sent.length;
    const frame = (data: object) => act(async () => world.sockets[0]?.onmessage?.({ data: JSON.stringify(data) }));
    await frame({ method: 'wordingChanged', from: 't1', to: 't2', texts: { zh: { 'shell:menuSearch.placeholder': 'SIM 找菜单' } } });
    // What the server's next look says is on the screen already.
    await frame({ method: 'rightsChanged', digest: 'd1.m.t2' });
    await settled(() => document.body.innerHTML.includes('SIM 找菜单'));
    expect(world.sent).toHaveLength(asked);
  });

  test('[6-05] rights that change reach the buttons of an open page that stays permitted; its filter and its place stay', async () => {
    await open('/his/patient');
    await settled(() => text().includes('patients of the day'));
    const filter = document.querySelector('input');
    world.replies['/api/oauth/CurrentUser'] = sampleSession(MENUS, {
      sessionInfo: { ...sampleSessionInfo, rightsDigest: 'd2' },
      permissionList: [
        { modelId: 'id-his.patient', moduleName: '', button: [{ id: 'b', enCode: 'btn_add', fullName: '新增' }], column: [], form: [], resource: [] },
      ],
    });
    await act(async () => world.sockets[0]?.onmessage?.({ data: '{"method":"rightsChanged"}' }));
    await settled(() => text().includes('one more'));
    expect(document.querySelector('input')).toBe(filter);
  });

  test('[2.1-04] /auth-redirect keeps its query for the window that opened it', async () => {
    localStorage.removeItem('jnpf_token');
    await open('/auth-redirect?code=7');
    await settled(() => text().includes('授权已完成'));
    expect(localStorage.getItem('jnpf_authRedirect')).toBe('?code=7|String');
  });

  test('?plugins=off loads no plugin at all', async () => {
    await open('/his/patient?plugins=off');
    await settled(() => text().includes('当前为安全模式'));
    expect(world.sent.some((call) => call.includes('/Files'))).toBe(false);
  });
});
