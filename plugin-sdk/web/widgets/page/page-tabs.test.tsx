import { type RenderedPage, renderElement } from '@nephra/plugin-sdk/testing';
import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { PageTabs } from './page-tabs.tsx';

let page: RenderedPage | undefined;
afterEach(async () => {
  await page?.unmount();
  page = undefined;
});

type Key = 'bills' | 'stock' | 'counts';

function Desk({ keep, mayCount = false }: { readonly keep?: boolean; readonly mayCount?: boolean }) {
  const [open, setOpen] = useState<Key>('bills');
  return (
    <PageTabs
      activeKey={open}
      onChange={setOpen}
      keep={keep}
      tabs={[
        { key: 'bills', title: 'Bills', count: 0, content: <input aria-label="Bill" /> },
        { key: 'stock', title: 'Stock', count: 120, content: <p>all lots</p> },
        mayCount && { key: 'counts', title: 'Counts', count: 7, content: <p>all counts</p> },
      ]}
    />
  );
}

function Part({ onDraw }: { readonly onDraw: () => void }) {
  onDraw();
  return null;
}

const names = () => page?.all('tab').map((tab) => tab.textContent);
const typed = () => page?.container.querySelector('input')?.value;

describe('tabs of a page', () => {
  it('draw the open part alone, and leave out what somebody may not see', async () => {
    page = await renderElement(<Desk />);
    const { get, find, click, text } = page;
    expect(names()).toEqual(['Bills', 'Stock99+']);
    expect(text()).not.toContain('all lots');
    await click(get('tab', /Stock/));
    expect(text()).toContain('all lots');
    expect(get('tab', /Stock/).getAttribute('aria-selected')).toBe('true');
    expect(find('textbox', 'Bill')).toBeUndefined();
  });

  it('stand before what is below them is drawn: the browser paints and answers in between', async () => {
    const tabsThen: number[] = [];
    const content = <Part onDraw={() => tabsThen.push(document.querySelectorAll('[role="tab"]').length)} />;
    const tabs = (['bills', 'stock'] as const).map((key) => ({ key, title: key, content }));
    page = await renderElement(<PageTabs activeKey="bills" onChange={() => undefined} tabs={tabs} />);
    expect(tabsThen).toEqual([2]);
  });

  it('say how many things need a look', async () => {
    page = await renderElement(<Desk mayCount />);
    expect(names()).toEqual(['Bills', 'Stock99+', 'Counts7']);
  });

  it.each([
    { keep: false, left: '' },
    { keep: true, left: 'SIM1' },
  ])('leave a part as it was only when told to: keep=$keep', async ({ keep, left }) => {
    page = await renderElement(<Desk keep={keep} />);
    const { get, click, type, text } = page;
    expect(text()).not.toContain('all lots');
    await type(get('textbox', 'Bill'), 'SIM1');
    await click(get('tab', /Stock/));
    await click(get('tab', 'Bills'));
    expect(typed()).toBe(left);
  });
});
