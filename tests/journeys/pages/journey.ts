import { expect as plain, type Page, test as playwright, type TestInfo } from '@playwright/test';
import { type Combination, interpreterFor, useCombination } from '../languages/combination.ts';
import { reasonLeftOut } from '../languages/left-out.ts';
import { expectingSpoken, listenIn, speakWith } from '../languages/spoken-locators.ts';
import { makePatient } from './patient-browser.ts';
import { makeSlow } from './slow-browser.ts';

export const expect = expectingSpoken(plain);

/** What an open page says: its address, its errors and its text as a screen reader has it. Printed too: often the output is all that is kept. */
async function tellOf(info: TestInfo, page: Page, nth: number): Promise<void> {
  const told = (text: Promise<string>): Promise<string> => text.catch((error: unknown) => `no text: ${error}`);
  const complaints = (await page.consoleMessages().catch(() => [])).filter((message) => message.type() === 'error').map((message) => message.text());
  const seen = [page.url(), ...complaints];
  // waits: for a picture of what has failed already; without it the report has one less
  await info.attach(`page ${nth}`, { contentType: 'text/plain', body: [...seen, await told(page.ariaSnapshot({ timeout: 5_000 }))].join('\n') });
  const open = page.locator('main, [role="dialog"], [role="alert"]');
  // waits: for a text of what has failed already
  const texts = await Promise.all((await open.all()).map((part) => told(part.ariaSnapshot({ timeout: 5_000 }))));
  console.log([`page ${nth}: ${info.title}`, ...seen, ...texts].join('\n').slice(0, 6_000));
}

/**
 * A journey. One that fails leaves pictures and texts of all open pages in the report and in test-results/; recording each step, which takes
 * half of the time, is left to `--trace on` when a failure is looked into.
 */
export const test = playwright.extend<{ evidence: undefined; suited: undefined }, { combination: Combination; spoken: undefined }>({
  combination: [
    { language: 'zh', width: 1440 },
    { option: true, scope: 'worker' },
  ],
  spoken: [
    async ({ browser, combination }, use) => {
      makePatient(browser);
      const slow = process.env.NEPHRA_JOURNEY_SLOW;
      const delays = slow ? makeSlow(browser, slow) : undefined;
      useCombination(combination);
      const interpreter = interpreterFor(combination.language);
      speakWith(interpreter);
      if (interpreter) {
        const page = await browser.newPage();
        listenIn(page);
        await page.close();
      }
      await use(undefined);
      // A run that was to be slow and delayed nothing must not look green.
      if (delays && delays.answers > 0) plain(delays.heldUp, `answers held up with NEPHRA_JOURNEY_SLOW=${slow}`).toBeGreaterThan(0);
    },
    { scope: 'worker', auto: true },
  ],
  suited: [
    async ({ combination }, use, info) => {
      const reason = reasonLeftOut(info, combination);
      info.skip(reason !== undefined, reason ?? '');
      await use(undefined);
    },
    { auto: true },
  ],
  evidence: [
    async ({ browser }, use, info) => {
      await use(undefined);
      if (info.status === info.expectedStatus) return;
      const pages = browser.contexts().flatMap((context) => context.pages());
      for (const [nth, page] of pages.entries()) await tellOf(info, page, nth + 1);
    },
    { auto: true },
  ],
});
