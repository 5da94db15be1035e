import { createFakeMenu, createFakeWebContext, type RenderedPage, renderElement } from '@nephra/plugin-sdk/testing';
import { afterEach, expect, it, vi } from 'vitest';
import { accountContract } from '../../contract/index.ts';
import texts from '../../locales/zh.json' with { type: 'json' };
import { chargeDay, pageOf } from '../charging.fixture.ts';
import { DaysStore } from './days.store.ts';
import { DaysTab } from './days.tab.tsx';

let page: RenderedPage | undefined;
afterEach(async () => {
  await page?.unmount();
  page = undefined;
  vi.restoreAllMocks();
});

it.each([
  [768, false],
  [900, true],
])('on a screen %i high the chart above the days is open at first: %s; a press folds and unfolds it', async (height, open) => {
  const screen = (query: string) => Object.assign(new EventTarget(), { matches: height <= Number(/max-height: (\d+)px/.exec(query)?.[1]) });
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => screen(query) as unknown as MediaQueryList);
  const context = createFakeWebContext({ texts });
  context.http.answer(accountContract.routes.days, pageOf([chargeDay()]));
  const store = new DaysStore(context, context.now());
  page = await renderElement(<DaysTab store={store} onDay={() => undefined} />, { context, menu: createFakeMenu({ enCode: 'his.charging' }) });
  const { get, find, click, until } = page;
  const fold = await until(() => find('button', '每日净收入（按费用类别）'));
  const isOpen = () => [get('button', '每日净收入（按费用类别）').getAttribute('aria-expanded'), document.querySelector('.ch-days > :not(button)') !== null];
  expect(isOpen()).toEqual([String(open), open]);
  await click(fold);
  expect(isOpen()).toEqual([String(!open), !open]);
  store.dispose();
});
