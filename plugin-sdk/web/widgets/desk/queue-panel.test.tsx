import { createFakeWebContext, type RenderedPage, renderElement } from '@nephra/plugin-sdk/testing';
import { act } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ListStore } from '../list/list-store.ts';
import { QueueEntry } from './queue-entry.tsx';
import { QueuePanel } from './queue-panel.tsx';

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

const open = async (found: readonly Paper[] = papers, total = found.length, answered: Promise<void> = Promise.resolve()) => {
  const asked: (string | undefined)[] = [];
  const opened: string[] = [];
  const refreshed = vi.fn();
  const store = new ListStore<Paper, { keyword: string }>({
    rowKey: 'id',
    load: async ({ keyword }) => {
      asked.push(keyword);
      if (keyword !== undefined) await answered;
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
      waiting={`${total} wait`}
      emptyText="Nobody waits"
      rest={(hidden) => <b>{hidden} hidden</b>}
      more={<p>there is more</p>}
      openKey="b"
      onOpen={({ id }) => opened.push(id)}
      renderRow={({ id, name }) => (
        <QueueEntry name={name} about="63" end={<i>8.00</i>} mark={id === 'c' && 'charged before'}>
          <span>{id}</span>
        </QueueEntry>
      )}
    >
      <p>some held</p>
    </QueuePanel>,
    { context: createFakeWebContext({ language: 'en' }) },
  );
  await act(() => store.start());
  return { ...page, asked, opened, refreshed };
};

describe('a queue beside the work', () => {
  it('names no number while the queue was not read: a nought would say that nobody waits', async () => {
    const answers: (() => Promise<never>)[] = [() => Promise.reject(new Error('away'))];
    const store = new ListStore<Paper, { keyword: string }>({
      rowKey: 'id',
      load: async () => (await answers.shift()?.()) ?? { data: { list: [], pagination: { total: 0 } } },
    });
    page = await renderElement(
      <QueuePanel
        store={store}
        {...{ label: 'Waiting', searchLabel: 'Name', refreshLabel: 'Refresh', waiting: '0 wait', emptyText: 'Nobody waits', openKey: '' }}
        onRefresh={() => {}}
        onOpen={() => {}}
        rest={() => null}
        renderRow={({ name }) => name}
      />,
      { context: createFakeWebContext({ language: 'en' }) },
    );
    const { find, text, until } = page;
    await act(() => store.start());
    await until(() => find('alert'));
    expect(text()).not.toContain('0 wait');
    await act(() => store.reload());
    await until(() => text().includes('0 wait'));
  });

  it('marks what is open, opens what is pressed', async () => {
    const { all, get, click, opened, refreshed, text } = await open();
    expect(text()).toContain('some held');
    expect(get('status').textContent).toBe('3 wait');
    expect(all('listitem').map((row) => row.textContent)).toEqual(['Zhao638.00a', 'Qian638.00b', 'Sun638.00ccharged before']);
    expect(get('button', /Qian/).getAttribute('aria-current')).toBe('true');
    await click(get('button', /Sun/));
    expect(opened).toEqual(['c']);
    await click(get('button', 'Refresh'));
    expect(refreshed).toHaveBeenCalledOnce();
    expect(text()).not.toMatch(/there is more|hidden/);
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

  it('Enter asks at once for what was typed and goes to its first row, never to one of the rows before', async () => {
    let answer: () => void = () => undefined;
    const answered = new Promise<void>((done) => {
      answer = done;
    });
    const { get, type, press, until, asked, opened } = await open(papers, papers.length, answered);
    const field = get('textbox', 'Name');
    field.focus();
    await type(field, 'Sun');
    await press(field, 'Enter');
    expect([asked.at(-1), document.activeElement]).toEqual(['Sun', field]);
    answer();
    await until(() => document.activeElement === get('button', /Sun/));
    expect([asked.filter((keyword) => keyword === 'Sun').length, opened]).toEqual([1, []]);
  });

  it('whoever types on, or goes elsewhere, keeps the focus when the answer comes', async () => {
    let answer: () => void = () => undefined;
    const answered = new Promise<void>((done) => {
      answer = done;
    });
    const { get, type, press, until, text } = await open(papers, papers.length, answered);
    const field = get('textbox', 'Name');
    field.focus();
    await type(field, 'Q');
    await press(field, 'Enter');
    await type(field, 'Qi');
    answer();
    await until(() => !text().includes('Zhao'));
    expect(document.activeElement).toBe(field);
    await press(field, 'Enter');
    get('button', 'Refresh').focus();
    await until(() => get('list', 'Waiting').getAttribute('aria-busy') === 'false');
    expect(document.activeElement).toBe(get('button', 'Refresh'));
  });

  it('is busy from the first key until what was asked for is in the list', async () => {
    let answer: () => void = () => undefined;
    const answered = new Promise<void>((done) => {
      answer = done;
    });
    const { get, type, until, asked } = await open(papers, papers.length, answered);
    const list = get('list', 'Waiting');
    const names = () => [...list.querySelectorAll('strong')].map((name) => name.textContent);
    expect(list.getAttribute('aria-busy')).toBe('false');
    await type(get('textbox', 'Name'), 'Zh');
    expect([list.getAttribute('aria-busy'), ...names()]).toEqual(['true', 'Zhao', 'Qian', 'Sun']);
    await until(() => asked.includes('Zh'));
    expect([list.getAttribute('aria-busy'), ...names()]).toEqual(['true', 'Zhao', 'Qian', 'Sun']);
    answer();
    await until(() => list.getAttribute('aria-busy') === 'false');
    expect([asked.at(-1), ...names()]).toEqual(['Zh', 'Zhao']);
  });

  it('says when nothing waits, and when there is more than it shows', async () => {
    const { text } = await open([]);
    expect(text()).toContain('Nobody waits');
    await page?.unmount();
    const full = await open(papers, 40);
    expect(full.text()).toContain('37 hidden');
    expect(full.text()).toContain('there is more');
  });

  it('goes on below what it shows, without changing what is open; the keyboard goes on at the first new row', async () => {
    const many: Paper[] = Array.from({ length: 200 }, (_, n) => ({ id: `p${n}`, name: `Person ${n}` }));
    const opened: string[] = [];
    const store = new ListStore<Paper, { keyword: string }>({
      rowKey: 'id',
      pageSize: 50,
      load: async ({ pageSize }) => ({ data: { list: many.slice(0, pageSize), pagination: { total: many.length } } }),
    });
    page = await renderElement(
      <QueuePanel
        store={store}
        label="Waiting"
        searchLabel="Name"
        refreshLabel="Refresh"
        onRefresh={() => undefined}
        emptyText="Nobody waits"
        showMore={(hidden) => `${hidden} more, show them`}
        rest={(hidden) => `${hidden} out of reach`}
        openKey="p3"
        onOpen={({ id }) => opened.push(id)}
        renderRow={({ name }) => <QueueEntry name={name}>{null}</QueueEntry>}
      />,
      { context: createFakeWebContext({ language: 'en' }) },
    );
    await act(() => store.start());
    const { all, get, find, click, press, until, text } = page;
    expect([all('listitem').length, text().includes('out of reach')]).toEqual([50, false]);
    act(() => get('button', 'Person 49').focus());
    await press(document.activeElement as HTMLElement, 'ArrowDown');
    expect(document.activeElement).toBe(get('button', '150 more, show them'));
    await click(document.activeElement as HTMLElement);
    await until(() => all('listitem').length === 150);
    expect([document.activeElement, opened]).toEqual([get('button', 'Person 50'), []]);
    expect(get('button', 'Person 3').getAttribute('aria-current')).toBe('true');
    await click(get('button', '50 more, show them'));
    await until(() => all('listitem').length === 200);
    expect(find('button', /more, show/)).toBeUndefined();
  });

  it('draws its rows in pieces, each once; the keyboard goes on at the first new row once that stands', async () => {
    const many: Paper[] = Array.from({ length: 200 }, (_, n) => ({ id: `p${n}`, name: `Person ${n}` }));
    const store = new ListStore<Paper, { keyword: string }>({
      rowKey: 'id',
      pageSize: 48,
      load: async ({ pageSize }) => ({ data: { list: many.slice(0, pageSize), pagination: { total: many.length } } }),
    });
    /** Rows that stood when each was drawn. */
    const stood: number[] = [];
    const renderRow = ({ name }: Paper) => {
      stood.push(document.querySelectorAll('[data-row]').length);
      return name;
    };
    page = await renderElement(
      <QueuePanel
        store={store}
        {...{ label: 'Waiting', searchLabel: 'Name', refreshLabel: 'Refresh', emptyText: 'Nobody waits', openKey: null }}
        onRefresh={() => undefined}
        showMore={() => 'more'}
        onOpen={() => undefined}
        renderRow={renderRow}
      />,
      { context: createFakeWebContext({ language: 'en' }) },
    );
    await act(() => store.start());
    const { all, get, click, until } = page;
    expect([all('listitem').length, stood.length]).toEqual([48, 48]);
    expect(stood[40]).toBeGreaterThanOrEqual(32);
    get('button', 'more').focus();
    await click(get('button', 'more'));
    await until(() => all('listitem').length === 148);
    await until(() => document.activeElement === get('button', 'Person 48'));
  });
});
