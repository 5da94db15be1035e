import { dataAs } from './pages/caller.ts';
import { deskOf } from './pages/desk.ts';
import { expect, test } from './pages/journey.ts';

interface MenuNode {
  readonly type: number;
  readonly fullName: string;
  readonly urlAddress: string;
  readonly children?: readonly MenuNode[] | null;
}

const PAGE = 2;
const pagesOf = (nodes: readonly MenuNode[]): MenuNode[] => nodes.flatMap((node) => [...(node.type === PAGE ? [node] : []), ...pagesOf(node.children ?? [])]);

test('[2.2-03] every page of the menu opens by its own address, in a document that has loaded nothing before', async ({ browser }) => {
  const desk = await deskOf(browser, 'admin');
  const { page } = desk;
  const { menuList } = await dataAs<{ menuList: MenuNode[] }>(desk, 'GET', '/api/oauth/CurrentUser');
  const pages = pagesOf(menuList);
  expect(pages.length).toBeGreaterThan(20);
  for (const { fullName, urlAddress } of pages) {
    await test.step(fullName, async () => {
      await page.goto(urlAddress.startsWith('/') ? urlAddress : `/${urlAddress}`);
      await expect(page).toHaveTitle(new RegExp(fullName));
      await expect(page.getByRole('main').locator('button, input, h1, h2').first()).toBeVisible();
      await expect(page.getByText('暂时无法打开')).toHaveCount(0);
      expect(desk.faults).toEqual([]);
    });
  }
  expect(desk.faults).toEqual([]);
  await desk.leave();
});
