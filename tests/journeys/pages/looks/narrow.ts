import type { Locator, Page } from '@playwright/test';
import { combination } from '../../languages/combination.ts';
import { expect } from '../journey.ts';

/** Narrower than this the menu lies over the page (`shell/web/session/device.store.ts`). */
const MENU_OVER_PAGE_BELOW = 992;
/** Narrower than this a list and what was chosen from it take turns (`plugin-sdk/web/widgets/desk/split-pane.css`). */
const ONE_PANE_BELOW = 761;

const menuLiesOver = (): boolean => combination().width < MENU_OVER_PAGE_BELOW;
const onePane = (): boolean => combination().width < ONE_PANE_BELOW;

/** On a phone the bar has no room for help, full screen, size and the assistant. */
export const phone = menuLiesOver;

/** The tree of the menu; on a phone it is opened first and lies over the page until `closeMenu` or a choice. */
export async function openMenu(page: Page): Promise<Locator> {
  const menu = page.getByRole('navigation', { name: '主导航' });
  if (menuLiesOver()) await page.getByRole('button', { name: '展开菜单' }).click();
  await expect(menu).toBeVisible();
  return menu;
}

/** Puts the menu of a phone away again. */
export async function closeMenu(page: Page): Promise<void> {
  if (!menuLiesOver()) return;
  await page.keyboard.press('Escape');
  await expect(page.getByRole('navigation', { name: '主导航' })).toBeHidden();
}

/** On a phone, back from what was chosen to the list that it was chosen from. */
export async function backToList(page: Page): Promise<void> {
  if (onePane()) await page.getByRole('button', { name: '返回', exact: true }).filter({ visible: true }).first().click();
}

/** The first row that offers an act: a page may have other tables above its list. */
export const rowWithAct = (main: Locator, name: string): Locator => {
  const page = main.page();
  const act = page.getByRole('button', { name, exact: true }).or(page.getByRole('button', { name: '更多' }));
  return main.getByRole('row').filter({ has: act }).first();
};

/** Presses an act of a row; where there is no room for it, it stands in the menu behind the dots. */
export async function actOnRow(row: Locator, name: string): Promise<void> {
  const own = row.getByRole('button', { name, exact: true });
  const more = row.getByRole('button', { name: '更多' });
  await expect(own.or(more).first()).toBeVisible();
  if (await own.isVisible()) return await own.click();
  await more.click();
  await row.page().getByRole('menuitem', { name, exact: true }).click();
}

/** A dialog is as wide as it should be, and on a phone leaves an edge of the page to be seen. */
export const dialogWidth = (wide: number): number => Math.min(wide, combination().width - 24);
