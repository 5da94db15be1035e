import { type RenderedPage, renderElement } from '@nephra/plugin-sdk/testing';
import { afterEach, expect, it } from 'vitest';
import { TickGroup } from './tick-group.tsx';

let page: RenderedPage | undefined;
afterEach(async () => {
  await page?.unmount();
  page = undefined;
});

const OPTIONS = [
  { value: 'a', label: 'CF1 80.50' },
  { value: 'b', label: 'CF2 12.00' },
];

it('shows what is taken along, and says which one was pressed', async () => {
  const toggled: string[] = [];
  page = await renderElement(<TickGroup label="2 others" options={OPTIONS} chosen={['b']} onToggle={(value) => toggled.push(value)} />);
  const { get, all, click, container } = page;
  expect(container.querySelector('fieldset > legend')?.textContent).toBe('2 others');
  expect(all('checkbox').map((box) => (box as HTMLInputElement).checked)).toEqual([false, true]);
  await click(get('checkbox', 'CF1 80.50'));
  expect(toggled).toEqual(['a']);
});

it('cannot be changed while the work goes on', async () => {
  page = await renderElement(<TickGroup label="2 others" options={OPTIONS} chosen={[]} onToggle={() => undefined} disabled />);
  expect(page.container.querySelector('fieldset')?.disabled).toBe(true);
});
