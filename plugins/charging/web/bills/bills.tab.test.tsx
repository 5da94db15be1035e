import { createFakeMenu, createFakeWebContext, type RenderedPage, renderElement } from '@nephra/plugin-sdk/testing';
import { ApiError } from '@nephra/plugin-sdk/web';
import { afterEach, expect, it } from 'vitest';
import { chargeContract } from '../../contract/index.ts';
import texts from '../../locales/zh.json' with { type: 'json' };
import { billRow, pageOf, ways } from '../charging.fixture.ts';
import { BillsStore } from './bills.store.ts';
import { BillsTab } from './bills.tab.tsx';

const { routes } = chargeContract;
let page: RenderedPage | undefined;
afterEach(async () => {
  await page?.unmount();
  page = undefined;
});

it('bills stand without the ways of paying, which are asked for again when the tab is', async () => {
  const context = createFakeWebContext({ texts });
  context.http.answer(routes.bill, { ...pageOf([billRow()]), searchedBackTo: null });
  context.http.answer(routes.billTotal, null);
  context.http.answer(routes.chargeWay, () => Promise.reject(new ApiError({ code: 500, error: 'core.internal', message: '' })));
  const store = new BillsStore(context, context.now());
  const show = async (): Promise<RenderedPage> => {
    page = await renderElement(<BillsTab store={store} />, { context, menu: createFakeMenu({ enCode: 'his.charging' }) });
    await page.until(() => page?.text().includes(billRow().billNo));
    return page;
  };
  await (await show()).unmount();
  expect(store.ways).toEqual([]);
  context.http.answer(routes.chargeWay, { list: ways });
  await show();
  expect(store.ways).toEqual(ways);
  store.dispose();
});
