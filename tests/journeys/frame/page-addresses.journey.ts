import { expectAccessible } from '../pages/looks/axe.ts';
import { deskOf } from '../pages/desk.ts';
import { expect, test } from '../pages/journey.ts';
import { pagesOfMenu } from '../pages/menu-pages.ts';

test('[2.2-03] every page of the menu opens by its own address, in a document that has loaded nothing before, and axe finds no fault in it', async ({
  browser,
}) => {
  const desk = await deskOf(browser, 'admin');
  const { page } = desk;
  const pages = await pagesOfMenu(desk);
  expect(pages.length).toBeGreaterThan(20);
  for (const { fullName, urlAddress } of pages) {
    await test.step(fullName, async () => {
      await page.goto(urlAddress);
      await expect(page).toHaveTitle(new RegExp(fullName));
      await expect(page.getByRole('main').locator('button, input, h1, h2').first()).toBeVisible();
      await expect(page.getByText('暂时无法打开')).toHaveCount(0);
      await expectAccessible(page, fullName);
      expect(desk.faults).toEqual([]);
    });
  }
  expect(desk.faults).toEqual([]);
  await desk.leave();
});
