import { writeFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { IMPORT_COLUMNS } from '../../../plugins/permission/domain/user-import/import-columns.ts';
import { inTheirWords } from '../languages/spoken-locators.ts';
import { bookOf, type SheetRow } from '../pages/work/book.ts';
import { deskOf, fillLogin, openDesk } from '../pages/desk.ts';
import { expect, test } from '../pages/journey.ts';
import { openMenu } from '../pages/looks/narrow.ts';
import { beginUser, finishUser } from '../pages/work/new-user.ts';

/** Names of this run, so that it can be repeated on the same system. */
const STAMP = String(Date.now()).slice(-7);
const ACCOUNT = `staff${STAMP}`;
const NAME = '欧阳新';
const FIRST = 'First2026';
const OWN = 'Mine2026x';

const find = async (page: Page, keyword: string): Promise<void> => {
  await page.getByRole('textbox', { name: '查找' }).fill(keyword);
  await page.getByRole('button', { name: '查询', exact: true }).click();
};
const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

test('[7.11-10] [7.11-11] a user is made, signs in, must set a password, is disabled and is out at once', async ({ browser }) => {
  const desk = await deskOf(browser, 'admin', { at: '/permission/user' });
  const { page } = desk;
  await expect(page.getByRole('heading', { name: '用户管理' })).toBeVisible();
  // Only a lonely group is open at first, and other journeys make centres beside it.
  for (const branch of ['康源医疗集团', '康源血液透析中心(广州)']) {
    const place = page.getByRole('treeitem', { name: branch }).first();
    await expect(place).toBeVisible();
    if ((await place.getAttribute('aria-expanded')) !== 'true') await place.getByRole('button').click();
  }
  await beginUser(page, '护理部', { account: ACCOUNT, name: NAME });
  await finishUser(desk, { account: ACCOUNT, name: NAME }, /护士$/, FIRST);
  await find(page, ACCOUNT);
  await expect(rowOf(page, ACCOUNT)).toContainText('正常');

  const own = await openDesk(browser);
  await own.page.goto('/login');
  await fillLogin(own.page, ACCOUNT, FIRST);
  // Nothing but a password of one's own leads on.
  await expect(own.page.getByLabel('新密码', { exact: true })).toBeVisible();
  await own.page.goto('/his/patient');
  await expect(own.page.getByLabel('新密码', { exact: true })).toBeVisible();
  await own.page.getByLabel(/^原密码/).fill(FIRST);
  await own.page.getByLabel('新密码', { exact: true }).fill(OWN);
  await own.page.getByLabel(/^确认新密码/).fill(OWN);
  await own.page
    .getByRole('button', { name: /确定|保存|修改|设置/ })
    .last()
    .click();
  await openMenu(own.page);

  await rowOf(page, ACCOUNT).getByRole('button', { name: '更多' }).click();
  await page.getByRole('menuitem', { name: '停用' }).click();
  await page.getByRole('button', { name: '确定' }).click();
  await expect(rowOf(page, ACCOUNT)).toContainText('停用');
  // The socket tells the open screen.
  await expect(own.page).toHaveURL(/\/login/);
  await fillLogin(own.page, ACCOUNT, OWN);
  await expect(own.page.getByRole('alert').first()).toBeVisible();
  expect([...desk.faults, ...own.faults]).toEqual([]);
  await own.leave();
  await desk.leave();
});

test('[7.11-15] a workbook with two bad rows: the good ones come in, the bad ones are mended and come in, too', async ({ browser }, info) => {
  const desk = await deskOf(browser, 'admin', { at: '/permission/user' });
  const { page } = desk;
  await expect(page.getByRole('heading', { name: '用户管理' })).toBeVisible();
  const top = page.getByRole('treeitem').first();
  await expect(top).toBeVisible();
  const place = ((await top.textContent()) ?? '').replace(/[▾▸]/g, '').trim();
  const person = (n: number, over: Partial<SheetRow> = {}): SheetRow => ({
    account: `imp${STAMP}.${n}`,
    realName: '司徒测',
    organizeId: place,
    roleId: '护士',
    ...over,
  });
  const upload = async (name: string, rows: readonly SheetRow[]): Promise<void> => {
    const path = info.outputPath(name);
    writeFileSync(path, await bookOf(IMPORT_COLUMNS, rows));
    await page.locator('input[type=file]').setInputFiles(path);
  };
  await page.getByRole('button', { name: '导入' }).click();
  await upload('first.xlsx', [person(1), person(2, { mobilePhone: '12345' }), person(3, { organizeId: '火星/一科' }), person(4)]);
  await expect(page.getByText('手机：不是正确的手机号码')).toBeVisible();
  await expect(page.getByText('所属组织：找不到组织“火星/一科”')).toBeVisible();
  await page.getByRole('button', { name: '导入 2 行' }).click();
  await expect(page.getByText('已导入 2 行，2 行未导入')).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: /下载错误数据/ }).click();
  expect((await download).suggestedFilename()).toBe(`${inTheirWords('用户导入错误数据')}.xlsx`);

  await page.getByRole('button', { name: '换一个文件' }).click();
  await upload('mended.xlsx', [person(2, { mobilePhone: `139${STAMP.padStart(8, '0')}` }), person(3)]);
  await page.getByRole('button', { name: '导入 2 行' }).click();
  await expect(page.getByText('已导入全部 2 行')).toBeVisible();
  await page.getByRole('button', { name: '关闭' }).last().click();
  await find(page, `imp${STAMP}`);
  for (let n = 1; n <= 4; n += 1) await expect(rowOf(page, `imp${STAMP}.${n}`)).toContainText('未设密码');
  expect(desk.faults).toEqual([]);
  await desk.leave();
});
