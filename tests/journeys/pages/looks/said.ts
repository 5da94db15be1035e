import type { Page } from '@playwright/test';
import { spoken } from '../../languages/spoken-locators.ts';
import { expect } from '../journey.ts';

/** Windows are kept from one journey to the next; each begins without the messages of the one before. */
const heard = new WeakMap<Page, string[]>();

/**
 * Messages over the page stay for a second and a half, and the next one takes the place of the one before: whoever looks for one on a busy machine
 * comes too late now and then. So they are written down as they come.
 * @returns all of them so far, on whatever address of this page
 */
export async function hearMessages(page: Page): Promise<string[]> {
  const known = heard.get(page);
  if (known) {
    known.length = 0;
    return known;
  }
  const said: string[] = [];
  heard.set(page, said);
  await page.exposeFunction('journeyHeard', (text: string) => said.push(text));
  await page.addInitScript(() => {
    const hear = (node: Node) => {
      if (node instanceof HTMLElement && node.matches('.nf-toast[role]')) Reflect.get(window, 'journeyHeard')(node.textContent);
    };
    const watch = new MutationObserver((changes) => {
      for (const { addedNodes } of changes) addedNodes.forEach(hear);
    });
    document.addEventListener('DOMContentLoaded', () => watch.observe(document.body, { childList: true }));
  });
  return said;
}

/** The page told this, now or a moment ago. */
export async function expectSaid({ said }: { readonly said: readonly string[] }, words: string | RegExp): Promise<void> {
  const listened = spoken(words) as string | RegExp;
  const expected = typeof listened === 'string' ? expect.stringContaining(listened) : expect.stringMatching(listened);
  await expect.poll(() => said, { message: `the message ${words}` }).toContainEqual(expected);
}
