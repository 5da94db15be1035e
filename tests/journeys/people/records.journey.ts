import { writeFileSync } from 'node:fs';
import { bookOf, type SheetRow } from '../pages/work/book.ts';
import { deskOf } from '../pages/desk.ts';
import { expect, test } from '../pages/journey.ts';

/** Names of this run, so that it can be repeated on the same system. */
const STAMP = String(Date.now()).slice(-7);

const COLUMNS = {
  name: { title: { zh: '分组名称' } },
  code: { title: { zh: '编码' } },
  type: { title: { zh: '分组类型' } },
  note: { title: { zh: 'SIM.NOTE' } },
};

test('[2.5-08] what a list exports is imported as no change; a workbook adds one group, changes one and names the wrong cell', async ({ browser }, info) => {
  const desk = await deskOf(browser, 'admin', { at: '/permission/group' });
  const { page } = desk;
  await expect(page.getByRole('row').filter({ hasText: 'SIM.QUALITY' })).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: '导出' }).click();
  const exported = info.outputPath('exported.xlsx');
  await (await download).saveAs(exported);

  await page.getByRole('button', { name: '导入' }).click();
  await page.locator('input[type=file]').setInputFiles(exported);
  await expect(page.getByText('无变化').first()).toBeVisible();
  await expect(page.getByText('将新建')).toHaveCount(0);
  await page.getByRole('button', { name: '换一个文件' }).click();

  const rows: readonly SheetRow[] = [
    { name: `夜班组${STAMP}`, code: `SIM.NIGHT${STAMP}`, type: '值班', note: '' },
    { name: `质控小组${STAMP}`, code: 'SIM.QUALITY', type: '质量控制', note: '' },
    { name: `急救组${STAMP}`, code: `SIM.BAD${STAMP}`, type: 'SIM.X', note: '' },
  ];
  const path = info.outputPath('groups.xlsx');
  writeFileSync(path, await bookOf(COLUMNS, rows));
  await page.locator('input[type=file]').setInputFiles(path);
  await expect(page.getByText('没有“SIM.X”这一选项')).toBeVisible();
  await expect(page.getByText('SIM.NOTE')).toBeVisible();
  await page.getByRole('button', { name: '导入 2 行' }).click();
  await expect(page.getByText('已导入 2 行，1 行未导入')).toBeVisible();
  await page.getByRole('button', { name: '关闭' }).last().click();
  await expect(page.getByRole('row').filter({ hasText: `SIM.NIGHT${STAMP}` })).toContainText('值班');
  await expect(page.getByRole('row').filter({ hasText: 'SIM.QUALITY' })).toContainText(`质控小组${STAMP}`);
  await expect(page.getByText(`SIM.BAD${STAMP}`)).toHaveCount(0);
  expect(desk.faults).toEqual([]);
  await desk.leave();
});
