import { createFakeWebContext, type RenderedPage, renderElement } from '@nephra/plugin-sdk/testing';
import { act, useRef } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { useRowWindow } from './use-row-window.ts';

const ROW = 50;
/** What the browser would measure: a box of 500 pixels at 100, its rows moved up by `scrolled`. */
let scrolled = 0;
const rectOf = (top: number, height: number): DOMRect => ({ top, bottom: top + height, height }) as DOMRect;

function List({ count }: { readonly count: number }) {
  const list = useRef<HTMLUListElement>(null);
  const { first, last } = useRowWindow(list, count, ROW);
  return (
    <div>
      <ul ref={list}>
        <li>{`${first}–${last}`}</li>
      </ul>
    </div>
  );
}

let laidOut: () => void = () => undefined;
class Watch {
  constructor(notify: () => void) {
    laidOut = notify;
  }
  observe() {}
  disconnect() {}
}

let page: RenderedPage | undefined;
const draw = async (count: number): Promise<RenderedPage> => {
  vi.stubGlobal('ResizeObserver', Watch);
  const measured = vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
    return this.tagName === 'UL' ? rectOf(100 - scrolled, count * ROW) : rectOf(100, 500);
  });
  page = await renderElement(<List count={count} />, { context: createFakeWebContext({}) });
  // Asking for a size while it is drawn would lay the whole page out at once.
  expect(measured).not.toHaveBeenCalled();
  await act(async () => laidOut());
  return page;
};
afterEach(async () => {
  scrolled = 0;
  await page?.unmount();
  page = undefined;
  laidOut = () => undefined;
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
const scrollTo = (at: number) =>
  act(async () => {
    scrolled = at;
    document.dispatchEvent(new Event('scroll'));
  });

describe('visible rows', () => {
  it('a short list is drawn whole', async () => {
    expect((await draw(24)).text()).toBe('0–24');
  });

  it('of a long one only those visible and some around, wherever it is scrolled to', async () => {
    const { text } = await draw(300);
    expect(text()).toBe('0–20');
    await scrollTo(5000);
    expect(text()).toBe('90–120');
    await scrollTo(300 * ROW - 500);
    expect(text()).toBe('280–300');
  });
});
