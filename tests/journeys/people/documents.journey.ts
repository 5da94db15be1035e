import { deskOf } from '../pages/desk.ts';
import { expect, test } from '../pages/journey.ts';
import { actOnRow } from '../pages/looks/narrow.ts';
import { expectSaid } from '../pages/looks/said.ts';

/** Names of this run, so that it can be repeated on the same system. */
const STAMP = String(Date.now()).slice(-7);
const FOLDER = `SIM${STAMP} A`;
const NAME = `SIM${STAMP}.txt`;
const TEXT = { name: NAME, mimeType: 'text/plain', buffer: Buffer.from(`SIM${STAMP} B`) };
const FALSE_PICTURE = { name: `SIM${STAMP}.png`, mimeType: 'image/png', buffer: Buffer.from('<html><script>alert(1)</script></html>') };

test('a folder is made, filled, read, shared with nobody, deleted, restored and deleted for good', async ({ browser }) => {
  const desk = await deskOf(browser, 'admin', { at: '/extend/document' });
  const { page } = desk;
  const rowOf = (name: string) => page.getByRole('row').filter({ hasText: name });
  await page.getByRole('button', { name: '新建文件夹' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: /^名称/ }).fill(FOLDER);
  await dialog.getByRole('button', { name: '保存', exact: true }).click();
  await rowOf(FOLDER).getByRole('button', { name: FOLDER }).click();
  await expect(page.getByText('此文件夹为空')).toBeVisible();

  await page.getByRole('button', { name: '上传文件' }).click();
  const chooser = dialog.locator('input[type=file]');
  await chooser.setInputFiles(FALSE_PICTURE);
  // What a file says it is and what it is are looked at together.
  await expectSaid(desk, '不允许上传这种类型的文件，或文件内容与扩展名不符。');
  await chooser.setInputFiles(TEXT);
  await expect(dialog.getByText(NAME)).toBeVisible();
  // A form waits for its files: saved earlier, it stays open and says so.
  await expect(dialog.getByRole('progressbar')).toHaveCount(0);
  await dialog.getByRole('button', { name: '保存', exact: true }).click();
  await expect(dialog).toBeHidden();
  await rowOf(NAME).getByRole('button', { name: NAME }).click();
  await expect(page.getByRole('dialog')).toContainText(`SIM${STAMP} B`);
  await page.keyboard.press('Escape');

  await page.getByRole('navigation', { name: '文件夹路径' }).getByRole('button', { name: '我的文档' }).click();
  await actOnRow(rowOf(FOLDER), '共享');
  const sharing = page.getByRole('dialog');
  await expect(sharing.getByText('尚未共享给任何人')).toBeVisible();
  await sharing.getByRole('button', { name: '关闭', exact: true }).last().click();
  await expect(sharing).toBeHidden();

  for (const act of ['删除', '还原', '删除', '彻底删除']) {
    if (act === '还原' || act === '彻底删除') await page.getByRole('button', { name: '回收站' }).click();
    await actOnRow(rowOf(FOLDER), act);
    if (act !== '还原') await page.getByRole('button', { name: '确定', exact: true }).click();
    await expect(rowOf(FOLDER)).toHaveCount(0);
    await page.getByRole('button', { name: '我的文档', exact: true }).first().click();
    await expect(rowOf(FOLDER)).toHaveCount(act === '还原' ? 1 : 0);
  }
  expect(desk.faults).toEqual([]);
  await desk.leave();
});
