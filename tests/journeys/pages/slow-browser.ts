import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test';

/** What a page waits for while somebody works in it: parts of the program that are loaded when they are first needed, and answers of the server. */
const DELAYED: ReadonlySet<string> = new Set(['Script', 'Stylesheet', 'XHR', 'Fetch', 'EventSource', 'Other']);
/** The commonest of them, in the words of the runner. */
const ASKED: ReadonlySet<string> = new Set(['script', 'xhr', 'fetch']);
const MIN_DELAY_MS = 50;
const MAX_DELAY_MS = 900;

/**
 * FNV-1a: how long the nth answer to one question takes, in milliseconds. The order in which pages ask is never the same twice, so that a seed
 * gives each question, not each moment, a delay of its own.
 */
function delayOf(seed: string, question: string, nth: number): number {
  let hash = 0x811c9dc5;
  for (const letter of `${seed} ${nth} ${question}`) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return MIN_DELAY_MS + (hash % (MAX_DELAY_MS - MIN_DELAY_MS + 1));
}

/** What pages were answered so far, and how much of it was held up. */
export interface Delays {
  readonly answers: number;
  readonly heldUp: number;
}

/**
 * All pages that this browser opens from now on get each late script and each answer after a delay of its own, so that answers also come in another
 * order than they were asked for. What a journey or the product takes for granted while something is still on its way turns red.
 * @param seed as NEPHRA_JOURNEY_SLOW names it
 */
export function makeSlow(browser: Browser, seed: string): Delays {
  const asked = new Map<string, number>();
  const delays = { answers: 0, heldUp: 0 };
  const holdUp = async (session: CDPSession): Promise<void> => {
    session.on('Fetch.requestPaused', async ({ requestId, resourceType, request }) => {
      if (DELAYED.has(resourceType)) {
        const question = `${request.method} ${new URL(request.url).pathname}`;
        const nth = asked.get(question) ?? 0;
        asked.set(question, nth + 1);
        delays.heldUp += 1;
        // waits: the answer is late on purpose, and nothing is asserted about when it comes
        await pause(delayOf(seed, question, nth));
      }
      // The page may be gone, or have given the question up.
      await session.send('Fetch.continueRequest', { requestId }).catch(() => undefined);
    });
    // Once the server has answered: what it was told has happened, and the page does not know yet.
    await session.send('Fetch.enable', { patterns: [{ urlPattern: '*', requestStage: 'Response' }] });
  };
  const held = new WeakMap<Page, Promise<void>>();
  const hold = (context: BrowserContext, page: Page): Promise<void> => {
    const before = held.get(page) ?? context.newCDPSession(page).then(holdUp);
    held.set(page, before);
    return before;
  };
  const open = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await open(options);
    const openPage = context.newPage.bind(context);
    context.newPage = async () => {
      const page = await openPage();
      await hold(context, page);
      return page;
    };
    context.on('response', (response) => {
      if (ASKED.has(response.request().resourceType())) delays.answers += 1;
    });
    // One that the product opens may be closed again before it is held.
    context.on('page', (page) => void hold(context, page).catch(() => undefined));
    return context;
  };
  return delays;
}
