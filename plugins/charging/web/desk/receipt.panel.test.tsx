import { createFakeMenu, createFakeWebContext, type RenderedPage, renderElement } from '@nephra/plugin-sdk/testing';
import { afterEach, expect, it } from 'vitest';
import texts from '../../locales/zh.json' with { type: 'json' };
import { billRecord } from '../charging.fixture.ts';
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
