import type { Page } from '@playwright/test';
import { spoken } from '../../languages/spoken-locators.ts';
import { expect } from '../journey.ts';

/** Notes the text of every document that is given to the print preview from now on. @returns what was printed last, once there is something. */
export async function watchPrints(page: Page): Promise<() => Promise<string>> {
  await page.evaluate(() => {
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) {
        for (const node of addedNodes) {
          if (node instanceof HTMLIFrameElement) document.body.dataset.printed = node.contentDocument?.body.textContent ?? '';
        }
      }
    }).observe(document.body, { childList: true });
  });
  return async () => {
    const printed = await page.waitForFunction(() => document.body.dataset.printed);
    return String(await printed.jsonValue());
  };
}

/** The paper holds all of these texts of the product, names and numbers. */
export function expectPrinted(paper: string, parts: readonly string[]): void {
  for (const part of parts) {
    const words = spoken(part);
    if (words instanceof RegExp) expect(paper).toMatch(words);
    else expect(paper).toContain(words);
  }
}
