import { deskOf } from '../pages/desk.ts';
import { expect, test } from '../pages/journey.ts';
import { actOnRow } from '../pages/looks/narrow.ts';

/** Titles of this run, so that it can be repeated on the same system. */
const STAMP = String(Date.now()).slice(-7);
const TITLE = `SIM${STAMP} A`;
const WORDS = `SIM${STAMP} B`;
const PHONE = { width: 390, height: 844 };

test('[2.4-07] [2.4-08] [2.4-09] [2.4-10] [4-05] a notice is written, read on a phone, and its writer sees that', async ({ browser }) => {
  const admin = await deskOf(browser, 'admin', { at: '/system/notice' });
  const { page } = admin;
  await page.getByRole('button', { name: '新建公告' }).click();
  const sheet = page.getByRole('dialog', { name: '新建公告' });
  await sheet.getByRole('textbox', { name: /^标题/ }).fill(TITLE);
  await sheet.getByRole('textbox', { name: /^正文/ }).fill(WORDS);
  await page.getByText('指定对象').click();
  await page.getByRole('button', { name: /^角色/ }).click();
  await page.getByRole('treeitem', { name: /护士$/ }).first().click();
  await page.keyboard.press('Escape');
  await expect(page.getByText(/^将发给 \d+ 人$/).first()).toBeVisible();
  await page.getByRole('button', { name: '保存并发布' }).click();
  const release = page.getByRole('button', { name: '发布', exact: true });
  await page.getByRole('dialog').filter({ has: release }).locator(release).click();
  const row = page.getByRole('row').filter({ hasText: TITLE });
  await expect(row).toContainText('已发布');

  const nurse = await deskOf(browser, 'nurse', { viewport: PHONE });
  const phone = nurse.page;
  await phone.getByRole('button', { name: '站内消息' }).click();
  const item = phone.getByRole('button', { name: new RegExp(TITLE) });
  await expect(item.getByRole('img', { name: '未读' })).toBeVisible();
  await item.click();
  const dialog = phone.getByRole('dialog', { name: '查看消息' });
  await expect(dialog).toContainText(WORDS);
  // Four fifths of a phone are too few for words.
  await expect.poll(async () => (await dialog.boundingBox())?.width).toBeGreaterThan(PHONE.width - 30);
  await phone.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(item.getByRole('img', { name: '未读' })).toHaveCount(0);
  await phone.getByRole('button', { name: '消息中心' }).click();
  await expect(phone).toHaveURL(/\/messageRecord/);
  await expect(phone.getByRole('button', { name: new RegExp(TITLE) })).toBeVisible();

  await actOnRow(row, '阅读情况');
  await page.getByRole('toolbar', { name: '阅读状态' }).getByRole('button', { name: /^已读/ }).click();
  await expect(page.getByRole('cell', { name: 'nurse', exact: true })).toBeVisible();
  await page.keyboard.press('Escape');

  await actOnRow(row, '撤回');
  await page.getByRole('button', { name: '确定', exact: true }).click();
  await expect(row).toContainText('已撤回');
  // The open page of its reader loses it by itself.
  await expect(phone.getByRole('button', { name: new RegExp(TITLE) })).toHaveCount(0);
  await actOnRow(row, '删除');
  await page.getByRole('button', { name: '确定', exact: true }).click();
  await expect(row).toHaveCount(0);
  expect([...admin.faults, ...nurse.faults]).toEqual([]);
  await nurse.leave();
  await admin.leave();
});
