import type { Page } from '@playwright/test';
import { expect } from '../journey.ts';
import { expectSaid } from '../looks/said.ts';

interface NewUser {
  readonly account: string;
  readonly name: string;
}

/** On the page of users: opens the form for somebody of the department that the tree shows, types who it is, and opens the roles to choose from. */
export async function beginUser(page: Page, department: string, { account, name }: NewUser): Promise<void> {
  await page.getByRole('treeitem', { name: department }).first().click();
  await page.getByRole('button', { name: '新建用户' }).click();
  await page.getByRole('textbox', { name: /^账号/ }).fill(account);
  await page.getByRole('textbox', { name: /^姓名/ }).fill(name);
  await page.getByRole('button', { name: /^角色/ }).click();
}

/** Takes the role, saves, and gives the first password that is asked for then. */
export async function finishUser(
  desk: { readonly page: Page; readonly said: readonly string[] },
  { name }: NewUser,
  role: RegExp,
  password: string,
): Promise<void> {
  const { page } = desk;
  await page.getByRole('treeitem', { name: role }).first().click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: '保存' }).click();
  await expect(page.getByText(`为“${name}”设置密码`)).toBeVisible();
  await page.getByLabel('新密码').fill(password);
  await page.getByLabel('确认密码').fill(password);
  await page.getByRole('button', { name: '设置密码', exact: true }).click();
  await expectSaid(desk, `已重置“${name}”的密码`);
}
