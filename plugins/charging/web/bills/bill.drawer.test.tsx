import { createFakeMenu, createFakeWebContext, type RenderedPage, renderPage } from '@nephra/plugin-sdk/testing';
import { type SlotRenderer, SlotRendererProvider } from '@nephra/plugin-sdk/web';
import { afterEach, expect, it } from 'vitest';
import texts from '../../locales/zh.json' with { type: 'json' };
import { billRecord } from '../charging.fixture.ts';
import { BillDrawer } from './bill.drawer.tsx';
import type { BillsStore } from './bills.store.ts';

let page: RenderedPage | undefined;
afterEach(async () => {
  await page?.unmount();
  page = undefined;
});

const late: SlotRenderer = (point) => <button type="button">{point}</button>;
const store = { view: { kind: 'open', bill: billRecord({ ownForm: true }) } } as unknown as BillsStore;

const Shown = () => (
  <SlotRendererProvider value={late}>
    <BillDrawer store={store} onLeave={() => undefined} />
  </SlotRendererProvider>
);

it('papers of other plugins, which come later than the rest, stand behind all other buttons: they push none from under the pointer', async () => {
  page = await renderPage(Shown, { context: createFakeWebContext({ texts }), menu: createFakeMenu({ enCode: 'his.charging' }) });
  await page.settle();
  const words = page.all('button').map((button) => button.textContent ?? '');
  const foot = words.slice(words.indexOf('退费'));
  expect(foot).toEqual(['退费', '打印费用清单', 'charging/region-sheet@1', 'charging/bill-prints@1']);
});
