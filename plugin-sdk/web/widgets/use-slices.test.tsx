import { type RenderedPage, renderElement } from '@nephra/plugin-sdk/testing';
import { Profiler } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, it } from 'vitest';
import { SplitPane } from './desk/split-pane.tsx';
import { Pager } from './page/pager.tsx';
import { DataTable } from './table/data-table.tsx';
import { useSlices } from './use-slices.ts';

let page: RenderedPage | undefined;
afterEach(async () => {
  await page?.unmount();
  page = undefined;
});

const ROWS = Array.from({ length: 50 }, (_, at) => ({ name: `row ${at}` }));
const bodyRows = () => document.querySelectorAll('tbody tr:not(.nk-gap)').length;
const gap = () => document.querySelector<HTMLElement>('.nk-gap td')?.style.height ?? '0px';

it('a list comes in pieces, as high from the start as in the end, and is whole at last', async () => {
  const seen: { rows: number; gap: string }[] = [];
  const note = () => seen.push({ rows: bodyRows(), gap: gap() });
  page = await renderElement(
    <Profiler id="table" onRender={note}>
      <DataTable label="Rows" rows={ROWS} rowKey={(row) => row.name} columns={[{ prop: 'name', label: 'Name' }]} />
    </Profiler>,
  );
  const [first] = seen;
  expect(first?.rows).toBeLessThan(ROWS.length);
  expect(first?.gap).toBe(`${(ROWS.length - (first?.rows ?? 0)) * 40}px`);
  expect(seen.length).toBeGreaterThan(2);
  expect(bodyRows()).toBe(ROWS.length);
  expect(gap()).toBe('0px');
});

it('what stands beside the first things of a page comes in the piece after them', async () => {
  const seen: (string | null)[] = [];
  const note = () => seen.push(document.querySelector('main')?.textContent ?? null);
  page = await renderElement(
    <Profiler id="sides" onRender={note}>
      <main>
        <SplitPane left="tree" right="entries" />
      </main>
    </Profiler>,
  );
  expect(seen[0]).toContain('tree');
  expect(seen[0]).not.toContain('entries');
  expect(document.querySelector('main')?.textContent).toContain('entries');
});

const LONG = Array.from({ length: 450 }, (_, at) => ({ name: `row ${at}` }));
const gaps = () => document.querySelectorAll('.nk-gap').length;
const table = <DataTable label="Rows" rows={LONG} rowKey={(row) => row.name} columns={[{ prop: 'name', label: 'Name' }]} />;

/** What a browser does: it takes the page as it stands once its listeners have returned. */
function print<Seen>(look: () => Seen): Seen {
  window.dispatchEvent(new Event('beforeprint'));
  const seen = look();
  flushSync(() => window.dispatchEvent(new Event('afterprint')));
  return seen;
}

it('a table of which only the visible rows are drawn is whole on paper, and as it was afterwards', async () => {
  page = await renderElement(table);
  const visible = bodyRows();
  expect(visible).toBeLessThan(LONG.length);
  expect(print(() => [bodyRows(), gaps()])).toEqual([LONG.length, 0]);
  expect(bodyRows()).toBe(visible);
});

it('a table behind another tab is not drawn for the paper of this one', async () => {
  page = await renderElement(<div hidden>{table}</div>);
  expect(print(bodyRows)).toBeLessThan(LONG.length);
});

function Cards() {
  return (
    <ul>
      {LONG.slice(0, useSlices(LONG.length)).map(({ name }) => (
        <li key={name}>{name}</li>
      ))}
    </ul>
  );
}

it('cards that still come piece by piece are all on paper', async () => {
  // As a browser draws: one piece, and the others when there is time.
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
  const box = document.body.appendChild(document.createElement('div'));
  const root = createRoot(box);
  flushSync(() => root.render(<Cards />));
  const cards = () => document.querySelectorAll('li').length;
  const before = cards();
  const printed = print(cards);
  root.unmount();
  box.remove();
  expect([before < LONG.length, printed]).toEqual([true, LONG.length]);
});

it('paper says which rows of how many it has', async () => {
  const nothing = () => undefined;
  const printed = async (total: number, currentPage: number) => {
    await page?.unmount();
    page = await renderElement(<Pager total={total} currentPage={currentPage} pageSize={20} onPage={nothing} onPageSize={nothing} />);
    return document.querySelector('.nk-pager-printed')?.textContent;
  };
  expect(await printed(1234, 3)).toBe('本页为第 41–60 条');
  expect(await printed(41, 3)).toBe('本页为第 41–41 条');
  // All of them are there: the number alone says so.
  expect(await printed(7, 1)).toBeUndefined();
});
