import { type RenderedPage, renderElement } from '@nephra/plugin-sdk/testing';
import { Profiler } from 'react';
import { afterEach, expect, it } from 'vitest';
import { SplitPane } from './desk/split-pane.tsx';
import { DataTable } from './table/data-table.tsx';

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
