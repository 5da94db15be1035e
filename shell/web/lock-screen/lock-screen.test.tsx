import { act } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { type RenderedPage, renderElement } from '@nephra/plugin-sdk/testing';
import { ApiError, type HttpPort } from '@nephra/plugin-sdk/web';
import { ConfirmHost } from '../feedback/confirm-host.tsx';
import { ConfirmStore } from '../feedback/confirm.store.ts';
import { createFakeShell } from '../layouts/testing/fake-shell.ts';
import { ShellProvider } from '../shell-context.tsx';
import { LockScreen } from './lock-screen.page.tsx';

let page: RenderedPage | undefined;
afterEach(async () => {
  await page?.unmount();
  page = undefined;
});

test('[4-01] [7.2-04] [7.2-06] the password of the same person unlocks; a wrong one says so', async () => {
  const { shell } = createFakeShell();
  const sent: unknown[] = [];
  const refusal = new ApiError({ code: 500, error: 'core.login-failed', message: '密码错误' });
  const http: HttpPort = {
    call: async (route, input) => {
      sent.push([route.path, input.body]);
      if (sent.length === 1) throw refusal;
      return { data: null, msg: '' };
    },
    fileUrl: (path) => path,
  };
  const onUnlocked = vi.fn();
  page = await renderElement(
    <ShellProvider shell={{ ...shell, http }}>
      <LockScreen onUnlocked={onUnlocked} onEnded={vi.fn()} />
    </ShellProvider>,
  );
  const input = document.querySelector('input') as HTMLInputElement;
  await page.click(page.get('button', '解锁'));
  expect(page.text()).toContain('请输入密码');
  await page.type(input, 'wrong');
  await page.click(page.get('button', '解锁'));
  expect(page.text()).toContain('密码错误');
  expect([input.value, onUnlocked.mock.calls.length]).toEqual(['', 0]);
  await page.type(input, 'Demo2026');
  await page.click(page.get('button', '解锁'));
  expect(sent[1]).toEqual(['/api/oauth/LockScreen', { account: 'nurse', password: 'f4f0164f0ca301cc30cfbe324c5f9fad' }]);
  expect(onUnlocked).toHaveBeenCalledOnce();
});

test('says that it locked by itself, and hands a session that is over on', async () => {
  const { shell } = createFakeShell();
  shell.session.setLock(true, 15);
  const over = new ApiError({ code: 600, error: 'core.login-expired', message: '登录已过期' });
  const onEnded = vi.fn();
  page = await renderElement(
    <ShellProvider shell={{ ...shell, http: { call: () => Promise.reject(over), fileUrl: (path) => path } }}>
      <LockScreen onUnlocked={vi.fn()} onEnded={onEnded} />
    </ShellProvider>,
  );
  expect(page.text()).toContain('您已 15 分钟没有操作，屏幕已自动锁定');
  await page.type(document.querySelector('input') as HTMLInputElement, 'Demo2026');
  await page.click(page.get('button', '解锁'));
  expect(onEnded).toHaveBeenCalledExactlyOnceWith({ error: 'core.login-expired', msg: '登录已过期' });
});

test('questions wait their turn; a session that ends answers them with no', async () => {
  const { shell } = createFakeShell();
  const store = new ConfirmStore();
  page = await renderElement(
    <ShellProvider shell={shell}>
      <ConfirmHost store={store} />
    </ShellProvider>,
  );
  const [first, second, third] = await act(async () => [
    store.ask({ content: '一?' }),
    store.ask({ content: '二?', title: '标题', okText: '好', cancelText: '不' }),
    store.ask({ content: '三?' }),
  ]);
  const shown = page;
  await shown.until(() => document.body.textContent?.includes('一?'));
  await shown.click(shown.get('button', '确定'));
  expect(await first).toBe(true);
  await shown.until(() => document.body.textContent?.includes('二?'));
  await shown.click(shown.get('button', '不'));
  expect(await second).toBe(false);
  await act(async () => store.dismissAll());
  expect(await third).toBe(false);
});
