// @vitest-environment happy-dom
import { createFakeMenu, createFakeWebContext, renderElement } from '@nephra/plugin-sdk/testing';
import { expect, it } from 'vitest';
import { boardContract } from '../contract/index.ts';
import zh from '../locales/zh.json' with { type: 'json' };
import { Page } from './board.page.tsx';

it('shows the notices of the board that its menu names', async () => {
  const context = createFakeWebContext({ texts: zh, grants: ['sample_plugin.board'] });
  context.http.answer(boardContract.routes.list, { list: [{ id: '1', text: '七号床待消毒' }] });
  const menu = createFakeMenu({ enCode: 'sample_plugin.board' });
  const page = await renderElement(<Page menu={menu} query={{}} moduleId="ward" />, { context, menu });
  await page.until(() => page.text().includes('七号床待消毒'));
  expect(context.http.callsOf(boardContract.routes.list)[0]).toMatchObject({ params: { board: 'ward' } });
  expect(page.find('button', '发布')).toBeUndefined();
  await page.unmount();
});
