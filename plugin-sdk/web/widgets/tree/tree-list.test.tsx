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

it('names the node that the keys stand at only while it is drawn: not where it is folded away or scrolled out of what is drawn', async () => {
  const list = [{ id: 'house', fullName: '机构', children: MANY }];
  const store = new TreeStore({ openLevels: 2, load: async () => ({ data: { list } }) });
  page = await renderElement(<TreeList label="机构" store={store} />);
  const shown = page;
  await shown.until(() => shown.find('treeitem', '科室 1'));
  const tree = shown.get('tree', '机构');
  const named = async (change: () => void): Promise<string | null | undefined> => {
    await act(async () => change());
    const id = tree.getAttribute('aria-activedescendant');
    return id === null ? null : document.getElementById(id)?.textContent;
  };
  expect(await named(() => store.select('n1'))).toContain('科室 1');
  expect(await named(() => store.setOpen('house', false))).toBeNull();
  expect(shown.get('textbox').hasAttribute('aria-activedescendant')).toBe(false);
  expect(await named(() => store.setOpen('house', true))).toContain('科室 1');
  expect(await named(() => store.setActive('n399'))).toBeNull();
});
