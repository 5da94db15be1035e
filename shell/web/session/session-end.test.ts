import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { HttpPort } from '@nephra/plugin-sdk/web';
import { ApiError } from '@nephra/plugin-sdk/web';
import { translateMenus } from '../router/menu-routes.ts';
import { memoryStorage } from '../storage/memory-storage.ts';
import { openStorage } from '../storage/browser-storage.ts';
import { ReloginStore } from './sign-in-again/relogin.store.ts';
import { SessionEnd } from './session-end.ts';
import { sampleSession } from './session-samples.ts';
import { SessionStore } from './session.store.ts';
import { SettingsStore } from './settings.store.ts';
import { createShellActions, type ShellActionsOptions } from './shell-actions.ts';
import { followOtherTabs } from './tab-sync.ts';

const area = memoryStorage();
const storage = openStorage(() => area);
let session: SessionStore;

beforeEach(() => {
  area.clear();
  session = new SessionStore(storage);
  const current = sampleSession();
  session.setToken('Bearer x');
  session.accept(current, translateMenus(current.menuList).menus);
});

describe('[8-03] when the server no longer knows the session', () => {
  function ending(dirty: boolean, answer: 'signed-in' | 'given-up' = 'signed-in', at = '/his/pharmacy') {
    const hooks = { leave: vi.fn(), goToLock: vi.fn(), resumed: vi.fn(), askPassword: vi.fn(async () => answer) };
    const end = new SessionEnd({ session, storage, here: () => ({ path: at, search: '?id=1' }), hasUnsaved: () => dirty, ...hooks });
    return { end, ...hooks };
  }

  test('it is forgotten and the login page opens with the way back and the reason', async () => {
    const { end, leave } = ending(false);
    const heard = vi.fn();
    end.onEnd(heard);
    storage.set('draft:u1:chat:session:text', 'half a sentence');
    await end.expired({ error: 'core.login-expired', msg: '登录已过期' });
    expect(storage.get('draft:u1:chat:session:text')).toBeUndefined();
    expect(session.token).toBe('');
    expect(heard).toHaveBeenCalledOnce();
    expect(leave).toHaveBeenCalledExactlyOnceWith('/login?redirect=/his/pharmacy%3Fid%3D1');
    expect(storage.getText('loginNotice')).toBe('登录已过期');
  });

  test('from the start page the way back is not needed', async () => {
    const { end, leave } = ending(false, 'signed-in', '/home');
    await end.expired({ error: '', msg: '' });
    expect(leave).toHaveBeenCalledWith('/login');
  });

  test('a form with unsaved work stays: the person signs in over it', async () => {
    const { end, leave, resumed, askPassword } = ending(true);
    await Promise.all([end.expired({ error: '', msg: '过期' }), end.expired({ error: '', msg: '过期' })]);
    expect(askPassword).toHaveBeenCalledExactlyOnceWith('过期');
    expect(resumed).toHaveBeenCalledOnce();
    expect(leave).not.toHaveBeenCalled();
    expect(session.userInfo).not.toBeNull();
  });

  test('who gives up goes to the login page', async () => {
    const { end, leave } = ending(true, 'given-up');
    await end.expired({ error: '', msg: '过期' });
    expect(leave).toHaveBeenCalledOnce();
  });

  test('[4-01] a session that is locked on the server shows the lock screen', async () => {
    const { end, leave, goToLock } = ending(true);
    await end.expired({ error: 'core.locked', msg: '' });
    expect([session.isLock, goToLock.mock.calls.length, leave.mock.calls.length]).toEqual([true, 1, 0]);
  });
});

describe('signing in over the page', () => {
  const http = (answers: unknown[]): HttpPort & { sent: unknown[] } => {
    const sent: unknown[] = [];
    return {
      sent,
      call: async (route, input) => {
        sent.push([route.path, input.body ?? input.params]);
        const answer = answers.shift();
        if (answer instanceof Error) throw answer;
        return { data: answer, msg: '' };
      },
      fileUrl: (path) => path,
    };
  };

  test('is for the same account only and gives the session its new token', async () => {
    const port = http([{ token: 'Bearer new', theme: 'classic' }]);
    const store = new ReloginStore(port, session, () => 'k');
    const answer = store.ask('过期');
    store.type('password', 'Demo2026');
    await store.submit();
    expect(await answer).toBe('signed-in');
    expect(session.token).toBe('Bearer new');
    expect(port.sent[0]).toEqual([
      '/api/oauth/Login',
      expect.objectContaining({ account: 'doctor', password: 'f4f0164f0ca301cc30cfbe324c5f9fad', grant_type: 'password' }),
    ]);
    expect([store.reason, store.password]).toEqual([null, '']);
  });

  test('a refusal is shown, the password emptied, and a captcha fetched when it is needed', async () => {
    const refusal = new ApiError({ code: 500, error: 'core.login-failed', message: '密码错误' });
    const store = new ReloginStore(http([refusal, { enableVerificationCode: 1, verificationCodeNumber: 5 }]), session, () => 'k9');
    void store.ask('过期');
    store.type('password', 'x');
    await store.submit();
    expect([store.error, store.password, store.busy]).toEqual(['密码错误', '', false]);
    expect(store.captcha).toEqual({ key: 'k9', length: 5, url: '/api/oauth/ImageCode/5/k9?scale=2' });
    store.giveUp();
  });

  test('giving up answers so', async () => {
    const store = new ReloginStore(http([]), session, () => 'k');
    const answer = store.ask('');
    store.giveUp();
    expect(await answer).toBe('given-up');
  });
});

describe('acts of the navbar', () => {
  function acts(more: Partial<ShellActionsOptions> = {}) {
    const settings = new SettingsStore(storage);
    const calls: string[] = [];
    const toast = { show: vi.fn(), close: vi.fn(), success: vi.fn(), info: vi.fn(), warning: vi.fn(), error: vi.fn() };
    const options = {
      http: {
        call: async (route: { path: string }) => {
          calls.push(route.path);
          return { data: null, msg: '' };
        },
        fileUrl: (path: string) => path,
      } as HttpPort,
      session,
      settings,
      toast,
      confirm: vi.fn(async () => true),
      t: (key: string) => `${settings.language} ${key}`,
      mayLeaveAll: vi.fn(async () => true),
      endSession: vi.fn(),
      goToLock: vi.fn(),
      loadLanguage: vi.fn(async () => {}),
      languageChanged: vi.fn(),
      reloadMenus: vi.fn(async () => {}),
      closeDialogs: vi.fn(),
      retryServer: vi.fn(async () => {}),
      ...more,
    };
    return { ...options, calls, settings, toast, actions: createShellActions(options) };
  }

  test('[4-03] [8-12] log-out asks, calls the server and ends at /login', async () => {
    const { actions, confirm, calls, endSession } = acts();
    await actions.logout();
    expect(confirm).toHaveBeenCalledWith({ content: 'zh session.logoutQuestion' });
    expect(calls).toEqual(['/api/oauth/Logout']);
    expect(endSession).toHaveBeenCalledWith('/login');
  });

  test('a no to either question keeps the session; a server that is away does not keep anybody in', async () => {
    const no = acts({ confirm: vi.fn(async () => false) });
    await no.actions.logout();
    const unsaved = acts({ mayLeaveAll: vi.fn(async () => false) });
    await unsaved.actions.logout();
    expect(no.calls).toEqual([]);
    for (const { endSession } of [no, unsaved]) expect(endSession).not.toHaveBeenCalled();
    const away = acts({
      http: {
        call: async () => {
          throw new Error('away');
        },
        fileUrl: (path) => path,
      },
    });
    await away.actions.logout();
    expect(away.endSession).toHaveBeenCalledOnce();
  });

  test('[4-01] the screen is locked only when the server has locked the session', async () => {
    const { actions, calls, goToLock } = acts();
    await actions.lock();
    expect([calls, session.isLock]).toEqual([['/api/oauth/LockScreen/Actions/Lock'], true]);
    expect(goToLock).toHaveBeenCalledOnce();
    session.setLock(false);
    const away = acts({
      http: {
        call: async () => {
          throw new Error('away');
        },
        fileUrl: (path) => path,
      },
    });
    await away.actions.lock();
    expect(session.isLock).toBe(false);
  });

  test('[2.4-24] [7.2-07] [8-13] a change of language loads, switches, says so in the new language, saves and re-reads the menus', async () => {
    const { actions, settings, calls, toast, loadLanguage, reloadMenus } = acts();
    await actions.changeLanguage('en');
    expect(loadLanguage).toHaveBeenCalledWith('en');
    expect(settings.language).toBe('en');
    expect(toast.success).toHaveBeenCalledWith('en session.languageChanged');
    expect(calls).toEqual(['/api/permission/Users/Current/SystemLanguage']);
    expect(reloadMenus).toHaveBeenCalledOnce();
  });

  test('a language that cannot be loaded changes nothing', async () => {
    const { actions, settings, toast } = acts({
      loadLanguage: async () => {
        throw new Error('away');
      },
    });
    await actions.changeLanguage('en');
    expect(settings.language).toBe('zh');
    expect(toast.error).toHaveBeenCalledOnce();
  });

  test('[7.2-07] a change of layout is saved on the server', async () => {
    const { actions, settings, calls } = acts();
    await actions.changeLayout('blend');
    await actions.changeLayout('blend');
    expect([settings.layoutType, calls]).toEqual(['blend', ['/api/permission/Users/Current/SystemTheme']]);
  });
});

test('other tabs of the browser share the session: signed out, another person, locked, unlocked', () => {
  const said: string[] = [];
  let tell: (name: string, value: unknown) => void = () => {};
  const door = {
    ...storage,
    onOtherTab: (listener: typeof tell) => {
      tell = listener;
      return () => {};
    },
  };
  const say = (name: string) => () => void said.push(name);
  const hooks = { signedOut: say('signedOut'), startOver: say('startOver'), locked: say('locked'), unlocked: say('unlocked') };
  followOtherTabs({ storage: door as typeof storage, session, ...hooks });
  tell('token', 'Bearer x');
  tell('token', 'Bearer other');
  tell('token', undefined);
  tell('lock', 1);
  tell('lock', undefined);
  tell('size', 'mini');
  expect(said).toEqual(['startOver', 'signedOut', 'locked', 'unlocked']);
});
