import type { Page } from '@playwright/test';
import { callAs } from '../pages/caller.ts';
import { deskOf } from '../pages/desk.ts';
import { expectSaid } from '../pages/looks/said.ts';
import { expect, test } from '../pages/journey.ts';
import { actOnRow } from '../pages/looks/narrow.ts';

/** Names of this run, so that it can be repeated on the same system. */
const STAMP = String(Date.now()).slice(-6);
const CENTRE = `演示中心${STAMP}`;

const sees = (page: Page, title: string): Promise<void> => expect(page.getByRole('heading', { name: title })).toBeVisible();
const open = async (page: Page, address: string, title: string): Promise<void> => {
  await page.goto(address);
  await sees(page, title);
};
const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

test('[7.10-04] [7.10-11] [7.10-14] the administrator makes a centre, a department in it and a position in that', async ({ browser }) => {
  const desk = await deskOf(browser, 'admin', { at: '/permission/organize' });
  const { page } = desk;
  await sees(page, '机构管理');
  await page.getByRole('button', { name: '新建机构' }).click();
  await page.getByRole('textbox', { name: /^机构名称\*$/ }).fill(CENTRE);
  await page.getByRole('textbox', { name: /^机构编码\*$/ }).fill(`SIM.${STAMP}`);
  await page.getByRole('textbox', { name: /^医保机构编码\*?$/ }).fill(`H42SIM${STAMP}`);
  await page.getByRole('button', { name: '保存' }).click();
  await expectSaid(desk, `已新建机构“${CENTRE}”`);
  await page.getByRole('textbox', { name: /名称、编码、简称/ }).fill(STAMP);
  await expect(rowOf(page, CENTRE)).toBeVisible();
  await expect(rowOf(page, '广州')).toHaveCount(0);

  await open(page, '/permission/department', '部门管理');
  await page.getByRole('treeitem', { name: CENTRE }).click();
  await expect(page.getByText('该机构还没有部门')).toBeVisible();
  await page.getByRole('button', { name: '新建部门' }).click();
  await page.getByRole('textbox', { name: /^部门名称\*$/ }).fill('透析室');
  await page.getByRole('textbox', { name: /^部门编码\*$/ }).fill('D1');
  await page.getByRole('button', { name: '保存' }).click();
  await expect(rowOf(page, '透析室')).toBeVisible();

  await open(page, '/permission/position', '岗位管理');
  await page.getByRole('button', { name: '新建岗位' }).click();
  await page.getByRole('textbox', { name: /^岗位名称\*$/ }).fill(`护士长${STAMP}`);
  await page.getByRole('textbox', { name: /^岗位编码\*$/ }).fill('P1');
  await page.getByRole('button', { name: /^所属机构或部门/ }).click();
  const places = page
    .getByRole('dialog')
    .filter({ has: page.getByRole('tree') })
    .last();
  await places.getByRole('textbox').fill(CENTRE);
  await places.getByRole('treeitem', { name: CENTRE }).click();
  await places.getByRole('button', { name: '确定' }).click();
  await page.getByRole('button', { name: '保存' }).click();
  await page.getByRole('textbox', { name: '查找' }).fill(STAMP);
  await page.getByRole('button', { name: '查询', exact: true }).click();
  await expect(rowOf(page, `护士长${STAMP}`)).toContainText(CENTRE);

  // What hangs on the centre is named when somebody wants to delete it.
  const list = await callAs(desk, 'GET', `/api/permission/Organize?keyword=${STAMP}`);
  expect(JSON.stringify(list.data)).toContain(CENTRE);
  await open(page, '/permission/organize', '机构管理');
  await rowOf(page, CENTRE).getByRole('button', { name: '更多' }).click();
  await page.getByRole('menuitem', { name: '删除' }).click();
  await page.getByRole('button', { name: '确定' }).click();
  // One department and one position, in the words of any language.
  await expectSaid(desk, /(?<!\d)1 \D+1 \D/);
  expect(desk.faults).toEqual([]);
  await desk.leave();
});

test('[7.10-06] a delegated manager sees and changes the own centre only', async ({ browser }) => {
  const desk = await deskOf(browser, 'manager', { at: '/permission/organize' });
  const { page } = desk;
  await sees(page, '机构管理');
  await expect(rowOf(page, '武汉')).toBeVisible();
  for (const other of ['广州', '南宁', '康源医疗集团']) await expect(rowOf(page, other)).toHaveCount(0);
  await actOnRow(rowOf(page, '武汉'), '编辑');
  const short = page.getByRole('textbox', { name: '简称', exact: true });
  await expect(short).toBeVisible();
  await short.fill(`武汉${STAMP}`);
  await page.getByRole('button', { name: '保存' }).click();
  await expect(rowOf(page, `武汉${STAMP}`)).toBeVisible();
  expect(await callAs(desk, 'GET', '/api/permission/Organize/org-gz')).toMatchObject({ code: 404 });
  expect(await callAs(desk, 'GET', '/api/permission/Organize/no-such-id')).toMatchObject({ code: 404 });
  expect((await callAs(desk, 'PUT', '/api/permission/organizeAdminIsTrator/org-wh', { list: [] })).code).toBe(403);

  await open(page, '/permission/department', '部门管理');
  await page.getByRole('button', { name: '新建部门' }).click();
  await page.getByRole('textbox', { name: /^部门名称\*$/ }).fill(`随访组${STAMP}`);
  await page.getByRole('textbox', { name: /^部门编码\*$/ }).fill(`F${STAMP}`);
  await page.getByRole('button', { name: '保存' }).click();
  await expect(rowOf(page, `随访组${STAMP}`)).toBeVisible();
  expect(desk.faults).toEqual([]);
  await desk.leave();
});

test('[7.11-08] a doctor switches to the other centre: its patients, its prices, and back', async ({ browser }) => {
  const desk = await deskOf(browser, 'doctor', { at: '/his/patient' });
  const { page } = desk;
  const account = page.getByRole('button', { name: /的账户菜单/ });
  const orgsOf = async () => {
    const { data } = await callAs(desk, 'GET', '/api/his/patient?pageSize=50');
    return [...new Set((data as { list: { orgId: string }[] }).list.map((patient) => patient.orgId))];
  };
  const switchTo = async (centre: string) => {
    await account.hover();
    await page.getByRole('menuitemradio', { name: centre }).click();
    await expect(account).toHaveAccessibleName(new RegExp(centre.replace(/[()]/g, '\\$&')));
  };
  await sees(page, '患者管理');
  expect(await orgsOf()).toEqual(['org-gz']);
  await switchTo('康源血液透析中心(武汉)');
  expect(await orgsOf()).toEqual(['org-wh']);
  await expect(page.getByRole('heading', { name: '患者管理' })).toBeVisible();
  await page.goto('/profile?tab=places');
  await page.getByRole('button', { name: /切换到.*广州/ }).click();
  await expect(account).toHaveAccessibleName(/广州/);
  expect(await orgsOf()).toEqual(['org-gz']);
  expect(desk.faults).toEqual([]);
  await desk.leave('ended');
});
