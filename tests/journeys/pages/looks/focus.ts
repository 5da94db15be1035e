import type { Page } from '@playwright/test';
import { expect } from '../journey.ts';

/** More stops than any page has: who needs as many is caught. */
const MAX_STOPS = 160;

/** What a stop looked like while it had the focus, and what is wrong with it. */
interface Walk {
  readonly stops: number;
  readonly faults: readonly string[];
}

/** Helpers that live in the page; a colour on its way would be mistaken for one that does not change. */
const INSTALL = (): void => {
  interface Stop {
    readonly element: Element;
    readonly look: string;
    readonly name: string;
  }
  const still = document.createElement('style');
  still.textContent = '*, *::before, *::after { transition: none !important; animation: none !important; }';
  document.head.append(still);
  /** What may show the focus: the element, what stands around it (the frame of a field), what it labels (a drawn box beside a hidden one). */
  const showing = (element: Element): Element[] => {
    const around: Element[] = [element];
    for (let up = element.parentElement; up !== null && around.length < 5; up = up.parentElement) around.push(up);
    return [...around, ...[element.nextElementSibling, element.previousElementSibling].filter((near) => near !== null)];
  };
  const lookOf = (element: Element): string =>
    showing(element)
      .flatMap((one) => [getComputedStyle(one), getComputedStyle(one, '::before'), getComputedStyle(one, '::after')])
      .map((style) => {
        const outline = style.outlineStyle === 'none' ? '' : `${style.outlineStyle} ${style.outlineWidth} ${style.outlineColor}`;
        return [outline, style.boxShadow, style.borderColor, style.backgroundColor, style.textDecorationLine].join(';');
      })
      .join('|');
  const nameOf = (element: Element): string => {
    const words = element.getAttribute('aria-label') ?? element.textContent ?? '';
    return `<${element.tagName.toLowerCase()} class="${element.getAttribute('class') ?? ''}"> ${words.trim().slice(0, 40)}`;
  };
  /** In the window, of some size, and not under something else. A control that is drawn by its label counts where the label is. */
  const isVisibleInWindow = (element: Element): boolean => {
    const drawn =
      element instanceof HTMLInputElement && (element.type === 'radio' || element.type === 'checkbox') ? (element.parentElement ?? element) : element;
    const box = drawn.getBoundingClientRect();
    if (box.width < 1 || box.height < 1) return false;
    const [left, right] = [Math.max(0, box.left), Math.min(innerWidth, box.right)];
    const [top, bottom] = [Math.max(0, box.top), Math.min(innerHeight, box.bottom)];
    if (left >= right || top >= bottom) return false;
    const spots = [0.5, 0.1, 0.9].flatMap((x) => [0.5, 0.1, 0.9].map((y) => [left + (right - left) * x, top + (bottom - top) * y] as const));
    return spots.some(([x, y]) => {
      const hit = document.elementFromPoint(x, y);
      return hit !== null && (drawn.contains(hit) || hit.contains(drawn));
    });
  };
  let last: Stop | undefined;
  const faults: string[] = [];
  const seen = new Set<Element>();
  // waits: this window is the browser's, and goes with the page
  Object.assign(window, {
    nephraWalk: {
      /** Call after each press. @returns whether the walk goes on */
      step(): boolean {
        const at = document.activeElement;
        // The only stop of a dialog is followed by itself.
        if (last?.element.isConnected && last.element !== at && lookOf(last.element) === last.look) faults.push(`shows no focus: ${last.name}`);
        last = undefined;
        if (at === null || at === document.body || seen.has(at)) return false;
        seen.add(at);
        if (!isVisibleInWindow(at)) faults.push(`not in the window: ${nameOf(at)}`);
        last = { element: at, look: lookOf(at), name: nameOf(at) };
        return true;
      },
      end: (): Walk => {
        still.remove();
        return { stops: seen.size, faults };
      },
    },
  });
};

interface WalkWindow {
  readonly nephraWalk: { step(): boolean; end(): Walk };
}

/** Tab from where the focus is until it comes round, or leaves the page: every stop is in the window and shown. @returns how many there were */
export async function walkByTab(page: Page, at: string, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<number> {
  await page.evaluate(INSTALL);
  let presses = 0;
  for (let goesOn = true; goesOn && presses <= MAX_STOPS; presses += 1) {
    await page.keyboard.press(key);
    goesOn = await page.evaluate(() => (window as unknown as WalkWindow).nephraWalk.step());
  }
  const { stops, faults } = await page.evaluate(() => (window as unknown as WalkWindow).nephraWalk.end());
  expect(faults, at).toEqual([]);
  expect(presses, `${at}: the keyboard comes round`).toBeLessThanOrEqual(MAX_STOPS);
  return stops;
}

/** Whether the focus is inside what floats on top. */
export const focusIsIn = (page: Page, role: string): Promise<boolean> =>
  page.evaluate((name) => {
    const box = [...document.querySelectorAll(`[role="${name}"]`)].filter((one) => one.checkVisibility()).at(-1);
    return box?.contains(document.activeElement) ?? false;
  }, role);
