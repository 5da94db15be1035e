import type { Page } from '@playwright/test';
import { expect } from '../journey.ts';

/**
 * Controls of what is open that nobody can use: cut off where nothing scrolls, or under something else whatever is scrolled. Frames are scrolled as a wheel can:
 * `scrollIntoView` would move those as well that hide what goes beyond them.
 */
export const unreachable = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const CONTROLS = 'button, input, select, textarea, a[href], [contenteditable="true"], [role="option"], [role="menuitem"], [tabindex]:not([tabindex="-1"])';
    const shown = (selector: string): Element[] => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility({ visibilityProperty: true }));
    // What floats on top is what somebody uses now.
    const root = shown('[role="listbox"], [role="menu"]').at(-1) ?? shown('[role="dialog"]').at(-1) ?? document.body;
    /** A box to tick is drawn by its label, a field that is off by what is around it. */
    const drawnBy = (control: Element): Element => {
      const byLabel = control instanceof HTMLInputElement && ['radio', 'checkbox', 'file'].includes(control.type);
      const drawn = byLabel ? (control.closest('label') ?? control.parentElement ?? control) : control;
      return getComputedStyle(drawn).pointerEvents === 'none' ? (drawn.parentElement ?? drawn) : drawn;
    };
    const places = new Map<Element, readonly [number, number]>();
    const bring = (drawn: Element): void => {
      for (let frame = drawn.parentElement; frame !== null; frame = frame.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(frame);
        const [across, down] = [overflowX, overflowY].map((way) => way === 'auto' || way === 'scroll');
        if (!across && !down) continue;
        if (!places.has(frame)) places.set(frame, [frame.scrollLeft, frame.scrollTop]);
        const [box, around] = [drawn.getBoundingClientRect(), frame.getBoundingClientRect()];
        const left = across ? frame.scrollLeft + box.left + box.width / 2 - around.left - around.width / 2 : frame.scrollLeft;
        const top = down ? frame.scrollTop + box.top + box.height / 2 - around.top - around.height / 2 : frame.scrollTop;
        frame.scrollTo({ left, top, behavior: 'instant' });
      }
    };
    /** Hints go with the mouse, messages by themselves. */
    const isPassing = (one: Element, drawn: Element): boolean => {
      const over = one.closest('[role="tooltip"], [class*="nf-toast"], .nf-last-login');
      return over !== null && !over.contains(drawn);
    };
    const isUsable = (drawn: Element): boolean => {
      const box = drawn.getBoundingClientRect();
      const [left, right] = [Math.max(0, box.left), Math.min(innerWidth, box.right)];
      const [top, bottom] = [Math.max(0, box.top), Math.min(innerHeight, box.bottom)];
      if (left >= right || top >= bottom) return false;
      const spots = [0.5, 0.1, 0.9].flatMap((x) => [0.5, 0.1, 0.9].map((y) => [left + (right - left) * x, top + (bottom - top) * y] as const));
      return spots.some(([x, y]) => {
        const hit = document.elementsFromPoint(x, y).find((one) => !isPassing(one, drawn));
        return hit !== undefined && drawn.contains(hit);
      });
    };
    const nameOf = (control: Element): string => {
      const words = control.getAttribute('aria-label') ?? control.textContent ?? '';
      return `<${control.tagName.toLowerCase()} class="${control.getAttribute('class') ?? ''}"> ${words.trim().slice(0, 40)}`;
    };
    const found: string[] = [];
    for (const control of root.querySelectorAll<HTMLElement>(CONTROLS)) {
      if (!control.checkVisibility({ visibilityProperty: true }) || control.closest('[aria-hidden="true"]')) continue;
      const drawn = drawnBy(control);
      const { width, height } = drawn.getBoundingClientRect();
      // For the keyboard alone: it shows when it has the focus.
      if (width <= 1 || height <= 1) continue;
      bring(drawn);
      if (isUsable(drawn)) continue;
      const before = document.activeElement;
      if (control instanceof HTMLAnchorElement) control.focus({ preventScroll: true });
      if (!isUsable(drawn)) found.push(nameOf(control));
      if (before === document.activeElement) continue;
      control.blur();
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    }
    for (const [frame, [left, top]] of [...places].reverse()) frame.scrollTo({ left, top, behavior: 'instant' });
    return found;
  });

/** Whatever can be used can be scrolled to, and lies under nothing. @param at what is looked at, for the message */
export async function expectReachable(page: Page, at: string): Promise<void> {
  await expect.poll(() => unreachable(page), { message: `controls of ${at} that nobody reaches` }).toEqual([]);
}
