import { createFakeMenu, createFakeWebContext, type RenderedPage, renderElement } from '@nephra/plugin-sdk/testing';
import { act } from 'react';
import { afterEach, expect, it } from 'vitest';
import { shiftContract } from '../../contract/index.ts';
import texts from '../../locales/zh.json' with { type: 'json' };
import { pageOf, shiftRecord, takings } from '../charging.fixture.ts';
import { ShiftStore } from './shift.store.ts';
import { ShiftTab } from './shift.tab.tsx';

let page: RenderedPage | undefined;
let store: ShiftStore | undefined;
afterEach(async () => {
  await page?.unmount();
  store?.dispose();
  document.body.replaceChildren();
  page = undefined;
});

async function open(): Promise<RenderedPage> {
  const context = createFakeWebContext({ texts, grants: ['his.charging', 'his.charging:btn_shift', 'his.charging:btn_print'] });
  context.http.answer(shiftContract.routes.takings, takings());
  context.http.answer(shiftContract.routes.list, pageOf([]));
  context.http.answer(shiftContract.routes.close, shiftRecord());
  store = new ShiftStore(context);
  page = await renderElement(<ShiftTab store={store} />, { context, menu: createFakeMenu({ enCode: 'his.charging' }) });
  await page.until(() => page?.find('textbox', '实点现金'));
  return page;
}

it('a shift is closed by keys alone: the count, Enter, the reason, and then its paper', async () => {
  const { get, type, press, click, until } = await open();
  const counted = get('textbox', '实点现金');
  expect(document.activeElement).toBe(counted);
  await type(counted, '100');
  await press(counted, 'Enter');
  const reason = get('textbox', '差额说明');
  expect(document.activeElement).toBe(reason);
  await type(reason, '零头抹去');
  await click(get('button', '确认交班'));
  await until(() => document.activeElement === get('button', '打印交班单'));
});

it('a count that is right needs no reason: Enter is left to the form', async () => {
  const { get, find, type } = await open();
  const counted = get('textbox', '实点现金');
  await type(counted, '100.5');
  expect(find('textbox', '差额说明')).toBeUndefined();
  const enter = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true });
  act(() => void counted.dispatchEvent(enter));
  expect([enter.defaultPrevented, get('button', '确认交班').hasAttribute('disabled')]).toEqual([false, false]);
});

it('a closing that is only looked at puts the focus on no paper', async () => {
  const { context, get, until, all } = await open();
  context.http.answer(shiftContract.routes.detail, shiftRecord());
  await act(async () => store?.open('shift-1'));
  await until(() => all('button', '打印交班单').length > 0);
  expect(document.activeElement).not.toBe(get('button', '打印交班单'));
});

it('whoever walks through the tabs by keys keeps the focus there', async () => {
  const tab = document.body.appendChild(document.createElement('button'));
  Object.defineProperty(tab, 'matches', { value: (selector: string) => selector === ':focus-visible' });
  tab.focus();
  await open();
  expect(document.activeElement).toBe(tab);
});
