import { MenuType } from '@nephra/plugin-sdk/contract';
import { type RenderedPage, renderElement } from '@nephra/plugin-sdk/testing';
import { afterEach, expect, it, vi } from 'vitest';
import { createFakeShell, fakeMenu } from '../layouts/testing/fake-shell.ts';
import { ShellProvider } from '../shell-context.tsx';
import { PageView } from './page-view.tsx';

let page: RenderedPage | undefined;
afterEach(async () => {
  await page?.unmount();
  page = undefined;
});

it.each([
  [MenuType.DataReport, 'dataReport/site.a', 'zh', '这个页面由插件“在线开发”提供'],
  [MenuType.Portal, 'portal/site.a', 'zh', '这个页面由插件“门户”提供'],
  [MenuType.DynamicModel, 'model/site.a', 'en', 'This page is part of the plugin “Online development”'],
] as const)('[2.2-04] an entry of type %i that no plugin draws says so, with its name and the plugin’s', async (type, urlAddress, language, sentence) => {
  const menus = [fakeMenu('site.a', 'SIM 月报', null, { type, urlAddress, propertyJson: '{"moduleId":"m1"}' })];
  const { shell } = createFakeShell({ menus, at: `/${urlAddress}`, settings: { language } });
  const host = { pageOwner: () => undefined } as never;
  const shown = await renderElement(
    <ShellProvider shell={shell}>
      <PageView visit={shell.router.visit as never} host={host} />
    </ShellProvider>,
  );
  page = shown;
  expect(shown.text()).toContain('SIM 月报');
  expect(shown.text()).toContain(sentence);
});

it('a page whose plugins could not be read does not say that it is switched off: it asks again, by a press and once the server is back', async () => {
  const menus = [fakeMenu('his.patient', '患者管理', null, { type: MenuType.Page, urlAddress: 'his/patient' })];
  const { shell } = createFakeShell({ menus, at: '/his/patient' });
  shell.device.setServerReachable(false);
  const reload = vi.fn(async () => {});
  const unread = { ...shell, plugins: { ...shell.plugins, revision: '', reload } };
  const shown = await renderElement(
    <ShellProvider shell={unread}>
      <PageView visit={shell.router.visit as never} host={{ pageOwner: () => undefined } as never} />
    </ShellProvider>,
  );
  page = shown;
  expect(shown.text()).toContain('暂时打不开“患者管理”');
  expect(shown.text()).not.toContain('尚未启用');
  expect(reload).not.toHaveBeenCalled();
  await shown.click(shown.get('button', '重试'));
  expect(reload).toHaveBeenCalledTimes(1);
  await shown.until(() => {
    shell.device.setServerReachable(true);
    return reload.mock.calls.length === 2;
  });
});
