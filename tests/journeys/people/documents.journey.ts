import { type Caller, dataAs } from '../pages/caller.ts';
import { deskOf } from '../pages/desk.ts';
import { expect, test } from '../pages/journey.ts';
import { actOnRow } from '../pages/looks/narrow.ts';
import { expectSaid } from '../pages/looks/said.ts';
import { choosePerson } from '../pages/work/choose-person.ts';

/** Names of this run, so that it can be repeated on the same system. */
const STAMP = String(Date.now()).slice(-7);
const FOLDER = `SIM${STAMP} A`;
const NAME = `SIM${STAMP}.txt`;
const TEXT = { name: NAME, mimeType: 'text/plain', buffer: Buffer.from(`SIM${STAMP} B`) };
const PDF = { name: `SIM${STAMP}.pdf`, mimeType: 'application/pdf', buffer: pdfWith(`SIM${STAMP} D`) };
const FALSE_PICTURE = { name: `SIM${STAMP}.png`, mimeType: 'image/png', buffer: Buffer.from('<html><script>alert(1)</script></html>') };

/** One page that says so, as small as a PDF may be. */
function pdfWith(text: string): Buffer {
  const drawn = `BT /F1 24 Tf 40 140 Td (${text}) Tj ET`;
  const parts = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    `<</Length ${drawn.length}>>stream\n${drawn}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ];
  let file = '%PDF-1.4\n';
  const places = parts.map((part, at) => {
    const place = file.length;
    file += `${at + 1} 0 obj${part}endobj\n`;
    return `${String(place).padStart(10, '0')} 00000 n \n`;
  });
  const table = file.length;
  return Buffer.from(
    `${file}xref\n0 ${parts.length + 1}\n0000000000 65535 f \n${places.join('')}trailer<</Size ${parts.length + 1}/Root 1 0 R>>\nstartxref\n${table}\n%%EOF\n`,
  );
}

test('[2.4-26] a folder is made, filled, read, shared with nobody, deleted, restored and deleted for good', async ({ browser }) => {
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
  await chooser.setInputFiles([TEXT, PDF]);
  for (const { name } of [TEXT, PDF]) await expect(dialog.getByText(name)).toBeVisible();
  // A form waits for its files: saved earlier, it stays open and says so.
  await expect(dialog.getByRole('progressbar')).toHaveCount(0);
  await dialog.getByRole('button', { name: '保存', exact: true }).click();
  await expect(dialog).toBeHidden();
  await rowOf(NAME).getByRole('button', { name: NAME }).click();
  await expect(page.getByRole('dialog')).toContainText(`SIM${STAMP} B`);
  await page.keyboard.press('Escape');
  await rowOf(PDF.name).getByRole('button', { name: PDF.name }).click();
  const preview = page.getByRole('dialog', { name: `文档预览 - ${PDF.name}` });
  await expect(preview.locator('.nephra-pdf-page')).toContainText(`SIM${STAMP} D`);
  const sheet = preview.locator('.nephra-pdf-page canvas');
  await expect.poll(() => sheet.evaluate((canvas: HTMLCanvasElement) => canvas.width)).toBeGreaterThan(0);
  // As large as the window, and nothing of it comes from elsewhere.
  expect((await preview.boundingBox())?.width).toBe(page.viewportSize()?.width);
  await preview.getByRole('button', { name: '取 消' }).click();
  await expect(preview).toBeHidden();

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

/** Gives a role the page of documents, which no role has from the start. @returns takes it away again */
async function letRead(admin: Caller, role: string): Promise<() => Promise<unknown>> {
  const url = `/api/permission/Authority/Data/${role}`;
  const { list } = await dataAs<{ list: { id: string; enCode: string }[] }>(admin, 'GET', '/api/permission/Authority/Catalogue');
  const page = list.find(({ enCode }) => enCode === 'extend.document')?.id;
  const held = await dataAs<Record<'module' | 'button' | 'column' | 'form' | 'resource', string[]>>(admin, 'GET', `${url}?objectType=Role`);
  const { button, column, form, resource } = held;
  const rights = { button, column, form, resource, objectType: 'Role' };
  await dataAs(admin, 'PUT', url, { ...rights, module: [...held.module, page] });
  return () => dataAs(admin, 'PUT', url, { ...rights, module: held.module });
}

test('a folder is shared with somebody, who reads what lies in it and changes nothing, until it is shared no longer', async ({ browser }) => {
  const admin = await deskOf(browser, 'admin', { at: '/extend/document' });
  const takeAway = await letRead(admin, 'role-quality');
  const [shared, name] = [`${FOLDER} C`, `C${NAME}`];
  await admin.page.getByRole('button', { name: '新建文件夹' }).click();
  const dialog = admin.page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: /^名称/ }).fill(shared);
  await dialog.getByRole('button', { name: '保存', exact: true }).click();
  const row = admin.page.getByRole('row').filter({ hasText: shared });
  await row.getByRole('button', { name: shared }).click();
  await admin.page.getByRole('button', { name: '上传文件' }).click();
  await dialog.locator('input[type=file]').setInputFiles({ ...TEXT, name });
  await expect(dialog.getByText(name)).toBeVisible();
  await expect(dialog.getByRole('progressbar')).toHaveCount(0);
  await dialog.getByRole('button', { name: '保存', exact: true }).click();
  await admin.page.getByRole('navigation', { name: '文件夹路径' }).getByRole('button', { name: '我的文档' }).click();

  await actOnRow(row, '共享');
  await choosePerson(dialog, '共享给', 'quality');
  await dialog.getByRole('button', { name: '共享', exact: true }).click();
  await expect(dialog.getByRole('listitem').filter({ hasText: 'quality' })).toContainText('查看');

  const reader = await deskOf(browser, 'quality', { at: '/extend/document' });
  await reader.page.getByRole('button', { name: '共享给我' }).click();
  const theirs = reader.page.getByRole('row').filter({ hasText: shared });
  await theirs.getByRole('button', { name: shared }).click();
  const paper = reader.page.getByRole('row').filter({ hasText: name });
  await expect(paper).toBeVisible();
  await expect(reader.page.getByRole('button', { name: '删除', exact: true })).toHaveCount(0);
  await paper.getByRole('button', { name }).click();
  await expect(reader.page.getByRole('dialog')).toContainText(`SIM${STAMP} B`);
  await reader.page.keyboard.press('Escape');

  await dialog
    .getByRole('listitem')
    .filter({ hasText: 'quality' })
    .getByRole('button', { name: /^取消共享给/ })
    .click();
  await expect(dialog.getByText('尚未共享给任何人')).toBeVisible();
  await reader.page.getByRole('button', { name: '共享给我' }).first().click();
  await expect(reader.page.getByText('还没有人共享文档给您')).toBeVisible();
  await takeAway();
  expect([...admin.faults, ...reader.faults]).toEqual([]);
  await reader.leave();
  await admin.leave();
});
