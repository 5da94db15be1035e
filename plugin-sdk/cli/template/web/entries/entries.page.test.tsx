// @vitest-environment happy-dom
import { toPage } from '@nephra/plugin-sdk/contract';
import { createFakeMenu, createFakeWebContext, renderPage } from '@nephra/plugin-sdk/testing';
import { expect, it } from 'vitest';
import { entriesContract } from '../../contract/index.ts';
import zh from '../../locales/zh.json' with { type: 'json' };
import { Page } from './entries.page.tsx';

it('shows the entries and offers what the person may do', async () => {
  const context = createFakeWebContext({ texts: zh, grants: ['sample_plugin.entries', 'sample_plugin.entries:btn_add'] });
  context.http.answer(entriesContract.routes.list, toPage([{ id: '1', name: '七号床', note: '靠窗', createdTime: 1_700_000_000_000 }], 1, {}));
  const page = await renderPage(Page, { context, menu: createFakeMenu({ enCode: 'sample_plugin.entries' }) });
  await page.until(() => page.text().includes('七号床'));
  expect(page.find('button', '新建')).toBeDefined();
  expect(page.find('button', '删除')).toBeUndefined();
  await page.unmount();
  expect(context.live()).toEqual([]);
});
