import { describe, expect, test, vi } from 'vitest';
import type { HttpPort } from '@nephra/plugin-sdk/web';
import { ApiError } from '@nephra/plugin-sdk/web';
import { translateMenus } from '../router/menu-routes.ts';
import { memoryStorage } from '../storage/memory-storage.ts';
import { openStorage } from '../storage/browser-storage.ts';
import { lastLogin } from './last-login/last-login-notice.ts';
import { loadSession } from './session-loader.ts';
import { sampleMenu, sampleSession, sampleUser } from './session-samples.ts';
import { SessionStore } from './session.store.ts';

function setUp() {
  const area = memoryStorage();
  const storage = openStorage(() => area);
  return { storage, session: new SessionStore(storage) };
}

describe('the session', () => {
  test('[3-01] [4-02] keeps the token over a reload; user, menus and permissions only in memory', () => {
    const { storage, session } = setUp();
    const current = sampleSession();
    session.setToken('Bearer x');
    session.accept(current, translateMenus(current.menuList).menus);
    expect(session.isLoaded).toBe(true);
    expect(session.user).toMatchObject({ userId: 'u1', enCode: '10023', priceType: '1' });
    expect(session.sysConfig.sysName).toBe('SIM 医院');
    const again = new SessionStore(storage);
    expect([again.token, again.isLoaded, again.sysConfig.sysName]).toEqual(['Bearer x', false, 'SIM 医院']);
    expect(storage.names('').sort()).toEqual(['lockUser', 'sysConfig', 'token']);
  });

  test('[3-03] defaults stand in until the server has spoken', () => {
    expect(setUp().session.sysConfig).toMatchObject({ sysName: '血透中心信息系统', sysVersion: 'V1.0.0' });
  });

  test('[6-04] a permission is there only when its code is in the entry of the menu', () => {
    const { session } = setUp();
    const current = sampleSession([sampleMenu('his', 1, { children: [sampleMenu('his.pharmacy')] })]);
    const withEntry = { ...current, permissionList: sampleSession([sampleMenu('his.pharmacy')]).permissionList };
    session.accept(withEntry, translateMenus(current.menuList).menus);
    expect(session.can('his.pharmacy')).toBe(true);
    expect(session.can('his.pharmacy:btn_add')).toBe(true);
    expect(session.can('his.pharmacy:btn_remove')).toBe(false);
    expect(session.can('his')).toBe(false);
    expect(session.can('his.other:btn_add')).toBe(false);
  });

  test('[4-01] the lock is stored with whom it locks, and cleared', () => {
    const { storage, session } = setUp();
    const current = sampleSession();
    session.accept(current, translateMenus(current.menuList).menus);
    session.setLock(true);
    const reloaded = new SessionStore(storage);
    expect([reloaded.isLock, reloaded.lockUser]).toEqual([true, { userAccount: 'doctor', userName: '张医生', headIcon: '' }]);
    expect(storage.getNumber('lock')).toBe(1);
    session.setLock(false);
    expect(storage.names('lock')).toEqual(['lockUser']);
    expect(session.lockedAfterMinutes).toBe(0);
  });

  test('[4-03] its end clears token, menus, user, permissions and lock', () => {
    const { storage, session } = setUp();
    const current = sampleSession();
    session.setToken('Bearer x');
    session.accept(current, translateMenus(current.menuList).menus);
    session.setLock(true);
    session.reset();
    expect([session.token, session.isLock, session.menuList, session.leftMenuList, session.permissionList, session.userInfo]).toEqual([
      '',
      false,
      [],
      [],
      [],
      null,
    ]);
    expect(storage.names('').sort()).toEqual(['sysConfig']);
  });
});

describe('loading a session', () => {
  const texts = { noUser: '验证失败，请重新登录。', noMenu: '您的权限不足，请联系管理员' };
  const http = (current: unknown, registry: unknown = new Error('no registry')): HttpPort => ({
    call: vi.fn(async (route) => {
      const data = route.path === '/api/oauth/CurrentUser' ? current : registry;
      if (data instanceof Error) throw data;
      return { data, msg: '' };
    }),
    fileUrl: (path) => path,
  });

  test('[7.2-02] takes user, menus and permissions of CurrentUser and the plugins of the registry', async () => {
    const registry = { revision: 'r7', plugins: [], overrides: { slotOrder: {}, hidden: [] } };
    const loaded = await loadSession(http(sampleSession(), registry), texts);
    expect(loaded.menus.map(({ path }) => path)).toEqual(['/his/pharmacy']);
    expect(loaded.registry.revision).toBe('r7');
  });

  test('the shell comes up without the registry', async () => {
    expect((await loadSession(http(sampleSession()), texts)).registry.plugins).toEqual([]);
  });

  test('[8-05] an empty user is refused', async () => {
    await expect(loadSession(http(null), texts)).rejects.toThrow('验证失败，请重新登录。');
    await expect(loadSession(http({ ...sampleSession(), userInfo: sampleUser({ userId: '' }) }), texts)).rejects.toThrow('验证失败');
  });

  test('[6-06] [8-06] an empty menu is refused', async () => {
    await expect(loadSession(http(sampleSession([])), texts)).rejects.toThrow('您的权限不足，请联系管理员');
  });

  test('what the server refuses is passed on', async () => {
    await expect(loadSession(http(new ApiError({ code: 600, error: 'core.login-expired', message: '登录过期' })), texts)).rejects.toThrow('登录过期');
  });
});

test('[4-13] [3-02] the last-login notice lists time, place and IP, and only when prevLogin is 1', () => {
  const user = sampleUser({ prevLogin: 1, prevLoginTime: 5, prevLoginIPAddress: '10.0.0.7', prevLoginIPAddressName: '内网' });
  expect(lastLogin(user, String)).toEqual({ time: '5', place: '内网', ip: '10.0.0.7' });
  expect(lastLogin({ ...user, prevLogin: 0 }, String)).toBeUndefined();
  expect(lastLogin({ ...user, prevLoginTime: null }, String)).toBeUndefined();
});
