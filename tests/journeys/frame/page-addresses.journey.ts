import { seedOfRun, shareOf } from '../../support/cases/effort.ts';
import { expectAccessible } from '../pages/looks/axe.ts';
import { deskOf } from '../pages/desk.ts';
import { expect, test } from '../pages/journey.ts';
import { expectTreeWhole } from '../pages/looks/menu-names.ts';
import { pagesOfMenu } from '../pages/menu-pages.ts';

/** One page in so many a day: each loads the whole product anew. */
const OPENED_SHARE = 6;

test('[2.2-03] pages of the menu open by their own addresses, in documents that have loaded nothing before, and axe finds no fault in them', async ({
  browser,
}) => {
  const desk = await deskOf(browser, 'admin');
  const { page } = desk;
  const pages = await pagesOfMenu(desk);
  expect(pages.length).toBeGreaterThan(20);
  await expectTreeWhole(page);
  const opened = shareOf('pages that are opened by their address', pages, Math.ceil(pages.length / OPENED_SHARE));
  const looked = shareOf('pages opened by their address that axe looks at', opened, Math.ceil(opened.length / 2), Math.floor(seedOfRun / OPENED_SHARE));
  for (const { fullName, urlAddress } of opened) {
    await test.step(fullName, async () => {
      await page.goto(urlAddress);
      await expect(page).toHaveTitle(new RegExp(fullName));
      await expect(page.getByRole('main').locator('button, input, h1, h2').first()).toBeVisible();
      await expect(page.getByText('暂时无法打开')).toHaveCount(0);
      if (looked.some((one) => one.urlAddress === urlAddress)) await expectAccessible(page, fullName);
      expect(desk.faults).toEqual([]);
    });
  }
  expect(desk.faults).toEqual([]);
  await desk.leave();
});
