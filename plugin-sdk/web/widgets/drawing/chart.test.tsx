import { type RenderedPage, renderElement } from '@nephra/plugin-sdk/testing';
import { Chart } from '@nephra/plugin-sdk/widgets';
import { afterEach, expect, it } from 'vitest';

let page: RenderedPage | undefined;
afterEach(async () => {
  await page?.unmount();
  page = undefined;
});

it('keeps its height above a list that would take it, while it is fetched and when it is drawn', async () => {
  const option = { xAxis: { type: 'category' as const, data: ['11-28'] }, yAxis: { type: 'value' as const }, series: [{ type: 'bar' as const, data: [1] }] };
  page = await renderElement(<Chart label="净收入" option={option} height={220} />);
  const { container, find, get, until } = page;
  const fetched = container.querySelector<HTMLElement>('[style*="220px"]');
  expect(fetched?.style.flexShrink).toBe('0');
  await until(() => find('img', '净收入'));
  const drawn = get('img', '净收入');
  expect([drawn.style.height, drawn.style.flexShrink]).toEqual(['220px', '0']);
});
