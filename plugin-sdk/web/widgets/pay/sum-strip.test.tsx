import { fen } from '@nephra/plugin-sdk/contract';
import { type RenderedPage, renderElement } from '@nephra/plugin-sdk/testing';
import { afterEach, expect, it } from 'vitest';
import { AmountText } from './amount-text.tsx';
import { SumStrip } from './sum-strip.tsx';

let page: RenderedPage | undefined;
afterEach(async () => {
  await page?.unmount();
  page = undefined;
});

it('names every figure, in reading order, and ends with what they lead to', async () => {
  page = await renderElement(
    <SumStrip
      label="This month"
      items={[{ label: 'Drugs', value: <AmountText amount={fen(1_250)} /> }, null, false, { label: 'Of it packed', value: 3, tone: 'soft' }]}
      end={{ label: 'Total', value: <AmountText amount={fen(8_050)} strong sign /> }}
    />,
  );
  const list = page.container.querySelector('dl');
  expect(list?.getAttribute('aria-label')).toBe('This month');
  const pairs = [...(list?.children ?? [])].map((pair) => [pair.querySelector('dt')?.textContent, pair.querySelector('dd')?.textContent]);
  expect(pairs).toEqual([
    ['Drugs', '12.50'],
    ['Of it packed', '3'],
    ['Total', '¥80.50'],
  ]);
  expect([...(list?.children ?? [])].map((pair) => pair.hasAttribute('data-end'))).toEqual([false, false, true]);
});

it('needs neither a name nor an end, and two figures of one name stand beside each other by their keys', async () => {
  page = await renderElement(
    <SumStrip
      items={[
        { key: 'cash', label: 'Card', value: 1, strong: true },
        { key: 'bank', label: 'Card', value: 2, field: true, tone: 'danger' },
      ]}
    />,
  );
  const pairs = [...(page.container.querySelector('dl')?.children ?? [])];
  expect(pairs.map((pair) => pair.textContent)).toEqual(['Card1', 'Card2']);
  expect(pairs.map((pair) => [pair.hasAttribute('data-strong'), pair.hasAttribute('data-field'), pair.getAttribute('data-tone')])).toEqual([
    [true, false, null],
    [false, true, 'danger'],
  ]);
});
