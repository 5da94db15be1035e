import type { Page } from '@playwright/test';
import { shareOf } from '../../support/cases/effort.ts';
import { expectAccessible, expectDrawn } from '../pages/looks/axe.ts';
import { colleague } from '../pages/caller.ts';
import { deskOf, openDesk } from '../pages/desk.ts';
import { expect, test } from '../pages/journey.ts';
import { actOnRow, phone, rowWithAct } from '../pages/looks/narrow.ts';
import { newBill } from '../pages/work/new-bill.ts';
import { pagesOfMenu } from '../pages/menu-pages.ts';
import { type Opening, PHONE, SCREENS } from '../pages/looks/overlays.ts';
import { expectReachable, unreachable } from '../pages/looks/reach.ts';

/** A computer of the ward. */
const WIDE = { width: 1440, height: 900 };

/** A name that nobody has, also when the journey runs again on the same system. */
const BILLED = `欧阳有账${Date.now() % 1_000_000}`;

async function showPage(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.getByRole('main').locator('button, input, h1, h2').filter({ visible: true }).first()).toBeVisible();
}

/** Opens one thing that floats, looks at it, and puts it away. */
async function lookInto(page: Page, at: string, { by, name, kind }: Opening): Promise<void> {
  const main = page.getByRole('main');
  if (by === 'row') await actOnRow(rowWithAct(main, name), name);
  else if (by === 'combobox') await main.getByRole('combobox', { name }).filter({ visible: true }).first().click();
  else if (by === 'textbox') await main.getByRole('textbox', { name }).filter({ visible: true }).first().click();
  else await main.getByRole('button', { name, exact: true }).filter({ visible: true }).first().click();
  const opened = page.getByRole(kind).last();
  await expect(opened).toBeVisible();
  await expectAccessible(page, `${at}: ${name}`);
  await page.keyboard.press('Escape');
  await expect(page.getByRole(kind)).toHaveCount(0);
}

const share = shareOf('pages whose dialogs, drawers and lists axe looks into', SCREENS, Math.ceil(SCREENS.length / 8));
for (const { account, address, page: name, tab, needs, openings } of SCREENS)
  test(`axe finds no fault in ${name}${tab ? ` (${tab})` : ''} with open: ${openings.map((one) => one.name).join(', ')}`, async ({ browser }) => {
    test.skip(!share.some((one) => one.address === address && one.tab === tab), 'another day, and in the long run');
    if (needs === 'bill of today') await newBill(await colleague(account), BILLED);
    const desk = await deskOf(browser, account, { at: address });
    const { page } = desk;
    if (tab) await page.getByRole('tab', { name: tab }).first().click();
    const at = tab ? `${name} (${tab})` : name;
    await expectAccessible(page, at);
    for (const opening of openings) if (!(phone() && opening.wideOnly)) await lookInto(page, at, opening);
    expect(desk.faults).toEqual([]);
    await desk.leave();
  });

/** A page tab by tab: what stands behind one is laid out by itself. */
async function expectTabsReachable(page: Page, at: string): Promise<void> {
  await expectDrawn(page);
  await expectReachable(page, at);
  const tabs = page.getByRole('main').getByRole('tablist').filter({ visible: true }).first().getByRole('tab');
  for (let nth = 1; nth < (await tabs.count()); nth += 1) {
    const name = await tabs.nth(nth).textContent();
    await tabs.nth(nth).click();
    await expect(tabs.nth(nth)).toHaveAttribute('aria-selected', 'true');
    await expectDrawn(page);
    await expectReachable(page, `${at}, ${name}`);
  }
}

test('on a phone axe finds no fault in the pages of the menu; there and at 1440 by 900 every control of every tab can be reached', { tag: '@once' }, async ({
  browser,
}) => {
  const desk = await deskOf(browser, 'admin', { viewport: PHONE });
  const { page } = desk;
  const pages = await pagesOfMenu(desk);
  for (const { fullName, urlAddress } of shareOf('pages on a phone that axe looks at', pages, Math.ceil(pages.length / 8))) {
    await page.setViewportSize(PHONE);
    await showPage(page, urlAddress);
    await expectAccessible(page, `${fullName} on a phone`);
    await expectTabsReachable(page, `${fullName} on a phone`);
    await page.setViewportSize(WIDE);
    await expectTabsReachable(page, fullName);
  }
  // What was cut or covered once is looked at every day.
  await showPage(page, '/system/sysConfig');
  await expectTabsReachable(page, '系统配置');
  await page.setViewportSize(PHONE);
  await showPage(page, '/extend/widgets');
  await page.getByRole('button', { name: 'PopupSelect', exact: true }).click();
  await page.getByRole('button', { name: '打开', exact: true }).first().click();
  await expect(page.getByRole('dialog').getByRole('row').nth(5)).toBeVisible();
  await expectDrawn(page);
  await expectReachable(page, 'a list to choose from, on a phone');
  // A page that is cut is found: this is what it would look like.
  await page.addStyleTag({ content: 'main, main * { overflow: hidden !important; } main { max-height: 200px !important; }' });
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await unreachable(page)).not.toEqual([]);
  await desk.leave('ended');
});

test('axe finds no fault in the start page of anybody, nor in the profile, the settings and an unknown address', async ({ browser }) => {
  const accounts = ['doctor', 'nurse', 'pharmacist', 'cashier', 'clerk', 'developer', 'manager', 'admin'];
  for (const account of shareOf('accounts whose start page axe looks at', accounts, 1)) {
    const desk = await deskOf(browser, account);
    await expectAccessible(desk.page, `start page of ${account}`);
    await desk.leave();
  }
  const desk = await deskOf(browser, 'nurse', { at: '/profile' });
  const { page } = desk;
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectAccessible(page, 'profile');
  await page.getByRole('tab', { name: '修改密码' }).click();
  await expectAccessible(page, 'profile, password');
  await page.getByRole('button', { name: '界面设置' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page, 'settings');
  await page.keyboard.press('Escape');
  await showPage(page, '/no/such/page');
  await expectAccessible(page, 'unknown address');
  expect(desk.faults).toEqual([]);
  await desk.leave();
});

test('axe finds no fault in the log-in page, before and after it complains', async ({ browser }) => {
  const desk = await openDesk(browser);
  await desk.page.goto('/login');
  await expect(desk.page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectAccessible(desk.page, 'log-in page');
  await desk.page.getByRole('button', { name: /登\s*录/ }).click();
  await expect(desk.page.getByText('请输入账号', { exact: true }).last()).toBeVisible();
  await expectAccessible(desk.page, 'log-in page that complains');
  await desk.leave();
});

test('axe finds no fault in the locked screen', async ({ browser }) => {
  const desk = await deskOf(browser, 'nurse');
  const { page } = desk;
  await page.getByRole('button', { name: /的账户菜单/ }).hover();
  await expect(page.getByRole('menuitem', { name: '锁定屏幕' })).toBeVisible();
  await expectAccessible(page, 'account menu');
  await page.getByRole('menuitem', { name: '锁定屏幕' }).click();
  await expect(page).toHaveURL(/\/lockScreen/);
  await expectAccessible(page, 'locked screen');
  await desk.leave('ended');
});

/** How the navigation stands; the last is how it is at first. */
const LAYOUTS = ['顶部导航', '混合导航', '简洁导航', '侧边导航'];
const SHADES = ['浅色导航', '深色导航'];
const ENTRIES = ':is(.nephra-sidebar, .nephra-top-menu, .nephra-tags) :is(a, button)';

test('axe finds no fault in the four layouts with the light and the dark sidebar, under the mouse too', { tag: '@once' }, async ({ browser }) => {
  const desk = await deskOf(browser, 'developer', { at: '/extend/widgets' });
  const { page } = desk;
  const choose = async (name: string) => {
    await page.getByRole('button', { name: '界面设置' }).click();
    await page.getByRole('dialog').getByText(name, { exact: true }).click();
    await expect(page.getByRole('radio', { name, exact: true })).toBeChecked();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  };
  const rounds = LAYOUTS.flatMap((layout) => SHADES.map((shade) => ({ layout, shade })));
  for (const { layout, shade } of shareOf('layouts with their shades of navigation that axe looks at', rounds, Math.ceil(rounds.length / 4))) {
    await choose(layout);
    await choose(shade);
    await page.locator(ENTRIES).filter({ visible: true }).first().hover();
    await expectAccessible(page, `${layout}, ${shade}`);
    await page.mouse.move(700, 500);
  }
  for (const entry of await page.locator('.nephra-tags a').all()) {
    await entry.hover();
    await expectAccessible(page, 'a tab under the mouse');
  }
  expect(desk.faults).toEqual([]);
  await desk.leave('ended');
});
