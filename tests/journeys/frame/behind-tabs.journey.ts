import type { Page } from '@playwright/test';
import { inTheirWords } from '../languages/spoken-locators.ts';
import { deskOf } from '../pages/desk.ts';
import { expect, test } from '../pages/journey.ts';
import { walkByTab } from '../pages/looks/focus.ts';
import { pagesOfMenu } from '../pages/menu-pages.ts';

const WIDE = { width: 1280, height: 800 };
/** So low that a page scrolls in its view. */
const LOW = { width: 1280, height: 420 };
/** Rows of a page of a list. */
const ROWS = 20;
/** Tabs that no bar of that width has room for. */
const TABS = 14;
/** A bar scrolls by whole pixels, tabs are as wide as their words. */
const WHOLE = 0.98;

/** What a screen reader is given of the document: the names of its headings, by the browser's own tree. */
async function headingsHeard(page: Page): Promise<readonly string[]> {
  const devtools = await page.context().newCDPSession(page);
  const { nodes } = await devtools.send('Accessibility.getFullAXTree');
  await devtools.detach();
  return nodes.filter(({ ignored, role }) => !ignored && role?.value === 'heading').map(({ name }) => String(name?.value));
}

/** Controls of pages behind their tabs, and which of them took the focus when they were given it. */
const controlsBehind = (page: Page) =>
  page.evaluate(() => {
    const all = [...document.querySelectorAll<HTMLElement>('.nephra-view[hidden] :is(button, input, a[href], [tabindex])')];
    const taken = all.filter((one) => {
      one.focus();
      return document.activeElement === one;
    });
    return { count: all.length, taken: taken.map((one) => one.outerHTML.slice(0, 80)), shown: all.filter((one) => one.checkVisibility()).length };
  });

/** Where parts of a list stand, in pixels from its corner, when it is scrolled to its end; and that it can be. */
const atItsEnd = (page: Page) =>
  page.locator('.nephra-view:not([hidden]) section.nk-table').evaluate((list) => {
    list.scrollTo(list.scrollWidth, list.scrollHeight);
    const corner = list.getBoundingClientRect();
    const placeOf = (cell: string) => list.querySelector(cell)?.getBoundingClientRect() ?? corner;
    const found = {
      scrolled: list.scrollTop > 0 && list.scrollLeft > 0,
      headTop: Math.round(placeOf('thead th:nth-child(4)').top - corner.top),
      nameLeft: Math.round(placeOf('tbody tr:last-child td.nk-stick').left - corner.left),
      nameHeadLeft: Math.round(placeOf('thead th.nk-stick').left - corner.left),
    };
    list.scrollTo(0, 0);
    return { ...found, actsRight: Math.round(corner.right - placeOf('tbody td:last-child').right) };
  });

/** Layers that the browser puts the page together from. Each costs time whenever the page is shown. */
async function layersOf(page: Page): Promise<number> {
  const devtools = await page.context().newCDPSession(page);
  const told = new Promise<number>((resolve) => devtools.on('LayerTree.layerTreeDidChange', ({ layers }) => layers && resolve(layers.length)));
  await devtools.send('LayerTree.enable');
  const layers = await told;
  await devtools.detach();
  return layers;
}

test('a page behind its tab keeps its layout, and is neither reached by keys nor read aloud', { tag: '@once' }, async ({ browser }) => {
  const desk = await deskOf(browser, 'doctor', { at: '/his/patient', viewport: WIDE });
  const { page } = desk;
  const [behind, open] = [inTheirWords('患者管理'), inTheirWords('处方开立')];
  await expect(page.getByRole('heading', { name: '患者管理' })).toBeVisible();
  expect(await headingsHeard(page)).toContain(behind);
  await expect(page.locator('.nephra-view:not([hidden]) section.nk-table tbody tr')).toHaveCount(ROWS);
  // A border of one pixel lies around the list.
  expect(await atItsEnd(page)).toEqual({ scrolled: true, headTop: 1, nameLeft: 1, nameHeadLeft: 1, actsRight: 1 });
  expect(await layersOf(page), 'the head of the list is one layer, and a row two').toBeLessThan(3 * ROWS);
  await page.getByRole('navigation', { name: '主导航' }).getByText('处方开立').click();
  await expect(page.getByRole('heading', { name: '处方开立' })).toBeVisible();
  const hidden = page.locator('.nephra-view[hidden][data-path="/his/patient"]');
  await expect(hidden).toHaveCount(1);
  const kept = await hidden.evaluate((view) => {
    const [body] = view.children;
    const heading = view.querySelector('h1');
    return {
      contentVisibility: body && getComputedStyle(body).contentVisibility,
      display: getComputedStyle(view).display,
      headingShown: heading?.checkVisibility(),
      width: view.clientWidth,
    };
  });
  expect(kept).toMatchObject({ contentVisibility: 'hidden', display: 'flex', headingShown: false });
  expect(kept.width, 'the page keeps its layout').toBeGreaterThan(0);
  const heard = await headingsHeard(page);
  expect(heard).toContain(open);
  expect(heard).not.toContain(behind);
  const controls = await controlsBehind(page);
  expect(controls.count).toBeGreaterThan(0);
  expect(controls).toMatchObject({ taken: [], shown: 0 });
  await page.getByRole('link', { name: '跳到正文' }).focus();
  await walkByTab(page, open);
  await page.getByRole('navigation', { name: '已打开的页面' }).getByText('患者管理').click();
  await expect(page.getByRole('heading', { name: '患者管理' })).toBeVisible();
  expect(await headingsHeard(page)).toContain(behind);
  expect(desk.faults).toEqual([]);
  await desk.leave();
});

test('a page that was scrolled down stands there behind its tab, as high as it was, takes no key, and comes back so', { tag: '@once' }, async ({ browser }) => {
  const desk = await deskOf(browser, 'doctor', { at: '/his/patient', viewport: LOW });
  const { page } = desk;
  await expect(page.getByRole('heading', { name: '患者管理' })).toBeVisible();
  const view = page.locator('.nephra-view[data-path="/his/patient"]');
  const stands = () => view.evaluate(({ scrollTop, scrollHeight, clientWidth }) => ({ scrollTop, scrollHeight, clientWidth }));
  await view.evaluate((box) => box.scrollTo(0, box.scrollHeight));
  const left = await stands();
  expect(left.scrollTop).toBeGreaterThan(0);
  const tabs = page.getByRole('navigation', { name: '已打开的页面' });
  await page.getByRole('navigation', { name: '主导航' }).getByText('处方开立').click();
  await expect(page.getByRole('heading', { name: '处方开立' })).toBeVisible();
  await expect(view).toHaveAttribute('hidden');
  expect(await stands()).toEqual(left);
  await page.getByRole('link', { name: '跳到正文' }).focus();
  await walkByTab(page, inTheirWords('处方开立'));
  await tabs.getByText('患者管理').click();
  await expect(page.getByRole('heading', { name: '患者管理' })).toBeAttached();
  await expect(view).not.toHaveAttribute('hidden');
  expect(await stands()).toEqual(left);
  expect(desk.faults).toEqual([]);
  await desk.leave();
});

test('the tab of the page that opens is scrolled to where it is seen whole', { tag: '@once' }, async ({ browser }) => {
  const desk = await deskOf(browser, 'admin', { viewport: WIDE });
  const { page } = desk;
  const pages = (await pagesOfMenu(desk)).filter(({ urlAddress }) => urlAddress.startsWith('/')).slice(0, TABS);
  const tabs = page.getByRole('navigation', { name: '已打开的页面' });
  const tabOf = (address: string) => tabs.locator(`li:has(a[href="${address}"])`);
  const open = async (address: string): Promise<void> => {
    await page.evaluate((to) => {
      history.pushState(null, '', to);
      dispatchEvent(new PopStateEvent('popstate'));
    }, address);
    await expect(tabOf(address)).toBeInViewport({ ratio: WHOLE });
  };
  for (const { urlAddress } of pages) await open(urlAddress);
  const [first] = pages;
  if (!first) throw new Error('the menu has no pages');
  await expect(tabOf(first.urlAddress)).not.toBeInViewport();
  await open(first.urlAddress);
  expect(desk.faults).toEqual([]);
  await desk.leave();
});
