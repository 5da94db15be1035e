import type { Locator, Page } from '@playwright/test';
import { callAs } from '../pages/caller.ts';
import { deskOf } from '../pages/desk.ts';
import { expect, test } from '../pages/journey.ts';

const RIGHTS_OF_CASHIERS = '/permission/authorize?objectType=Role&id=role-cashier';

/** The administrator ticks or unticks one right of the cashiers and saves. */
async function grant(page: Page, right: string, on: boolean): Promise<void> {
  await page.getByRole('treeitem', { name: /患者管理/ }).click();
  const box = page.getByRole('region', { name: '“患者管理”的权限' }).getByRole('checkbox', { name: right, exact: true });
  // What they hold now is there before it is changed.
  await expect(box).toBeChecked({ checked: !on });
  await box.click();
  await expect(page.getByRole('status').filter({ hasText: on ? '+1 −0' : '+0 −1' })).toBeVisible();
  await page.getByRole('button', { name: '保存授权' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(right);
  await dialog.getByRole('button', { name: '保存', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('没有改动')).toBeVisible();
}

/** The line of one right on the page that explains what the cashier may do. @param code of its button: its name is another one in each language */
async function why(page: Page, right: string, code: string): Promise<Locator> {
  await page.goto('/permission/authorize?view=explain&id=user-cashier');
  await expect(page.getByText('/cashier').first()).toBeVisible();
  await page.getByRole('textbox', { name: '名称或编码' }).fill(code);
  await page.getByRole('button', { name: '查询', exact: true }).click();
  // Rights of other plugins may end in the same words; patients come first.
  return page.getByRole('row').filter({ hasText: right }).first();
}

test('[6-02] [6-05] a button taken from the cashiers is refused at the very next call and leaves the open screen; the page says why; it comes back', async ({
  browser,
}) => {
  const cashier = await deskOf(browser, 'cashier', { at: '/his/patient' });
  const add = cashier.page.getByRole('button', { name: '新建患者' });
  await expect(add).toBeVisible();

  const admin = await deskOf(browser, 'admin', { at: RIGHTS_OF_CASHIERS });
  await grant(admin.page, '新建患者', false);

  // What is in the body does not matter: whether somebody may call is decided first.
  expect((await callAs(cashier, 'POST', '/api/his/patient', {})).code).toBe(403);
  await expect(add).toBeHidden();

  await expect(await why(admin.page, '新建患者', 'btn_add')).toContainText('没有任何授权');
  await expect(await why(admin.page, '编辑档案', 'btn_edit')).toContainText('角色“收费员”');

  await admin.page.goto(RIGHTS_OF_CASHIERS);
  await grant(admin.page, '新建患者', true);
  expect((await callAs(cashier, 'POST', '/api/his/patient', {})).code).toBe(400);
  await expect(add).toBeVisible();
  const again = await why(admin.page, '新建患者', 'btn_add');
  await expect(again).toContainText('角色“收费员”');
  await expect(again).toContainText(/ 于 .* 授予/);

  expect([...cashier.faults, ...admin.faults]).toEqual([]);
  await cashier.leave();
  await admin.leave();
});
