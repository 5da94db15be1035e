import type { Locator, Page } from '@playwright/test';
import { dataAs } from '../pages/caller.ts';
import { deskOf } from '../pages/desk.ts';
import { newPatient } from '../pages/work/new-patient.ts';
import { tick } from '../pages/looks/tick.ts';
import { expect, test } from '../pages/journey.ts';

/** A name that nobody has, also when the journey runs again on the same system. */
const NAME = `欧阳重档${Date.now() % 1_000_000}`;

/** [2.6-12] [9-16] The area of the address, in a dialog that the browser draws 800 px wide. */
async function chooseArea(page: Page, form: Locator): Promise<void> {
  await form.getByRole('button', { name: '所在地区' }).click();
  const dialog = page.getByRole('dialog', { name: '省市区' });
  await expect(dialog).toHaveCSS('width', '800px');
  for (const name of ['广东省', '广州市', '荔湾区']) await dialog.getByRole('treeitem', { name }).click();
  await dialog.getByRole('button', { name: '确定' }).click();
  await expect(dialog).toBeHidden();
  await expect(form.getByRole('button', { name: '所在地区' })).toContainText('广东省/广州市/荔湾区');
}

test('a patient with two files: the form finds the double, merging shows what becomes of both, the history tells of it', async ({ browser }) => {
  const clerk = await deskOf(browser, 'clerk', { at: '/his/patient' });
  const { page } = clerk;
  const first = await newPatient(clerk, NAME, { birthday: '1961-04-05' });

  // Somebody opens a second file and says that it is another person.
  await page.getByRole('button', { name: '新建患者' }).click();
  const form = page.getByRole('dialog', { name: '新建患者档案' });
  await form.getByLabel('姓名', { exact: true }).fill(NAME);
  await form.getByRole('textbox', { name: '出生日期' }).fill('1961-04-05');
  await form.getByLabel('性别').click();
  await page.getByRole('option', { name: '男' }).click();
  await chooseArea(page, form);
  await form.getByRole('button', { name: '保存' }).click();
  const doubles = form.getByRole('region', { name: '可能重复的档案' });
  await expect(doubles).toContainText(first.outpatientCode);
  await expect(doubles).toContainText('姓名和出生日期相同');
  await tick(doubles.getByRole('checkbox', { name: '不是同一人' }));
  await form.getByRole('button', { name: '保存' }).click();

  // It was the same person after all.
  const file = page.getByRole('dialog', { name: '患者档案', exact: true });
  await expect(file).toContainText(NAME);
  await file.getByRole('button', { name: '合并档案' }).click();
  const merge = page.getByRole('dialog', { name: `合并档案 · ${NAME}` });
  await merge.getByRole('button', { name: new RegExp(first.outpatientCode) }).click();
  await expect(merge.getByRole('article').filter({ hasText: '并入的档案' })).toContainText(first.outpatientCode);
  await merge.getByRole('button', { name: '互换' }).click();
  await expect(merge.getByRole('article').filter({ hasText: '保留的档案' })).toContainText(first.outpatientCode);
  await merge.getByLabel('原因').fill('柜台误建了第二份');
  await merge.getByRole('button', { name: '合并档案', exact: true }).click();

  // The file that is left is open and knows about it.
  await expect(merge).toBeHidden();
  await expect(file).toContainText(first.outpatientCode);
  await file.getByRole('tab', { name: '变更记录' }).click();
  await expect(file).toContainText(`合并了${NAME}的档案`);
  await expect(file).toContainText('柜台误建了第二份');
  await file.getByRole('tab', { name: '合并' }).click();
  await expect(file.getByRole('button', { name: '撤销合并' })).toBeVisible();
  const { list } = await dataAs<{ list: { intoOutpatientCode: string }[] }>(clerk, 'GET', `/api/his/patient/${first.patientId}/Actions/Merges`);
  expect(list.map((one) => one.intoOutpatientCode)).toEqual([first.outpatientCode]);
  expect(clerk.faults).toEqual([]);
  await clerk.leave();
});
