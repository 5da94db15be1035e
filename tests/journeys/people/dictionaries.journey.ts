import { readFileSync, writeFileSync } from 'node:fs';
import { deskOf } from '../pages/desk.ts';
import { expect, test } from '../pages/journey.ts';

/** Names of this run, so that it can be repeated on the same system. */
const STAMP = String(Date.now()).slice(-7);

test('[2.5-06] an administrator adds a dictionary with an entry, exports it, takes the file back, and cannot delete a built-in code', async ({
  browser,
}, info) => {
  const desk = await deskOf(browser, 'admin', { at: '/systemData/dictionary' });
  const { page } = desk;
  const dialog = page.getByRole('dialog');

  await page.getByRole('button', { name: '新建字典' }).click();
  await dialog.getByRole('textbox', { name: '字典名称' }).fill(`SIM 转归${STAMP}`);
  await dialog.getByRole('textbox', { name: '字典编码' }).fill(`SIM.out${STAMP}`);
  await dialog.getByRole('button', { name: '保存' }).click();
  await expect(page.getByRole('heading', { name: `SIM 转归${STAMP}` })).toBeVisible();
  await expect(page.getByText('这个字典还没有条目')).toBeVisible();

  await page.getByRole('button', { name: '新建条目' }).click();
  await dialog.getByRole('textbox', { name: '名称' }).fill('好转');
  await dialog.getByRole('textbox', { name: '编码' }).fill('better');
  await dialog.getByRole('button', { name: '保存' }).click();
  const row = page.getByRole('row').filter({ hasText: 'better' });
  await expect(row).toContainText('启用');

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: '导出', exact: true }).click();
  const path = info.outputPath('dictionary.json');
  await (await download).saveAs(path);
  writeFileSync(path, readFileSync(path, 'utf8').replace('好转', '明显好转'));
  await page.locator('input[type=file]').setInputFiles(path);
  await expect(page.getByText('修改 1 条')).toBeVisible();
  await expect(row).toContainText('明显好转');

  await page.getByRole('treeitem', { name: /性别/ }).click();
  const male = page.getByRole('row').filter({ hasText: '男' });
  await expect(male).toBeVisible();
  await expect(male.getByRole('button', { name: '删除' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: '新建条目' })).toHaveCount(0);
  expect(desk.faults).toEqual([]);
  await desk.leave();
});
