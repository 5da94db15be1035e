import type { Page } from '@playwright/test';
import { deskOf, fillLogin, openDesk } from '../pages/desk.ts';
import { expect, test } from '../pages/journey.ts';
import { beginUser, finishUser } from '../pages/work/new-user.ts';

/** Names of this run, so that it can be repeated on the same system. */
const STAMP = String(Date.now()).slice(-7);
const ACCOUNT = `wh${STAMP}`;
const NAME = '夏侯新';
const FIRST = 'First2026';
const OWN = 'Mine2026x';

const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

test('[6-03] [7.11-10] a centre manager hires a nurse, who signs in and works; roles above the manager are not on offer', async ({ browser }) => {
  const desk = await deskOf(browser, 'manager', { at: '/permission/user' });
  const { page } = desk;
  await expect(page.getByRole('heading', { name: '用户管理' })).toBeVisible();
  await beginUser(page, '护理部', { account: ACCOUNT, name: NAME });
  await expect(page.getByRole('treeitem', { name: /护士长$/ }).first()).toBeVisible();
  for (const role of [/医生$/, /护士$/, /药师$/, /收费员$/, /医保专员$/, /工程师$/, /质控员$/])
    await expect(page.getByRole('treeitem', { name: role }).first()).toBeVisible();
  for (const role of [/系统管理员$/, /开发人员$/, /机构管理员$/]) await expect(page.getByRole('treeitem', { name: role })).toHaveCount(0);
  await finishUser(desk, { account: ACCOUNT, name: NAME }, /护士$/, FIRST);
  await expect(rowOf(page, ACCOUNT)).toContainText('护士');

  const own = await openDesk(browser);
  await own.page.goto('/login');
  await fillLogin(own.page, ACCOUNT, FIRST);
  await expect(own.page.getByLabel('新密码', { exact: true })).toBeVisible();
  await own.page.getByLabel(/^原密码/).fill(FIRST);
  await own.page.getByLabel('新密码', { exact: true }).fill(OWN);
  await own.page.getByLabel(/^确认新密码/).fill(OWN);
  await own.page
    .getByRole('button', { name: /确定|保存|修改|设置/ })
    .last()
    .click();
  await expect(own.page.getByRole('navigation', { name: '主导航' })).toBeVisible();
  await own.page.goto('/his/patient');
  await expect(own.page.getByRole('heading', { name: '患者管理' })).toBeVisible();
  await expect(own.page.getByRole('button', { name: '新建患者' })).toBeVisible();
  // Who she is, is not hers to change.
  await own.page.goto('/profile');
  // The first one; how messages come is changed further down.
  await own.page.getByRole('button', { name: '修改', exact: true }).first().click();
  await expect(own.page.getByRole('textbox', { name: /^姓名/ })).toBeDisabled();
  await expect(own.page.getByText(/由管理员在“用户管理”中维护/)).toBeVisible();
  expect([...desk.faults, ...own.faults]).toEqual([]);
  await own.leave();
  await desk.leave();
});
