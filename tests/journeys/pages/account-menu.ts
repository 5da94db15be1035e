import { expect, type Page } from '@playwright/test';

/**
 * Chooses from the menu of the account, which opens when one points at it: again where the page that is still being drawn takes the focus, and with it the menu, away.
 */
export async function chooseInAccountMenu(page: Page, name: string): Promise<void> {
  const account = page.getByRole('button', { name: /的账户菜单/ });
  await expect(async () => {
    await page.mouse.move(1, 1);
    await account.hover();
    // waits: an open menu has its entries at once; one that closed meanwhile is opened again
    await page.getByRole('menuitem', { name }).click({ timeout: 5_000 });
  }).toPass();
}
