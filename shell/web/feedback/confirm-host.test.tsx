import { type RenderedPage, renderElement } from '@nephra/plugin-sdk/testing';
import { act } from 'react';
import { afterEach, expect, it } from 'vitest';
import { createFakeShell } from '../layouts/testing/fake-shell.ts';
import { ShellProvider } from '../shell-context.tsx';
import { ConfirmHost } from './confirm-host.tsx';
import { ConfirmStore } from './confirm.store.ts';

let page: RenderedPage | undefined;
afterEach(async () => {
  await page?.unmount();
  page = undefined;
});

it('[8-12] a question is a warning, called 提示 unless it has a title of its own', async () => {
  const store = new ConfirmStore();
  const shown = await renderElement(
    <ShellProvider shell={createFakeShell().shell}>
      <ConfirmHost store={store} />
    </ShellProvider>,
  );
  page = shown;
  await act(async () => void store.ask({ content: '您确定要退出应用程序吗?' }));
  const asked = await shown.until(() => shown.find('dialog', '提示'));
  expect(asked.textContent).toContain('您确定要退出应用程序吗?');
  expect(asked.querySelector('.semi-modal-header .nf-warning-sign')?.getAttribute('aria-hidden')).toBe('true');
});

it('its buttons are called by their words, and one that destroys is red', async () => {
  const store = new ConfirmStore();
  const shown = await renderElement(
    <ShellProvider shell={createFakeShell().shell}>
      <ConfirmHost store={store} />
    </ShellProvider>,
  );
  page = shown;
  let answer: Promise<boolean> = Promise.resolve(false);
  await act(async () => {
    answer = store.ask({ content: '删除?', okText: '删除处方', cancelText: '不删除', danger: true });
  });
  await shown.until(() => shown.find('button', '不删除'));
  const yes = shown.find('button', '删除处方');
  expect(yes?.className).toContain('semi-button-danger');
  await act(async () => yes?.click());
  expect(await answer).toBe(true);
});
