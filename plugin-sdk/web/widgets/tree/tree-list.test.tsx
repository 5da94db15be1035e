import { type RenderedPage, renderElement } from '@nephra/plugin-sdk/testing';
import { act } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { TreeList } from './tree-list.tsx';
import { TreeStore } from './tree-store.ts';

let page: RenderedPage | undefined;
afterEach(async () => {
  await page?.unmount();
  page = undefined;
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const MANY = Array.from({ length: 400 }, (_, at) => ({ id: `n${at}`, fullName: `科室 ${at}` }));

it('a tree asks for no size when it is drawn; told how high it is, it draws nodes down to its end', async () => {
  let laidOut: () => void = () => undefined;
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(notify: () => void) {
        laidOut = notify;
      }
      observe() {}
      disconnect() {}
    },
  );
  const height = vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(3200);
  page = await renderElement(<TreeList label="科室" store={new TreeStore({ load: async () => ({ data: { list: MANY } }) })} />);
  const nodes = () => document.querySelectorAll('[role="treeitem"]').length;
  const draw = async (): Promise<number> => {
    let before = 0;
    while (before !== nodes()) {
      before = nodes();
      await act(async () => undefined);
    }
    return before;
  };
  await page.until(() => nodes() > 0);
  const assumed = await draw();
  expect(height).not.toHaveBeenCalled();
  expect(assumed).toBeLessThan(100);
  await act(async () => laidOut());
  const told = await draw();
  expect(told).toBeGreaterThanOrEqual(3200 / 32);
  // Behind another tab nothing has a height.
  height.mockReturnValue(0);
  await act(async () => laidOut());
  expect(await draw()).toBe(told);
});
