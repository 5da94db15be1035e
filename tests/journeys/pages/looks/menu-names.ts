import { expect, type Locator, type Page } from '@playwright/test';
import { closeMenu, openMenu } from './narrow.ts';

/** Fonts draw a little beyond their lines; a line that is missing is higher. */
const BEYOND = 8;

/** Names of menus, in whatever layout, that the room for them cuts. */
const cutNames = (page: Page): Promise<string[]> =>
  page
    .locator('.nephra-side-title, .nephra-icon-title')
    .filter({ visible: true })
    .evaluateAll(
      (names, beyond) =>
        names.filter((name) => name.scrollWidth > name.clientWidth || name.scrollHeight > name.clientHeight + beyond).map((name) => name.textContent ?? ''),
      BEYOND,
    );

export const expectNamesWhole = (page: Page): Promise<void> => expect.poll(() => cutNames(page), 'names of menus that are cut').toEqual([]);

async function unfold(menu: Locator): Promise<void> {
  const folded = menu.getByRole('button', { expanded: false });
  while ((await folded.count()) > 0) await folded.first().click();
}

/** Unfolds the whole tree of the menu and looks whether each name can be read to its end. */
export async function expectTreeWhole(page: Page): Promise<void> {
  await unfold(await openMenu(page));
  await expectNamesWhole(page);
  await closeMenu(page);
}
