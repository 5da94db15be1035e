import { createFakeMenu, createFakeWebContext, type RenderedPage, renderPage } from '@nephra/plugin-sdk/testing';
import { afterEach, expect, it } from 'vitest';
import texts from '../locales/zh.json' with { type: 'json' };
import { Page as BundlePage } from './bundle/bundle.page.tsx';
import { Page as CachePage } from './cache/cache.page.tsx';
import { Page as MonitorPage } from './monitor/monitor.page.tsx';

let page: RenderedPage | undefined;
afterEach(async () => {
  await page?.unmount();
  page = undefined;
});

it.each([
  ['bundle', BundlePage],
  ['cache', CachePage],
  ['monitor', MonitorPage],
])('whoever is no administrator is told that %s is not theirs, in place of an error and buttons that the server would refuse', async (name, Page) => {
  const context = createFakeWebContext({ texts, user: { isAdministrator: false } });
  page = await renderPage(Page, { context, menu: createFakeMenu({ enCode: `system.${name}`, fullName: 'SIM 页面' }) });
  expect(page.text()).toContain('只有系统管理员可以使用');
  expect(page.text()).not.toContain('加载失败');
  expect(document.querySelectorAll('button')).toHaveLength(0);
});
