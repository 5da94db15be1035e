import { createFakeMenu, createFakeWebContext, type RenderedPage, renderPage } from '@nephra/plugin-sdk/testing';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { billRuleChoices } from './bill-rule-control.tsx';
import { BillRuleSelect } from './bill-rule-select.tsx';

let page: RenderedPage | undefined;
afterEach(async () => {
  await page?.unmount();
  page = undefined;
});

const kept: (string | null)[] = [];

/** Keeps one value, like a form does. */
function Host() {
  const [value, setValue] = useState<string | null>('SIM.paper');
  const keep = (next: string | null): void => {
    kept.push(next);
    setValue(next);
  };
  return <BillRuleSelect label="规则" value={value} onChange={keep} />;
}

it('[2.6-13] offers the number rules that are on, and keeps the code of the chosen one', async () => {
  const context = createFakeWebContext();
  context.http.answer(billRuleChoices.routes.list, {
    list: [
      { id: '1', enCode: 'SIM.visit', fullName: '就诊号' },
      { id: '2', enCode: 'SIM.paper', fullName: '单据号' },
    ],
  });
  page = await renderPage(Host, { context, menu: createFakeMenu() });
  const shown = page;
  await shown.until(() => shown.text().includes('单据号 SIM.paper'));
  await shown.click(shown.get('button', '规则: 单据号 SIM.paper'));
  await shown.click(await shown.until(() => shown.all('treeitem').find((item) => item.textContent?.includes('就诊号'))));
  await shown.until(() => kept.length > 0);
  expect(kept).toEqual(['SIM.visit']);
});
