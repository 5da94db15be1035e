// @vitest-environment happy-dom
import { createFakeWebContext, type RenderedPage, renderElement } from '@nephra/plugin-sdk/testing';
import { act } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ListStore } from './list-store.ts';
import { QueueLine, QueuePanel } from './queue-panel.tsx';

interface Paper {
  readonly id: string;
  readonly name: string;
}

const papers: readonly Paper[] = [
  { id: 'a', name: 'Zhao' },
  { id: 'b', name: 'Qian' },
  { id: 'c', name: 'Sun' },
];

let page: RenderedPage | undefined;
afterEach(async () => {
  await page?.unmount();
  page = undefined;
});

const open = async (found: readonly Paper[] = papers, total = found.length) => {
  const asked: (string | undefined)[] = [];
  const opened: string[] = [];
  const refreshed = vi.fn();
  const store = new ListStore<Paper, { keyword: string }>({
    rowKey: 'id',
    load: async ({ keyword }) => {
      asked.push(keyword);
      return { data: { list: found.filter(({ name }) => name.includes(keyword ?? '')), pagination: { total } } };
    },
  });
  page = await renderElement(
    <QueuePanel
      store={store}
      label="Waiting"
      searchLabel="Name"
      refreshLabel="Refresh"
      onRefresh={refreshed}
      emptyText="Nobody waits"
      more={<p>there is more</p>}
      openKey="b"
      onOpen={({ id }) => opened.push(id)}
      renderRow={({ id, name }) => (
        <>
          <QueueLine>{name}</QueueLine>
          <QueueLine soft>{id}</QueueLine>
        </>
      )}
    >
      <p>three wait</p>
    </QueuePanel>,
    { context: createFakeWebContext({ language: 'en' }) },
  );
  await act(() => store.start());
  return { ...page, asked, opened, refreshed };
};

describe('a queue beside the work', () => {
  it('marks what is open, opens what is pressed', async () => {
    const { all, get, click, opened, refreshed, text } = await open();
    expect(text()).toContain('three wait');
    expect(all('listitem').map((row) => row.textContent)).toEqual(['Zhaoa', 'Qianb', 'Sunc']);
    expect(get('button', /Qian/).getAttribute('aria-current')).toBe('true');
    await click(get('button', /Sun/));
    expect(opened).toEqual(['c']);
    await click(get('button', 'Refresh'));
    expect(refreshed).toHaveBeenCalledOnce();
    expect(text()).not.toContain('there is more');
  });

  it('finds while somebody types, and the arrow keys lead into the list and through it', async () => {
    const { get, all, type, press, until, asked } = await open();
    const field = get('textbox', 'Name');
    await type(field, 'n');
    await until(() => asked.includes('n'));
    await until(() => all('listitem').length === 2);
    await press(field, 'ArrowDown');
    expect(document.activeElement).toBe(get('button', /Qian/));
    await press(document.activeElement as HTMLElement, 'ArrowDown');
    expect(document.activeElement).toBe(get('button', /Sun/));
    await press(document.activeElement as HTMLElement, 'Home');
    expect(document.activeElement).toBe(get('button', /Qian/));
  });

  it('says when nothing waits, and when there is more than it shows', async () => {
    const { text } = await open([]);
    expect(text()).toContain('Nobody waits');
    await page?.unmount();
    const full = await open(papers, 40);
    expect(full.text()).toContain('there is more');
  });
});
