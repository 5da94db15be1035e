import { type RenderedPage, renderElement } from '@nephra/plugin-sdk/testing';
import { afterEach, expect, it, vi } from 'vitest';
import { FloatingPanel } from './floating-panel.tsx';

let page: RenderedPage | undefined;
afterEach(async () => {
  await page?.unmount();
  page = undefined;
  vi.restoreAllMocks();
});

const WINDOW = 1024;

/** Left edge of a box of a width at a field between two edges, in a window of 1024. */
async function leftOf(field: { readonly left: number; readonly right: number }, width: number): Promise<string> {
  vi.spyOn(window, 'innerWidth', 'get').mockReturnValue(WINDOW);
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(width);
  const anchor = document.createElement('input');
  vi.spyOn(anchor, 'getBoundingClientRect').mockReturnValue(new DOMRect(field.left, 100, field.right - field.left, 32));
  page = await renderElement(
    <FloatingPanel anchor={anchor} onClose={() => {}}>
      found
    </FloatingPanel>,
  );
  const box = document.querySelector<HTMLElement>('.nk-floating');
  return box?.style.left ?? '';
}

it.each([
  ['begins where its field begins', { left: 100, right: 400 }, 500, '100px'],
  ['ends where its field ends when it would run out of the window', { left: 600, right: 1000 }, 500, '500px'],
  ['stays within a window that is hardly wider than itself', { left: 200, right: 800 }, 900, '8px'],
])('%s', async (_how, field, width, left) => expect(await leftOf(field, width)).toBe(left));
