import { type RenderedPage, renderElement } from '@nephra/plugin-sdk/testing';
import { act } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { DataTable } from './data-table.tsx';

let page: RenderedPage | undefined;
afterEach(async () => {
  await page?.unmount();
  page = undefined;
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('a table behind another tab, where nothing has a width, stays as it is', async () => {
  let measured: () => void = () => undefined;
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(notify: () => void) {
        measured = notify;
      }
      observe() {}
      disconnect() {}
    },
  );
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
