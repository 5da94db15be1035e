import { createFakeMenu, createFakeWebContext, type RenderedPage, renderElement } from '@nephra/plugin-sdk/testing';
import { act } from 'react';
import { afterEach, expect, it } from 'vitest';
import texts from '../../locales/zh.json' with { type: 'json' };
import { chargeContract } from '../../contract/index.ts';
import { billRecord, sheet } from '../charging.fixture.ts';
import { ReceiptPanel } from './receipt.panel.tsx';

let page: RenderedPage | undefined;
afterEach(async () => {
  await page?.unmount();
  page = undefined;
});

it('the way to the next patient has a line of its own: a paper that comes late moves it nowhere', async () => {
  page = await renderElement(<ReceiptPanel bill={billRecord()} onNext={() => undefined} />, {
    context: createFakeWebContext({ texts }),
    menu: createFakeMenu({ enCode: 'his.charging' }),
  });
  const { get } = page;
  const lineOf = (name: string) => get('button', name).closest('.nk-receipt-acts');
  expect(lineOf('下一位')?.textContent).toBe('下一位');
  expect(lineOf('打印结算单')?.textContent).toContain('打印费用清单');
  expect(document.activeElement).toBe(get('button', '下一位'));
});

/** @returns whether the key was taken */
const pressAltP = (at: HTMLElement): boolean =>
  !at.dispatchEvent(new KeyboardEvent('keydown', { code: 'KeyP', key: 'p', altKey: true, bubbles: true, cancelable: true }));

it('Alt and P print the sheet, once while it is made, and the cursor stays at the next patient', async () => {
  const context = createFakeWebContext({ texts, grants: ['his.charging', 'his.charging:btn_print'] });
  context.http.answer(chargeContract.routes.printSettle, { list: [sheet()] });
  page = await renderElement(<ReceiptPanel bill={billRecord()} onNext={() => undefined} />, { context, menu: createFakeMenu({ enCode: 'his.charging' }) });
  const { get, settle } = page;
  const next = get('button', '下一位');
  const taken = await act(async () => [pressAltP(next), pressAltP(next)]);
  expect(taken).toEqual([true, true]);
  await settle();
  expect(context.record.prints.map(({ title }) => title)).toEqual(['测试医院医疗费用结算单 SFGZ2026030200001']);
  expect(document.activeElement).toBe(next);
});

it('whoever may not print has no key for it, nor a word about one', async () => {
  const context = createFakeWebContext({ texts, grants: ['his.charging'] });
  page = await renderElement(<ReceiptPanel bill={billRecord()} onNext={() => undefined} />, { context, menu: createFakeMenu({ enCode: 'his.charging' }) });
  const { get, text, settle } = page;
  expect(await act(async () => pressAltP(get('button', '下一位')))).toBe(false);
  await settle();
  expect([text().includes('打印'), context.http.callsOf(chargeContract.routes.printSettle).length]).toEqual([false, 0]);
});
