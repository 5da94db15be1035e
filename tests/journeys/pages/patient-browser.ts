import type { Browser } from '@playwright/test';

/**
 * Times longer than in the product that a page of a journey waits for an answer. After 15 s the product rightly says that nobody knows whether the
 * thing was saved; a machine that runs whole test runs side by side takes longer than that now and then, and a journey is about something else.
 * What the limits themselves do is proven where the clock is ours: `shell/web/net`.
 */
const PATIENCE = 8;

const patient = new WeakSet<Browser>();

/** All pages that this browser opens from now on wait longer for answers. */
export function makePatient(browser: Browser): void {
  if (patient.has(browser)) return;
  patient.add(browser);
  const open = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await open(options);
    await context.addInitScript((times) => {
      const limit = Object.getOwnPropertyDescriptor(XMLHttpRequest.prototype, 'timeout');
      if (!limit?.set) throw new Error('XMLHttpRequest has no timeout that could be longer');
      const { set } = limit;
      // waits: in the page, which is thrown away; the test's own globals stay
      Object.defineProperty(XMLHttpRequest.prototype, 'timeout', {
        ...limit,
        set(this: XMLHttpRequest, milliseconds: number) {
          set.call(this, milliseconds * times);
        },
      });
      const after = AbortSignal.timeout.bind(AbortSignal);
      AbortSignal.timeout = (milliseconds) => after(milliseconds * times);
    }, PATIENCE);
    return context;
  };
}
