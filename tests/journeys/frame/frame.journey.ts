import { inTheirWords } from '../languages/spoken-locators.ts';
import { chooseInAccountMenu } from '../pages/account-menu.ts';
import { deskOf } from '../pages/desk.ts';
import { expect, test } from '../pages/journey.ts';
import { expectNamesWhole } from '../pages/looks/menu-names.ts';
import { dialogWidth, openMenu } from '../pages/looks/narrow.ts';

/** Pixels from which on the bar has room for words. */
const WIDE = 1300;

test('[2.4-01] [2.4-05] [2.4-18] [2.4-22] the four layouts can be chosen and stay chosen; each names the place and offers the search in words', async ({
  browser,
}) => {
  // No other journey chooses a layout as this account: it is the person's, in all their windows.
  const desk = await deskOf(browser, 'engineer');
  const { page } = desk;
  for (const [mode, navigation] of [
    ['顶部导航', '顶部导航'],
    ['混合导航', '顶部导航'],
    ['简洁导航', '主导航'],
    ['侧边导航', '主导航'],
  ] as const) {
    await page.getByRole('button', { name: '界面设置' }).click();
    // The radio itself is hidden under its picture; people press the picture.
    const saved = page.waitForResponse((answer) => answer.url().includes('SystemTheme'));
    await page.getByRole('dialog').getByText(mode, { exact: true }).click();
    await expect(page.getByRole('radio', { name: mode, exact: true })).toBeChecked();
    await saved;
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByRole('navigation', { name: navigation })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('navigation', { name: navigation })).toBeVisible();
    await expectNamesWhole(page);
    if ((page.viewportSize()?.width ?? 0) < WIDE) continue;
    await expect(page.locator('.nephra-account-place')).toBeVisible();
    await expect(page.getByText('搜索：导航菜单')).toBeVisible();
  }
  expect(desk.faults).toEqual([]);
  await desk.leave();
});

test('[2.4-23] tags close by button, middle click and menu; the start page stays', async ({ browser }) => {
  const desk = await deskOf(browser, 'doctor', { at: '/his/patient' });
  const { page } = desk;
  await expect(page.getByRole('heading', { name: '患者管理' })).toBeVisible();
  await (await openMenu(page)).getByText('处方开立').click();
  const tags = page.getByRole('navigation', { name: '已打开的页面' });
  await expect(tags).toContainText('处方开立');
  await tags.getByText('患者管理').click({ button: 'middle' });
  await expect(tags).not.toContainText('患者管理');
  await tags.getByText('处方开立').click({ button: 'right' });
  await page.getByRole('menuitem', { name: '关闭所有' }).click();
  await expect(tags).not.toContainText('处方开立');
  await expect(tags).toContainText('首页');
  await expect(page).toHaveURL(/\/home/);
  expect(desk.faults).toEqual([]);
  await desk.leave();
});

test('[2.4-22] the menu search finds a page by a part of its name and opens it', async ({ browser }) => {
  const desk = await deskOf(browser, 'pharmacist');
  const { page } = desk;
  await page.keyboard.press('Control+k');
  await expect(page.getByText('输入名称或路径')).toBeVisible();
  await expect(page.locator('.nephra-search-select input')).toBeFocused();
  const name = inTheirWords('药房发药');
  await page.keyboard.type(name.slice(name.length / 2));
  await expect(page.getByRole('option').first()).toHaveText('医院业务 > 药房发药');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/his\/pharmacy/);
  await desk.leave();
});

test('[2.4-06] the about dialog is 400 px wide and names system and version', async ({ browser }) => {
  const desk = await deskOf(browser, 'doctor');
  const { page } = desk;
  await chooseInAccountMenu(page, '关于平台');
  const dialog = page.getByRole('dialog', { name: '关于平台' });
  await expect(dialog).toContainText('血透中心信息系统');
  await expect(dialog).toContainText('版本：V1.0.0');
  // It grows while it opens.
  await expect.poll(async () => (await dialog.boundingBox())?.width).toBe(dialogWidth(400));
  await desk.leave();
});

test('the menu of the account opens by Enter, Space and arrow down with the focus inside, and gives it back', { tag: '@once' }, async ({ browser }) => {
  const desk = await deskOf(browser, 'doctor');
  const { page } = desk;
  const account = page.getByRole('button', { name: /的账户菜单/ });
  const entries = page.getByRole('menuitem');
  for (const key of ['Enter', 'Space', 'ArrowDown']) {
    await account.press(key);
    await expect(entries.first()).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(entries.nth(1)).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(entries).toHaveCount(0);
    await expect(account).toBeFocused();
  }
  // The pointer opens it, the first press keeps it, the second one closes it.
  await account.hover();
  await expect(entries.first()).toBeVisible();
  await account.click();
  await page.mouse.move(1, 1);
  await expect(entries.first()).toBeVisible();
  await account.click();
  await expect(entries).toHaveCount(0);
  expect(desk.faults).toEqual([]);
  await desk.leave();
});

test('[1-06] the drawers of messages, chat and assistant open with what their plugins bring', async ({ browser }) => {
  const desk = await deskOf(browser, 'doctor');
  const { page } = desk;
  for (const [name, brought] of [
    ['站内消息', '消息中心'],
    ['内部聊天', '联系人'],
    ['AI 助手', 'SIM-Chat'],
  ] as const) {
    await page.getByRole('button', { name, exact: true }).click();
    const drawer = page.getByRole('dialog', { name });
    await expect(drawer).toContainText(brought);
    await expect(drawer).not.toContainText('此功能由插件');
    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();
  }
  await desk.leave();
});

test('[2.1-14] [2.1-16] an unknown address shows the calm 404 page inside the frame', async ({ browser }) => {
  const desk = await deskOf(browser, 'doctor', { at: '/no/such/page' });
  await expect(desk.page.getByRole('heading', { name: '没有找到这个页面' })).toBeVisible();
  await expect(desk.page).toHaveURL(/\/404/);
  await desk.leave();
});

test('[4-11] on a phone the navigation is a drawer that closes after a choice', { tag: '@once' }, async ({ browser }) => {
  const desk = await deskOf(browser, 'doctor', { viewport: { width: 390, height: 844 } });
  const { page } = desk;
  await page.getByRole('button', { name: '展开菜单' }).click();
  const menu = page.getByRole('navigation', { name: '主导航' });
  await menu.getByText('医院业务').click();
  await menu.getByText('患者管理').click();
  await expect(page.getByRole('heading', { name: '患者管理' })).toBeVisible();
  await expect(menu).toBeHidden();
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(desk.faults).toEqual([]);
  await desk.leave();
});

test('a list on paper has all its columns within the sheet, and nothing that can only be pressed', { tag: '@once' }, async ({ browser }) => {
  const desk = await deskOf(browser, 'admin', { at: '/permission/user' });
  const { page } = desk;
  const table = page.getByRole('table', { name: '用户管理' });
  // Other journeys make users of theirs: whom this one looks for may stand on another page of the list.
  await page.getByRole('textbox', { name: '查找' }).fill('pharmacist');
  await page.getByRole('button', { name: '查询', exact: true }).click();
  await expect(table.getByRole('cell', { name: 'pharmacist' })).toBeVisible();
  // A sheet of A4 on its side, with its margins.
  await page.setViewportSize({ width: 1032, height: 700 });
  await page.emulateMedia({ media: 'print' });
  for (const gone of [
    page.getByRole('button', { name: '新建用户' }),
    page.getByRole('tree'),
    table.getByRole('checkbox').first(),
    page.getByRole('navigation', { name: '主导航' }),
  ])
    await expect(gone.filter({ visible: true })).toHaveCount(0);
  await expect(table.getByRole('columnheader', { name: '操作' })).toBeHidden();
  await expect(table.getByRole('columnheader', { name: '手机' })).toBeVisible();
  const sheet = await page.evaluate(() => ({ width: document.documentElement.clientWidth, needed: document.documentElement.scrollWidth }));
  expect(sheet.needed).toBeLessThanOrEqual(sheet.width);
  const [box, edge] = [await table.boundingBox(), sheet.width];
  expect((box?.x ?? 0) + (box?.width ?? Number.POSITIVE_INFINITY)).toBeLessThanOrEqual(edge);
  expect(desk.faults).toEqual([]);
  await desk.leave();
});
