import { type RenderedPage, renderElement } from '@nephra/plugin-sdk/testing';
import { act, Profiler, useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import type { Column } from '../columns/column.ts';
import { DataTable } from './data-table.tsx';

let page: RenderedPage | undefined;
afterEach(async () => {
  await page?.unmount();
  page = undefined;
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** @returns what the browser does once it has laid the page out */
function followSizes(): () => void {
  let tell: () => void = () => undefined;
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(notify: () => void) {
        tell = notify;
      }
      observe() {}
      disconnect() {}
    },
  );
  return () => tell();
}

it('a table behind another tab, where nothing has a width, stays as it is', async () => {
  const measured = followSizes();
  const width = vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(800);
  page = await renderElement(<DataTable label="Rows" rows={[{ name: 'one' }]} rowKey={(row) => row.name} columns={[{ prop: 'name', label: 'Name' }]} />);
  const widthAt = async (pixels: number) => {
    width.mockReturnValue(pixels);
    await act(async () => measured());
    return document.querySelector('table')?.style.width;
  };
  expect(await widthAt(800)).toBe('800px');
  expect(await widthAt(0)).toBe('800px');
  expect(await widthAt(700)).toBe('700px');
});

it('a table that was here before is drawn once, with the size that it had', async () => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(900);
  const widthsDrawn = async (): Promise<(string | undefined)[]> => {
    const seen: (string | undefined)[] = [];
    page = await renderElement(
      <Profiler id="table" onRender={() => seen.push(document.querySelector('table')?.style.width)}>
        <DataTable label="Known" rows={[{ name: 'one' }]} rowKey={(row) => row.name} columns={[{ prop: 'name', label: 'Name' }]} />
      </Profiler>,
    );
    return seen;
  };
  expect(await widthsDrawn()).toEqual(['96px', '900px']);
  await page?.unmount();
  expect(await widthsDrawn()).toEqual(['900px']);
});

it('a table that was here before asks for no size: it is told, and drawn again only where it was another', async () => {
  const laidOut = followSizes();
  const width = vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(640);
  const table = <DataTable label="Told" rows={[{ name: 'one' }]} rowKey={(row) => row.name} columns={[{ prop: 'name', label: 'Name' }]} />;
  const drawnWidth = () => document.querySelector('table')?.style.width;
  page = await renderElement(table);
  await page.unmount();
  width.mockClear();
  page = await renderElement(table);
  expect(width).not.toHaveBeenCalled();
  expect(drawnWidth()).toBe('640px');
  width.mockReturnValue(500);
  await act(async () => laidOut());
  expect(drawnWidth()).toBe('500px');
});

const PEOPLE = [{ name: 'one' }, { name: 'two' }];
const drawn: string[] = [];
const opened: string[] = [];
const COUNTED: readonly Column<{ name: string }>[] = [
  {
    prop: 'name',
    label: 'Name',
    render: ({ name }) => {
      drawn.push(name);
      return name;
    },
  },
];

function DrawnAgain() {
  const [times, setTimes] = useState(0);
  return (
    <>
      <button type="button" onClick={() => setTimes(times + 1)}>
        again
      </button>
      <DataTable label="Rows" rows={PEOPLE} rowKey={({ name }) => name} columns={COUNTED} onOpen={({ name }) => opened.push(`${name} ${times}`)} />
    </>
  );
}

it('rows that did not change are not drawn with their table, and do what its last drawing says', async () => {
  const shown = await renderElement(<DrawnAgain />);
  page = shown;
  expect([...new Set(drawn)]).toEqual(['one', 'two']);
  drawn.length = 0;
  await shown.click(shown.get('button', 'again'));
  expect(drawn).toEqual([]);
  await act(async () => {
    shown.all('row')[2]?.dispatchEvent(new MouseEvent('dblclick', { bubbles: true }));
  });
  expect(opened).toEqual(['two 1']);
});
