import { answerContract, createFakeMenu, createFakeWebContext, type RenderedPage, renderPage } from '@nephra/plugin-sdk/testing';
import { afterEach, expect, it } from 'vitest';
import { cacheContract } from '../../contract/cache/cache.contract.ts';
import texts from '../../locales/zh.json' with { type: 'json' };
import { Page } from './cache.page.tsx';

let page: RenderedPage | undefined;
afterEach(async () => {
  await page?.unmount();
  if (page) expect(page.context.live()).toEqual([]);
  page = undefined;
});

const { routes } = cacheContract;
const row = (name: string, title: string, entries: number, cacheSize: number) => ({ name, title, pluginId: 'core', overdueTime: null, cacheSize, entries });

it('[2.5-05] says what is kept and how large it is, and empties one or all after a question', async () => {
  const context = createFakeWebContext({ texts, user: { isAdministrator: true }, confirms: true });
  answerContract(context.http, cacheContract, {
    list: { list: [row('core.menus', '菜单', 120, 2_048), row('core.rights', '权限', 3, 0)], host: 'SIM-one' },
    clear: null,
    clearAll: null,
  });
  page = await renderPage(Page, { context, menu: createFakeMenu({ enCode: 'system.cache' }) });
  const shown = page;
  await shown.until(() => shown.text().includes('core.menus'));
  for (const said of ['菜单', '120', 'SIM-one']) expect(shown.text()).toContain(said);
  await shown.click(shown.all('button', '清除')[0] ?? shown.get('button', '清除'));
  await shown.until(() => context.http.callsOf(routes.list).length === 2);
  expect(context.http.callsOf(routes.clear).map(({ input }) => input.params)).toEqual([{ name: 'core.menus' }]);
  await shown.click(shown.get('button', '全部清除'));
  await shown.until(() => context.http.callsOf(routes.list).length === 3);
  expect([context.http.callsOf(routes.clearAll).length, context.record.questions.length]).toEqual([1, 2]);
});
